/// find_repetitions: stretches of an AllocatedProgram that a loop can run.
///
/// A model of many equal parts (a chain, a ladder, a field of cells) gives the same instructions
/// again and again, each time a constant distance further in memory. As straight-line code ten
/// thousand of them outgrow the caches of the processor, which then waits for its instructions; as
/// a loop they stay where they are. The order of the instructions does not change, and with it no
/// result.
///
///     load r0, in[3]    mul r0, r0, in[9]    store out[1], r0      first, length 3
///     load r0, in[4]    mul r0, r0, in[9]    store out[3], r0      times = 3
///     load r0, in[5]    mul r0, r0, in[9]    store out[5], r0      strides 1, 0, 2
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "register_allocator.h"

namespace multibond::detail {

/// code[first + j + k * length] is code[first + j] with its memory moved by k * stride(j),
/// for all j < length and k < times.
struct Repetition {
  std::size_t first = 0;
  std::size_t length = 0;
  std::size_t times = 0;

  std::size_t end() const { return first + length * times; }
  /// In doubles.
  std::int64_t stride(const AllocatedProgram& program, std::size_t j) const {
    return std::int64_t{program.code[first + length + j].memory.index} -
           std::int64_t{program.code[first + j].memory.index};
  }
};

/// Repetitions that are worth a loop, in the order of the program; they do not overlap. Groups of
/// calls are in none. Takes time linear in the length of the program.
std::vector<Repetition> find_repetitions(const AllocatedProgram& program);

}  // namespace multibond::detail
