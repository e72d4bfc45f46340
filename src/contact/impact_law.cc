#include "multibond/contact/impact_law.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <Eigen/Core>

#include "slip_path.h"

namespace multibond::contact {
namespace {

using Eigen::Vector4d;

/// Units in which a contact has numbers of size 1.
struct Units {
  double velocity = 1;
  double impulse = 1;  ///< velocity / largest W
  double arm = 1;      ///< of torques: sqrt(W_nn / W_ss)
};

void check(std::span<const double> W, std::span<const double> u, const ImpactSurface& surface) {
  const auto refuse = [](const std::string& why) { throw std::invalid_argument("impact: " + why); };
  if (u.empty() || u.size() > 4 || W.size() != u.size() * u.size()) {
    refuse(fmt::format("{} velocities and {} numbers in W", u.size(), W.size()));
  }
  if (!std::all_of(u.begin(), u.end(), [](double x) { return std::isfinite(x); })) {
    refuse("a velocity is not finite");
  }
  if (!std::all_of(W.begin(), W.end(), [](double x) { return std::isfinite(x); })) {
    refuse("W is not finite");
  }
  for (std::size_t i = 0; i < u.size(); ++i) {
    if (W[i * u.size() + i] < 0) refuse("W is not positive semi-definite");
  }
  if (!(surface.mu >= 0) || !std::isfinite(surface.mu)) {
    refuse(fmt::format("the coefficient of friction is {}", surface.mu));
  }
  if (!(surface.spin >= 0) || !std::isfinite(surface.spin)) {
    refuse(fmt::format("the radius of spin is {}", surface.spin));
  }
  if (!(std::abs(surface.restitution) <= 1)) {
    refuse(fmt::format("a restitution of {}; it is from -1 to 1", surface.restitution));
  }
}

Impacting in_units(std::span<const double> W, std::span<const double> u,
                   const ImpactSurface& surface, Units& units) {
  const int rows = static_cast<int>(u.size());
  Impacting c;
  const auto at = [&](int i, int j) {
    return W[static_cast<std::size_t>(i) * u.size() + static_cast<std::size_t>(j)];
  };
  if (rows == 4 && at(3, 3) > 0) units.arm = std::sqrt(at(0, 0) / at(3, 3));
  double largest = 0;
  for (int i = 0; i < rows; ++i) {
    const double scale = i == 3 ? units.arm : 1;
    c.before[i] = scale * u[static_cast<std::size_t>(i)];
    for (int j = 0; j < rows; ++j) c.W(i, j) = scale * (j == 3 ? units.arm : 1) * at(i, j);
    largest = std::max(largest, c.W(i, i));
  }
  units.velocity = c.before.cwiseAbs().maxCoeff();
  c.W /= largest;
  if (units.velocity > 0) c.before /= units.velocity;
  units.impulse = units.velocity / largest;
  c.tangents = rows < 2 ? 0 : rows == 2 ? 1 : 2;
  c.spins = rows == 4;
  c.mu = surface.mu;
  c.spin_mu = surface.mu * surface.spin / units.arm;
  return c;
}

Goal end_of(const ImpactSurface& surface, double approach, const Point& compressed) {
  const double eps = surface.restitution;
  switch (surface.law) {
    case ImpactLaw::newton:
      return {Goal::Of::normal_velocity, -eps * approach};
    case ImpactLaw::poisson:
      return {Goal::Of::impulse, (1 + eps) * compressed.L[0]};
    case ImpactLaw::energetic:
      return {Goal::Of::normal_work, (1 - eps * eps) * compressed.A};
  }
  return {};
}

}  // namespace

SingleImpact impact(std::span<const double> W, std::span<const double> u,
                    const ImpactSurface& surface) {
  check(W, u, surface);
  SingleImpact result;
  result.impulse.assign(u.size(), 0.0);
  result.velocity.assign(u.begin(), u.end());
  if (u[0] > 0 || !(W[0] > 0)) return result;

  Units units;
  const Impacting contact = in_units(W, u, surface, units);
  if (units.velocity == 0) return result;
  SlipPath path(contact);
  if (u[0] == 0 && path.normal_slope() >= 0) return result;

  const double approach = contact.before[0], eps = surface.restitution;
  if (eps < 0) {
    if (eps > -1) path.advance({Goal::Of::normal_velocity, -eps * approach});
    result.compression = path.point().L[0] * units.impulse;
  } else {
    const bool ends = path.advance({Goal::Of::normal_velocity, 0});
    result.compression = path.point().L[0] * units.impulse;
    if (ends && eps > 0) {
      const SlipPath compressed = path;
      path.advance(end_of(surface, approach, compressed.point()));
      const double scale = path.point().L.dot(contact.W * path.point().L) / 2;
      if (path.energy() > 1e-13 * scale) {
        path = compressed;
        path.advance({Goal::Of::energy, 0});
        result.reduced = true;
      }
    }
  }

  const Point& end = path.point();
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double arm = i == 3 ? units.arm : 1;
    result.impulse[i] = end.L[static_cast<Eigen::Index>(i)] * units.impulse * arm;
    result.velocity[i] = end.u[static_cast<Eigen::Index>(i)] * units.velocity / arm;
  }
  result.work = path.energy() * units.velocity * units.impulse;
  return result;
}

}  // namespace multibond::contact
