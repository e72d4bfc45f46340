#include "multibond/simulate/initialization.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/base/text.h"
#include "start/assembly.h"
#include "start/clusters.h"
#include "start/gauss_newton.h"
#include "start/problem.h"
#include "start/refusal.h"
#include "start/wishes.h"

namespace multibond {
namespace {

/// What has no solution near the start values is tried from this many other places.
constexpr int kOtherPlaces = 12;
constexpr double kHolds = 1e-8;

class StartSearch {
 public:
  StartSearch(CompiledDynamics& dynamics, double t, const GivenStarts& given)
      : problem_(dynamics, t, given),
        position_(problem_.positions()),
        rest_(position_),
        all_(problem_.size(), true) {
    // A parameter to be found may serve positions and velocities.
    rest_.flip();
    for (std::size_t i = problem_.mode().states.size(); i < problem_.size(); ++i) rest_[i] = true;
  }

  InitialState run() {
    use_demands(true);
    if (!solve() && !solve_elsewhere()) explain();
    honour();
    settle_rates();
    drop_rounding();
    InitialState result;
    result.y.assign(
        problem_.values.begin(),
        problem_.values.begin() + static_cast<std::ptrdiff_t>(problem_.mode().states.size()));
    result.iterations = problem_.iterations;
    result.residual = largest_residual_;
    result.notes = missed_wishes(problem_);
    result.notes.insert(result.notes.end(), branches_.begin(), branches_.end());
    return result;
  }

 private:
  /// The demands to be met: all, or without the fixed values.
  void use_demands(bool with_fixed) {
    used_.assign(problem_.known().demands.size(), true);
    for (std::size_t d = 0; d < used_.size(); ++d) {
      used_[d] = with_fixed || !problem_.is_fixed_value(d);
    }
  }

  bool solve() {
    branches_.clear();
    if (std::find(used_.begin(), used_.end(), true) == used_.end()) return true;
    if (problem_.mode().invariants.levels > 0) {
      // Positions first, for what concerns positions alone; then velocities, with positions held.
      const bool fits = assemble(clusters(problem_, used_, position_, true));
      newton(clusters(problem_, used_, rest_, false));
      if (!fits) return false;
      if (holds()) return true;
    }
    // Everything together, where a demand ties positions to the rest (a steady state).
    newton(clusters(problem_, used_, all_, false));
    return holds();
  }

  /// At the start values the demands may not feel the states at all, as x^2 = 4 does not at 0, or
  /// have no value, as H/m does not while nobody has said what m is.
  /// Leaves everything as it was found if there is no solution elsewhere either.
  bool solve_elsewhere() {
    if (open_loops_) return false;
    for (int place = 1; place <= kOtherPlaces; ++place) {
      begin_at(place);
      if (solve()) return true;
    }
    problem_.begin();
    return solve();
  }

  /// Another place near the wishes: what nobody fixed is moved by up to some radians, but for what
  /// no demand feels, which nothing would move back.
  void begin_at(int place) {
    problem_.begin();
    std::vector<bool> felt(problem_.size());
    for (const StartCluster& cluster : clusters(problem_, used_, all_, false)) {
      for (const std::uint32_t i : cluster.unknowns) felt[i] = !cluster.demands.empty();
    }
    for (std::size_t i = 0; i < problem_.size(); ++i) {
      if (!felt[i]) continue;
      const StartUnknown& unknown = problem_.unknowns()[i];
      const double shift = std::sin(12.9898 * static_cast<double>(i + 1) * place);
      if (!unknown.fixed()) problem_.values[i] += 0.4 * place * shift * unknown.nominal;
    }
  }

  /// Whether positions that constraints tie together fit. What has no loops is no mechanism: the
  /// steps of an assembly would only be in its way.
  bool assemble(std::vector<StartCluster> found) {
    const auto others = std::stable_partition(
        found.begin(), found.end(),
        [&](const StartCluster& cluster) { return is_mechanism(problem_, cluster); });
    bool fits = true;
    for (auto cluster = found.begin(); cluster != others; ++cluster) {
      Assembly assembly(problem_, *cluster);
      if (assembly.close()) {
        for (const Diagnostic& note : assembly.notes()) branches_.push_back(note);
      } else {
        open_loops_ = true;
        fits = false;
      }
    }
    found.erase(found.begin(), others);
    newton(found);
    return fits;
  }

  void newton(const std::vector<StartCluster>& found) {
    std::vector<DemandRows> groups;
    for (const StartCluster& cluster : found) {
      groups.push_back({cluster.demands, weighted_columns(problem_, cluster.unknowns)});
    }
    gauss_newton(problem_, groups);
  }

  bool holds() {
    std::vector<double> residuals;
    if (!problem_.demands(residuals)) return false;
    largest_residual_ = 0;
    std::vector<double> rounding;  // found out when first needed
    for (std::size_t d = 0; d < residuals.size(); ++d) {
      if (!used_[d]) continue;
      if (!std::isfinite(residuals[d])) return false;
      const double relative = std::abs(residuals[d]) / problem_.demand_size(d);
      if (relative >= kHolds) {
        if (rounding.empty()) rounding = problem_.rounding();
        if (std::abs(residuals[d]) <= rounding[d]) continue;
      }
      largest_residual_ = std::max(largest_residual_, relative);
    }
    return largest_residual_ < kHolds && !is_half_turned();
  }

