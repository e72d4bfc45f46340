/// PartFlight: how the parts of a model move through a window of time, each by pieces of its own.
///
/// A piece is a step of a part, as the polynomial of degree seven through its values at eight
/// points (that is what the dense output of dop853 is). An impact of the part cuts its latest piece
/// short and begins another one:
///
///     part 1   |--------------|---------------------|      two steps
///     part 2   |-------------------x---------------|       an impact in between
///     part 3   |-------x------|----------x---------|
///
/// A value: copies are independent.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "multibond/simulate/integrator.h"
#include "parts.h"

namespace multibond {

class PartFlight {
 public:
  static constexpr std::size_t kPoints = 8;

  /// Nothing is known yet of so many parts from `begin` on.
  void clear(std::size_t parts, double begin);
  /// The latest step of an integrator is the next piece of a part.
  void add(std::uint32_t part, std::size_t states, Integrator& integrator);
  /// What the part does from this time on will be added anew.
  void cut(std::uint32_t part, double t);
  /// State of a part at a time; at an impact that after it, as far as it is known.
  void state(std::uint32_t part, std::size_t states, double t, double* y) const;
  double begin() const { return begin_; }
  /// Calls visit(begin, end) for all pieces of a part within [a, b], the latest first.
  template <typename Visit>
  void for_each_piece(std::uint32_t part, double a, double b, Visit&& visit) const {
    for (std::uint32_t k = latest_[part]; k != kNone; k = pieces_[k].before) {
      const double from = std::max(a, pieces_[k].begin), to = std::min(b, pieces_[k].until);
      if (to > from) visit(k, from, to);
    }
  }
  /// State at a time in a piece.
  void evaluate(std::uint32_t piece, std::size_t states, double t, double* y) const;

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Piece {
    double begin = 0, end = 0;
    double until = 0;  ///< before its end, if it was cut short
    std::uint32_t before = kNone;
    std::size_t values = 0;  ///< where they begin
  };

  double begin_ = 0;
  std::vector<Piece> pieces_;
  std::vector<double> values_;
  std::vector<std::uint32_t> latest_;  ///< by part
};

}  // namespace multibond
