#include "result_observer.h"

#include <algorithm>

#include <fmt/format.h>

namespace multibond {

double ResultObserver::output_time(int k) const {
  if (k >= intervals_) return stop_;
  return start_ + (stop_ - start_) * k / intervals_;
}

std::optional<Diagnostic> ResultObserver::record(CompiledDynamics& dynamics, double t,
                                                 const double* y) {
  if (recorder_->record(dynamics, t, y)) {
    if (scenery_) show(dynamics, t, y);
    return std::nullopt;
  }
  return Diagnostic{Severity::error, "", fmt::format("The run stopped: {}", recorder_->failure()),
                    "Results up to there are kept. Check the equations of this variable for a "
                    "division by zero, a root of a negative number, or values far outside the "
                    "model's range."};
}

/// Pictures are taken of closed loops, as the variables are computed of them later.
void ResultObserver::show(CompiledDynamics& dynamics, double t, const double* y) {
  std::vector<double> state(y, y + dynamics.size());
  if (dynamics.project(t, state.data()) == Evaluation::failed) {
    dynamics.set_point(t, y);
  } else {
    dynamics.set_point(t, state.data());
  }
  scenery_->record(dynamics, t);
}

std::optional<Diagnostic> ResultObserver::start(const RunView& run) {
  recorder_ = std::make_unique<Recorder>(run.model, run.dynamics, result_,
                                         static_cast<std::size_t>(intervals_) + 1);
  if (pictures_) {
    scenery_ = std::make_unique<SceneRecorder>(run.model, run.dynamics, result_.scene);
  }
  next_ = 1;
  return record(run.dynamics, run.time, run.state);
}

/// Rows for the output times within the step.
std::optional<Diagnostic> ResultObserver::advance(const RunView& run, double /*from*/, double to,
                                                  Integrator& integrator) {
  at_start_ = false;
  y_.resize(run.dynamics.size());
  while (next_ <= intervals_) {
    const double t = output_time(next_);
    if (t > to) break;
    double* const blank = scenery_ ? nullptr : recorder_->blank_row(run.dynamics, t);
    double* const state = blank ? blank : y_.data();
    if (t == integrator.time()) {
      std::copy_n(integrator.state(), y_.size(), state);
    } else {
      integrator.interpolate(t, state);
    }
    if (!blank) {
      if (auto stop = record(run.dynamics, t, state)) return stop;
    }
    ++next_;
  }
  return std::nullopt;
}

std::optional<Diagnostic> ResultObserver::before_event(const RunView& run) {
  if (at_start_) return std::nullopt;
  return record(run.dynamics, run.time, run.state);
}

std::optional<Diagnostic> ResultObserver::after_event(const RunView& run,
                                                      const std::vector<std::string>& conditions) {
  if (conditions.empty()) return std::nullopt;
  return record(run.dynamics, run.time, run.state);
}

/// A run that ends between two output times keeps the last state it reached.
void ResultObserver::finish(const RunView& run) {
  if (!recorder_ || (result_.rows() > 0 && result_.times().back() >= run.time)) return;
  record(run.dynamics, run.time, run.state);
}

}  // namespace multibond
