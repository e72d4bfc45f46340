/// Dormand-Prince 8(5,3) with projection, dense output of order 7, and stiffness detection.
///
/// The explicit method for mechanics: at equal error it needs the fewest evaluations of all
/// projected methods that were compared, and a restart costs it nothing. The method and its
/// detection of stiffness are those of Hairer, Norsett and Wanner; the step size control differs
/// (growth 1.5 instead of 6, see `kStepGrowth`), and so does the passage of singular positions
/// (`leap`).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "detail.h"
#include "dop853_stages.h"
#include "first_step.h"

namespace multibond {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSafety = 0.9;
constexpr double kShrink = 0.2;
// The first step is a cautious guess; from there the size that fits is approached quickly, once.
constexpr double kStartGrowth = 5;
// h |lambda| at the border of the stability region on the negative real axis (Hairer).
constexpr double kStabilityBorder = 6.1;
constexpr int kStiffVerdict = 15;  // this many stiff steps, not interrupted by ...
constexpr int kSoftVerdict = 6;    // ... this many that are not
constexpr double kRest = 3;        // tolerances: what moves less in a step is at rest
constexpr int kRestVerdict = 300;  // this many steps at rest
// Near a singular position a stage that falls onto it amplifies errors; another step size moves
// the stages off it and passes, where shrinking would creep into it and leave on another branch.
constexpr std::array<double, 4> kLeap = {1.31, 0.77, 1.69, 0.59};

class Dop853 final : public Integrator {
 public:
  Dop853(Dynamics& dynamics, const IntegratorOptions& options)
      : dynamics_(dynamics),
        n_(dynamics.size()),
        tolerance_(options.tolerance),
        initial_step_(options.initial_step),
        largest_step_(options.maximum_step > 0 ? options.maximum_step : kInfinity),
        stages_(n_),
        first_step_(dynamics, 8, tolerance_, largest_step_),
        scale_(n_),
        begin_scale_(n_),
        end_scale_(n_) {
    statistics_.last_order = 8;
  }

  std::string_view name() const override { return "dop853"; }
  void start(double t, const double* y) override;
  StepOutcome step(double limit) override;
  double time() const override { return time_; }
  double previous_time() const override { return previous_; }
  const double* state() const override { return state_; }
  const double* slope() const override { return taken_ == 0 ? nullptr : stages_.end_slope(); }
  void interpolate(double t, double* y) override { interpolate_rows({&t, 1}, y, n_); }
  void interpolate_rows(std::span<const double> times, double* states, std::size_t n) override;
  std::string failure() const override { return failure_; }
  IntegratorStatistics statistics() const override {
    IntegratorStatistics statistics = statistics_;
    statistics.evaluations += stages_.evaluations() + first_step_.evaluations();
    return statistics;
  }
  std::shared_ptr<const IntegratorMemory> save() const override;
  void restore(const IntegratorMemory& memory) override;

 private:
  struct Memory;
  enum class Verdict { accepted, inaccurate, without_value };

  Evaluation slope(double t, const double* y, double* ydot) {
    ++statistics_.evaluations;
    return evaluate(dynamics_, t, y, ydot);
  }
  double fitted(double h, double remaining) const;
  Verdict attempt(double h, double t_end);
  bool proves_stiff(double h);
  bool rests_for_long();
  StepOutcome creep(double h);
  StepOutcome give_up(double h, Verdict verdict);

  Dynamics& dynamics_;
  std::size_t n_;
  double tolerance_, initial_step_, largest_step_;
  dop853::Stages stages_;
  FirstStep first_step_;
  std::vector<double> scale_, begin_scale_, end_scale_;

