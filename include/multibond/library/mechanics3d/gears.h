/// Gears in space: pairs of wheels, worms, racks, differentials and planetary gears.
///
/// Each wheel is a body on a revolute joint of a common housing, the frame `bearing`; a gear
/// without play makes their angles proportional, and the housing bears what is left of their
/// torques. Signs follow from where the wheels touch: an external pair turns in opposite
/// directions, an internal one in the same.
#pragma once

#include "multibond/library/mechanics3d/drives.h"
#include "multibond/library/mechanics3d/rolling.h"
#include "multibond/library/transducers.h"

namespace multibond::mechanics3d {

/// Two wheels that roll on each other at the point r_c of the housing: spur, internal or bevel
/// gear.
///
///     w_a n_a x (r_c - r_a) = w_b n_b x (r_c - r_b)
///
/// The axes must be parallel or meet, and the pitch point must be where the wheels do not slide.
/// Its pictures are the wheels (picture and picture_b) and those of the joints and rods inside.
class GearWheels final : public Component {
 public:
  GearWheels(Component* owner, std::string_view name);
  Frame bearing{this, "bearing"}, frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<Vector3> n_a{this, "n_a", {0.0, 0.0, 1.0}, "1", "axis of wheel a, in the bearing"};
  Parameter<Vector3> n_b{this, "n_b", {0.0, 0.0, 1.0}, "1", "axis of wheel b, in the bearing"};
  Parameter<Vector3> r_a{this, "r_a", {0.0, 0.0, 0.0}, "m", "centre of wheel a, in the bearing"};
  Parameter<Vector3> r_b{this, "r_b", {0.2, 0.0, 0.0}, "m", "centre of wheel b, in the bearing"};
  Parameter<Vector3> r_c{this, "r_c", {0.1, 0.0, 0.0}, "m", "pitch point, in the bearing"};
  GearConstraint gear{this, "gear"};
  Picture picture{this, "picture"}, picture_b{this, "picture_b"};
  void build() override;
  void equations() override;
};

/// Worm that drives a wheel, whose axes cross at any angle: at the pitch point r_c the thread of
/// the worm and the teeth of the wheel slide along each other.
///
/// `lead` is the advance per turn, positive for a right-handed worm. With axes at a right angle the
/// rim of the wheel moves along the worm by the lead per turn, as a nut would.
class WormGear final : public Component {
 public:
  WormGear(Component* owner, std::string_view name);
  Frame bearing{this, "bearing"}, frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<double> lead{this, "lead", 0.01, "m", "advance per turn of the worm", Check::non_zero};
  Parameter<Vector3> n_a{this, "n_a", {1.0, 0.0, 0.0}, "1", "axis of the worm, in the bearing"};
  Parameter<Vector3> n_b{this, "n_b", {0.0, 0.0, 1.0}, "1", "axis of the wheel, in the bearing"};
  Parameter<Vector3> r_a{this, "r_a", {0.0, 0.12, 0.0}, "m", "centre of the worm, in the bearing"};
  Parameter<Vector3> r_b{this, "r_b", {0.0, 0.0, 0.0}, "m", "centre of the wheel, in the bearing"};
  Parameter<Vector3> r_c{this, "r_c", {0.0, 0.1, 0.0}, "m", "pitch point, in the bearing"};
  GearConstraint gear{this, "gear"};
  Picture picture{this, "picture"}, picture_b{this, "picture_b"};
  void build() override;
  void equations() override;
};

/// Pinion that moves a rack: v n_b = w n_a x (r_c - r_a), where the pitch point r_c is on the rack.
class RackAndPinion final : public Component {
 public:
  RackAndPinion(Component* owner, std::string_view name);
  Frame bearing{this, "bearing"}, frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<Vector3> n_a{this, "n_a", {0.0, 0.0, 1.0}, "1", "axis of the pinion, in the bearing"};
  Parameter<Vector3> n_b{
      this, "n_b", {1.0, 0.0, 0.0}, "1", "direction of the rack, in the bearing"};
  Parameter<Vector3> r_a{this, "r_a", {0.0, 0.0, 0.0}, "m", "centre of the pinion, in the bearing"};
  Parameter<Vector3> r_b{this, "r_b", {0.0, -0.1, 0.0}, "m", "frame_b at s = 0, in the bearing"};
  Parameter<Vector3> r_c{this, "r_c", {0.0, -0.1, 0.0}, "m", "pitch point, in the bearing"};
  FixedTranslation translation_a{this, "translation_a"}, translation_b{this, "translation_b"};
  ActuatedRevolute pinion{this, "pinion"};
  ActuatedPrismatic rack{this, "rack"};
  rotational::IdealGearR2T mesh{this, "mesh"};
  Picture picture{this, "picture"}, picture_rack{this, "picture_rack"};
  void build() override;
  void equations() override;
};

/// Base of the gears with planets: a carrier that turns about n in the housing, two central wheels
/// about the same axis, and planets that mesh with both.
///
/// The central wheels turn on the carrier; what they do relative to it is in proportion to what the
/// planets do. Planets are bodies of the part; all have the same angle. Each of the wheels has a
/// picture, that of a planet is planet[1].picture.
class EpicyclicGear : public Component {
 public:
  EpicyclicGear(Component* owner, std::string_view name);
  Frame bearing{this, "bearing"}, frame_carrier{this, "frame_carrier"};
  Parameter<Vector3> n{this, "n", {1.0, 0.0, 0.0}, "1", "axis, in the bearing"};
  Parameter<int> planets{this, "planets", 3, "1", "number of planets", Check::positive};
  Parameter<double> m_planet{this, "m_planet", 0.0, "kg", "mass of a planet", Check::non_negative};
  Parameter<double> I_axis{
      this, "I_axis", 0.0, "kg.m2", "inertia of a planet about its axis", Check::non_negative};
  Parameter<double> I_across{
      this, "I_across", 0.0, "kg.m2", "inertia of a planet about a diameter", Check::non_negative};
  ActuatedRevolute carrier{this, "carrier"}, first{this, "first"}, second{this, "second"};

