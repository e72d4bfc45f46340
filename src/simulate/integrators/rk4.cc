/// The classical Runge-Kutta method of order 4 with a fixed step, for real time.
///
/// Four evaluations a step and no error estimate: too large a step shows as a wrong or growing
/// solution, not as a message. dop853 is the better choice wherever time need not be kept.
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "detail.h"

namespace multibond {
namespace {

class Rk4 final : public Integrator {
 public:
  Rk4(Dynamics& dynamics, const IntegratorOptions& options)
      : dynamics_(dynamics),
        n_(dynamics.size()),
        h_(options.maximum_step > 0 ? std::min(options.fixed_step, options.maximum_step)
                                    : options.fixed_step),
        begin_(n_),
        end_(n_),
        argument_(n_),
        k1_(n_),
        k2_(n_),
        k3_(n_),
        k4_(n_),
        end_slope_(n_) {
    statistics_.last_order = 4;
  }

  std::string_view name() const override { return "rk4"; }

  void start(double t, const double* y) override {
    if (started_) ++statistics_.restarts;
    started_ = true;
    std::copy_n(y, n_, end_.begin());
    time_ = previous_ = origin_ = t;
    grid_steps_ = 0;
    slope_known_ = false;
    failure_.clear();
  }

  StepOutcome step(double limit) override;
  double time() const override { return time_; }
  double previous_time() const override { return previous_; }
  const double* state() const override { return end_.data(); }
  void interpolate(double t, double* y) override;
  std::string failure() const override { return failure_; }
  IntegratorStatistics statistics() const override { return statistics_; }

 private:
  bool rates(double t, const std::vector<double>& y, std::vector<double>& ydot) {
    ++statistics_.evaluations;
    return evaluate(dynamics_, t, y.data(), ydot.data()) != Evaluation::failed;
  }
  // f at the end of the step: for the dense output, and the first stage of the next step.
  bool know_end_slope() {
    if (!slope_known_) slope_known_ = rates(time_, end_, end_slope_);
    return slope_known_;
  }
  const std::vector<double>& ahead(double h, const std::vector<double>& k) {
    for (std::size_t i = 0; i < n_; ++i) argument_[i] = begin_[i] + h * k[i];
    return argument_;
  }
  bool make_step(double h, double t_end);

  Dynamics& dynamics_;
  std::size_t n_;
  double h_;
  std::vector<double> begin_, end_, argument_, k1_, k2_, k3_, k4_, end_slope_;
  double time_ = 0, previous_ = 0;
  double origin_ = 0;      // of the grid of steps: the start, or the latest limit off the grid
  double grid_steps_ = 0;  // since then; t = origin + steps h collects no rounding errors
  double direction_ = 1;
  bool slope_known_ = false;  // at the end of the step
  bool started_ = false;
  Missing missing_ = Missing::derivatives;
  std::string failure_;
  IntegratorStatistics statistics_;
};

bool Rk4::make_step(double h, double t_end) {
  const double t = previous_;
  missing_ = Missing::derivatives;
  if (!rates(t + h / 2, ahead(h / 2, k1_), k2_)) return false;
  if (!rates(t + h / 2, ahead(h / 2, k2_), k3_)) return false;
  if (!rates(t + h, ahead(h, k3_), k4_)) return false;
  for (std::size_t i = 0; i < n_; ++i) {
    end_[i] = begin_[i] + h / 6 * (k1_[i] + 2 * (k2_[i] + k3_[i]) + k4_[i]);
  }
  if (!all_finite(end_.data(), n_)) return false;
  if (dynamics_.invariants() == 0) return true;
  ++statistics_.projections;
  missing_ = Missing::projection;
  return project(dynamics_, t_end, end_.data()) != Evaluation::failed;
}

StepOutcome Rk4::step(double limit) {
  previous_ = time_;
  if (limit == time_) return StepOutcome::advanced;
  if (!know_end_slope() || !all_finite(end_.data(), n_)) {
    failure_ = fmt::format("rk4 cannot go on from t = {:.10g}. {}", time_,
                           missing_sentence(Missing::derivatives, dynamics_));
    return StepOutcome::failed;
  }
  const double direction = limit > time_ ? 1 : -1;
  if (direction != direction_) {
    direction_ = direction;
    origin_ = time_;
    grid_steps_ = 0;
  }

  // The next point of the grid, or the limit if it comes before or all but coincides.
  double t_end = origin_ + direction * (grid_steps_ + 1) * h_;
  const double beyond = direction * (t_end - limit);
  const bool lands = beyond > -1e-9 * h_;
  if (lands) t_end = limit;
  if (t_end == time_) {
    failure_ = CreepWatch::sentence(name(), time_, h_);
    return StepOutcome::failed;
  }
  std::swap(begin_, end_);
  std::swap(k1_, end_slope_);
  if (!make_step(t_end - time_, t_end)) {
    failure_ = fmt::format(
        "rk4 cannot make the step from t = {:.10g} to {:.10g}: its size is fixed, and no smaller "
        "one can be tried. {}",
        time_, t_end, missing_sentence(missing_, dynamics_));
    std::swap(begin_, end_);
    std::swap(k1_, end_slope_);
    ++statistics_.rejected;
    return StepOutcome::failed;
  }
  if (lands) {
    origin_ = t_end;
    grid_steps_ = 0;
  } else {
    ++grid_steps_;
  }
  time_ = t_end;
  slope_known_ = false;
  record_step(statistics_, time_ - previous_);
  return StepOutcome::advanced;
}

void Rk4::interpolate(double t, double* y) {
  const double h = time_ - previous_;
  if (t == time_ || h == 0) {
    std::copy(end_.begin(), end_.end(), y);
    return;
  }
  // Cubic Hermite: its error, h^4, is that of the method at the end of many steps.
  const double theta = (t - previous_) / h;
  const double rest = 1 - theta;
  const double slopes = know_end_slope() ? 1 : 0;  // a straight line if f has no value at the end
  for (std::size_t i = 0; i < n_; ++i) {
    const double difference = end_[i] - begin_[i];
    const double bend = rest * (h * k1_[i] - difference) - theta * (h * end_slope_[i] - difference);
    y[i] = begin_[i] + theta * difference + slopes * theta * rest * bend;
  }
}

}  // namespace

std::unique_ptr<Integrator> make_rk4(Dynamics& dynamics, const IntegratorOptions& options) {
  return std::make_unique<Rk4>(dynamics, options);
}

}  // namespace multibond
