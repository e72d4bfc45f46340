#include "multibond/simulate/initialization.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "multibond/base/dense.h"
#include "multibond/base/text.h"
#include "multibond/base/union_find.h"
#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond {
namespace {

/// One equation that must hold at the start.
struct Demand {
  enum class Kind { invariant, redundant, fixed, initial } kind;
  Expr residual;
  std::uint32_t origin = 0;           ///< variable, or equation of its list
  std::vector<std::uint32_t> states;  ///< it depends on
};

/// A wish for a state.
struct Wish {
  double value = 0;
  double weight = 1;
  bool given = false;
};

/// A loop that closes the wrong way round is tried from this many other places.
constexpr int kOtherPlaces = 12;

class Assembly {
 public:
  Assembly(CompiledDynamics& dynamics, double t)
      : dynamics_(dynamics), plan_(dynamics.plan()), n_(dynamics.size()) {
    dynamics_.inputs()[plan_.layout.time] = t;
  }

  InitialState run() {
    collect_wishes();
    collect_demands(true);
    y_.resize(n_);
    for (std::size_t i = 0; i < n_; ++i) y_[i] = wishes_[i].value;
    if (!solve()) explain();
    if (!closed_the_right_way()) close_the_right_way();
    InitialState result;
    result.y = y_;
    result.iterations = iterations_;
    result.residual = largest_residual_;
    return result;
  }

 private:
  const System& original() const { return plan_.original; }

  /// Whether no loop is closed only because its ends are turned by half a turn; else `flipped_` is
  /// the first that is.
  bool closed_the_right_way() {
    if (original().closures.empty()) return true;
    if (!right_way_) {
      Rewriter reduced([this](const Expr& leaf) -> std::optional<Expr> {
        if (leaf.op() != Op::variable) return std::nullopt;
        return plan_.image(leaf.index(), leaf.order());
      });
      std::vector<Expr> values;
      for (const SystemClosure& closure : original().closures) {
        values.push_back(reduced(closure.right_way));
      }
      right_way_ = dynamics_.make(values);
    }
    std::copy(y_.begin(), y_.end(),
              dynamics_.inputs().begin() + static_cast<std::ptrdiff_t>(plan_.layout.states));
    std::vector<double> values(original().closures.size());
    if (!right_way_->run(dynamics_.inputs().data(), values.data())) return true;
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (!(values[k] < 0)) continue;
      flipped_ = k;
      return false;
    }
    return true;
  }

  /// From other places near the wishes: what nobody fixed is moved by up to some radians.
  void close_the_right_way() {
    const std::string& path = original().loops[original().closures[flipped_].loop];
    for (int attempt = 1; attempt <= kOtherPlaces; ++attempt) {
      for (std::size_t i = 0; i < n_; ++i) {
        const double shift = std::sin(12.9898 * static_cast<double>(i + 1) * attempt);
        y_[i] = wishes_[i].value + (wishes_[i].weight < 100 ? 0.4 * attempt * shift : 0.0);
      }
      if (solve() && closed_the_right_way()) return;
    }
    throw Error(path,
                fmt::format("The loop at {} was closed only with its ends turned by half a turn "
                            "against each other.",
                            path),
                "Give start values of its joints that are nearer to the closed position.");
  }

  void collect_wishes() {
    wishes_.assign(n_, {});
    NodeMap state_of_leaf;
    for (std::uint32_t i = 0; i < n_; ++i) {
      state_of_leaf.insert(plan_.selection.states[i].leaf.id(), i);
      wishes_[i].weight = 0.01;  // nobody asked for anything: free to move
    }
    for (std::uint32_t v = 0; v < original().variables.size(); ++v) {
      const AliasTarget& target = plan_.aliases.targets[v];
      if (target.constant) continue;
      const SystemVariable& variable = original().variables[v];
      if (!variable.has_start && !variable.fixed) continue;
      const Expr leaf = plan_.system.pool->variable(target.root, target.order);
      const std::uint32_t i = state_of_leaf.find(leaf.id());
      if (i == NodeMap::kMissing) continue;
      const double weight = variable.fixed ? 100 : variable.hint >= StateHint::prefer ? 2 : 1;
      if (wishes_[i].given && wishes_[i].weight >= weight) continue;
      wishes_[i] = {target.sign * variable.start, weight, true};
    }
  }

