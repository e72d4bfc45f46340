/// Free bodies that attract each other and collide, as many as one likes (thesis, table 8.1).
#pragma once

#include <cmath>

#include "multibond/library/mechanics3d/mechanics3d.h"

namespace multibond::examples {

/// A cloud of n balls on a spiral about the origin, which their attraction draws together: elastic.
///
/// Each moves freely with six degrees of freedom, and each may collide with each.
class BodyCloud final : public Model {
 public:
  Parameter<int> n{this, "n", 5, "1", "number of bodies", Check::positive};
  mechanics3d::World world{this, "world"};
  mechanics3d::GravityPool pool{this, "pool"};
  ComponentArray<mechanics3d::Body> body{this, "body"};
  ComponentArray<mechanics3d::SphereCollider> sphere{this, "sphere"};

  BodyCloud() { world.gravityType = "none"; }
  void build() override {
    const auto count = static_cast<std::size_t>(n.value());
    body.resize(count);
    sphere.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      // Different distances, so that not all of them meet at one instant.
      const double i = static_cast<double>(k), height = 1 - (2 * i + 1) / n.value();
      const double wide = std::sqrt(1 - height * height), distance = 1 + 0.1 * i;
      body[k].m = 1e10;
      body[k].attracts = true;
      for (auto* moment : {&body[k].I_11, &body[k].I_22, &body[k].I_33}) *moment = 4e8;
      body[k]
          .x
          .start({distance * wide * std::cos(2.4 * i), distance * height,
                  distance * wide * std::sin(2.4 * i)})
          .fixed();
      body[k].v.start({0.0, 0.0, 0.0}).fixed();
      body[k].w.start({0.0, 0.0, 0.0}).fixed();
      body[k].orientation.fixed = true;
      sphere[k].radius = 0.1;
      sphere[k].e = 1.0;
      connect(body[k].frame_a, sphere[k].frame_a);
    }
  }
};

}  // namespace multibond::examples
