/// ARKODE: the explicit Runge-Kutta-Fehlberg pair 7(8), a cross-check for dop853.
///
/// Fehlberg (1968), 13 stages. ARKODE's dense output is a Hermite polynomial of degree 5 at most,
/// far less accurate inside the large steps of this method than its ends; values inside a step are
/// therefore computed by a shorter step of order 8 from its beginning.
#include <algorithm>
#include <cmath>
#include <limits>

#include <arkode/arkode_erkstep.h>

#include "dop853_stages.h"
#include "first_step.h"
#include "sundials_integrator.h"

namespace multibond {
namespace {

constexpr int kErkErrorTestFailures = 30;

class Arkode final : public SundialsIntegrator {
 public:
  Arkode(Dynamics& dynamics, const IntegratorOptions& options)
      : SundialsIntegrator("arkode", dynamics, options),
        slope_(make_vector()),
        stages_(dynamics.size()),
        first_step_(dynamics, 8, options.tolerance,
                    options.maximum_step > 0 ? options.maximum_step
                                             : std::numeric_limits<double>::infinity()) {}
  ~Arkode() override {
    if (memory_) ERKStepFree(&memory_);
  }

 protected:
  bool initialize(double limit) override;
  std::size_t other_evaluations() const override {
    return first_step_.evaluations() + stages_.evaluations() + inside_;
  }
  int advance(double limit, double* reached) override;
  int dense_output(double t, N_Vector y) override;
  Counts counts() const override;
  int last_order() const override { return 8; }
  void local_errors(N_Vector errors) const override { ERKStepGetEstLocalErrors(memory_, errors); }
  Failure meaning(int flag) const override {
    switch (flag) {
      case ARK_FIRST_RHSFUNC_ERR:
        return Failure::no_start;
      case ARK_ERR_FAILURE:
      case ARK_REPTD_RHSFUNC_ERR:
      case ARK_UNREC_RHSFUNC_ERR:
      case ARK_POSTPROCESS_STEP_FAIL:
        return Failure::step_too_small;
      default:
        return Failure::other;
    }
  }

 private:
  void create();
  static Arkode& self(void* data) { return *static_cast<Arkode*>(data); }
  static int derivatives_callback(double t, N_Vector y, N_Vector ydot, void* data) {
    return self(data).derivatives(t, y, ydot);
  }
  static int weights_callback(N_Vector y, N_Vector weights, void* data) {
    return self(data).error_weights(y, weights);
  }
  static int after_step_callback(double t, N_Vector y, void* data) {
    Arkode& arkode = self(data);
    return arkode.dynamics().invariants() > 0 ? arkode.project_state(t, y) : 0;
  }

  void* memory_ = nullptr;
  bool forward_ = true;
  Vector slope_;
  dop853::Stages stages_;
  std::size_t inside_ = 0;  // evaluations at the beginning of a step for values inside it
  FirstStep first_step_;
};

void Arkode::create() {
  memory_ = ERKStepCreate(derivatives_callback, time(), y(), context());
  if (!memory_) throw std::bad_alloc();
  ERKStepSetErrHandlerFn(memory_, keep_message, this);
  ERKStepSetUserData(memory_, this);
  ERKStepSetTableNum(memory_, ARKODE_FEHLBERG_13_7_8);
  ERKStepWFtolerances(memory_, weights_callback);
  ERKStepSetMaxNumSteps(memory_, -1);
  ERKStepSetMaxHnilWarns(memory_, -1);
  ERKStepSetMaxErrTestFails(memory_, kErkErrorTestFailures);
  ERKStepSetMaxGrowth(memory_, kStepGrowth);
  ERKStepSetFixedStepBounds(memory_, 1, 1);  // else growth up to 1.5 counts as no change
  if (options().maximum_step > 0) ERKStepSetMaxStep(memory_, options().maximum_step);
  // Always, even if there is nothing to project: ARKODE up to 6.6 takes a method whose last stage
  // lies at the end of the step for one whose last stage is f there, which this one is not, and
  // re-uses the wrong slope; with a function here it evaluates f anew.
  ERKStepSetPostprocessStepFn(memory_, after_step_callback);
}

bool Arkode::initialize(double limit) {
  // After a re-initialisation ARKODE still judges a stop time by the old direction.
  const bool forward = limit > time();
  if (memory_ && forward != forward_) ERKStepFree(&memory_);
  forward_ = forward;
  if (!memory_) {
    create();
  } else {
    ERKStepReInit(memory_, derivatives_callback, time(), y());
  }
  // ARKODE's own choice starts far too small when a state is zero, and our growth is slow.
  double h = options().initial_step;
  if (h == 0) {
    if (derivatives(time(), y(), slope_.get()) != 0) return false;
    h = first_step_.choose(time(), state(), N_VGetArrayPointer(slope_.get()), limit);
  }
  ERKStepSetInitStep(memory_, std::copysign(h, limit - time()));
  return true;
}

// ERKStep gives up at the first stage without a value and at the first failed projection, where a
// smaller step would help: so the smaller step is tried here, from the same point.
int Arkode::advance(double limit, double* reached) {
  double h = 0;
  for (;;) {
    ERKStepSetStopTime(memory_, limit);
    const int flag = ERKStepEvolve(memory_, limit, y(), reached, ARK_ONE_STEP);
    if (flag != ARK_UNREC_RHSFUNC_ERR && flag != ARK_POSTPROCESS_STEP_FAIL) return flag;
    if (h == 0) ERKStepGetCurrentStep(memory_, &h);
    h *= kStepCut;
    if (time() + h == time()) return flag;
    N_VScale(1, begin(), y());
    ERKStepReset(memory_, time(), y());
    ERKStepSetInitStep(memory_, h);
  }
}

int Arkode::dense_output(double t, N_Vector y) {
  const std::size_t n = dynamics().size();
  std::copy_n(N_VGetArrayPointer(begin()), n, stages_.begin());
  const double start = previous_time();
  ++inside_;
  if (dynamics().derivatives(start, stages_.begin(), stages_.begin_slope()) == Evaluation::failed ||
      stages_.attempt(dynamics(), start, t - start) == Evaluation::failed) {
    return ERKStepGetDky(memory_, t, 0, y);
  }
  std::copy_n(stages_.end(), n, N_VGetArrayPointer(y));
  return 0;
}

SundialsIntegrator::Counts Arkode::counts() const {
  // Attempts ended by a failed evaluation are in neither counter of failures.
  Counts counts;
  long attempts = 0;
  ERKStepGetNumSteps(memory_, &counts.steps);
  ERKStepGetNumStepAttempts(memory_, &attempts);
  counts.rejected = attempts - counts.steps;
  return counts;
}

}  // namespace

std::unique_ptr<Integrator> make_arkode(Dynamics& dynamics, const IntegratorOptions& options) {
  // As for bdf: with invariants the tolerance is taken so that it promises what dop853 keeps.
  constexpr double kStricter = 0.05, kSmallest = 1e-14;
  IntegratorOptions strict = options;
  if (dynamics.invariants() > 0)
    strict.tolerance = std::max(kSmallest, kStricter * options.tolerance);
  return std::make_unique<Arkode>(dynamics, strict);
}

}  // namespace multibond
