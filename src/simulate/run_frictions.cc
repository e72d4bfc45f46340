// Dry frictions of a run. Which of them stick is decided for all that are at rest together, by
// accelerations: a joint of a loop may be held by the friction of another one, and a slider that
// stands still at its dead centre while the crank turns must not be locked there.
//
// The frictions at rest are set free, each with a share of its largest effort. Their accelerations
// by shares of 0 and 1 give the problem that holding.h solves. What it lets go slips from then on
// with its kinetic effort, which may let others go: the rest is decided again.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holding.h"
#include "multibond/base/text.h"
#include "multibond/program/runner.h"
#include "run_loop.h"

namespace multibond {

namespace {

/// Flows at rest, by what counts as zero. A friction is looked at when it goes backward by 1, or
/// away from rest by 2.
constexpr double kAtRest = 1.5;
constexpr int kMostRounds = 100;

/// Frictions of a mode in which those at rest are free.
class FreeFrictions {
 public:
  FreeFrictions(CompiledDynamics& dynamics, double time, const std::vector<double>& y,
                const std::vector<std::size_t>& resting)
      : dynamics_(dynamics), time_(time), y_(y), resting_(resting) {
    const CompiledMode& mode = dynamics.mode();
    std::vector<VariableLeaf> flows, efforts;
    for (const std::size_t i : resting) {
      flows.push_back(mode.frictions[i].flow);
      efforts.push_back(mode.frictions[i].effort);
    }
    std::vector<std::uint32_t> slots{static_cast<std::uint32_t>(mode.layout.time)};
    for (std::size_t k = 0; k < y.size(); ++k) {
      slots.push_back(static_cast<std::uint32_t>(mode.layout.states + k));
    }
    rates_ = dynamics.functions().slopes(flows, slots);
    efforts_ = dynamics.functions().probe(efforts);
  }

  /// Accelerations by the shares, each about those given: exact, unless largest efforts depend on
  /// the efforts themselves. False if they have no value.
  bool problem(const Eigen::VectorXd& about, HoldingProblem& problem) {
    const Eigen::Index n = about.size();
    problem.A.resize(n, n);
    Sample here, none, full;
    if (!sample(about, here)) return false;
    for (Eigen::Index j = 0; j < n; ++j) {
      Eigen::VectorXd shares = about;
      const double side = about[j] < 0 ? -1 : 1;
      shares[j] = 0;
      if (!sample(shares, none)) return false;
      shares[j] = side;
      if (!sample(shares, full)) return false;
      // A flow without inertia follows the effort itself.
      const bool follows = std::abs(full.speeds[j] - none.speeds[j]) > 1e-3;
      if (j == 0) follows_.assign(static_cast<std::size_t>(n), false);
      follows_[static_cast<std::size_t>(j)] = follows;
      columns_.push_back({(none.rates - full.rates) * side, (none.speeds - full.speeds) * side,
                          std::abs(full.efforts[j])});
    }
    problem.b.resize(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const bool follows = follows_[static_cast<std::size_t>(i)];
      for (Eigen::Index j = 0; j < n; ++j) {
        const Column& column = columns_[static_cast<std::size_t>(j)];
        problem.A(i, j) = (follows ? column.speeds : column.rates)[i];
      }
      problem.b[i] = (follows ? here.speeds : here.rates)[i] + problem.A.row(i).dot(about);
      const double weight = columns_[static_cast<std::size_t>(i)].effort;
      problem.A.row(i) *= weight;
      problem.b[i] *= weight > 0 ? weight : 1;
    }
    columns_.clear();
    return true;
  }

 private:
  struct Sample {
    Eigen::VectorXd rates, speeds, efforts;
  };
  struct Column {
    Eigen::VectorXd rates, speeds;
    double effort;
  };

  bool sample(const Eigen::VectorXd& shares, Sample& sample) {
    const CompiledMode& mode = dynamics_.mode();
    for (std::size_t k = 0; k < resting_.size(); ++k) {
      dynamics_.inputs()[mode.layout.discretes + mode.frictions[resting_[k]].share] =
          shares[static_cast<Eigen::Index>(k)];
    }
    std::vector<double> point(1 + y_.size());
    point[0] = 1;
    if (dynamics_.derivatives(time_, y_.data(), point.data() + 1) == Evaluation::failed) {
      return false;
    }
    dynamics_.set_point(time_, y_.data());
    point.insert(point.begin(), dynamics_.inputs().begin(), dynamics_.inputs().end());
    const auto n = static_cast<Eigen::Index>(resting_.size());
    sample.rates.resize(n);
    sample.efforts.resize(n);
    sample.speeds.resize(n);
    if (!Runner(rates_).run(point.data(), sample.rates.data())) return false;
    if (!Runner(efforts_).run(dynamics_.inputs().data(), sample.efforts.data())) return false;
    std::vector<double> actions(mode.actions);
    if (!dynamics_.run(FunctionKind::actions, actions.data())) return false;
    for (Eigen::Index k = 0; k < n; ++k) {
      sample.speeds[k] = actions[mode.frictions[resting_[static_cast<std::size_t>(k)]].speed];
    }
    return sample.rates.allFinite() && sample.efforts.allFinite() && sample.speeds.allFinite();
  }

