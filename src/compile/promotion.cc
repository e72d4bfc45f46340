// Structure study, section 5.4. What a speed rests on is found by following, from the equation that
// determines it, the equations of all unknowns in there. Two facts spread along these paths,
// against their direction: "rests on an effort or a loop" and "rests on a velocity nobody prefers".
// Each is one search over the whole system, so the pass is linear however many joints there are.

#include "multibond/compile/promotion.h"

#include <algorithm>
#include <set>

#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

using Leaf = std::pair<std::uint32_t, std::uint32_t>;  ///< variable, order

bool is_constant(const Expr& e) {
  return !depends_on(e, [](const Expr& leaf) { return leaf.op() != Op::parameter; });
}

class Promotion {
 public:
  Promotion(const System& system, const Aliases& aliases, const ReducedSystem& reduced)
      : system_(system), aliases_(aliases), reduced_(reduced) {}

  std::vector<std::uint32_t> run() {
    collect_preferred();
    std::vector<std::uint32_t> candidates;
    for (const auto& [variable, order] : preferred_) {
      // A velocity may also be a variable that is the derivative of none: a rate of a body in
      // axes of its own.
      const bool speed = order > 0 || velocity_[variable];
      const bool unknown = speed && reduced_.highest[variable] == order;
      if (unknown && reduced_.equation_of[variable] != ReducedSystem::kAbsent) {
        candidates.push_back(variable);
      }
    }
    if (candidates.empty()) return {};
    look_at_equations();
    spread(barred_);
    spread(movable_);
    std::vector<std::uint32_t> promoted;
    for (std::uint32_t variable : candidates) {
      const std::uint32_t e = reduced_.equation_of[variable];
      if (!barred_[e] && movable_[e]) promoted.push_back(variable);
    }
    return promoted;
  }

 private:
  /// What somebody prefers as a state, and what is a force, by the variable that stands for it.
  void collect_preferred() {
    effort_.assign(system_.variables.size(), false);
    velocity_.assign(system_.variables.size(), false);
    for (std::uint32_t v = 0; v < system_.variables.size(); ++v) {
      const AliasTarget& target = aliases_.targets[v];
      if (target.constant) continue;
      const SystemVariable& variable = system_.variables[v];
      if (variable.hint >= StateHint::prefer) preferred_.insert({target.root, target.order});
      if (variable.kind == VariableKind::effort || variable.reaction) effort_[target.root] = true;
      if (variable.kind == VariableKind::velocity && target.order == 0)
        velocity_[target.root] = true;
    }
  }

  void look_at_equations() {
    const std::size_t count = system_.equations.size();
    barred_.assign(count, false);
    movable_.assign(count, false);
    users_.assign(count, {});
    for (std::uint32_t e = 0; e < count; ++e) {
      if (system_.equations[e].role == EquationRole::position) continue;
      if (system_.equations[e].role == EquationRole::constraint) barred_[e] = true;
      const Expr& top = reduced_.levels[e].back();
      bool lower = false;
      for (const Expr& leaf : leaves(top, [&](const Expr& l) { return reduced_.is_unknown(l); })) {
        const std::uint32_t v = leaf.index();
        if (leaf.order() < reduced_.highest[v]) {
          lower = lower || !preferred_.contains({v, leaf.order()});
          continue;
        }
        if (effort_[v]) barred_[e] = true;
        const std::uint32_t source = reduced_.equation_of[v];
        if (source != ReducedSystem::kAbsent && source != e) users_[source].push_back(e);
      }
      if (lower && !barred_[e]) movable_[e] = rests_on_plain_velocity(top);
    }
  }

  bool rests_on_plain_velocity(const Expr& top) const {
    // What is preferred, such as the angles of a joint, may enter in any way.
    const auto form = linear_form(top, [&](const Expr& leaf) {
      return reduced_.is_unknown(leaf) && leaf.order() < reduced_.highest[leaf.index()] &&
             !preferred_.contains({leaf.index(), leaf.order()});
    });
    if (!form) return false;
    return std::any_of(form->terms.begin(), form->terms.end(),
                       [](const LinearTerm& term) { return is_constant(term.coefficient); });
  }

  /// From an equation to all that use what it determines.
  void spread(std::vector<bool>& mark) const {
    std::vector<std::uint32_t> stack;
    for (std::uint32_t e = 0; e < mark.size(); ++e) {
      if (mark[e]) stack.push_back(e);
    }
    while (!stack.empty()) {
      const std::uint32_t e = stack.back();
      stack.pop_back();
      for (std::uint32_t user : users_[e]) {
        if (mark[user]) continue;
        mark[user] = true;
        stack.push_back(user);
      }
    }
  }

  const System& system_;
  const Aliases& aliases_;
  const ReducedSystem& reduced_;
  std::set<Leaf> preferred_;
  std::vector<bool> effort_, velocity_;  ///< by variable
  std::vector<bool> barred_, movable_;   ///< by equation
  std::vector<std::vector<std::uint32_t>> users_;
};

}  // namespace

std::vector<std::uint32_t> find_promotions(const System& system, const Aliases& aliases,
                                           const ReducedSystem& reduced) {
  return Promotion(system, aliases, reduced).run();
}

}  // namespace multibond
