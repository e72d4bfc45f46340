/// Parts that several of the reference models have.
#pragma once

#include <numbers>

#include "examples/steel.h"
#include "multibond/library/mechanics3d/mechanics3d.h"

namespace multibond::reference {

using examples::box;
using examples::cylinder;

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kGravity = 9.80665;  ///< m/s2, standard gravity

/// World with standard gravity, along -y unless told.
class StandardWorld : public Model {
 public:
  mechanics3d::World world{this, "world"};
  StandardWorld() { world.g = kGravity; }
};

/// Starts at rest in the position zero.
template <typename... Joints>
void rest(Joints&... joints) {
  (joints.phi.start(0.0).fixed(), ...);
  (joints.w.start(0.0).fixed(), ...);
}

/// Inertia about all axes.
inline void set_inertia(mechanics3d::Body& body, double inertia) {
  for (auto* moment : {&body.I_11, &body.I_22, &body.I_33}) *moment = inertia;
}

/// Body with a second frame at r.
class Bar : public Component {
 public:
  Bar(Component* owner, std::string_view name) : Component(owner, name) {
    connect(frame_a, body.frame_a);
    connect(frame_a, rod.frame_a);
    connect(rod.frame_b, frame_b);
  }
  mechanics3d::Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  mechanics3d::Body body{this, "body"};
  mechanics3d::FixedTranslation rod{this, "rod"};
};

}  // namespace multibond::reference