 protected:
  /// In build(): planet `number`, at r on the axis `axis`, both in the carrier. It turns by phi
  /// while the first central wheel turns by first_ratio phi.
  ActuatedRevolute& add_planet(int number, const Vector3& axis, const ExprVector3& r,
                               const Expr& first_ratio);
  /// The second central wheel turns by ratio phi. What further planets would say of it is nothing
  /// new.
  void mesh_second(ActuatedRevolute& planet, const Expr& ratio);
  /// In equations(): the planets as gears that mesh with others of the radius `other`.
  void show_planets(const Expr& radius, const Expr& other);

 private:
  struct Planet {
    Body* body;
    Vector3 axis;
  };
  std::vector<Planet> planets_;
};

/// Differential of bevel gears: the shafts turn about n with angles whose mean is that of the
/// carrier.
///
/// The axes of the planets are across n. Seen along n the left wheel is behind them, the right one
/// before.
class Differential final : public EpicyclicGear {
 public:
  Differential(Component* owner, std::string_view name);
  Frame frame_left{this, "frame_left"}, frame_right{this, "frame_right"};
  Parameter<double> r_side{this,           "r_side", 0.04, "m", "radius of the two side wheels",
                           Check::positive};
  Parameter<double> r_planet{this, "r_planet", 0.03, "m", "radius of the planets", Check::positive};
  Picture picture_left{this, "picture_left"}, picture_right{this, "picture_right"};
  void build() override;
  void equations() override;
};

/// Planetary gear: sun, carrier and ring turn about n, r_sun w_sun + r_ring w_ring = (r_sun +
/// r_ring) w_carrier, where r_ring = r_sun + 2 r_planet.
class PlanetaryGear final : public EpicyclicGear {
 public:
  PlanetaryGear(Component* owner, std::string_view name);
  Frame frame_sun{this, "frame_sun"}, frame_ring{this, "frame_ring"};
  Parameter<double> r_sun{this, "r_sun", 0.04, "m", "radius of the sun", Check::positive};
  Parameter<double> r_planet{this, "r_planet", 0.03, "m", "radius of the planets", Check::positive};
  Picture picture_sun{this, "picture_sun"}, picture_ring{this, "picture_ring"};
  void build() override;
  void equations() override;
};

}  // namespace multibond::mechanics3d
