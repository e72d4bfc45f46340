#include "corrections.h"

namespace multibond {

StateSelection add_corrections(const System& system, StateSelection selection,
                               const Stabilisation& stabilisation) {
  for (std::uint32_t k = 0; k < selection.invariants.size(); ++k) {
    const Invariant& invariant = selection.invariants[k];
    if (invariant.declared) continue;
    Expr extra = system.pool->correction(k);
    const std::size_t n = invariant.levels.size();
    if (n >= 1) extra += 2.0 * stabilisation.alpha * invariant.levels[n - 1];
    if (n >= 2) extra += stabilisation.beta * stabilisation.beta * invariant.levels[n - 2];
    for (StateSelection::Equation& equation : selection.equations) {
      if (equation.source == invariant.equation && equation.top_of_invariant) {
        equation.residual += extra;
      }
    }
  }
  return selection;
}

}  // namespace multibond