  double time_ = 0, previous_ = 0;
  const double* state_ = nullptr;  // at time_: the end of the step, or its beginning after `start`
  double taken_ = 0;               // the latest step, signed; 0 directly after `start`
  double proposal_ = 0;            // size of the next step; 0: to be chosen
  double error_ = 0;               // of the latest attempt
  std::size_t worst_ = 0;          // the state that contributes most to it
  Evaluation begin_evaluation_ = Evaluation::regular, end_evaluation_ = Evaluation::regular;
  bool stage_singular_ = false;
  Missing missing_ = Missing::derivatives;
  bool slope_known_ = false;
  bool dense_ready_ = false;
  bool started_ = false;
  bool starting_ = true;  // every step since `start` could have been larger by more than allowed
  int stiff_steps_ = 0, soft_steps_ = 0, resting_steps_ = 0;
  CreepWatch creep_;
  std::string failure_;
  IntegratorStatistics statistics_;
};

void Dop853::start(double t, const double* y) {
  if (started_) ++statistics_.restarts;
  started_ = true;
  std::copy_n(y, n_, stages_.begin());
  state_ = stages_.begin();
  time_ = previous_ = t;
  taken_ = proposal_ = error_ = 0;
  starting_ = true;
  slope_known_ = false;
  stiff_steps_ = soft_steps_ = resting_steps_ = 0;
  creep_.start();
  failure_.clear();
}

// The step to take when `h` is proposed: stretched by a percent to land on the limit, or half of
// what remains, so that no tiny step is left for the end.
double Dop853::fitted(double h, double remaining) const {
  const double stretch = h < largest_step_ ? 1.01 : 1 + 1e-9;
  if (remaining <= stretch * h) return remaining;
  return std::min(h, 0.5 * remaining);
}

// One attempt from the beginning of the step, and the state at its end, projected, if it passes.
Dop853::Verdict Dop853::attempt(double h, double t_end) {
  missing_ = Missing::derivatives;
  const Evaluation evaluation = stages_.attempt(dynamics_, time_, h);
  if (evaluation == Evaluation::failed) return Verdict::without_value;
  stage_singular_ = evaluation == Evaluation::singular || begin_evaluation_ == Evaluation::singular;

  // The error is that of the method, before the projection: projecting the estimate too makes it
  // smaller than the error is.
  dynamics_.error_scale(stages_.end(), end_scale_.data());
  for (std::size_t i = 0; i < n_; ++i) {
    scale_[i] = tolerance_ * std::max(begin_scale_[i], end_scale_[i]);
  }
  error_ = stages_.error(scale_.data(), h, &worst_);
  if (!std::isfinite(error_)) return Verdict::without_value;
  if (error_ > 1) return Verdict::inaccurate;

  // Always project: skipping small corrections is noise of just that size.
  if (dynamics_.invariants() > 0) {
    ++statistics_.projections;
    if (project(dynamics_, t_end, stages_.end()) == Evaluation::failed) {
      missing_ = Missing::projection;
      return Verdict::without_value;
    }
  }
  end_evaluation_ = slope(t_end, stages_.end(), stages_.end_slope());
  return end_evaluation_ == Evaluation::failed ? Verdict::without_value : Verdict::accepted;
}

bool Dop853::proves_stiff(double h) {
  if (stages_.stiffness(scale_.data(), h) > kStabilityBorder) {
    soft_steps_ = 0;
    if (++stiff_steps_ < kStiffVerdict) return false;
    stiff_steps_ = 0;
    return true;
  }
  if (stiff_steps_ > 0 && ++soft_steps_ == kSoftVerdict) stiff_steps_ = soft_steps_ = 0;
  return false;
}

// A state at rest lets the step grow without end, unless it is limited by stability: rounding is
// amplified until the error test notices, and the step shrinks again.
bool Dop853::rests_for_long() {
  double motion = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    motion = std::max(motion, std::abs(stages_.end()[i] - stages_.begin()[i]) / scale_[i]);
  }
  resting_steps_ = motion < kRest ? resting_steps_ + 1 : 0;
  if (resting_steps_ < kRestVerdict) return false;
  resting_steps_ = 0;
  return true;
}

StepOutcome Dop853::step(double limit) {
  if (limit == time_) {
    previous_ = time_;
    return StepOutcome::advanced;
  }
  // The end of the latest step is the beginning of this one.
  if (state_ == stages_.end()) {
    stages_.shift();
    state_ = stages_.begin();
    begin_evaluation_ = end_evaluation_;
  }
  previous_ = time_;
  taken_ = 0;
  dynamics_.error_scale(stages_.begin(), begin_scale_.data());
  if (!slope_known_) {
    begin_evaluation_ = slope(time_, stages_.begin(), stages_.begin_slope());
    if (begin_evaluation_ == Evaluation::failed || !all_finite(stages_.begin(), n_)) {
      failure_ = no_start_sentence(name(), time_, dynamics_);
      return StepOutcome::failed;
    }
    slope_known_ = true;
  }
  if (proposal_ == 0) proposal_ = initial_step_;
  if (proposal_ == 0) {
    proposal_ = first_step_.choose(time_, stages_.begin(), stages_.begin_slope(), limit);
  }

  // Attempts until one is accepted.
  const double remaining = std::abs(limit - time_);
  const double smallest = smallest_step(time_, limit);
  double h = fitted(std::min(proposal_, largest_step_), remaining);
  const bool truncated = h < proposal_;
  bool rejected = false;
  double leap_from = 0, leap_error = 0;
  std::size_t leap = 0;
  double t_end;
  for (;;) {
    const bool lands = h >= remaining;
    t_end = lands ? limit : time_ + std::copysign(h, limit - time_);
    taken_ = t_end - time_;
    if (taken_ == 0) return creep(h);
    const Verdict verdict = attempt(taken_, t_end);
    if (verdict == Verdict::accepted) break;
    rejected = true;
    ++statistics_.rejected;

    // Singular position: other step sizes around the one that failed.
    if (verdict == Verdict::inaccurate && stage_singular_ && leap_from == 0) {
      leap_from = h;
      leap_error = error_;
      leap = 0;
    }
    bool leaps = false;
    while (leap_from > 0 && leap < kLeap.size() && !leaps) {
      const double other = leap_from * kLeap[leap++];
      leaps = other <= std::min(remaining, largest_step_);
      if (leaps) h = other;
    }
    if (leaps) continue;

    // A smaller step.
    if (leap_from > 0) {
      h = leap_from * std::clamp(kSafety * std::pow(leap_error, -1.0 / 8), kShrink, 1.0);
      leap_from = 0;
    } else if (verdict == Verdict::inaccurate) {
      h *= std::clamp(kSafety * std::pow(error_, -1.0 / 8), kShrink, 1.0);
    } else {
      h *= kStepCut;
    }
    if (h < smallest) {
      proposal_ = 0;
      return give_up(h, verdict);
    }
  }

  // The next step: no growth after a rejection, and a step cut short only by the limit proves
  // nothing against the size proposed before.
  double factor = error_ > 0 ? kSafety * std::pow(error_, -1.0 / 8) : kStartGrowth;
  starting_ = starting_ && !rejected && factor > kStepGrowth;
  factor = std::clamp(factor, kShrink, rejected ? 1.0 : starting_ ? kStartGrowth : kStepGrowth);
  const double next = std::abs(taken_) * factor;
  proposal_ = std::min(truncated && !rejected ? std::max(proposal_, next) : next, largest_step_);

  time_ = t_end;
  state_ = stages_.end();
  dense_ready_ = false;
  record_step(statistics_, taken_);
  if (creep_.creeps(previous_, time_, limit)) return creep(taken_);
  const bool rests = !truncated && rests_for_long();
  return proves_stiff(taken_) || rests ? StepOutcome::stiff : StepOutcome::advanced;
}

