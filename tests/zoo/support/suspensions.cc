// Wheel suspensions: x forward, y up, z to the side.
#include "zoo.h"

namespace multibond::zoo {
namespace {

using Point = Vector3d;
constexpr JointKind R = JointKind::revolute, S = JointKind::spherical;

Pose at(const Point& p) { return {p, Matrix3d::Identity()}; }

Mechanism double_wishbone() {
  Mechanism m{.name = "DoubleWishbone"};
  const Point low(0, 0, .4), high(0, .3, .45), ball_low(.02, -.02, .75), ball_high(-.02, .28, .7);
  const auto lower = m.link(at(low)), upper = m.link(at(high)), upright = m.link(at(ball_low));
  const auto hinge = m.joint(R, 0, lower, low, Point::UnitX());
  m.joint(R, 0, upper, high, Point(1, .05, 0).normalized());
  m.joint(S, lower, upright, ball_low);
  m.joint(S, upper, upright, ball_high);
  m.rod(0, Point(.15, .1, .42), upright, Point(.14, .08, .74));
  m.joints[hinge].spring = 40;
  m.drive(hinge, 1);
  return m.with_masses();
}

Mechanism macpherson() {
  Mechanism m{.name = "MacPherson"};
  const Point hinge(0, 0, .4), ball(0, -.03, .75), foot(0, .15, .7), top(-.02, .6, .62);
  const auto arm = m.link(at(hinge)), upright = m.link(at(ball)), strut = m.link(at(top));
  m.drive(m.joint(R, 0, arm, hinge, Point::UnitX()), 1);
  m.joint(S, arm, upright, ball);
  const auto damper =
      m.joint(JointKind::prismatic, upright, strut, foot, (top - foot).normalized());
  m.joint(S, strut, 0, top);
  m.rod(0, Point(.15, .05, .45), upright, Point(.14, .03, .72));
  m.joints[damper].spring = 300;
  return m.with_masses();
}

/// Five rods hold the upright.
Mechanism multilink() {
  Mechanism m{.name = "Multilink"};
  const Point hub(0, 0, .8);
  const auto upright = m.link(at(hub));
  m.joint(JointKind::free, 0, upright, hub);
  m.joints[0].on_a.x.setZero();
  m.rod(0, Point(.25, -.1, .4), upright, Point(.05, -.12, .75));
  m.rod(0, Point(-.2, -.12, .35), upright, Point(-.04, -.12, .76));
  m.rod(0, Point(.1, .2, .45), upright, Point(.03, .17, .74));
  m.rod(0, Point(-.22, .18, .42), upright, Point(-.05, .16, .73));
  m.rod(0, Point(-.3, -.02, .38), upright, Point(-.15, -.03, .77));
  m.drive(0, .5, 1);
  m.with_masses();
  return m;
}

/// Rigid axle on four rods, two of them slanting.
Mechanism four_link_axle() {
  Mechanism m{.name = "FourLinkAxle", .mobility = 2};
  const Point centre(0, 0, 0);
  const auto axle = m.link(at(centre));
  m.joint(JointKind::free, 0, axle, centre);
  m.rod(0, Point(.6, -.05, .5), axle, Point(.02, -.1, .55));
  m.rod(0, Point(.6, -.05, -.5), axle, Point(.02, -.1, -.55));
  m.rod(0, Point(.5, .12, .4), axle, Point(-.02, .15, .1));
  m.rod(0, Point(.5, .12, -.4), axle, Point(-.02, .15, -.1));
  m.drive(0, .3, 1);
  return m.with_masses();
}

/// Trailing arms with a cross beam: semi-rigid axle, a rod across (Panhard).
Mechanism panhard() {
  Mechanism m{.name = "PanhardAxle", .mobility = 2};
  const Point ball(.7, 0, 0);
  const auto axle = m.link(at(ball));
  m.joint(S, 0, axle, ball);
  m.rod(0, Point(0, .1, -.5), axle, Point(.02, .05, .5));
  return m.with_masses();
}

}  // namespace

std::vector<Mechanism> suspensions() {
  return {double_wishbone(), macpherson(), multilink(), four_link_axle(), panhard()};
}

}  // namespace multibond::zoo
