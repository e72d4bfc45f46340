/// CVODE: backward differentiation (stiff, with projection) and Adams-Moulton (not stiff).
///
/// Cohen and Hindmarsh (1996); the projection is that of Eich (1993) as CPODES brought it into
/// CVODE. Measured before: the projection of the error estimate, on by default, makes errors up to
/// a thousand times larger, so it is off.
#include <algorithm>
#include <cmath>
#include <optional>

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "linear_solver.h"
#include "sundials_integrator.h"

namespace multibond {
namespace {

class Cvode final : public SundialsIntegrator {
 public:
  enum class Method { bdf, adams };

  Cvode(Method method, Dynamics& dynamics, const IntegratorOptions& options)
      : SundialsIntegrator(method == Method::bdf ? "bdf" : "adams", dynamics, options),
        method_(method) {
    if (method == Method::bdf) {
      linear_solver_.emplace(context(), y(), dynamics.jacobian_pattern(), options.linear_algebra);
    } else {
      fixed_point_ = SUNNonlinSol_FixedPoint(y(), 0, context());
      if (!fixed_point_) throw std::bad_alloc();
    }
  }
  ~Cvode() override {
    if (memory_) CVodeFree(&memory_);
    if (fixed_point_) SUNNonlinSolFree(fixed_point_);
  }

 protected:
  bool initialize(double limit) override;
  int advance(double limit, double* reached) override;
  int dense_output(double t, N_Vector y) override { return CVodeGetDky(memory_, t, 0, y); }
  Counts counts() const override;
  int last_order() const override;
  void local_errors(N_Vector errors) const override { CVodeGetEstLocalErrors(memory_, errors); }
  Failure meaning(int flag) const override {
    switch (flag) {
      case CV_FIRST_RHSFUNC_ERR:
        return Failure::no_start;
      case CV_ERR_FAILURE:
      case CV_REPTD_RHSFUNC_ERR:  // failures of f shrink the step as those of the error test do
      case CV_UNREC_RHSFUNC_ERR:
      case CV_REPTD_PROJFUNC_ERR:
        return Failure::step_too_small;
      default:
        return Failure::other;
    }
  }
  std::string_view linear_solver() const override {
    return linear_solver_ ? linear_solver_->name() : std::string_view{};
  }

 private:
  void create();
  static Cvode& self(void* data) { return *static_cast<Cvode*>(data); }
  static int derivatives_callback(double t, N_Vector y, N_Vector ydot, void* data) {
    return self(data).derivatives(t, y, ydot);
  }
  static int weights_callback(N_Vector y, N_Vector weights, void* data) {
    return self(data).error_weights(y, weights);
  }
  static int jacobian_callback(double t, N_Vector y, N_Vector /*f*/, SUNMatrix matrix, void* data,
                               N_Vector, N_Vector, N_Vector);
  static int project_callback(double t, N_Vector y, N_Vector correction, double /*tolerance*/,
                              N_Vector /*error*/, void* data);

  Method method_;
  void* memory_ = nullptr;
  std::optional<LinearSolver> linear_solver_;
  SUNNonlinearSolver fixed_point_ = nullptr;
};

// The settings are of the kind that fail only for lack of memory, which CVodeInit reports.
void Cvode::create() {
  memory_ = CVodeCreate(method_ == Method::bdf ? CV_BDF : CV_ADAMS, context());
  if (!memory_) throw std::bad_alloc();
  CVodeSetErrHandlerFn(memory_, keep_message, this);
  if (CVodeInit(memory_, derivatives_callback, time(), y()) != CV_SUCCESS) throw std::bad_alloc();
  CVodeSetUserData(memory_, this);
  CVodeWFtolerances(memory_, weights_callback);
  CVodeSetMaxNumSteps(memory_, -1);
  CVodeSetMaxHnilWarns(memory_, -1);
  CVodeSetMaxConvFails(memory_, kMaximumConvergenceFailures);
  CVodeSetMaxErrTestFails(memory_, kMaximumErrorTestFailures);
  if (options().maximum_step > 0) CVodeSetMaxStep(memory_, options().maximum_step);
  if (method_ == Method::adams) {
    CVodeSetNonlinearSolver(memory_, fixed_point_);
    return;
  }
  CVodeSetLinearSolver(memory_, linear_solver_->solver(), linear_solver_->matrix());
  CVodeSetJacFn(memory_, jacobian_callback);
  if (dynamics().invariants() > 0) {
    CVodeSetProjFn(memory_, project_callback);
    CVodeSetProjErrEst(memory_, SUNFALSE);
    CVodeSetProjFrequency(memory_, 1);
    CVodeSetMaxNumProjFails(memory_, kMaximumConvergenceFailures);
  }
}

bool Cvode::initialize(double limit) {
  if (!memory_) {
    create();
  } else {
    CVodeReInit(memory_, time(), y());
  }
  CVodeSetInitStep(memory_, std::copysign(options().initial_step, limit - time()));
  return true;  // CVODE itself evaluates f at the start, and says so if it fails
}

int Cvode::advance(double limit, double* reached) {
  CVodeSetStopTime(memory_, limit);
  return CVode(memory_, limit, y(), reached, CV_ONE_STEP);
}

SundialsIntegrator::Counts Cvode::counts() const {
  Counts counts;
  CVodeGetNumSteps(memory_, &counts.steps);
  long count = 0;
  CVodeGetNumErrTestFails(memory_, &count);
  counts.rejected += count;
  CVodeGetNumStepSolveFails(memory_, &count);
  counts.rejected += count;
  if (method_ == Method::bdf && CVodeGetNumProjFails(memory_, &count) == CV_SUCCESS) {
    counts.rejected += count;
  }
  return counts;
}

int Cvode::last_order() const {
  int order = 0;
  if (memory_) CVodeGetLastOrder(memory_, &order);
  return order;
}

int Cvode::jacobian_callback(double t, N_Vector y, N_Vector, SUNMatrix matrix, void* data, N_Vector,
                             N_Vector, N_Vector) {
  LinearSolver& solver = *self(data).linear_solver_;
  const int flag = self(data).jacobian(t, y, solver.values());
  if (flag == 0) solver.assemble(0, 1, matrix);
  return flag;
}

// CVODE wants the correction, and y left alone.
int Cvode::project_callback(double t, N_Vector y, N_Vector correction, double, N_Vector,
                            void* data) {
  N_VScale(1, y, correction);
  const int flag = self(data).project_state(t, correction);
  if (flag == 0) N_VLinearSum(1, correction, -1, y, correction);
  return flag;
}

}  // namespace

std::unique_ptr<Integrator> make_bdf(Dynamics& dynamics, const IntegratorOptions& options) {
  // A mechanism swings, and the many small steps of a multistep method add up: measured on the
  // pendulum over 42 swings, bdf loses as much energy at a tolerance of 1e-10 as dop853 at 1e-8.
  // With invariants the tolerance is therefore taken more strictly, so that it promises the same.
  constexpr double kStricter = 0.005, kSmallest = 1e-14;
  IntegratorOptions strict = options;
  if (dynamics.invariants() > 0)
    strict.tolerance = std::max(kSmallest, kStricter * options.tolerance);
  return std::make_unique<Cvode>(Cvode::Method::bdf, dynamics, strict);
}

std::unique_ptr<Integrator> make_adams(Dynamics& dynamics, const IntegratorOptions& options) {
  return std::make_unique<Cvode>(Cvode::Method::adams, dynamics, options);
}

}  // namespace multibond
