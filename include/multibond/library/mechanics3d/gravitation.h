/// Newton's law of gravitation for many bodies, as a function of all their positions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "multibond/symbolic/function.h"

namespace multibond::mechanics3d {

/// Potential of n masses and its gradient.
///
///     U = - sum over pairs of G m_i m_j / |x_j - x_i|,     dU/dx_i = - (force on i)
///
/// Arguments are G, the masses, and the positions x_1, y_1, z_1, x_2, …; results are U and then the
/// derivatives by the positions. A pool of 1000 bodies has half a million pairs: written out as
/// expressions they would take minutes to compile, and their code would fit no cache.
class Gravitation final : public VectorFunction, public std::enable_shared_from_this<Gravitation> {
 public:
  /// `pool`: the name of the pool that the bodies are in.
  Gravitation(std::string pool, std::size_t bodies) : pool_(std::move(pool)), bodies_(bodies) {}

  /// U, as a function that has first and second derivatives by positions.
  std::shared_ptr<const Function> potential() const;
  /// Its derivative by coordinate k (0, 1, 2) of a body.
  std::shared_ptr<const Function> gradient(std::size_t body, std::size_t k) const;

  std::string name() const override { return "gravitation of " + pool_; }
  const std::string& pool() const { return pool_; }
  std::size_t bodies() const { return bodies_; }
  std::size_t arity() const override { return 1 + 4 * bodies_; }
  std::size_t results() const override { return 1 + 3 * bodies_; }
  void evaluate(std::span<const double> arguments, std::span<double> results) const override;
  void tangent(std::span<const double> arguments, std::span<const double> rates,
               std::span<double> result_rates) const override;
  std::string c99(std::string_view function_name) const override;

 private:
  std::shared_ptr<const Function> result(std::size_t index) const;
  std::string pool_;
  std::size_t bodies_;
  /// Each result is one object, so that equal calls are equal expressions. Not owned: they own us.
  mutable std::vector<std::weak_ptr<const Function>> made_;
};

}  // namespace multibond::mechanics3d
