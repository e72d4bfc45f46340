/// What writing and reading of trajectory files have in common.
#pragma once

#include <cstddef>
#include <cstdint>

namespace multibond::result_detail {

/// First entry of dataInfo in a trajectory file: the table that holds a variable.
constexpr std::int32_t kTime = 0, kConstants = 1, kTrajectories = 2;

/// Tables are written and read in blocks of about this size.
constexpr std::size_t kBlockBytes = 1 << 20;

}  // namespace multibond::result_detail
