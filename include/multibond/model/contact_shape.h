/// Shapes that can touch each other, and the laws of their impacts, by name.
#pragma once

#include <cstdint>

namespace multibond {

/// Shapes, with their sizes in this order. Centred at the frame, unless said otherwise.
enum class ContactShape : std::uint8_t {
  sphere,      ///< radius
  box,         ///< lengths along x, y, z
  capsule,     ///< radius, length between the centres of its ends along x
  cylinder,    ///< radius, length along x
  half_space,  ///< outward normal x, y, z; the surface goes through the frame
  polytope,    ///< corners x, y, z, x, y, z, ...: their convex hull
  disc,        ///< radius
  polygon,     ///< corners x, y, x, y, ... counter-clockwise, convex
  segment,     ///< radius, length between the centres of its ends along x
  half_plane,  ///< outward normal x, y; the border goes through the frame
};

/// Where compression ends and restitution begins (contact/impact_law.h).
enum class ImpactLaw : std::uint8_t { energetic, newton, poisson };
/// How contacts that are hit at one instant share the impact (contact/impact.h).
enum class ImpactOrder : std::uint8_t { sequential, simultaneous };

struct ContactRules {
  ImpactLaw law = ImpactLaw::energetic;
  ImpactOrder order = ImpactOrder::sequential;
  double rest_speed = 1e-6;  ///< m/s (or rad/s): slower approaches do not rebound
};

}  // namespace multibond
