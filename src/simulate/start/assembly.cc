#include "assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "gauss_newton.h"
#include "loop_rows.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

/// A joint turns by no more than this [rad] in one step; one without a guess, alone, by more.
constexpr double kStep = 0.3, kFreeStep = 0.5;
/// A guess that is farther off than this [rad] may belong to another branch.
constexpr double kNear = 0.5;
/// Further starts, at growing distance from the guess; so many in vain are enough.
constexpr int kStarts = 24, kInVain = 8;
constexpr double kFirstRadius = 0.1, kGrowth = 1.12;
/// Closed: scaled gaps below this.
constexpr double kClosed = 1e-8;
/// Gaps of a guess, in metres and radians, that Newton's method closes without a search.
constexpr double kExact = 1e-10;

double unit(const StartUnknown& unknown) { return unknown.angle ? 1.0 : unknown.nominal; }

/// Angles that differ by whole turns are the same position.
double difference(const StartUnknown& unknown, double a, double b) {
  if (unknown.angle) return std::remainder(a - b, 2 * std::numbers::pi);
  return (a - b) / unit(unknown);
}

}  // namespace

bool Assembly::Outcome::operator<(const Outcome& other) const {
  if (closed != other.closed) return closed;
  return distance < (1 - 1e-9) * other.distance;
}

Assembly::Assembly(StartProblem& problem, const StartCluster& cluster)
    : problem_(problem), cluster_(cluster), other_demands_(other_demands(problem, cluster)) {
  for (const std::uint32_t i : cluster.unknowns) {
    if (!problem.unknowns()[i].given) unguessed_.push_back(i);
  }
}

bool Assembly::close() {
  measure();
  unwind();
  const std::vector<double> from = problem_.values;
  remember(attempt());
  const auto settled = [&] { return best_.closed && farthest_from_guess(best_.values) < kNear; };
  int vain = 0;
  for (int place = 1; place <= kStarts && !settled() && vain < kInVain; ++place) {
    perturb(from, place);
    const Outcome before = best_;
    remember(attempt());
    vain = best_ < before ? 0 : vain + (best_.closed ? 1 : 0);
  }
  problem_.values = best_.values;
  if (best_.closed) turn_back();
  std::erase_if(others_, [&](const auto& other) { return same_position(other, best_.values); });
  return best_.closed;
}

/// What counts as one of a length is the lever by which joints turn: the way that moves the ends of
/// a loop, or changes a distance, as much as a radian does. So a watch is assembled like a crane.
void Assembly::measure() {
  const auto is_length = [&](std::uint32_t i) { return problem_.unknowns()[i].length; };
  if (std::none_of(cluster_.unknowns.begin(), cluster_.unknowns.end(), is_length)) return;
  const auto count = static_cast<Eigen::Index>(cluster_.unknowns.size());
  const StartColumns columns{cluster_.unknowns, Eigen::VectorXd::Ones(count)};
  const std::size_t outputs = other_demands_.empty() ? 0 : problem_.known().demands.size();
  Eigen::MatrixXd gaps, demands;
  if (!problem_.slopes(FunctionKind::gap_slopes, problem_.gap_outputs(), columns, gaps) ||
      !problem_.slopes(FunctionKind::demand_slopes, outputs, columns, demands)) {
    return;
  }
  std::vector<double> levers;
  const auto add = [&](const auto& rows) {
    double turn = 0, shift = 0;
    for (Eigen::Index j = 0; j < count; ++j) {
      double& most = is_length(columns.unknowns[static_cast<std::size_t>(j)]) ? shift : turn;
      most = std::max(most, rows.col(j).norm());
    }
    if (turn > 0 && shift > 0 && std::isfinite(turn / shift)) levers.push_back(turn / shift);
  };
  Eigen::Index next = 0;
  for (std::size_t l = 0; l < problem_.known().closures.size(); ++l) {
    const ClosureDescription& loop = problem_.known().closures[l];
    const bool here =
        std::find(cluster_.loops.begin(), cluster_.loops.end(), l) != cluster_.loops.end();
    if (here) add(gaps.middleRows(next, static_cast<Eigen::Index>(loop.lengths)));
    next += static_cast<Eigen::Index>(loop.outputs());
  }
  for (const std::size_t d : other_demands_) {
    add(demands.middleRows(static_cast<Eigen::Index>(d), 1));
  }
  if (levers.empty()) return;
  const auto middle = levers.begin() + static_cast<std::ptrdiff_t>(levers.size() / 2);
  std::nth_element(levers.begin(), middle, levers.end());
  problem_.set_length(cluster_.unknowns, *middle);
}

