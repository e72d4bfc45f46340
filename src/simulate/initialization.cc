#include "multibond/simulate/initialization.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "multibond/base/dense.h"
#include "multibond/base/text.h"
#include "multibond/base/union_find.h"

namespace multibond {
namespace {

/// A wish for a state.
struct Wish {
  double value = 0;
  double weight = 1;
  bool given = false;
};

/// What has no solution near the start values, or closes the wrong way round, is tried from this
/// many other places.
constexpr int kOtherPlaces = 12;

class Assembly {
 public:
  Assembly(CompiledDynamics& dynamics, double t, const GivenStarts& given)
      : dynamics_(dynamics),
        mode_(dynamics.mode()),
        known_(mode_.initialization()),
        n_(dynamics.size()),
        given_(given),
        stated_(start_values(dynamics)),
        starts_(start_values(dynamics, given)) {
    dynamics_.inputs()[mode_.layout.time] = t;
  }

  InitialState run() {
    collect_wishes();
    use_demands(true);
    begin_at(0);
    if (!solve() && !solve_elsewhere()) explain();
    if (!closed_the_right_way()) close_the_right_way();
    InitialState result;
    result.y = y_;
    result.iterations = iterations_;
    result.residual = largest_residual_;
    return result;
  }

 private:
  using Kind = DemandDescription::Kind;
  const DemandDescription& demand(std::size_t d) const { return known_.demands[d]; }

  /// The states of the inputs are those of the assembly.
  void set_states() {
    std::copy(y_.begin(), y_.end(),
              dynamics_.inputs().begin() + static_cast<std::ptrdiff_t>(mode_.layout.states));
  }

  /// The wishes, or another place near them: what nobody fixed is moved by up to some radians.
  void begin_at(int place) {
    y_.resize(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      const double shift = std::sin(12.9898 * static_cast<double>(i + 1) * place);
      const bool moves = wishes_[i].weight < 100;
      y_[i] = wishes_[i].value + (moves ? 0.4 * place * shift * dynamics_.nominal(i) : 0.0);
    }
  }

  /// At the start values the demands may not feel the states at all, as x^2 = 4 does not at 0.
  /// Leaves everything as it was found if there is no solution elsewhere either.
  bool solve_elsewhere() {
    if (!evaluate()) return false;
    for (int place = 1; place <= kOtherPlaces; ++place) {
      begin_at(place);
      if (solve()) return true;
    }
    begin_at(0);
    return solve();
  }

  /// Whether no loop is closed only because its ends are turned by half a turn; else `flipped_` is
  /// the first that is.
  bool closed_the_right_way() {
    if (known_.closures.empty()) return true;
    set_states();
    std::vector<double> values(known_.closures.size());
    if (!dynamics_.run(FunctionKind::closures, values.data())) return true;
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (!(values[k] < 0)) continue;
      flipped_ = k;
      return false;
    }
    return true;
  }

  void close_the_right_way() {
    const std::string& path = known_.closures[flipped_];
    for (int place = 1; place <= kOtherPlaces; ++place) {
      begin_at(place);
      if (solve() && closed_the_right_way()) return;
    }
    throw Error(path,
                fmt::format("The loop at {} was closed only with its ends turned by half a turn "
                            "against each other.",
                            path),
                "Give start values of its joints that are nearer to the closed position.");
  }

  void collect_wishes() {
    wishes_.assign(n_, {0, 0.01, false});  // nobody asked for anything: free to move
    for (const WishDescription& wish : known_.wishes) {
      wishes_[wish.state] = {wish.sign * starts_[wish.start], wish.weight, true};
    }
    // What was given by hand counts more than what the model says, unless that is fixed.
    for (const StateAlias& alias : known_.aliases) {
      const auto given = given_.find(alias.variable);
      if (given == given_.end()) continue;
      const double weight = std::max(wishes_[alias.state].weight, 3.0);
      wishes_[alias.state] = {alias.sign * given->second, weight, true};
    }
  }

  /// The demands to be met: all, or without the fixed values.
  void use_demands(bool with_fixed) {
    used_.assign(known_.demands.size(), true);
    for (std::size_t d = 0; d < used_.size(); ++d) {
      used_[d] = with_fixed || demand(d).kind != Kind::fixed;
    }
    values_.assign(used_.size(), 0.0);
  }

  bool any_demand() const { return std::find(used_.begin(), used_.end(), true) != used_.end(); }

