/// Variable numbers beyond all variables of a system, for leaves that are not variables of the
/// model.
#pragma once

#include <cstdint>

namespace multibond {

inline constexpr std::uint32_t kCorrectionLeaf = 0xe0000000u;  ///< corrections of invariants
inline constexpr std::uint32_t kRankFlagLeaf = 0xf0000000u;    ///< rank flags of run-time solvers

}  // namespace multibond
