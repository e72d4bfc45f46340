/// The integrator of a model without states: every method then does the same, nothing.
#include <algorithm>
#include <cmath>
#include <limits>

#include "detail.h"

namespace multibond {
namespace {

class Stateless final : public Integrator {
 public:
  Stateless(std::string_view name, double largest_step)
      : name_(name), largest_step_(largest_step) {}

  std::string_view name() const override { return name_; }

  void start(double t, const double* /*y*/) override {
    if (started_) ++statistics_.restarts;
    started_ = true;
    time_ = previous_ = t;
  }

  StepOutcome step(double limit) override {
    previous_ = time_;
    const double remaining = limit - time_;
    if (remaining == 0) return StepOutcome::advanced;
    const bool lands = std::abs(remaining) <= largest_step_ * (1 + 1e-9);
    time_ = lands ? limit : time_ + std::copysign(largest_step_, remaining);
    record_step(statistics_, time_ - previous_);
    return StepOutcome::advanced;
  }

  double time() const override { return time_; }
  double previous_time() const override { return previous_; }
  const double* state() const override { return &nothing_; }
  void interpolate(double /*t*/, double* /*y*/) override {}
  std::string failure() const override { return {}; }
  IntegratorStatistics statistics() const override { return statistics_; }

 private:
  std::string_view name_;
  double largest_step_;
  double time_ = 0, previous_ = 0;
  double nothing_ = 0;
  bool started_ = false;
  IntegratorStatistics statistics_;
};

}  // namespace

std::unique_ptr<Integrator> make_stateless(std::string_view name,
                                           const IntegratorOptions& options) {
  double largest = std::numeric_limits<double>::infinity();
  if (options.maximum_step > 0) largest = options.maximum_step;
  if (options.fixed_step > 0) largest = std::min(largest, options.fixed_step);
  return std::make_unique<Stateless>(name, largest);
}

}  // namespace multibond