/// In the plane angles add up to that of the gap: whole turns too many are taken from joints that
/// are least asked for, in all loops at once: a joint may be part of several. Each loop is a row of
/// 1 and -1; elimination leaves each one joint that answers for it.
void Assembly::unwind() {
  std::vector<double> gaps;
  std::vector<Eigen::Index> outputs;
  Eigen::Index next = 0;
  for (std::size_t l = 0; l < problem_.known().closures.size(); ++l) {
    const ClosureDescription& loop = problem_.known().closures[l];
    const bool here =
        std::find(cluster_.loops.begin(), cluster_.loops.end(), l) != cluster_.loops.end();
    if (here && !loop.in_space && loop.angles == 1) {
      outputs.push_back(next + static_cast<Eigen::Index>(loop.lengths));
    }
    next += static_cast<Eigen::Index>(loop.outputs());
  }
  if (outputs.empty() || !problem_.gaps(gaps)) return;
  Eigen::VectorXd turns(static_cast<Eigen::Index>(outputs.size()));
  for (Eigen::Index r = 0; r < turns.size(); ++r) {
    const double gap = gaps[static_cast<std::size_t>(outputs[static_cast<std::size_t>(r)])];
    turns[r] = std::round(gap / (2 * std::numbers::pi));
  }
  if (turns.isZero()) return;
  const auto count = static_cast<Eigen::Index>(cluster_.unknowns.size());
  const StartColumns columns{cluster_.unknowns, Eigen::VectorXd::Ones(count)};
  Eigen::MatrixXd slopes;
  if (!problem_.slopes(FunctionKind::gap_slopes, problem_.gap_outputs(), columns, slopes)) return;

  Eigen::MatrixXd rows = slopes(outputs, Eigen::all);
  const auto unknown_of = [&](Eigen::Index j) -> const StartUnknown& {
    return problem_.unknowns()[cluster_.unknowns[static_cast<std::size_t>(j)]];
  };
  // Joints without a spring first.
  std::vector<double> costs(static_cast<std::size_t>(count), -1.0);
  const auto cost = [&](Eigen::Index j) {
    double& known = costs[static_cast<std::size_t>(j)];
    if (known < 0) {
      const std::uint32_t i = cluster_.unknowns[static_cast<std::size_t>(j)];
      known = unknown_of(j).weight + (problem_.is_periodic(i) ? 0 : kFixedWeight);
    }
    return known;
  };
  constexpr Eigen::Index kNone = -1;
  std::vector<Eigen::Index> answers;  // for each row: its joint
  for (Eigen::Index r = 0; r < rows.rows(); ++r) {
    for (Eigen::Index above = 0; above < r; ++above) {
      const Eigen::Index j = answers[static_cast<std::size_t>(above)];
      if (j == kNone) continue;
      const double factor = rows(r, j) / rows(above, j);
      rows.row(r) -= factor * rows.row(above);
      turns[r] -= factor * turns[above];
    }
    Eigen::Index least = kNone;
    for (Eigen::Index j = 0; j < count; ++j) {
      const StartUnknown& unknown = unknown_of(j);
      if (!unknown.angle || std::abs(std::abs(rows(r, j)) - 1) > 1e-9 || unknown.fixed()) continue;
      if (least == kNone || cost(j) <= cost(least)) least = j;
    }
    answers.push_back(least);
  }
  for (Eigen::Index r = rows.rows(); r-- > 0;) {
    const Eigen::Index j = answers[static_cast<std::size_t>(r)];
    if (j == kNone) continue;
    const double shift = std::round(turns[r]) / rows(r, j);
    turns -= shift * rows.col(j);
    problem_.values[cluster_.unknowns[static_cast<std::size_t>(j)]] -= 2 * std::numbers::pi * shift;
  }
}

/// In space a search may end whole turns from the guess, depending on the way that it took, and so
/// on where loops are cut. Those that nothing notices are taken back.
void Assembly::turn_back() {
  LoopRows rows(problem_, cluster_.loops, other_demands_, {});
  for (const std::uint32_t i : cluster_.unknowns) {
    const StartUnknown& unknown = problem_.unknowns()[i];
    if (!unknown.angle || unknown.fixed()) continue;
    double& value = problem_.values[i];
    const double before = value, turns = (before - unknown.wish) / (2 * std::numbers::pi);
    constexpr double kHalf = 1e-9;  // half a turn is as near on either side
    if (std::abs(turns) <= 0.5 + kHalf || !problem_.is_periodic(i)) continue;
    value = unknown.wish + difference(unknown, before, unknown.wish);
    Eigen::VectorXd gaps;
    if (!rows.values(gaps) || !(gaps.norm() < kClosed)) value = before;
  }
  best_.values = problem_.values;
}

