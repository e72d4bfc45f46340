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
  // Variables are computed later, when nothing is known of contacts that were closed.
  std::vector<double> closed;
  if (dynamics.has_contacts()) {
    closed.assign(y, y + dynamics.size());
    if (dynamics.project(t, closed.data()) != Evaluation::failed) y = closed.data();
  }
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
  times_.clear();
  for (; next_ <= intervals_; ++next_) {
    const double t = output_time(next_);
    if (t > to) break;
    times_.push_back(t);
  }
  if (times_.empty()) return std::nullopt;
  const std::size_t n = run.dynamics.size();
  states_.resize(times_.size() * n);
  integrator.interpolate_rows(times_, states_.data(), n);
  if (!scenery_ && recorder_->record_unseen(run.dynamics, times_, states_.data())) {
    return std::nullopt;
  }
  for (std::size_t k = 0; k < times_.size(); ++k) {
    if (auto stop = record(run.dynamics, times_[k], states_.data() + k * n)) return stop;
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
