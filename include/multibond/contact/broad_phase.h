/// Which shapes come near each other at all: pairs of boxes that overlap.
///
/// A step of a simulation gives each shape a box that holds it from the begin of the step to its
/// end (`swept`). Pairs of shapes whose boxes do not overlap cannot touch in this step. Boxes are
/// swept along the axis in which they are spread most (sweep and prune: Cohen, Lin, Manocha and
/// Ponamgi, I-COLLIDE, 1995); those that the sweep has reached wait in a grid of cells across that
/// axis, so that a box is compared only with those of its own cells. The work is proportional to
/// the number of boxes and of pairs, as long as most boxes have about the same size. Boxes that are
/// infinite or much larger than the others are compared with all of them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "multibond/contact/shape.h"

namespace multibond::contact {

/// Two shapes by their numbers, a < b.
struct ShapePair {
  std::uint32_t a = 0, b = 0;
  auto operator<=>(const ShapePair&) const = default;
};

/// Who may touch whom: shapes of the same body never touch, others do if each belongs to a group
/// that the other one meets.
struct Membership {
  std::uint32_t body = 0;
  std::uint32_t groups = 1;   ///< one bit per group
  std::uint32_t meets = ~0u;  ///< the same for groups it can touch
};

inline bool may_meet(const Membership& x, const Membership& y) {
  return x.body != y.body && (x.groups & y.meets) != 0 && (y.groups & x.meets) != 0;
}

/// A box that holds a shape at all the poses, and everywhere up to a distance `inflation` [m] of
/// it.
Bounds swept(const Shape& shape, std::span<const Pose> poses, double inflation);

class BroadPhase {
 public:
  /// One membership per shape.
  explicit BroadPhase(std::vector<Membership> shapes);

  std::size_t size() const { return shapes_.size(); }

  /// Pairs whose boxes overlap or touch and which may meet, in ascending order. A box with a bound
  /// that is not a number, or with a minimum above its maximum, overlaps nothing.
  ///
  /// The order along the axis is kept from call to call, so that sorting costs little if boxes move
  /// little. The result does not depend on earlier calls. It is valid until the next one.
  const std::vector<ShapePair>& pairs(const std::vector<Bounds>& bounds);

  /// Boxes compared with each other in the latest call.
  std::size_t comparisons() const { return comparisons_; }

 private:
  void choose_axis(const std::vector<Bounds>& bounds);
  void sort(const std::vector<Bounds>& bounds);
  void compare(const std::vector<Bounds>& bounds, std::uint32_t i, std::uint32_t j);
  void sweep(const std::vector<Bounds>& bounds);

  std::vector<Membership> shapes_;
  std::vector<ShapePair> pairs_;
  int axis_ = -1;                     ///< swept along
  double cell_ = 0;                   ///< size of the cells across it
  std::vector<std::uint32_t> order_;  ///< shapes by the begin of their boxes along the axis
  std::vector<std::uint32_t> wide_;   ///< too large for cells
  std::vector<std::vector<std::uint32_t>> cells_;  ///< a table by hashes of their coordinates
  std::size_t comparisons_ = 0;
};

}  // namespace multibond::contact