void Assembly::remember(Outcome outcome) {
  if (outcome.closed && std::none_of(others_.begin(), others_.end(), [&](const auto& other) {
        return same_position(other, outcome.values);
      })) {
    others_.push_back(outcome.values);
  }
  if (!any_ || outcome < best_) best_ = std::move(outcome);
  any_ = true;
}

/// Whether nothing is left to search for.
bool Assembly::is_exact() {
  LoopRows rows(problem_, cluster_.loops, other_demands_, cluster_.wishes);
  Eigen::VectorXd left;
  return rows.values(left) && left.norm() < kExact;
}

Assembly::Outcome Assembly::attempt() {
  const bool exact = is_exact();
  if (!exact && !unguessed_.empty()) {
    LoopRows with_wishes(problem_, cluster_.loops, other_demands_, cluster_.wishes);
    levenberg_marquardt(problem_, with_wishes, unguessed_, kFreeStep);
  }
  LoopRows rows(problem_, cluster_.loops, other_demands_, {});
  if (exact || levenberg_marquardt(problem_, rows, cluster_.unknowns, kStep) == SearchEnd::closed) {
    gauss_newton(problem_, {cluster_.demands, weighted_columns(problem_, cluster_.unknowns)});
  }
  Outcome outcome;
  Eigen::VectorXd scaled;
  outcome.values = problem_.values;
  outcome.closed = rows.values(scaled) && scaled.norm() < kClosed;
  outcome.distance = outcome.closed ? distance_from_wishes() : open_distance();
  return outcome;
}

/// Scales depend on where a search began; open ends are compared in metres and radians.
double Assembly::open_distance() {
  LoopRows plain(problem_, cluster_.loops, other_demands_, {});
  Eigen::VectorXd gap;
  return plain.values(gap) ? gap.norm() : std::numeric_limits<double>::infinity();
}

/// The same places in every run. The first is hardly a disturbance: it leaves guesses that feel no
/// direction, as a straight chain does.
void Assembly::perturb(const std::vector<double>& from, int place) {
  std::mt19937 random(static_cast<std::uint32_t>(place));
  const double radius = place == 1 ? 0.01 : kFirstRadius * std::pow(kGrowth, place - 2);
  problem_.values = from;
  for (const std::uint32_t i : cluster_.unknowns) {
    const double share = static_cast<double>(random()) / 2147483648.0 - 1.0;
    const StartUnknown& unknown = problem_.unknowns()[i];
    if (!unknown.fixed()) problem_.values[i] += radius * share * unit(unknown);
  }
}

double Assembly::distance_from_wishes() {
  double square = 0;
  for (const std::uint32_t i : cluster_.unknowns) {
    const StartUnknown& unknown = problem_.unknowns()[i];
    if (!unknown.given) continue;
    square += std::pow(unknown.weight * difference(unknown, problem_.values[i], unknown.wish), 2);
  }
  std::vector<double> wished;
  if (!problem_.wished(wished)) return std::numeric_limits<double>::infinity();
  for (const std::size_t k : cluster_.wishes) {
    const OtherWishDescription& wish = problem_.known().other_wishes[k];
    square += std::pow(wish.weight * problem_.missed(wish, wished[k]) / wish.nominal, 2);
  }
  return std::sqrt(square);
}

double Assembly::farthest_from_guess(const std::vector<double>& values) const {
  double farthest = 0;
  for (const std::uint32_t i : cluster_.unknowns) {
    const StartUnknown& unknown = problem_.unknowns()[i];
    if (!unknown.given) continue;
    farthest = std::max(farthest, std::abs(difference(unknown, values[i], unknown.wish)));
  }
  return farthest;
}

std::vector<Diagnostic> Assembly::notes() const {
  const auto position = [&](const std::vector<double>& values) {
    std::vector<std::string> texts;
    for (const std::uint32_t i : cluster_.unknowns) {
      if (i >= problem_.mode().states.size()) continue;
      texts.push_back(fmt::format("{} = {:.3g}", problem_.mode().states[i].name, values[i]));
    }
    return join_names(texts, 4);
  };
  std::vector<Diagnostic> list;
  if (others_.empty() || farthest_from_guess(best_.values) < kNear) return list;
  list.push_back({Severity::note, "",
                  fmt::format("The loops close in more than one way. Nearest to the start values: "
                              "{}; another way: {}.",
                              position(best_.values), position(others_.front())),
                  "Give start values nearer to the one you want."});
  return list;
}

bool Assembly::same_position(const std::vector<double>& a, const std::vector<double>& b) const {
  return std::all_of(cluster_.unknowns.begin(), cluster_.unknowns.end(), [&](std::uint32_t i) {
    return std::abs(difference(problem_.unknowns()[i], a[i], b[i])) < kNear;
  });
}

}  // namespace multibond
