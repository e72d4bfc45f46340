#include "part_flight.h"

#include <algorithm>
#include <cmath>

namespace multibond {
namespace {

/// Points of Chebyshev and Lobatto, ends included, and their weights in the barycentric formula.
struct Points {
  std::array<double, PartFlight::kPoints> x, weight;
};

const Points& points() {
  static const Points made = [] {
    constexpr double kPi = 3.14159265358979323846;
    Points p{};
    constexpr std::size_t last = PartFlight::kPoints - 1;
    for (std::size_t i = 0; i <= last; ++i) {
      p.x[i] = (1 - std::cos(kPi * static_cast<double>(i) / last)) / 2;
      p.weight[i] = (i % 2 == 0 ? 1.0 : -1.0) * (i == 0 || i == last ? 0.5 : 1.0);
    }
    p.x[last] = 1;
    return p;
  }();
  return made;
}

}  // namespace

void PartFlight::clear(std::size_t parts, double begin) {
  begin_ = begin;
  pieces_.clear();
  values_.clear();
  latest_.assign(parts, kNone);
}

void PartFlight::add(std::uint32_t part, std::size_t states, Integrator& integrator) {
  Piece piece;
  piece.begin = integrator.previous_time();
  piece.end = piece.until = integrator.time();
  piece.before = latest_[part];
  piece.values = values_.size();
  values_.resize(values_.size() + kPoints * states);
  double* y = values_.data() + piece.values;
  for (std::size_t i = 0; i < kPoints; ++i, y += states) {
    const bool last = i + 1 == kPoints;
    const double t = last ? piece.end : piece.begin + points().x[i] * (piece.end - piece.begin);
    integrator.interpolate(t, y);
  }
  latest_[part] = static_cast<std::uint32_t>(pieces_.size());
  pieces_.push_back(piece);
}

void PartFlight::cut(std::uint32_t part, double t) {
  std::uint32_t& latest = latest_[part];
  while (latest != kNone && pieces_[latest].begin >= t) latest = pieces_[latest].before;
  if (latest != kNone) pieces_[latest].until = std::min(pieces_[latest].until, t);
}

void PartFlight::state(std::uint32_t part, std::size_t states, double t, double* y) const {
  if (states == 0) return;
  std::uint32_t piece = latest_[part];
  while (pieces_[piece].begin > t && pieces_[piece].before != kNone) piece = pieces_[piece].before;
  evaluate(piece, states, t, y);
}

void PartFlight::evaluate(std::uint32_t number, std::size_t states, double t, double* y) const {
  const Piece& piece = pieces_[number];
  const double* const values = values_.data() + piece.values;
  const double length = piece.end - piece.begin;
  const double x = length > 0 ? (t - piece.begin) / length : 0;
  std::array<double, kPoints> factor;
  double sum = 0;
  for (std::size_t i = 0; i < kPoints; ++i) {
    const double distance = x - points().x[i];
    if (distance == 0) {
      std::copy_n(values + i * states, states, y);
      return;
    }
    factor[i] = points().weight[i] / distance;
    sum += factor[i];
  }
  for (double& f : factor) f /= sum;
  for (std::size_t j = 0; j < states; ++j) {
    // From the first value on: what does not change is the same to the last bit.
    double change = 0;
    for (std::size_t i = 1; i < kPoints; ++i) {
      change += factor[i] * (values[i * states + j] - values[j]);
    }
    y[j] = values[j] + change;
  }
}

}  // namespace multibond
