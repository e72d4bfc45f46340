/// What CVODE, ARKODE and IDA have in common: vectors, callbacks, one-step mode, messages.
///
/// Each of them steps in its one-step mode up to a stop time, so that events and outputs are
/// handled outside as for our own methods. SUNDIALS counts from the latest re-initialisation; the
/// statistics here go on over restarts.
#pragma once

#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

#include "detail.h"

namespace multibond {

/// Of CVODE and IDA. A failed evaluation divides the step by four: enough attempts to arrive at
/// rounding from any step, as the default of ten does not.
inline constexpr int kMaximumConvergenceFailures = 30;
inline constexpr int kMaximumErrorTestFailures = 15;

class SundialsIntegrator : public Integrator {
 public:
  std::string_view name() const override { return name_; }
  void start(double t, const double* y) override;
  StepOutcome step(double limit) override;
  double time() const override { return time_; }
  double previous_time() const override { return previous_; }
  const double* state() const override { return N_VGetArrayPointer(y_.get()); }
  void interpolate(double t, double* y) override;
  std::string failure() const override { return failure_; }
  IntegratorStatistics statistics() const override;

 protected:
  /// What the solver has counted since its latest (re-)initialisation.
  struct Counts {
    long steps = 0;
    long rejected = 0;
  };

  SundialsIntegrator(std::string_view name, Dynamics& dynamics, const IntegratorOptions& options);

  /// Initialises the solver at (time(), y()), for the direction of `limit`. False if f has no
  /// value there.
  virtual bool initialize(double limit) = 0;
  /// One internal step, not beyond `limit`; returns the solver's flag, negative on failure.
  virtual int advance(double limit, double* reached) = 0;
  virtual int dense_output(double t, N_Vector y) = 0;
  virtual Counts counts() const = 0;
  virtual int last_order() const = 0;
  virtual void local_errors(N_Vector errors) const = 0;
  /// What a negative flag means: f has no value at the start, or not even a tiny step succeeds,
  /// or something that a smaller step cannot mend.
  enum class Failure { no_start, step_too_small, other };
  virtual Failure meaning(int flag) const = 0;
  virtual std::string_view linear_solver() const { return {}; }
  /// Evaluations of f that did not go through `derivatives`.
  virtual std::size_t other_evaluations() const { return 0; }

  // For the callbacks: 0 success, 1 recoverable (a smaller step may help), -1 for good.
  int derivatives(double t, N_Vector y, N_Vector ydot);
  int error_weights(N_Vector y, N_Vector weights);
  int project_state(double t, N_Vector y);
  /// Values of df/dy into `values`.
  int jacobian(double t, N_Vector y, double* values);
  static void keep_message(int code, const char* module, const char* function, char* message,
                           void* self);

  Dynamics& dynamics() { return dynamics_; }
  const IntegratorOptions& options() const { return options_; }
  SUNContext context() const { return context_.get(); }
  N_Vector y() const { return y_.get(); }
  /// The state at the beginning of the step, as it was before `advance`.
  N_Vector begin() const { return begin_.get(); }
  std::size_t size() const { return n_; }
  struct VectorDeleter {
    void operator()(N_Vector v) const { N_VDestroy(v); }
  };
  using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, VectorDeleter>;
  /// A new vector of the size of the state.
  Vector make_vector() const;

 private:
  struct ContextDeleter {
    void operator()(SUNContext context) const { SUNContext_Free(&context); }
  };
  // Exceptions must not fly through C: they wait here until the solver has returned.
  template <class Function>
  int guarded(double t, Missing missing, Function function);
  StepOutcome give_up(int flag, double limit);

  std::string_view name_;
  Dynamics& dynamics_;
  IntegratorOptions options_;
  std::size_t n_;
  std::unique_ptr<std::remove_pointer_t<SUNContext>, ContextDeleter> context_;
  Vector y_, begin_, work_;

  double time_ = 0, previous_ = 0;
  bool started_ = false;
  bool initialized_ = false;
  bool stepped_ = false;  // the solver has a step behind it to interpolate in
  // Time of the latest evaluation without a value; a failure near it is explained by it.
  double failed_at_ = std::numeric_limits<double>::quiet_NaN();
  Missing missing_ = Missing::derivatives;
  std::exception_ptr exception_;
  std::string message_, failure_;
  IntegratorStatistics statistics_;
  std::size_t rejected_before_ = 0;  // in earlier (re-)initialisations
  long steps_seen_ = 0;
  CreepWatch creep_;
};

}  // namespace multibond