  bool evaluate() {
    set_states();
    if (!dynamics_.run(FunctionKind::demands, values_.data())) {
      failure_ = dynamics_.failure();
      return false;
    }
    for (std::size_t d = 0; d < values_.size(); ++d) {
      if (!used_[d]) values_[d] = 0;
      // A value given by hand stands in place of that in the equation.
      if (used_[d] && demand(d).kind == Kind::fixed) {
        values_[d] += stated_[demand(d).start] - starts_[demand(d).start];
      }
      if (std::isfinite(values_[d])) continue;
      failure_ = fmt::format("{} has no value at the start.", text(d));
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
    std::vector<std::size_t> owner(n_, used_.size());
    UnionFind sets(used_.size());
    for (std::size_t d = 0; d < used_.size(); ++d) {
      if (!use_demand[d]) continue;
      for (std::uint32_t i : demand(d).states) {
        if (owner[i] == used_.size()) {
          owner[i] = d;
        } else {
          sets.join(d, owner[i]);
        }
      }
    }
    std::map<std::size_t, Cluster> found;
    for (std::size_t d = 0; d < used_.size(); ++d) {
      if (use_demand[d]) found[sets.find(d)].demands.push_back(d);
    }
    for (std::uint32_t i = 0; i < n_; ++i) {
      if (owner[i] != used_.size()) found[sets.find(owner[i])].states.push_back(i);
    }
    std::vector<Cluster> list;
    for (auto& entry : found) list.push_back(std::move(entry.second));
    return list;
  }

  /// Positions are the states whose derivatives do not feel the constraints.
  std::vector<bool> position_states() const {
    std::vector<bool> position(n_, true);
    for (std::uint32_t i : mode_.invariants.velocity_states) position[i] = false;
    return position;
  }

  bool solve() {
    if (!any_demand()) return true;
    if (!evaluate()) return false;
    if (mode_.invariants.levels > 0) {
      const std::vector<bool> position = position_states();
      std::vector<bool> velocity = position;
      velocity.flip();
      std::vector<bool> use(used_.size());
      for (std::size_t d = 0; d < used_.size(); ++d) {
        use[d] = used_[d] && !demand(d).states.empty() &&
                 std::all_of(demand(d).states.begin(), demand(d).states.end(),
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

  const std::vector<bool>& all_demands() const { return used_; }

  double scale(std::size_t d) const {
    double size = 1e-3;
    for (std::uint32_t i : demand(d).states) {
      size = std::max(size, std::max(std::abs(y_[i]), 0.1 * dynamics_.nominal(i)));
    }
    if (demand(d).kind == Kind::fixed) size = std::max(size, std::abs(start_of(d)));
    return size;
  }

  bool check() {
    largest_residual_ = 0;
    for (std::size_t d = 0; d < used_.size(); ++d) {
      const double relative = std::abs(values_[d]) / scale(d);
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
      if (iteration > 0 && row_scale.cwiseInverse().cwiseProduct(r).norm() < 1e-14) return;
      Eigen::MatrixXd J(rows, columns);
      std::vector<double>& point = dynamics_.inputs_with_seeds(n_);
      std::fill(point.end() - static_cast<std::ptrdiff_t>(n_), point.end(), 0.0);
      std::vector<double> column(used_.size());
      for (Eigen::Index j = 0; j < columns; ++j) {
        double& seed = point[dynamics_.inputs().size() + cluster.states[j]];
        seed = size[j];
        if (!dynamics_.run(FunctionKind::demand_slopes, point, column.data())) return;
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
      const double norm = scaled_r.norm();
      if (norm < 1e-14) return;
      const Eigen::VectorXd step = -dense::least_norm_solution(scaled, scaled_r, 1e-10);
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

  /// Start value of the variable that demand d fixes.
  double start_of(std::size_t d) const { return starts_[demand(d).start]; }

  std::string text(std::size_t d) const {
    if (demand(d).kind != Kind::fixed) return demand(d).text;
    const std::string& source = demand(d).source;
    return fixed_text(d, start_of(d)) + (source.empty() ? "" : fmt::format(" ({})", source));
  }

  std::string fixed_text(std::size_t d, double value) const {
    return fmt::format("{} = {}", demand(d).text, quantity(value, demand(d).unit));
  }

  /// Why there is no consistent state: once more with the fixed values as strong wishes, to see
  /// which of them had to give way.
  [[noreturn]] void explain() {
    if (!failure_.empty() && !evaluate()) {
      throw Error("", "The model cannot be initialized: " + failure_,
                  "Give start values at which all equations can be evaluated.");
    }
    std::vector<std::string> violated;
    for (std::size_t d = 0; d < values_.size(); ++d) {
      if (std::abs(values_[d]) / scale(d) < 1e-8) continue;
      const std::string what = text(d);
      if (std::find(violated.begin(), violated.end(), what) == violated.end()) {
        violated.push_back(what);
      }
    }
    use_demands(false);
    begin_at(0);
    std::vector<std::string> fixed, closest;
    if (!any_demand() || solve()) {
      // Values of the fixed variables in the closest closed state.
      set_states();
      std::vector<double> now(known_.demands.size());
      dynamics_.run(FunctionKind::fixed_values, now.data());
      std::size_t k = 0;
      for (std::size_t d = 0; d < known_.demands.size(); ++d) {
        if (demand(d).kind != Kind::fixed) continue;
        const double wanted = start_of(d), found = now[k++];
        if (std::abs(found - wanted) <= 1e-8 * (std::abs(wanted) + demand(d).nominal)) continue;
        fixed.push_back(text(d));
        closest.push_back(fixed_text(d, found));
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
                  "Change or release one of the fixed values, or give start values nearer to a "
                  "solution.");
    }
    throw Error(
        "",
        fmt::format("The initial configuration cannot be assembled: {} cannot be satisfied{}.",
                    violated.empty() ? "the initial conditions" : join_names(violated, 5),
                    violated.size() == 1 ? "" : " together"),
        "Check lengths and positions, remove initial equations that contradict each other, or "
        "give start values nearer to a solution.");
  }

  CompiledDynamics& dynamics_;
  const CompiledMode& mode_;
  const InitializationDescription& known_;
  std::size_t n_;
  const GivenStarts& given_;
  std::vector<double> stated_, starts_;  ///< start values of the model, and those to be used
  std::vector<double> y_, values_;
  std::vector<Wish> wishes_;
  std::vector<bool> used_;  ///< demands
  std::size_t flipped_ = 0;
  std::size_t iterations_ = 0;
  double largest_residual_ = 0;
  std::string failure_;
};

}  // namespace

std::vector<double> start_values(CompiledDynamics& dynamics, const GivenStarts& given) {
  const std::vector<std::uint32_t>& starts = dynamics.mode().initialization().starts;
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
}

InitialState initialize(CompiledDynamics& dynamics, double t, const GivenStarts& given) {
  start_discrete_values(dynamics, given);
  return Assembly(dynamics, t, given).run();
}

}  // namespace multibond