StepOutcome Dop853::creep(double h) {
  failure_ = CreepWatch::sentence(name(), time_, h);
  return StepOutcome::step_too_small;
}

StepOutcome Dop853::give_up(double h, Verdict verdict) {
  taken_ = 0;
  failure_ =
      fmt::format("dop853 cannot go beyond t = {:.10g}: the step shrank to {:.2g} s", time_, h);
  if (verdict == Verdict::inaccurate) {
    failure_ += fmt::format(
        " and the error is still {:.2g} times the tolerance, most of it in {}. The solution has a "
        "singularity or a discontinuity there.",
        error_, dynamics_.state_name(worst_));
  } else {
    if (error_ > 0) {
      failure_ += fmt::format(", the largest error being that of {}", dynamics_.state_name(worst_));
    }
    failure_ += fmt::format(". {}", missing_sentence(missing_, dynamics_));
  }
  return StepOutcome::step_too_small;
}

void Dop853::interpolate_rows(std::span<const double> times, double* states, std::size_t n) {
  for (const double t : times) {
    if (t == time_ || taken_ == 0) {
      std::copy_n(state_, n_, states);
    } else {
      if (!dense_ready_) {
        stages_.prepare_dense(dynamics_, previous_, taken_);
        dense_ready_ = true;
      }
      stages_.interpolate((t - previous_) / taken_, states);
    }
    states += n;
  }
}

/// A copy of everything that changes; `at_end` says which end of the step the state is.
struct Dop853::Memory final : IntegratorMemory {
  explicit Memory(const Dop853& from)
      : stages(from.stages_),
        at_end(from.state_ == const_cast<Dop853&>(from).stages_.end()),
        time(from.time_),
        previous(from.previous_),
        taken(from.taken_),
        proposal(from.proposal_),
        error(from.error_),
        worst(from.worst_),
        begin_evaluation(from.begin_evaluation_),
        end_evaluation(from.end_evaluation_),
        slope_known(from.slope_known_),
        dense_ready(from.dense_ready_),
        started(from.started_),
        starting(from.starting_),
        stiff_steps(from.stiff_steps_),
        soft_steps(from.soft_steps_),
        statistics(from.statistics_) {}
  dop853::Stages stages;
  bool at_end;
  double time, previous, taken, proposal, error;
  std::size_t worst;
  Evaluation begin_evaluation, end_evaluation;
  bool slope_known, dense_ready, started, starting;
  int stiff_steps, soft_steps;
  IntegratorStatistics statistics;
};

std::shared_ptr<const IntegratorMemory> Dop853::save() const {
  return std::make_shared<Memory>(*this);
}

void Dop853::restore(const IntegratorMemory& memory) {
  const auto& from = dynamic_cast<const Memory&>(memory);
  stages_ = from.stages;
  state_ = from.at_end ? stages_.end() : stages_.begin();
  time_ = from.time;
  previous_ = from.previous;
  taken_ = from.taken;
  proposal_ = from.proposal;
  error_ = from.error;
  worst_ = from.worst;
  begin_evaluation_ = from.begin_evaluation;
  end_evaluation_ = from.end_evaluation;
  slope_known_ = from.slope_known;
  dense_ready_ = from.dense_ready;
  started_ = from.started;
  starting_ = from.starting;
  stiff_steps_ = from.stiff_steps;
  soft_steps_ = from.soft_steps;
  statistics_ = from.statistics;
}

}  // namespace

std::unique_ptr<Integrator> make_dop853(Dynamics& dynamics, const IntegratorOptions& options) {
  return std::make_unique<Dop853>(dynamics, options);
}

}  // namespace multibond