  void collect_demands(bool with_fixed) {
    demands_.clear();
    for (std::uint32_t k = 0; k < plan_.selection.invariants.size(); ++k) {
      for (const Expr& level : plan_.selection.invariants[k].levels) {
        demands_.push_back({Demand::Kind::invariant, level, k, {}});
      }
    }
    add_redundant();
    if (with_fixed) {
      for (std::uint32_t v = 0; v < original().variables.size(); ++v) {
        const SystemVariable& variable = original().variables[v];
        if (!variable.fixed || variable.kind == VariableKind::discrete) continue;
        demands_.push_back({Demand::Kind::fixed, plan_.image(v) - variable.start, v, {}});
      }
    }
    for (std::uint32_t e = 0; e < plan_.system.initial_equations.size(); ++e) {
      demands_.push_back(
          {Demand::Kind::initial, plan_.system.initial_equations[e].residual, e, {}});
    }
    if (demands_.empty()) return;
    std::vector<Expr> outputs;
    for (const Demand& demand : demands_) outputs.push_back(demand.residual);
    const Program program = dynamics_.program(outputs);
    std::vector<std::uint32_t> active(n_);
    std::iota(active.begin(), active.end(), static_cast<std::uint32_t>(plan_.layout.states));
    const auto touched = dependencies(program, active);
    for (std::size_t d = 0; d < demands_.size(); ++d) demands_[d].states = touched[d];
    value_ = std::make_unique<Runner>(program, dynamics_.backend());
    slope_ = std::make_unique<Runner>(tangent(program, active), dynamics_.backend());
    values_.resize(demands_.size());
  }

  /// Constraints that were left out say nothing new about the motion, but they do about where it
  /// begins: of the positions in which the others are closed, one in which these are too.
  void add_redundant() {
    if (plan_.dropped_constraints.empty()) return;
    std::set<std::uint32_t> kept;
    for (const SystemEquation& e : plan_.system.equations) {
      if (e.role == EquationRole::constraint) kept.insert(e.reaction);
    }
    Rewriter reduced([this](const Expr& leaf) -> std::optional<Expr> {
      if (leaf.op() != Op::variable) return std::nullopt;
      return plan_.image(leaf.index(), leaf.order());
    });
    for (std::uint32_t e = 0; e < original().equations.size(); ++e) {
      const SystemEquation& equation = original().equations[e];
      if (equation.role != EquationRole::constraint || kept.contains(equation.reaction)) continue;
      const Expr residual = reduced(equation.residual);
      if (residual.is_number() || !plan_.computes(residual)) continue;
      demands_.push_back({Demand::Kind::redundant, residual, e, {}});
    }
  }

  bool evaluate() {
    std::copy(y_.begin(), y_.end(),
              dynamics_.inputs().begin() + static_cast<std::ptrdiff_t>(plan_.layout.states));
    if (!value_->run(dynamics_.inputs().data(), values_.data())) {
      failure_ = fmt::format("There is no solution of {} at the start.", value_->failure());
      return false;
    }
    for (std::size_t d = 0; d < values_.size(); ++d) {
      if (std::isfinite(values_[d])) continue;
      failure_ = fmt::format("{} has no value at the start.", text(demands_[d]));
      return false;
    }
    return true;
  }

  /// Clusters: demands that share states, directly or through others.
  struct Cluster {
    std::vector<std::size_t> demands;
    std::vector<std::uint32_t> states;
  };

  std::vector<Cluster> clusters(const std::vector<bool>& use_demand) const {
    std::vector<std::size_t> owner(n_, demands_.size());
    UnionFind sets(demands_.size());
    for (std::size_t d = 0; d < demands_.size(); ++d) {
      if (!use_demand[d]) continue;
      for (std::uint32_t i : demands_[d].states) {
        if (owner[i] == demands_.size()) {
          owner[i] = d;
        } else {
          sets.join(d, owner[i]);
        }
      }
    }
    std::map<std::size_t, Cluster> found;
    for (std::size_t d = 0; d < demands_.size(); ++d) {
      if (use_demand[d]) found[sets.find(d)].demands.push_back(d);
    }
    for (std::uint32_t i = 0; i < n_; ++i) {
      if (owner[i] != demands_.size()) found[sets.find(owner[i])].states.push_back(i);
    }
    std::vector<Cluster> list;
    for (auto& entry : found) list.push_back(std::move(entry.second));
    return list;
  }

  /// Positions are the states whose derivatives do not feel the constraints.
  std::vector<bool> position_states() const {
    std::vector<bool> position(n_, true);
    const Projection projection(plan_, Backend::interpreter);
    for (std::uint32_t i : projection.velocity_states()) position[i] = false;
    return position;
  }

