/// Impulse: what happens at the instant at which a model enters a mode.
///
/// The equations of the mode, differentiated until they determine all highest derivatives, are
/// linear in those: J z = b. Over an instant only what can be infinite counts. The highest
/// derivatives become jumps of the derivatives below them, algebraic variables become impulses,
/// everything finite drops out, and a differentiated constraint has to make up for what the
/// constraint was violated by (design section 9):
///
///     J z = -(residual one level below, 0 for equations that were not differentiated)
///
/// So charge and momentum are conserved where a switch closes or a clutch engages, with no equation
/// that says so. The system is built of the equations as stated, before aliases are removed: these
/// would already identify what has to jump together.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "multibond/compile/plan.h"
#include "multibond/program/runner.h"
#include "multibond/symbolic/evaluate.h"

namespace multibond {

class Impulse {
 public:
  explicit Impulse(const Plan& plan);

  struct Jump {
    bool solved = true;                   ///< false: no finite impulses satisfy the mode
    bool any = false;                     ///< something jumps
    std::vector<double> change;           ///< by variable: of its derivative below the highest
    std::vector<double> impulse;          ///< by variable, of algebraic variables
    std::vector<std::uint32_t> violated;  ///< equations that were not satisfied
  };
  /// `value` of a leaf of the original system just before.
  Jump solve(const LeafValue& value);
  /// Whether the variable is differentiated in this mode, so that it can jump and not more.
  bool is_finite(std::uint32_t variable) const;
  /// The truth that impulses give to the conditions of the modes; nullopt where they say nothing.
  std::vector<std::optional<bool>> modes(const Jump& jump, const LeafValue& value);
  /// Jump of a leaf of the original system.
  double change(const Jump& jump, const Expr& leaf) const;
  /// Leaves whose values it asks for.
  std::vector<Expr> leaves() const;
  std::string texts(const std::vector<std::uint32_t>& equations) const;

 private:
  struct Entry {
    int row, column;
    std::size_t output;
  };
  void find_entries();
  void make_matrix();
  std::vector<double> evaluate(Runner& program, const std::vector<Expr>& inputs,
                               const LeafValue& value) const;

  System system_;
  ReducedSystem reduced_;
  std::vector<SystemMode> mode_conditions_;  ///< in terms of `conditions_`
  std::vector<Condition> conditions_;
  std::vector<std::uint32_t> rows_, columns_;  ///< equations and variables of J
  std::vector<Entry> entries_;
  std::vector<Expr> residual_exprs_, entry_exprs_;
  std::vector<std::size_t> residual_rows_;
  std::vector<Expr> residual_inputs_, entry_inputs_;
  std::unique_ptr<Runner> residuals_, matrix_;
  std::shared_ptr<Fingerprints> fingerprints_;
};

}  // namespace multibond
