#include "multibond/library/mechanics3d/gears.h"

#include <fmt/format.h>

#include <numbers>

namespace multibond::mechanics3d {
namespace {

/// Sine of the angle between directions that counts as zero.
constexpr double kParallel = 1e-6;
constexpr double kTurn = 2 * std::numbers::pi;

/// The two shafts of a gear are those of the part around it.
template <typename Part>
void lead_through(Part& part) {
  part.gear.n_a = part.n_a;
  part.gear.n_b = part.n_b;
  part.gear.r_a = part.r_a;
  part.gear.r_b = part.r_b;
  part.connect(part.bearing, part.gear.bearing);
  part.connect(part.gear.frame_a, part.frame_a);
  part.connect(part.gear.frame_b, part.frame_b);
}

/// A wheel as it is to be seen: its pitch point lies `height` along its axis and `arm` across.
struct PitchCircle {
  PitchCircle(const Vector3& axis, const ExprVector3& reach)
      : n(axis), height(reach.dot(n.cast<Expr>())), arm(reach - n.cast<Expr>() * height) {}
  Expr radius() const { return sqrt(arm.dot(arm)); }
  /// With its middle in the plane of the pitch point.
  Pose at(const Frame& frame) const { return moved_along(pose_along(frame, n), height); }
  Vector3 n;
  Expr height;
  ExprVector3 arm;
};

}  // namespace

// -- two shafts -----------------------------------------------------------------------------------

GearWheels::GearWheels(Component* owner, std::string_view name) : Component(owner, name) {
  lead_through(*this);
}

/// Velocities of the two wheels at the pitch point for a rate of one.
void GearWheels::build() {
  const Vector3 a = unit(n_a).cross(r_c.value() - r_a.value()),
                b = unit(n_b).cross(r_c.value() - r_b.value());
  if (a.isZero(0) || b.isZero(0)) {
    fail("has its pitch point on the axis of a wheel.", "Move r_c to where the wheels touch.");
  }
  if (a.normalized().cross(b.normalized()).norm() > kParallel) {
    fail("has wheels that slide at their pitch point: they move in different directions there.",
         "Give parallel axes or axes that meet, and r_c where both cones touch; of axes that cross "
         "use WormGear or GearConstraint.");
  }
  gear.ratio = b.dot(b) / a.dot(b);
}

/// Of wheels with parallel axes on the same side of the pitch point the larger one is a rim.
void GearWheels::equations() {
  const PitchCircle a(unit(n_a), r_c.expr() - r_a.expr()), b(unit(n_b), r_c.expr() - r_b.expr());
  const bool internal = a.n.cross(b.n).norm() < kParallel && now(a.arm.dot(b.arm)) > 0;
  const bool a_larger = now(a.radius()) > now(b.radius());
  const Expr radius_a = internal && a_larger ? -a.radius() : a.radius();
  const Expr radius_b = internal && !a_larger ? -b.radius() : b.radius();
  show_gear(picture, a.at(frame_a), radius_a, radius_b);
  show_gear(picture_b, b.at(frame_b), radius_b, radius_a);
}

WormGear::WormGear(Component* owner, std::string_view name) : Component(owner, name) {
  lead_through(*this);
}

/// The normal of the thread is across the radius of the worm and across the direction in which the
/// thread winds; along it both parts move with the same velocity.
void WormGear::build() {
  const Vector3 along = unit(n_a), arm = r_c.value() - r_a.value();
  const Vector3 round = along.cross(arm), thread = round + along * (lead.value() / kTurn);
  const Vector3 normal = thread.cross(arm), rim = unit(n_b).cross(r_c.value() - r_b.value());
  if (round.isZero(0) || std::abs(normal.dot(rim)) <= kParallel * normal.norm() * rim.norm()) {
    fail("has a thread along which the wheel could slide for ever: neither drives the other.",
         "Give n_a and n_b directions that cross, and r_c between the worm and the wheel.");
  }
  gear.ratio = normal.dot(rim) / normal.dot(round);
}

void WormGear::equations() {
  const PitchCircle worm(unit(n_a), r_c.expr() - r_a.expr()),
      wheel(unit(n_b), r_c.expr() - r_b.expr());
  const Expr radius = worm.radius();
  picture.show(Shape::cylinder, colours::kGear, moved_along(worm.at(frame_a), -3 * radius),
               {6 * radius, 2 * radius, 2 * radius});
  show_gear(picture_b, wheel.at(frame_b), wheel.radius(), wheel.radius());
}

RackAndPinion::RackAndPinion(Component* owner, std::string_view name) : Component(owner, name) {
  translation_a.r = r_a;
  translation_b.r = r_b;
  pinion.n = n_a;
  rack.n = n_b;
  connect(bearing, translation_a.frame_a);
  connect(bearing, translation_b.frame_a);
  connect(translation_a.frame_b, pinion.frame_a);
  connect(translation_b.frame_b, rack.frame_a);
  connect(pinion.frame_b, frame_a);
  connect(rack.frame_b, frame_b);
  connect(pinion.axis, mesh.flangeR);
  connect(rack.axis, mesh.flangeT);
}

void RackAndPinion::build() {
  const Vector3 rim = unit(n_a).cross(r_c.value() - r_a.value()), along = unit(n_b);
  if (rim.cross(along).norm() > kParallel * rim.norm() || rim.isZero(0)) {
    fail("has a pinion whose rim does not move along the rack at their pitch point.",
         "Give n_b the direction across n_a and across the way from r_a to r_c.");
  }
  mesh.ratio = 1 / rim.dot(along);
}

/// The rack moves with frame_b along the line where it touches.
void RackAndPinion::equations() {
  const PitchCircle wheel(unit(n_a), r_c.expr() - r_a.expr());
  const ExprVector3 along = unit(n_b).cast<Expr>(), reach = r_c.expr() - r_b.expr();
  const ExprVector3 middle = reach - along * along.dot(reach), half = along * (3 * wheel.radius());
  show_gear(picture, wheel.at(frame_a), wheel.radius(), wheel.radius());
  show_rail(picture_rack, frame_b.position() + frame_b.resolve(middle - half),
            frame_b.position() + frame_b.resolve(middle + half));
}

// -- planets --------------------------------------------------------------------------------------

EpicyclicGear::EpicyclicGear(Component* owner, std::string_view name) : Component(owner, name) {
  for (ActuatedRevolute* joint : {&carrier, &first, &second}) joint->n = n;
  first.picture.visible = false;  // where the pin of the carrier is
  second.picture.visible = false;
  connect(bearing, carrier.frame_a);
  connect(carrier.frame_b, frame_carrier);
  connect(carrier.frame_b, first.frame_a);
  connect(carrier.frame_b, second.frame_a);
}

ActuatedRevolute& EpicyclicGear::add_planet(int number, const Vector3& axis, const ExprVector3& r,
                                            const Expr& first_ratio) {
  if (number == 0) planets_.clear();
  const std::string index = fmt::format("[{}]", number + 1);
  auto& pin = create<FixedTranslation>("pin" + index);
  auto& joint = create<ActuatedRevolute>("joint" + index);
  auto& planet = create<Body>("planet" + index);
  auto& mesh = create<rotational::IdealGear>("mesh" + index);
  pin.r = r;
  joint.n = axis;
  planet.m = m_planet;
  planet.picture_CM.visible = false;
  planets_.push_back({&planet, axis});
  give_round_inertia(planet, axis, I_axis, I_across);
  mesh.ratio = first_ratio;
  connect(carrier.frame_b, pin.frame_a);
  connect(pin.frame_b, joint.frame_a);
  connect(joint.frame_b, planet.frame_a);
  connect(first.axis, mesh.flange_a);
  connect(mesh.flange_b, joint.axis);
  return joint;
}

void EpicyclicGear::mesh_second(ActuatedRevolute& planet, const Expr& ratio) {
  auto& mesh = create<rotational::IdealGear>("second_mesh");
  mesh.ratio = ratio;
  connect(second.axis, mesh.flange_a);
  connect(mesh.flange_b, planet.axis);
}

void EpicyclicGear::show_planets(const Expr& radius, const Expr& other) {
  for (const Planet& planet : planets_) {
    show_gear(planet.body->picture, pose_along(planet.body->frame_a, planet.axis), radius, other);
  }
}

Differential::Differential(Component* owner, std::string_view name) : EpicyclicGear(owner, name) {
  planets = 2;
  connect(first.frame_b, frame_left);
  connect(second.frame_b, frame_right);
}

/// On a planet's axis p the left wheel touches at r_side p - r_planet n, the right one at
/// r_side p + r_planet n: equal velocities there make the ratios.
void Differential::build() {
  const Vector3 along = unit(n), p = across(along), q = along.cross(p);
  const Expr ratio = r_planet / r_side;
  for (int i = 0; i < planets.value(); ++i) {
    const double angle = kTurn * i / planets.value();
    const Vector3 axis = std::cos(angle) * p + std::sin(angle) * q;
    auto& planet = add_planet(i, axis, axis.cast<Expr>() * r_side.expr(), ratio);
    if (i == 0) mesh_second(planet, -ratio);
  }
}

void Differential::equations() {
  const Vector3 along = unit(n);
  show_gear(picture_left, moved_along(pose_along(frame_left, along), -r_planet), r_side, r_planet);
  show_gear(picture_right, moved_along(pose_along(frame_right, along), r_planet), r_side, r_planet);
  show_planets(r_planet, r_side);
}

PlanetaryGear::PlanetaryGear(Component* owner, std::string_view name) : EpicyclicGear(owner, name) {
  connect(first.frame_b, frame_sun);
  connect(second.frame_b, frame_ring);
}

void PlanetaryGear::build() {
  const Vector3 along = unit(n), p = across(along), q = along.cross(p);
  const Expr ring = r_sun + 2 * r_planet;
  for (int i = 0; i < planets.value(); ++i) {
    const double angle = kTurn * i / planets.value();
    const Vector3 out = std::cos(angle) * p + std::sin(angle) * q;
    auto& planet = add_planet(i, along, out.cast<Expr>() * (r_sun + r_planet), -r_planet / r_sun);
    if (i == 0) mesh_second(planet, r_planet / ring);
  }
}

void PlanetaryGear::equations() {
  const Vector3 along = unit(n);
  show_gear(picture_sun, pose_along(frame_sun, along), r_sun, r_planet);
  show_gear(picture_ring, pose_along(frame_ring, along), -(r_sun + 2 * r_planet), r_planet);
  show_planets(r_planet, r_sun);
}

}  // namespace multibond::mechanics3d
