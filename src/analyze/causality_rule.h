/// Rules of elements that pass power on, all in one form: some of their places are marked, and the
/// marked ones determine the rest.
///
/// Junctions, transformers and gyrators have exactly one marked place; elements with a matrix have
/// a basis of them (causality_matrix.h).
#pragma once

#include "causality_net.h"

namespace multibond {

inline bool has_one_marked(CausalNet::Kind kind) {
  using Kind = CausalNet::Kind;
  return kind == Kind::junction_0 || kind == Kind::junction_1 || kind == Kind::transformer ||
         kind == Kind::gyrator;
}

inline bool has_matrix(CausalNet::Kind kind) {
  using Kind = CausalNet::Kind;
  return kind == Kind::flow_matrix || kind == Kind::effort_matrix || kind == Kind::gyrator_matrix ||
         kind == Kind::gyrator_inverse_matrix;
}

/// Whether a place that is given effort is a marked one; one that is given flow is so otherwise.
inline bool marks_given_effort(const bonds::CausalRule& rule, std::uint32_t position) {
  using Kind = CausalNet::Kind;
  switch (rule.kind) {
    case Kind::junction_1:
    case Kind::flow_matrix:
      return false;
    case Kind::gyrator:
      return position == 0;
    case Kind::gyrator_matrix:
      return position >= rule.matrix.cols();
    case Kind::gyrator_inverse_matrix:
      return position < rule.matrix.cols();
    default:
      return true;
  }
}

}  // namespace multibond