  bool solve() {
    if (demands_.empty()) return true;
    if (!evaluate()) return false;
    if (!plan_.selection.invariants.empty()) {
      const std::vector<bool> position = position_states();
      std::vector<bool> velocity = position;
      velocity.flip();
      std::vector<bool> use(demands_.size());
      for (std::size_t d = 0; d < demands_.size(); ++d) {
        use[d] = !demands_[d].states.empty() &&
                 std::all_of(demands_[d].states.begin(), demands_[d].states.end(),
                             [&](std::uint32_t i) { return position[i]; });
      }
      // Positions first, for what concerns positions alone; then velocities, with positions held.
      for (const Cluster& cluster : clusters(use)) newton(cluster, position);
      for (const Cluster& cluster : clusters(all_demands())) newton(cluster, velocity);
      if (evaluate() && check()) return true;
    }
    // Everything together, where a demand ties positions to the rest (a steady state).
    const std::vector<bool> all(n_, true);
    for (const Cluster& cluster : clusters(all_demands())) newton(cluster, all);
    return evaluate() && check();
  }

  std::vector<bool> all_demands() const { return std::vector<bool>(demands_.size(), true); }

  double scale(const Demand& demand) const {
    double size = 1e-3;
    for (std::uint32_t i : demand.states) {
      size = std::max(size, std::max(std::abs(y_[i]), 0.1 * dynamics_.nominal(i)));
    }
    if (demand.kind == Demand::Kind::fixed) {
      size = std::max(size, std::abs(original().variables[demand.origin].start));
    }
    return size;
  }

  bool check() {
    largest_residual_ = 0;
    for (std::size_t d = 0; d < demands_.size(); ++d) {
      const double relative = std::abs(values_[d]) / scale(demands_[d]);
      largest_residual_ = std::max(largest_residual_, relative);
    }
    return largest_residual_ < 1e-8;
  }

