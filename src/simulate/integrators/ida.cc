/// IDA: backward differentiation of the residual y' - f(t, y), a cross-check for bdf.
///
/// Variable-order, fixed-leading-coefficient form (Brenan, Campbell and Petzold, 1996), the
/// descendant of DASSL. It predicts and tests errors in another way than CVODE, so that an
/// agreement of the two means something.
#include <cmath>

#include <ida/ida.h>
#include <ida/ida_ls.h>

#include "linear_solver.h"
#include "sundials_integrator.h"

namespace multibond {
namespace {

class Ida final : public SundialsIntegrator {
 public:
  Ida(Dynamics& dynamics, const IntegratorOptions& options)
      : SundialsIntegrator("ida", dynamics, options),
        slope_(make_vector()),
        f_(make_vector()),
        linear_solver_(context(), y(), dynamics.jacobian_pattern(), options.linear_algebra) {}
  ~Ida() override {
    if (memory_) IDAFree(&memory_);
  }

 protected:
  bool initialize(double limit) override;
  int advance(double limit, double* reached) override {
    IDASetStopTime(memory_, limit);
    return IDASolve(memory_, limit, reached, y(), slope_.get(), IDA_ONE_STEP);
  }
  int dense_output(double t, N_Vector y) override { return IDAGetDky(memory_, t, 0, y); }
  Counts counts() const override;
  int last_order() const override {
    int order = 0;
    if (memory_) IDAGetLastOrder(memory_, &order);
    return order;
  }
  void local_errors(N_Vector errors) const override { IDAGetEstLocalErrors(memory_, errors); }
  Failure meaning(int flag) const override {
    switch (flag) {
      case IDA_FIRST_RES_FAIL:
        return Failure::no_start;
      case IDA_ERR_FAIL:
      case IDA_REP_RES_ERR:
        return Failure::step_too_small;
      default:
        return Failure::other;
    }
  }
  std::string_view linear_solver() const override { return linear_solver_.name(); }

 private:
  void create();
  static Ida& self(void* data) { return *static_cast<Ida*>(data); }
  static int residual_callback(double t, N_Vector y, N_Vector slope, N_Vector residual, void* data);
  static int jacobian_callback(double t, double cj, N_Vector y, N_Vector slope, N_Vector residual,
                               SUNMatrix matrix, void* data, N_Vector, N_Vector, N_Vector);
  static int weights_callback(N_Vector y, N_Vector weights, void* data) {
    return self(data).error_weights(y, weights);
  }

  void* memory_ = nullptr;
  Vector slope_, f_;
  LinearSolver linear_solver_;
};

void Ida::create() {
  memory_ = IDACreate(context());
  if (!memory_) throw std::bad_alloc();
  IDASetErrHandlerFn(memory_, keep_message, this);
  if (IDAInit(memory_, residual_callback, time(), y(), slope_.get()) != IDA_SUCCESS) {
    throw std::bad_alloc();
  }
  IDASetUserData(memory_, this);
  IDAWFtolerances(memory_, weights_callback);
  IDASetMaxNumSteps(memory_, -1);
  IDASetMaxConvFails(memory_, kMaximumConvergenceFailures);
  IDASetMaxErrTestFails(memory_, kMaximumErrorTestFailures);
  if (options().maximum_step > 0) IDASetMaxStep(memory_, options().maximum_step);
  IDASetLinearSolver(memory_, linear_solver_.solver(), linear_solver_.matrix());
  IDASetJacFn(memory_, jacobian_callback);
}

bool Ida::initialize(double limit) {
  // IDA starts from a consistent slope.
  if (derivatives(time(), y(), slope_.get()) != 0) return false;
  if (!memory_) {
    create();
  } else {
    IDAReInit(memory_, time(), y(), slope_.get());
  }
  IDASetInitStep(memory_, std::copysign(options().initial_step, limit - time()));
  return true;
}

SundialsIntegrator::Counts Ida::counts() const {
  Counts counts;
  IDAGetNumSteps(memory_, &counts.steps);
  long count = 0;
  IDAGetNumErrTestFails(memory_, &count);
  counts.rejected += count;
  IDAGetNumStepSolveFails(memory_, &count);
  counts.rejected += count;
  return counts;
}

int Ida::residual_callback(double t, N_Vector y, N_Vector slope, N_Vector residual, void* data) {
  N_Vector f = self(data).f_.get();
  const int flag = self(data).derivatives(t, y, f);
  if (flag == 0) N_VLinearSum(1, slope, -1, f, residual);
  return flag;
}

// d(residual)/dy + cj d(residual)/dy' = cj I - df/dy
int Ida::jacobian_callback(double t, double cj, N_Vector y, N_Vector, N_Vector, SUNMatrix matrix,
                           void* data, N_Vector, N_Vector, N_Vector) {
  LinearSolver& solver = self(data).linear_solver_;
  const int flag = self(data).jacobian(t, y, solver.values());
  if (flag == 0) solver.assemble(cj, -1, matrix);
  return flag;
}

}  // namespace

std::unique_ptr<Integrator> make_ida(Dynamics& dynamics, const IntegratorOptions& options) {
  return std::make_unique<Ida>(dynamics, options);
}

}  // namespace multibond
