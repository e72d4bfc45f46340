/// BoxGrid: which boxes overlap one box, while single boxes change.
///
/// Where `BroadPhase` finds all pairs of boxes at once, this answers for one box at a time, in a
/// time that does not depend on how many there are: boxes are listed in the cells of a grid that
/// they reach. Boxes that are infinite or reach many cells are compared with all.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/contact/shape.h"

namespace multibond::contact {

class BoxGrid {
 public:
  /// All boxes anew. A box whose minimum is above its maximum overlaps nothing.
  void build(const std::vector<Bounds>& boxes);
  /// One box is another one from now on.
  void move(std::uint32_t box, const Bounds& bounds);
  /// The others that it overlaps or touches, in ascending order; valid until the next call.
  const std::vector<std::uint32_t>& near(std::uint32_t box);

 private:
  struct Cells {
    std::int64_t first[3], last[3];
  };
  bool is_wide(const Bounds& bounds) const;
  Cells cells_of(const Bounds& bounds) const;
  std::vector<std::uint32_t>& cell(std::int64_t i, std::int64_t j, std::int64_t k);
  template <typename Visit>
  void for_each_cell(const Bounds& bounds, Visit&& visit);
  void put(std::uint32_t box);
  void compare(std::uint32_t box, std::uint32_t other);

  std::vector<Bounds> boxes_;
  double size_ = 1;                                ///< of a cell
  std::vector<std::vector<std::uint32_t>> table_;  ///< cells by hashes of their coordinates
  std::vector<std::uint32_t> wide_;
  std::vector<std::uint32_t> met_;  ///< by box: the query that has compared it
  std::uint32_t query_ = 0;
  std::vector<std::uint32_t> found_;
};

}  // namespace multibond::contact
