/// simplified: folding of constants and the cheap identities, applied as instructions are added.
#pragma once

#include <cstdint>

#include "value_table.h"

namespace multibond::detail {

/// The value of `code` applied to a, b, c in its simplest form known without search.
std::uint32_t simplified(ValueTable& table, Code code, std::uint32_t a, std::uint32_t b,
                         std::uint32_t c);

}  // namespace multibond::detail
