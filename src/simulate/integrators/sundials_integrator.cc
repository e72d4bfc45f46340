#include "sundials_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace multibond {
namespace {

constexpr int kWarning = 99;  // CV_WARNING, ARK_WARNING, IDA_WARNING

SUNContext make_context() {
  SUNContext context = nullptr;
  if (SUNContext_Create(nullptr, &context) != 0) throw std::bad_alloc();
  return context;
}

}  // namespace

SundialsIntegrator::SundialsIntegrator(std::string_view name, Dynamics& dynamics,
                                       const IntegratorOptions& options)
    : name_(name),
      dynamics_(dynamics),
      options_(options),
      n_(dynamics.size()),
      context_(make_context()),
      y_(make_vector()),
      begin_(make_vector()),
      work_(make_vector()) {}

SundialsIntegrator::Vector SundialsIntegrator::make_vector() const {
  Vector vector(N_VNew_Serial(static_cast<sunindextype>(n_), context_.get()));
  if (!vector) throw std::bad_alloc();
  N_VConst(0, vector.get());
  return vector;
}

void SundialsIntegrator::start(double t, const double* y) {
  if (started_) ++statistics_.restarts;
  if (initialized_) rejected_before_ += static_cast<std::size_t>(counts().rejected);
  started_ = true;
  initialized_ = stepped_ = false;
  std::copy_n(y, n_, N_VGetArrayPointer(y_.get()));
  time_ = previous_ = t;
  failed_at_ = std::numeric_limits<double>::quiet_NaN();
  creep_.start();
  failure_.clear();
}

StepOutcome SundialsIntegrator::step(double limit) {
  previous_ = time_;
  message_.clear();
  // Closer than rounding: the solvers refuse such a stretch, and the state does not change in it.
  if (std::abs(limit - time_) <= 4 * kEpsilon * std::max(std::abs(time_), std::abs(limit))) {
    time_ = limit;
    stepped_ = false;
    return StepOutcome::advanced;
  }
  if (!initialized_) {
    // The direction, which some settings depend on, is known only here.
    if (!all_finite(state(), n_) || !initialize(limit)) {
      if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
      failure_ = no_start_sentence(name_, time_, dynamics_);
      return StepOutcome::failed;
    }
    initialized_ = true;
    steps_seen_ = 0;
  }

  N_VScale(1, y_.get(), begin_.get());
  double reached = time_;
  const int flag = advance(limit, &reached);
  if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
  if (flag < 0 || reached == time_) return give_up(flag, limit);
  time_ = reached;
  stepped_ = true;
  // At a stop time within rounding the solver returns without another step.
  const long steps = counts().steps;
  if (steps > steps_seen_) record_step(statistics_, time_ - previous_);
  steps_seen_ = steps;
  if (creep_.creeps(previous_, time_, limit)) {
    failure_ = CreepWatch::sentence(name_, time_, time_ - previous_);
    return StepOutcome::step_too_small;
  }
  return StepOutcome::advanced;
}

StepOutcome SundialsIntegrator::give_up(int flag, double limit) {
  const bool no_progress = flag >= 0;
  if (!no_progress && meaning(flag) == Failure::no_start) {
    failure_ = no_start_sentence(name_, time_, dynamics_);
    return StepOutcome::failed;
  }
  // The solver may have left a rejected state in y: the state at time() is what counts.
  N_VScale(1, begin_.get(), y_.get());
  // The state with the largest share of the error.
  local_errors(work_.get());
  const double* errors = N_VGetArrayPointer(work_.get());
  std::vector<double> scale(n_);
  dynamics_.error_scale(state(), scale.data());
  std::size_t worst = 0;
  double largest = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double error = std::abs(errors[i]) / scale[i];
    if (error > largest) {
      largest = error;
      worst = i;
    }
  }
  if (no_progress) message_ = "The step is too small to change the time.";
  failure_ = fmt::format("{} cannot go on from t = {:.10g} to {:.10g}", name_, time_, limit);
  if (largest > 0) {
    failure_ += fmt::format("; the largest error is in {}", dynamics_.state_name(worst));
  }
  failure_ += fmt::format(". {}", message_);
  const double near = 1e-6 * std::max(std::abs(time_), std::abs(limit - time_));
  if (std::abs(failed_at_ - time_) <= near)
    failure_ += fmt::format(" {}", missing_sentence(missing_, dynamics_));
  const bool too_small = no_progress || meaning(flag) == Failure::step_too_small;
  return too_small ? StepOutcome::step_too_small : StepOutcome::failed;
}

void SundialsIntegrator::interpolate(double t, double* y) {
  if (t == time_ || !stepped_ || dense_output(t, work_.get()) < 0) {
    std::copy_n(state(), n_, y);
    return;
  }
  if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
  std::copy_n(N_VGetArrayPointer(work_.get()), n_, y);
}

IntegratorStatistics SundialsIntegrator::statistics() const {
  IntegratorStatistics statistics = statistics_;
  statistics.rejected = rejected_before_;
  if (initialized_) statistics.rejected += static_cast<std::size_t>(counts().rejected);
  statistics.evaluations += other_evaluations();
  statistics.last_order = last_order();
  statistics.linear_solver = linear_solver();
  return statistics;
}

template <class Function>
int SundialsIntegrator::guarded(double t, Missing missing, Function function) {
  try {
    if (function() != Evaluation::failed) return 0;
    failed_at_ = t;
    missing_ = missing;
    return 1;
  } catch (...) {
    exception_ = std::current_exception();
    return -1;
  }
}

int SundialsIntegrator::derivatives(double t, N_Vector y, N_Vector ydot) {
  ++statistics_.evaluations;
  return guarded(t, Missing::derivatives, [&] {
    return evaluate(dynamics_, t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot));
  });
}

int SundialsIntegrator::jacobian(double t, N_Vector y, double* values) {
  ++statistics_.jacobians;
  return guarded(t, Missing::derivatives, [&] {
    const Evaluation evaluation = dynamics_.jacobian(t, N_VGetArrayPointer(y), values);
    const bool finite = all_finite(values, dynamics_.jacobian_pattern().nonzeros());
    return finite ? evaluation : Evaluation::failed;
  });
}

int SundialsIntegrator::project_state(double t, N_Vector y) {
  ++statistics_.projections;
  return guarded(t, Missing::projection,
                 [&] { return project(dynamics_, t, N_VGetArrayPointer(y)); });
}

int SundialsIntegrator::error_weights(N_Vector y, N_Vector weights) {
  double* weight = N_VGetArrayPointer(weights);
  dynamics_.error_scale(N_VGetArrayPointer(y), weight);
  for (std::size_t i = 0; i < n_; ++i) weight[i] = 1 / (options_.tolerance * weight[i]);
  return all_finite(weight, n_) ? 0 : -1;
}

void SundialsIntegrator::keep_message(int code, const char* /*module*/, const char* /*function*/,
                                      char* message, void* self) {
  // Nothing is printed; what the solver says last goes into the sentence on the failure.
  if (code != kWarning) static_cast<SundialsIntegrator*>(self)->message_ = message;
}

}  // namespace multibond