  CompiledDynamics& dynamics_;
  double time_;
  const std::vector<double>& y_;
  const std::vector<std::size_t>& resting_;
  std::shared_ptr<const Executable> rates_, efforts_;
  std::vector<bool> follows_;
  std::vector<Column> columns_;
};

}  // namespace

/// Enters a combination of modes; false if the run ends.
bool Simulator::Run::enter(const ModeSet& modes) {
  if (modes == machine_->modes()) return true;
  const ModeEntry entry = machines_->enter(*machine_, time, y_, modes);
  if (!entry.machine) {
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}: {} cannot switch. {}", quantity(time, "s"),
                     switching(modes), entry.failure),
         "Results up to there are kept.");
    return false;
  }
  use(*entry.machine);
  dynamics().allow_jumps(time);
  y_ = entry.y;
  dynamics().project(time, y_.data());
  return true;
}

bool Simulator::Run::settle_frictions(const std::vector<std::size_t>& unsettled, int round) {
  using namespace friction_mode;
  const std::size_t count = dynamics().mode().frictions.size();
  const auto friction = [&](std::size_t i) -> const FrictionDescription& {
    return dynamics().mode().frictions[i];
  };
  const auto discrete = [&](std::size_t place) -> double& {
    return dynamics().inputs()[dynamics().mode().layout.discretes + place];
  };
  if (round > kMostRounds) {
    std::vector<std::string> names;
    for (const std::size_t i : unsettled) names.push_back(friction(i).component);
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}: whether {} stick or slip cannot be decided.",
                     quantity(time, "s"), join_names(names, 6)),
         "Results up to there are kept. Check whether their normal forces grow with the friction "
         "itself.");
    return false;
  }

  dynamics().set_point(time, y_.data());
  std::vector<double> actions(dynamics().mode().actions);
  dynamics().run(FunctionKind::actions, actions.data());
  std::vector<std::size_t> resting;
  std::vector<int> limits(count, 0);  // that were reached
  for (std::size_t i = 0; i < count; ++i) {
    const double speed = actions[friction(i).speed];
    const double before = discrete(friction(i).mode);
    const bool reached =
        before == kSticks && std::find(unsettled.begin(), unsettled.end(), i) != unsettled.end();
    if (reached) {
      double effort = 0;
      Runner(dynamics().functions().probe({friction(i).effort}))
          .run(dynamics().inputs().data(), &effort);
      limits[i] = effort < 0 ? -1 : 1;
    }
    const bool rests = std::abs(speed) <= kAtRest;
    if (rests) resting.push_back(i);
  }
  const auto moves = [&](std::size_t i, double direction) {
    discrete(friction(i).mode) = direction;
    discrete(friction(i).share) = 0;
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (std::find(resting.begin(), resting.end(), i) != resting.end()) {
      discrete(friction(i).mode) = kRests;
      discrete(friction(i).share) = 0;
    } else {
      moves(i, actions[friction(i).speed] < 0 ? kBackward : kForward);
    }
  }
  if (!enter(handler().modes_of_discretes(time, y_.data()))) return false;

  HoldingSolution solution;
  while (!resting.empty()) {
    handler().modes_of_discretes(time, y_.data());
    FreeFrictions frictions(dynamics(), time, y_, resting);
    std::vector<int> reached;
    for (const std::size_t i : resting) reached.push_back(limits[i]);
    // Largest efforts may depend on the efforts: then it is a fixed point.
    Eigen::VectorXd about = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(resting.size()));
    for (int k = 0; k < 20; ++k) {
      HoldingProblem problem;
      if (!frictions.problem(about, problem)) {
        fail(
            RunStatus::failed, "",
            fmt::format("The run stopped at t = {}: {}", quantity(time, "s"), dynamics().failure()),
            "Results up to there are kept.");
        return false;
      }
      solution = hold(problem, reached);
      const double change = (solution.shares - about).cwiseAbs().maxCoeff();
      about = solution.shares;
      if (change < 1e-12) break;
    }
    std::vector<std::size_t> still;
    for (std::size_t k = 0; k < resting.size(); ++k) {
      const Holding how = solution.holding[k];
      if (how == Holding::slips_forward || how == Holding::slips_backward) {
        moves(resting[k], how == Holding::slips_forward ? kForward : kBackward);
      } else {
        still.push_back(resting[k]);
      }
    }
    if (still.size() == resting.size()) break;
    resting = std::move(still);
  }
  for (std::size_t k = 0; k < resting.size(); ++k) {
    const bool sticks = solution.holding[k] == Holding::sticks;
    discrete(friction(resting[k]).mode) = sticks ? kSticks : kRests;
    discrete(friction(resting[k]).share) =
        sticks ? 0.0 : solution.shares[static_cast<Eigen::Index>(k)];
  }
  return enter(handler().modes_of_discretes(time, y_.data()));
}

}  // namespace multibond
