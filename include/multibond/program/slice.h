/// Slices of a program: what some of its outputs need, as a program of its own.
///
/// A model of many parts has one program for all of them. Of a part that is alone, the outputs need
/// few instructions; written down in the order in which its outputs ask for them, the slices of
/// parts that are alike are the same to the last instruction, and differ in their inputs only.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/program/program.h"

namespace multibond {

struct Slice {
  Program program;
  std::vector<std::uint32_t> inputs;  ///< of the whole program, in the order of those of the slice
};

/// Of a program without calls; it must outlive this.
class Slicer {
 public:
  explicit Slicer(const Program& program);

  /// The slice of some outputs, by number. Its inputs are the given ones, whether they are read or
  /// not, and then others as they are met. Takes time in proportion to the slice.
  Slice slice(const std::vector<std::uint32_t>& outputs, const std::vector<std::uint32_t>& inputs);

 private:
  void visit(std::uint32_t value, Slice& slice);

  const Program& program_;
  std::vector<std::uint32_t> place_, met_in_;  ///< of each value, and the slice that it is true of
  std::uint32_t slice_ = 0;
  std::vector<std::uint32_t> order_;  ///< instructions of the present slice
  std::vector<std::uint32_t> constants_, stack_;
};

}  // namespace multibond