  /// Half a turn between the ends of a loop leaves no gap either: the trace of the rotation is -1.
  bool is_half_turned() {
    std::vector<double> gaps;
    if (!problem_.gaps(gaps)) return false;
    std::size_t next = 0;
    for (const ClosureDescription& loop : problem_.known().closures) {
      next += loop.outputs();
      if (loop.in_space && gaps[next - 1] < 0) return true;
    }
    return false;
  }

  /// Wishes of variables that are no states: of positions first, then of the rest.
  void honour() {
    if (problem_.known().other_wishes.empty()) return;
    const std::vector<double> before = problem_.values;
    const bool in_turn = problem_.mode().invariants.levels > 0;
    if (in_turn) {
      for (const StartCluster& cluster : clusters(problem_, used_, position_, true)) {
        if (!cluster.wishes.empty()) honour_wishes(problem_, cluster);
      }
      newton(clusters(problem_, used_, rest_, false));
    }
    for (const StartCluster& cluster : clusters(problem_, used_, in_turn ? rest_ : all_, false)) {
      if (!cluster.wishes.empty()) honour_wishes(problem_, cluster);
    }
    if (holds()) return;
    problem_.values = before;
    holds();
  }

  /// Rates of loops that nobody gave. What stands still has none.
  void settle_rates() {
    if (problem_.known().joint_motions.empty()) return;
    bool moves = false;
    for (std::size_t i = 0; i < problem_.mode().states.size(); ++i) {
      moves = moves || (rest_[i] && problem_.values[i] != 0);
    }
    if (!moves) return;
    const std::vector<double> before = problem_.values;
    for (const StartCluster& cluster : clusters(problem_, used_, rest_, false)) {
      settle_free_rates(problem_, cluster);
    }
    if (holds()) return;
    problem_.values = before;
    holds();
  }

  /// What ended at its start value but for rounding has that value. Else the last digit of a speed
  /// that ought to be zero would say which way a bearing begins to slip.
  void drop_rounding() {
    constexpr double kRounding = 1e-13;
    const std::vector<double> before = problem_.values;
    for (std::size_t i = 0; i < problem_.size(); ++i) {
      const StartUnknown& unknown = problem_.unknowns()[i];
      double& value = problem_.values[i];
      if (std::abs(value - unknown.wish) <= kRounding * unknown.nominal) value = unknown.wish;
    }
    if (problem_.values == before || holds()) return;
    problem_.values = before;
    holds();
  }

  /// Why there is no consistent state: once more with the fixed values as strong wishes, to see
  /// which of them have to give way.
  [[noreturn]] void explain() {
    if (!problem_.evaluates()) {
      throw Error("", "The model cannot be initialized: " + problem_.failure(),
                  "Give start values at which all equations can be evaluated.");
    }
    const std::vector<std::string> violated = violated_demands(problem_, used_);
    const std::string gap = widest_gap(problem_);
    use_demands(false);
    problem_.begin();
    if (solve()) {
      StartCluster everything;
      std::vector<std::size_t> released;
      for (std::size_t d = 0; d < used_.size(); ++d) {
        (used_[d] ? everything.demands : released).push_back(d);
      }
      for (std::uint32_t i = 0; i < problem_.size(); ++i) everything.unknowns.push_back(i);
      honour_wishes(problem_, everything, released);
      refuse_fixed_values(problem_, violated);
    }
    refuse_start(violated, gap);
  }

  StartProblem problem_;
  std::vector<bool> position_, rest_, all_;  ///< which unknowns may move
  std::vector<bool> used_;                   ///< demands
  bool open_loops_ = false;                  ///< no search has closed them
  double largest_residual_ = 0;
  std::vector<Diagnostic> branches_;
};

}  // namespace

std::vector<double> start_values(CompiledDynamics& dynamics, const GivenStarts& given) {
  const std::vector<VariableId>& starts = dynamics.mode().initialization().starts;
  std::vector<double> values(starts.size());
  if (!values.empty()) dynamics.run(FunctionKind::starts, values.data());
  for (const auto& [variable, value] : given) {
    const auto place = std::find(starts.begin(), starts.end(), variable);
    if (place != starts.end()) values[static_cast<std::size_t>(place - starts.begin())] = value;
  }
  return values;
}

void start_discrete_values(CompiledDynamics& dynamics, const GivenStarts& given) {
  const std::vector<double> starts = start_values(dynamics, given);
  const std::vector<std::size_t>& places = dynamics.mode().initialization().discrete_starts;
  for (std::size_t d = 0; d < places.size(); ++d) {
    dynamics.inputs()[dynamics.mode().layout.discretes + d] = starts[places[d]];
  }
  const auto& before = dynamics.mode().initialization().pre_starts;
  for (std::size_t p = 0; p < before.size(); ++p) {
    if (before[p]) dynamics.inputs()[dynamics.mode().layout.pres + p] = starts[*before[p]];
  }
}

InitialState initialize(CompiledDynamics& dynamics, double t, const GivenStarts& given) {
  start_discrete_values(dynamics, given);
  return StartSearch(dynamics, t, given).run();
}

}  // namespace multibond
