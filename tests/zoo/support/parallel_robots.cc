// Platforms on several legs.
#include "zoo.h"

namespace multibond::zoo {
namespace {

using Point = Vector3d;
constexpr JointKind R = JointKind::revolute, P = JointKind::prismatic, U = JointKind::universal,
                    S = JointKind::spherical;

Point around(double radius, double angle, double height) {
  return {radius * std::cos(angle), height, radius * std::sin(angle)};
}

/// A frame at `from` whose y axis points to `to`.
Pose towards(const Point& from, const Point& to) {
  return {from, Eigen::Quaterniond::FromTwoVectors(Point::UnitY(), to - from).toRotationMatrix()};
}

/// Any direction across d.
Point across(const Point& d) {
  return d.cross(std::abs(d.x()) < .7 * d.norm() ? Point::UnitX() : Point::UnitZ()).normalized();
}

/// A leg of two parts that slide in each other, with springs, from the ground to the platform.
std::size_t leg(Mechanism& m, JointKind foot, const Point& from, const Point& axis,
                std::size_t platform, const Point& to) {
  const Point way = (to - from).normalized();
  const auto lower = m.link({from, towards(from, to).A}), upper = m.link({to, towards(from, to).A});
  m.joint(foot, 0, lower, from, axis, way.cross(axis).normalized());
  const auto slide = m.joint(P, lower, upper, to, way);
  m.joints[slide].on_a.x.setZero();  // the length of the leg counts from its foot
  m.joints[slide].spring = 800;
  m.joint(S, upper, platform, to);
  return slide;
}

Mechanism stewart(int legs, const std::string& name) {
  Mechanism m{.name = name, .mobility = 6};
  const auto platform = m.link({Point(0, 1, 0), Matrix3d::Identity()});
  for (int k = 0; k < legs; ++k) {
    const double at = 2 * kPi / legs * k, side = k % 2 == 0 ? .35 : -.35;
    const Point foot = around(1, at + side, 0), top = around(.6, at - side * .6, 1);
    const auto slide = leg(m, U, foot, across(top - foot), platform, top);
    if (k < 6) m.drive(slide, .1 * (k - 2));
  }
  m.alike = .5;
  return m.with_masses();
}

Mechanism three_rps() {
  Mechanism m{.name = "ThreeRPS", .mobility = 3};
  const auto platform = m.link({Point(0, 1, 0), Matrix3d::Identity()});
  for (int k = 0; k < 3; ++k) {
    const double at = .2 + 2 * kPi / 3 * k;
    const Point foot = around(1, at, 0), axis(-std::sin(at), 0, std::cos(at));
    m.drive(leg(m, R, foot, axis, platform, around(.6, at, 1)), .1 * (k + 1));
  }
  return m.with_masses();
}

/// Clavel's Delta: three arms, each with a parallelogram of two rods; the platform does not turn.
Mechanism delta() {
  Mechanism m{.name = "Delta", .mobility = 3};
  const Point centre(0, -1, 0);
  const auto platform = m.link({centre, Matrix3d::Identity()});
  m.joint(JointKind::free, 0, platform, centre);
  for (int k = 0; k < 3; ++k) {
    const double at = .1 + 2 * kPi / 3 * k;
    const Point side(-std::sin(at), 0, std::cos(at)), shoulder = around(.3, at, 0);
    const Point elbow = shoulder + Point(.4 * std::cos(at), -.15, .4 * std::sin(at));
    const Point wrist = centre + around(.1, at, 0);
    const auto arm = m.link({shoulder, Matrix3d::Identity()});
    const auto motor = m.joint(R, 0, arm, shoulder, side);
    m.joints[motor].spring = 60;
    m.drive(motor, .3 * (k - 1.5));
    for (const double s : {-.1, .1}) m.rod(arm, elbow + s * side, platform, wrist + s * side);
  }
  return m.with_masses();
}

/// Crank and rocker across each other, the rod between them on two balls: it spins idly.
Mechanism rssr() {
  Mechanism m{.name = "RSSR", .mobility = 2};
  const Point A(0, 0, 0), B(0, .3, .1), C(1, .8, .6), D(1, 0, .5);
  const auto crank = m.link({A, Matrix3d::Identity()}), rod = m.link({B, Matrix3d::Identity()}),
             rocker = m.link({D, Matrix3d::Identity()});
  m.drive(m.joint(R, 0, crank, A, Point::UnitX()), 6);
  m.joint(S, crank, rod, B);
  m.joint(S, rod, rocker, C);
  m.joint(R, rocker, 0, D, Point(.2, .1, 1).normalized());
  return m.with_masses();
}

Mechanism rssp() {
  Mechanism m{.name = "RSSP", .mobility = 2};
  const Point A(0, 0, 0), B(0, .3, .1), C(1.2, .2, .5);
  const auto crank = m.link({A, Matrix3d::Identity()}), rod = m.link({B, Matrix3d::Identity()}),
             slider = m.link({C, Matrix3d::Identity()});
  m.drive(m.joint(R, 0, crank, A, Point::UnitX()), 6);
  m.joint(S, crank, rod, B);
  m.joint(S, rod, slider, C);
  m.joint(P, slider, 0, C, Point(1, .2, .1).normalized());
  return m.with_masses();
}

/// The same without an idle spin: a universal joint at one end.
Mechanism rsur() {
  Mechanism m{.name = "RSUR", .mobility = 1};
  const Point A(0, 0, 0), B(0, .3, .1), C(1, .8, .6), D(1, 0, .5);
  const auto crank = m.link({A, Matrix3d::Identity()}), rod = m.link({B, Matrix3d::Identity()}),
             rocker = m.link({D, Matrix3d::Identity()});
  m.drive(m.joint(R, 0, crank, A, Point::UnitX()), 6);
  m.joint(S, crank, rod, B);
  m.joint(U, rod, rocker, C, Point::UnitZ(), Point::UnitY());
  m.joint(R, rocker, 0, D, Point(.2, .1, 1).normalized());
  return m.with_masses();
}

/// A disc on a slanting crank with an anchor: wobble plate.
Mechanism rccc() {
  Mechanism m{.name = "RCCC"};
  const Point A(0, 0, 0), B(.3, .4, 0), C(1, .5, .4), D(1, 0, .5);
  const auto first = m.link({A, Matrix3d::Identity()}), second = m.link({B, Matrix3d::Identity()}),
             third = m.link({C, Matrix3d::Identity()});
  m.drive(m.joint(R, 0, first, A, Point(1, .1, .2).normalized()), 3);
  m.joint(JointKind::cylindrical, first, second, B, Point(.4, .2, 1).normalized());
  m.joint(JointKind::cylindrical, second, third, C, Point(.3, 1, .2).normalized());
  m.joint(JointKind::cylindrical, third, 0, D, Point(.9, -.2, .5).normalized());
  return m.with_masses();
}

}  // namespace

std::vector<Mechanism> parallel_robots() {
  return {stewart(6, "Stewart6"),
          stewart(7, "Gough7"),
          stewart(8, "Gough8"),
          three_rps(),
          delta(),
          rssr(),
          rssp(),
          rsur(),
          rccc()};
}

}  // namespace multibond::zoo
