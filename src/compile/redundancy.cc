// Redundant constraints make the kinematic equations structurally over-determined, and index
// reduction would never end. Numbers decide: the rates of all constraints, G(q) v, are tested for
// rank at configurations in which the mechanism is closed. Off the constraint surface a redundant
// row looks independent, and at a singular start an independent row looks redundant; so all
// configurations must be closed, and only what is dependent at all of them is redundant.

#include "multibond/compile/redundancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "multibond/base/dense.h"
#include "multibond/base/text.h"
#include "multibond/base/union_find.h"
#include "multibond/compile/index_reduction.h"
#include "multibond/symbolic/linear.h"
#include "redundancy_judge.h"

namespace multibond {
namespace {

constexpr double kNearlyDependent = 1e-3;  ///< below: worth a warning
/// With more freedom than a rigid body has, a mechanism is a chain that gets into any shape.
constexpr std::size_t kMuchFreedom = 6;

/// By how much combinations of constraints that say nothing may change from place to place and
/// count as the same.
constexpr double kSameCombination = 1e-6;
/// Pivots are judged at the configurations of a walk if all of them are that far from a smaller
/// rank, as part of how far the first one is. No pivots suit a mechanism that passes singular
/// positions; those that look best there would be used nearer to them.
constexpr double kRegular = 0.3;
/// Configurations to look at where constraints are redundant; fewer of large mechanisms.
constexpr std::size_t kWalk = 12, kWalkedRows = 600;

/// Rows that a pivoted QR decomposition keeps, and how small the smallest of them is.
struct RowRank {
  std::vector<std::size_t> kept;
  double smallest = 1;
};

RowRank row_rank(const Eigen::MatrixXd& G) {
  RowRank result;
  for (const dense::PivotedRow& row : dense::pivoted_rows(G)) {
    if (!(row.distance > kDependentRate)) break;
    result.smallest = row.distance;
    result.kept.push_back(row.row);
  }
  std::sort(result.kept.begin(), result.kept.end());
  return result;
}

/// Whether the same combinations of rows vanish in all configurations, in a number that leaves the
/// rank: then the same rows can be spared everywhere.
bool same_combinations(const std::vector<Eigen::MatrixXd>& rates, std::size_t rank) {
  Eigen::MatrixXd first;
  for (const Eigen::MatrixXd& G : rates) {
    const Eigen::MatrixXd vanishing = dense::orthonormal_kernel(G.transpose(), kDependentRate);
    if (static_cast<std::size_t>(G.rows() - vanishing.cols()) != rank) continue;  // singular there
    if (first.size() == 0) first = vanishing;
    const Eigen::MatrixXd change = vanishing - first * (first.transpose() * vanishing);
    if (change.size() > 0 && change.cwiseAbs().maxCoeff() > kSameCombination) return false;
  }
  return true;
}

/// How far the rows are from having a smaller rank, about.
double distance_from(const Eigen::MatrixXd& rows, std::size_t rank) {
  const std::vector<dense::PivotedRow> order = dense::pivoted_rows(rows);
  return rank > 0 && rank <= order.size() ? order[rank - 1].distance : 0.0;
}

/// Clusters by common velocities and positions.
std::vector<LoopCluster> find_clusters(const System& system, Differentiator& derivative) {
  // An equation takes part if it relates positions and velocities only.
  struct Member {
    std::uint32_t equation;
    int kind;  ///< 0 constraint, 1 kinematic, 2 position
  };
  std::vector<Member> members;
  std::vector<std::vector<std::uint32_t>> keys;  ///< nodes of the leaves that couple
  const auto unknown = [&](const Expr& l) {
    return l.op() == Op::variable && !is_given(system.variables[l.index()].kind);
  };
  // A position is whatever has a rate, in an equation or in the rule of another variable: the angle
  // of a joint without inertia turns a frame and occurs nowhere else.
  std::vector<bool> differentiated(system.variables.size(), false);
  const auto note_rates = [&](const Expr& expr) {
    for (const Expr& leaf : leaves(expr, unknown)) {
      if (leaf.order() > 0) differentiated[leaf.index()] = true;
    }
  };
  for (const SystemEquation& equation : system.equations) note_rates(equation.residual);
  for (const SystemVariable& variable : system.variables) {
    if (variable.has_rule) note_rates(variable.rule);
  }
  for (std::uint32_t e = 0; e < system.equations.size(); ++e) {
    const SystemEquation& equation = system.equations[e];
    int kind = -1;
    std::vector<Expr> involved;
    if (equation.role == EquationRole::constraint && equation.reaction != StatedEquation::kNone) {
      kind = 0;
      // Positions that cannot move couple too: they may contradict.
      involved = leaves(equation.residual, unknown);
      const auto velocity = [&](const Expr& leaf) { return is_velocity(system, leaf); };
      if (!depends_on(equation.residual, velocity)) {
        for (const Expr& leaf : leaves(derivative(equation.residual), unknown)) {
          involved.push_back(leaf);
        }
      }
    } else if (equation.role == EquationRole::position) {
      kind = 2;
      involved = leaves(equation.residual, unknown);
    } else {
      involved = leaves(equation.residual, unknown);
      bool any = false, all = true;
      for (const Expr& leaf : involved) {
        const SystemVariable& v = system.variables[leaf.index()];
        const bool moving = is_velocity(system, leaf) && leaf.order() <= 1;
        const bool known = leaf.order() == 0 && (v.has_rule || differentiated[leaf.index()]);
        any = any || moving;
        all = all && (moving || known);
      }
      if (any && all) kind = 1;
    }
    if (kind < 0) continue;
    members.push_back({e, kind});
    auto& list = keys.emplace_back();
    for (const Expr& leaf : involved) {
      if (kind == 2 || is_velocity(system, leaf) || system.variables[leaf.index()].has_rule) {
        list.push_back(leaf.id());
      }
    }
  }
  UnionFind sets(members.size());
  std::unordered_map<std::uint32_t, std::size_t> owner;
  for (std::size_t m = 0; m < members.size(); ++m) {
    for (std::uint32_t key : keys[m]) {
      const auto [it, added] = owner.try_emplace(key, m);
      if (!added) sets.join(m, it->second);
    }
  }
  std::map<std::size_t, LoopCluster> clusters;
  for (std::size_t m = 0; m < members.size(); ++m) {
    LoopCluster& cluster = clusters[sets.find(m)];
    (members[m].kind == 0   ? cluster.constraints
     : members[m].kind == 1 ? cluster.kinematic
                            : cluster.positions)
        .push_back(members[m].equation);
  }
  std::vector<LoopCluster> list;
  for (auto& entry : clusters) {
    if (!entry.second.constraints.empty()) list.push_back(std::move(entry.second));
  }
  return list;
}

/// Nothing in the constraint can move, and it does not hold.
[[noreturn]] void refuse(const System& system, std::uint32_t e) {
  const SystemEquation& equation = system.equations[e];
  const std::string path(system.components[equation.component].path);
  throw Error(path,
              fmt::format("{} cannot satisfy all its connections: {} does not hold, and "
                          "nothing there can move.",
                          path.empty() ? "The model" : path, system.text(equation)),
              "Fixed parts hold it at places that do not fit. Move one of them, or put a joint "
              "between.",
              system.place_text(equation.place));
}

/// Configurations of the whole mechanism from those of its clusters. Clusters that were seen in
/// fewer of them come back to the first.
std::vector<Redundancy::Configuration> together(
    const std::vector<std::vector<Redundancy::Configuration>>& clusters) {
  std::size_t most = 0;
  for (const auto& places : clusters) most = std::max(most, places.size());
  std::vector<Redundancy::Configuration> all(most);
  for (const auto& places : clusters) {
    for (std::size_t k = 0; k < most && !places.empty(); ++k) {
      const Redundancy::Configuration& own = places[k % places.size()];
      all[k].insert(own.begin(), own.end());
    }
  }
  return all;
}

}  // namespace

RedundancyJudge::RedundancyJudge(const System& system, LoopValues values,
                                 std::vector<std::uint32_t> known)
    : system_(system), known_(std::move(known)) {
  const bool any = std::any_of(system.equations.begin(), system.equations.end(), [](const auto& e) {
    return e.role == EquationRole::constraint && e.reaction != StatedEquation::kNone;
  });
  if (!any) return;
  Differentiator derivative = make_time_derivative(system);
  clusters_ = find_clusters(system, derivative);
  for (const LoopCluster& cluster : clusters_) {
    kinematics_.push_back(std::make_unique<LoopKinematics>(system, cluster, derivative, values));
  }
}

Redundancy RedundancyJudge::judge() {
  Redundancy result;
  std::vector<std::vector<Redundancy::Configuration>> places;
  for (std::size_t k = 0; k < clusters_.size(); ++k) {
    places.push_back(judge(clusters_[k], *kinematics_[k], result));
  }
  result.closed = together(places);
  return result;
}

std::vector<std::uint32_t> RedundancyJudge::parameters() const {
  std::vector<std::uint32_t> found;
  for (const auto& kinematics : kinematics_) {
    const std::vector<std::uint32_t> own = kinematics->parameters();
    found.insert(found.end(), own.begin(), own.end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<Redundancy::Configuration> RedundancyJudge::judge(const LoopCluster& cluster,
                                                              LoopKinematics& kinematics,
                                                              Redundancy& result) const {
  const System& system = system_;
  const auto owner = [&](std::uint32_t e) {
    return system.components[system.equations[e].component].path;
  };
  kinematics.begin();
  // A mechanism that cannot be closed is refused by the initialization, which can say why. To
  // come so far it must not have redundant constraints either: here those count that depend on
  // others where it starts and where it comes nearest to being closed.
  bool closed = kinematics.assemble();
  if (!closed) {
    if (const auto gap = kinematics.immovable()) refuse(system, cluster.constraints[*gap]);
    closed = kinematics.assemble_bent();
    if (!closed) kinematics.restart();
  }
  std::vector<Redundancy::Configuration> places;
  const auto note_place = [&] { kinematics.note(places.emplace_back()); };
  if (closed) note_place();
  const Eigen::MatrixXd rates = kinematics.scaled_rates();
  RowRank rank = row_rank(rates);
  const std::size_t at_start = rank.kept.size();
  double smallest = rank.smallest;
  if (closed ? kinematics.move() : kinematics.restart()) {
    if (closed) note_place();
    const RowRank elsewhere = row_rank(kinematics.scaled_rates());
    if (elsewhere.kept.size() > rank.kept.size()) rank = elsewhere;
    smallest = std::max(smallest, elsewhere.smallest);
  }
  const std::size_t surplus = cluster.constraints.size() - rank.kept.size();
  bool stay = false;
  if (surplus > 0 && closed && !rank.kept.empty()) {
    kinematics.restart_closed();
    std::vector<Eigen::MatrixXd> walk{kinematics.comparable_rates()};
    const double least = kRegular * distance_from(walk.front(), rank.kept.size());
    const std::size_t seen = places.size();
    bool singular = false;
    const std::size_t steps = std::min(kWalk, 2 + kWalkedRows / cluster.constraints.size());
    while (walk.size() <= steps && kinematics.walk()) {
      walk.push_back(kinematics.comparable_rates());
      note_place();
      if (distance_from(walk.back(), rank.kept.size()) < least) singular = true;
    }
    if (singular) places.resize(seen);
    const bool rigid = rank.kept.size() == static_cast<std::size_t>(rates.cols());
    const bool known = walk.size() > 1 || rigid || !kinematics.has_positions();
    stay = !(known && same_combinations(walk, rank.kept.size()));
    stay = stay && can_stay(cluster, rank.kept);
  }
  if (stay || static_cast<std::size_t>(rates.cols()) > rank.kept.size() + kMuchFreedom) {
    for (std::uint32_t e : cluster.constraints) {
      result.keep.push_back(system.equations[e].reaction);
    }
  }
  std::vector<std::string> parts, dropped;
  for (std::uint32_t e : cluster.constraints) parts.emplace_back(owner(e));
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  for (std::size_t i = 0; i < cluster.constraints.size(); ++i) {
    if (std::binary_search(rank.kept.begin(), rank.kept.end(), i)) continue;
    const std::uint32_t reaction = system.equations[cluster.constraints[i]].reaction;
    (stay ? result.shadows : result.reactions).push_back(reaction);
    dropped.emplace_back(system.variables[reaction].path);
  }
  if (stay) {
    result.diagnostics.push_back(
        {Severity::note, parts.front(),
         fmt::format("The constraints at {} constrain the same motion more than once, {} of {} of "
                     "them in every position. The motion is unique; their reactions are not, and "
                     "the smallest ones are reported.",
                     join_names(parts, 6), dropped.size(), cluster.constraints.size()),
         "To determine these reactions, give one of the parts a compliance."});
  } else if (!dropped.empty()) {
    result.diagnostics.push_back(
        {Severity::note, dropped.front(),
         fmt::format(
             "The constraints at {} constrain the same motion more than once. The motion is "
             "unique; {} {} not and {} reported as 0.",
             join_names(parts, 6), join_names(dropped, 6), dropped.size() == 1 ? "is" : "are",
             dropped.size() == 1 ? "is" : "are"),
         "To determine these reactions, give one of the parts a compliance."});
  }
  // One direction that one constraint holds is what it is for: a wheel stays on its plane.
  if (at_start > 1 && at_start == static_cast<std::size_t>(rates.cols())) {
    result.diagnostics.push_back(
        {Severity::warning, parts.front(),
         fmt::format("The constraints at {} leave no freedom: nothing there can move.",
                     join_names(parts, 6)),
         "If it should move, take away a joint or a part, or make one compliant."});
  } else if (at_start < rank.kept.size()) {
    result.diagnostics.push_back(
        {Severity::warning, parts.front(),
         fmt::format("The start position is singular: there {} leave more freedom than elsewhere.",
                     join_names(parts, 6)),
         "Start from another position, or give initial velocities that say which way to go."});
  } else if (smallest < kNearlyDependent && dropped.empty()) {
    result.diagnostics.push_back(
        {Severity::warning, parts.front(),
         fmt::format("The constraints of {} nearly repeat each other (to {:.1e}).",
                     join_names(parts, 6), smallest),
         "If they are meant to be redundant, give their lengths and axes with full precision."});
  }
  return places;
}

bool RedundancyJudge::can_stay(const LoopCluster& cluster,
                               const std::vector<std::size_t>& kept) const {
  for (std::size_t i = 0; i < cluster.constraints.size(); ++i) {
    if (std::binary_search(kept.begin(), kept.end(), i)) continue;
    const std::uint32_t reaction = system_.equations[cluster.constraints[i]].reaction;
    if (std::find(known_.begin(), known_.end(), reaction) != known_.end()) return false;
  }
  return true;
}

Redundancy find_redundant_constraints(const System& system,
                                      const std::vector<std::uint32_t>& known) {
  return RedundancyJudge(system, LoopValues::fixed, known).judge();
}

std::vector<Shadow> make_shadows(System& system, const std::vector<std::uint32_t>& reactions,
                                 const std::function<Expr(std::uint32_t)>& image) {
  // The reaction must occur in the row that it belongs to, or the structure has no pair of them.
  std::vector<Shadow> shadows;
  Differentiator derivative = make_time_derivative(system);
  for (std::uint32_t e = 0; e < system.equations.size(); ++e) {
    SystemEquation& equation = system.equations[e];
    if (equation.role != EquationRole::constraint ||
        std::find(reactions.begin(), reactions.end(), equation.reaction) == reactions.end()) {
      continue;
    }
    Shadow shadow{e, {equation.residual}};
    const auto velocity = [&](const Expr& leaf) { return is_velocity(system, leaf); };
    if (!depends_on(equation.residual, velocity)) {
      shadow.levels.push_back(derivative(shadow.levels.back()));
    }
    equation.residual =
        derivative(shadow.levels.back()) + kShadowCompliance * image(equation.reaction);
    equation.role = EquationRole::plain;
    equation.redundant = true;
    shadows.push_back(std::move(shadow));
  }
  return shadows;
}

std::vector<std::string> drop_constraints(System& system,
                                          const std::vector<std::uint32_t>& reactions) {
  std::vector<std::string> texts;
  for (const std::uint32_t reaction : reactions) {
    for (const SystemEquation& equation : system.equations) {
      if (equation.role != EquationRole::constraint || equation.reaction != reaction) continue;
      texts.push_back(
          fmt::format("{} (reaction {})", system.text(equation), system.variables[reaction].path));
    }
  }
  std::erase_if(system.equations, [&](const SystemEquation& equation) {
    return equation.role == EquationRole::constraint &&
           std::find(reactions.begin(), reactions.end(), equation.reaction) != reactions.end();
  });
  return texts;
}

}  // namespace multibond
