/// Pass: input slots. Where the leaves that nothing computes stand in the inputs of all programs.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/base/id.h"
#include "multibond/compile/layout.h"
#include "multibond/compile/states.h"
#include "multibond/model/system.h"
#include "multibond/symbolic/node_map.h"

namespace multibond {

struct InputSlots {
  InputLayout layout;                 ///< no constants yet: the blocks decide on these
  std::vector<VariableId> discretes;  ///< variables, in order of their slots
  std::vector<Expr> pres;             ///< pre leaves, in order of their slots
  NodeMap slot_of_leaf;
};

/// Time, states, discrete variables and inputs, conditions, values before an event, corrections and
/// parameters, in this order.
InputSlots lay_out_inputs(const System& system, const StateSelection& selection);

}  // namespace multibond
