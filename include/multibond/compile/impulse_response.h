/// ImpulseResponse: what happens at the instant at which a model enters a mode, as functions.
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
/// would already identify what has to jump together. Solved by simulate/impulse.h.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "multibond/compile/compiled_model.h"

namespace multibond {

class Plan;

class ImpulseResponse {
 public:
  /// Inputs of all functions: time, parameters, values of `leaves` just before, and for
  /// `mode_conditions` the truth of each condition.
  std::size_t parameters = 0;
  std::vector<VariableLeaf> leaves;

  std::vector<std::uint32_t> rows;     ///< equations of J
  std::vector<VariableId> columns;     ///< variables of J
  std::vector<std::string> row_texts;  ///< for messages
  struct Entry {
    int row = 0, column = 0;  ///< of output k of `matrix`, in order
  };
  std::vector<Entry> entries;
  std::vector<std::size_t> residual_rows;                   ///< row of output k of `residuals`
  std::vector<std::vector<std::uint32_t>> residual_leaves;  ///< it contains, as places in `leaves`

  /// By variable: order of its highest derivative, kAbsent if it does not occur. The derivative
  /// below is finite and can jump; an algebraic variable can be an impulse.
  std::vector<std::uint32_t> highest;
  static constexpr std::uint32_t kAbsent = 0xffffffffu;
  bool is_finite(VariableId variable) const {
    const std::uint32_t order = highest[variable.index()];
    return order != kAbsent && order > 0;
  }

  /// What impulses do to the conditions of the modes: output k of `gradients` is the derivative of
  /// the indicator of condition `of[k].condition` by a variable.
  struct Gradient {
    std::uint32_t condition = 0;
    VariableId variable = {};
  };
  std::vector<Gradient> gradients_of;
  std::size_t conditions = 0;
  std::vector<std::vector<std::uint32_t>> mode_uses;  ///< conditions in the condition of each mode

  std::shared_ptr<const Executable> residuals, matrix, indicators, gradients, mode_conditions;

  /// How the states of the mode follow from variables before the change: `sign` times the leaf.
  struct StateSource {
    VariableLeaf leaf;
    double sign = 1;
  };
  std::vector<StateSource> states;
};

std::shared_ptr<const ImpulseResponse> make_impulse_response(const Plan& plan);

}  // namespace multibond