  /// Gauss-Newton steps d of least weighted length with J d = -r, halved while the residual grows.
  /// Only states in `movable` move.
  void newton(Cluster cluster, const std::vector<bool>& movable) {
    std::erase_if(cluster.states, [&](std::uint32_t i) { return !movable[i]; });
    if (cluster.states.empty()) return;
    const auto rows = static_cast<Eigen::Index>(cluster.demands.size());
    const auto columns = static_cast<Eigen::Index>(cluster.states.size());
    Eigen::VectorXd size(columns), row_scale(rows);
    for (Eigen::Index j = 0; j < columns; ++j) {
      const std::uint32_t i = cluster.states[j];
      size[j] = dynamics_.nominal(i) / wishes_[i].weight;
    }
    const auto residual = [&] {
      Eigen::VectorXd r(rows);
      for (Eigen::Index k = 0; k < rows; ++k) r[k] = values_[cluster.demands[k]];
      return r;
    };
    double last = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < 200; ++iteration) {
      ++iterations_;
      if (!evaluate()) return;
      const Eigen::VectorXd r = residual();
      Eigen::MatrixXd J(rows, columns);
      std::vector<double> point = dynamics_.inputs();
      point.resize(point.size() + n_, 0.0);
      std::vector<double> column(demands_.size());
      for (Eigen::Index j = 0; j < columns; ++j) {
        double& seed = point[dynamics_.inputs().size() + cluster.states[j]];
        seed = size[j];
        if (!slope_->run(point.data(), column.data())) return;
        seed = 0;
        for (Eigen::Index k = 0; k < rows; ++k) J(k, j) = column[cluster.demands[k]];
      }
      for (Eigen::Index k = 0; k < rows; ++k) {
        row_scale[k] = J.row(k).norm();
        if (!std::isfinite(row_scale[k])) return;
        if (row_scale[k] == 0) row_scale[k] = 1;
      }
      const Eigen::MatrixXd scaled = row_scale.cwiseInverse().asDiagonal() * J;
      const Eigen::VectorXd scaled_r = row_scale.cwiseInverse().asDiagonal() * r;
      const Eigen::VectorXd step = -dense::least_norm_solution(scaled, scaled_r, 1e-10);
      const double norm = scaled_r.norm();
      if (norm < 1e-14 * (1 + step.norm()) || step.norm() < 1e-15) return;
      const std::vector<double> from = y_;
      double damping = 1;
      bool better = false;
      for (; damping > 1e-8; damping /= 2) {
        for (Eigen::Index j = 0; j < columns; ++j) {
          y_[cluster.states[j]] = from[cluster.states[j]] + damping * size[j] * step[j];
        }
        if (!evaluate()) continue;
        const double next = (row_scale.cwiseInverse().asDiagonal() * residual()).norm();
        if (next < (1 - 0.1 * damping) * norm) {
          better = true;
          break;
        }
      }
      if (!better) {
        y_ = from;
        evaluate();
        return;
      }
      if (norm > 0.999 * last && norm < 1e-12) return;
      last = norm;
    }
    return;
  }

  std::string text(const Demand& demand) const {
    switch (demand.kind) {
      case Demand::Kind::fixed: {
        const SystemVariable& v = original().variables[demand.origin];
        return fmt::format("{} = {}", v.path, quantity(v.start, v.unit));
      }
      case Demand::Kind::redundant: {
        return constraint_text(original(), original().equations[demand.origin]);
      }
      case Demand::Kind::initial: {
        const auto& e = plan_.system.initial_equations[demand.origin];
        return fmt::format("the initial equation '{}' of {}", plan_.system.text(e),
                           plan_.system.component_name(e.component));
      }
      default: {
        const Invariant& invariant = plan_.selection.invariants[demand.origin];
        const auto& e = invariant.declared ? plan_.system.invariants[invariant.equation]
                                           : plan_.system.equations[invariant.equation];
        return constraint_text(plan_.system, e);
      }
    }
  }

  /// The equality of two frames that close a loop is known by its place: as an equation it is long.
  std::string constraint_text(const System& system, const SystemEquation& e) const {
    if (e.loop != StatedEquation::kNone) {
      return fmt::format("the loop that closes at {}", system.loops[e.loop]);
    }
    return fmt::format("the constraint '{}' of {}", system.text(e),
                       system.component_name(e.component));
  }

  /// Why there is no consistent state: once more with the fixed values as strong wishes, to see
  /// which of them had to give way.
  [[noreturn]] void explain() {
    if (!failure_.empty() && !evaluate()) {
      throw Error("", "The model cannot be initialized: " + failure_,
                  "Give start values at which all equations can be evaluated.");
    }
    std::vector<std::string> violated, involved;
    const std::vector<Demand> demands = demands_;
    std::vector<double> values = values_;
    for (std::size_t d = 0; d < demands.size(); ++d) {
      if (std::abs(values[d]) / scale(demands[d]) < 1e-8) continue;
      const std::string what = text(demands[d]);
      if (std::find(violated.begin(), violated.end(), what) == violated.end()) {
        violated.push_back(what);
      }
    }
    collect_demands(false);
    for (std::size_t i = 0; i < n_; ++i) y_[i] = wishes_[i].value;
    const bool closes = demands_.empty() || solve();
    std::vector<std::string> fixed, closest;
    if (closes) {
      // Values of the fixed variables in the closest closed state.
      std::vector<Expr> images;
      std::vector<std::uint32_t> variables;
      for (const Demand& demand : demands) {
        if (demand.kind != Demand::Kind::fixed) continue;
        variables.push_back(demand.origin);
        images.push_back(plan_.image(demand.origin));
      }
      std::copy(y_.begin(), y_.end(),
                dynamics_.inputs().begin() + static_cast<std::ptrdiff_t>(plan_.layout.states));
      std::vector<double> now(images.size());
      dynamics_.make(images)->run(dynamics_.inputs().data(), now.data());
      for (std::size_t k = 0; k < variables.size(); ++k) {
        const SystemVariable& v = original().variables[variables[k]];
        if (std::abs(now[k] - v.start) <= 1e-8 * (std::abs(v.start) + v.nominal)) continue;
        fixed.push_back(fmt::format("{} = {}", v.path, quantity(v.start, v.unit)));
        closest.push_back(fmt::format("{} = {}", v.path, quantity(now[k], v.unit)));
      }
    }
    if (!closest.empty()) {
      std::erase_if(violated, [&](const std::string& what) {
        return std::find(fixed.begin(), fixed.end(), what) != fixed.end();
      });
      throw Error(violated.empty() ? "" : violated.front(),
                  fmt::format("The initial configuration cannot be assembled: {} {} fixed, which "
                              "contradicts {}. Closest possible: {}.",
                              join_names(fixed, 6), fixed.size() == 1 ? "is" : "are",
                              violated.empty() ? "the other demands" : join_names(violated, 4),
                              join_names(closest, 6)),
                  "Change or release one of the fixed values.");
    }
    throw Error(
        "",
        fmt::format("The initial configuration cannot be assembled: {} cannot hold together.",
                    violated.empty() ? "the initial conditions" : join_names(violated, 5)),
        "Check lengths and positions, and remove initial equations that contradict each other.");
  }

  CompiledDynamics& dynamics_;
  const Plan& plan_;
  std::size_t n_;
  std::vector<double> y_, values_;
  std::vector<Wish> wishes_;
  std::vector<Demand> demands_;
  std::unique_ptr<Runner> value_, slope_;
  std::unique_ptr<Runner> right_way_;  ///< of the closures
  std::size_t flipped_ = 0;
  std::size_t iterations_ = 0;
  double largest_residual_ = 0;
  std::string failure_;
};

}  // namespace

InitialState initialize(CompiledDynamics& dynamics, double t) {
  return Assembly(dynamics, t).run();
}

}  // namespace multibond
