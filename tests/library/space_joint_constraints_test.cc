// Joints as constraints against the joints of the same kind, which are tested by themselves: a body
// that floats and is held, and one that has the coordinates of the joint.
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

const Vector3 kArm(0.4, -0.3, 0.6);
constexpr double kSpeed = 1.5;

/// Axes of frame_a that are released, as bits.
using Mask = int;

bool released(Mask mask, int axis) { return (mask >> axis & 1) != 0; }

/// A carrier turns about a skew axis; at the end of its arm a body is held.
struct Carrier : Scene {
  Revolute base{this, "base"};
  Body carrier{this, "carrier"}, body{this, "body"};
  FixedTranslation arm{this, "arm"};
  Carrier() {
    base.n = kSkew;
    base.phi.start(0.0).fixed();
    base.w.start(kSpeed).fixed();
    carrier.m = 2.0;
    set_inertia(carrier, 2 * full_inertia());
    arm.r = kArm;
    body.m = 1.5;
    body.r_CM = Vector3(0.5, 0.2, -0.3);
    set_inertia(body, full_inertia());
    connect(ground.frame_b, base.frame_a);
    connect(base.frame_b, carrier.frame_a);
    connect(base.frame_b, arm.frame_a);
  }
};

/// Held by coordinates: along the released axes it slides, then turns as the joint allows.
template <typename J>
struct ByJoint : Carrier {
  J joint{this, "joint"};
  explicit ByJoint(Mask mask) {
    Frame* last = &arm.frame_b;
    for (int i = 0; i < 3; ++i) {
      if (!released(mask, i)) continue;
      auto& slide = create<Prismatic>(fmt::format("slide{}", i + 1));
      slide.n = Vector3(Vector3::Unit(i));
      slide.s.start(0.0).fixed();
      slide.v.start(0.0).fixed();
      connect(*last, slide.frame_a);
      last = &slide.frame_b;
    }
    connect(*last, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  }
};

/// Held by a constraint: the body moves with the carrier at first.
template <typename J>
struct ByConstraint : Carrier {
  J joint{this, "joint"};
  explicit ByConstraint(Mask mask) {
    joint.x_locked = !released(mask, 0);
    joint.y_locked = !released(mask, 1);
    joint.z_locked = !released(mask, 2);
    body.x.start(kArm);
    body.v.start(Vector3(kSpeed * kSkew.cross(kArm)));
    body.w.start(Vector3(kSpeed * kSkew));
    connect(arm.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  }
};

/// `expect_torque` is given the run and the torque of the joint on the body, in frame_a.
template <typename Joint, typename Constraint, typename Prepare, typename ExpectTorque>
void expect_same(const Prepare& prepare, const ExpectTorque& expect_torque) {
  for (const Mask mask : {0, 1, 4, 6}) {
    SCOPED_TRACE(mask);
    ByJoint<Joint> joint(mask);
    ByConstraint<Constraint> constraint(mask);
    prepare(joint.joint);
    prepare(constraint.joint);
    const Result a = audited(std::move(joint), 0.8), b = audited(std::move(constraint), 0.8);
    EXPECT_NEAR(a.final("base.phi"), b.final("base.phi"), 1e-7);
    expect_near(vector_of(a, "body.x"), vector_of(b, "body.x"), 1e-7);
    expect_near(vector_of(a, "body.v"), vector_of(b, "body.v"), 1e-6);
    expect_near(vector_of(a, "body.w"), vector_of(b, "body.w"), 1e-6);
    expect_near(axes_of(a, "body.frame_a"), axes_of(b, "body.frame_a"), 1e-7);
    // The force that the joint exerts on the body, in frame_a; along released axes there is none.
    const Vector3 force =
        -axes_of(b, "joint.frame_a").transpose() * vector_of(a, "joint.frame_b.f");
    expect_near(vector_of(b, "joint.f"), force, 1e-5);
    for (int i = 0; i < 3; ++i) {
      if (!released(mask, i)) continue;
      EXPECT_EQ(b.final(fmt::format("joint.f[{}]", i + 1)), 0);
    }
    const Vector3 in_world = axes_of(a, "joint.frame_b") * vector_of(a, "joint.frame_b.t");
    expect_torque(b, Vector3(-axes_of(b, "joint.frame_a").transpose() * in_world));
  }
}

TEST(JointConstraints, TurnLikeARevoluteJoint) {
  expect_same<Revolute, RevoluteConstraint>(
      [](auto& joint) { joint.n = Vector3(3 * kAskew); },
      [](const Result& result, const Vector3& torque) {
        EXPECT_GT(torque.norm(), 0.1);
        EXPECT_NEAR(torque.dot(kAskew), 0, 1e-5);
        const double across = std::hypot(result.final("joint.t[1]"), result.final("joint.t[2]"));
        EXPECT_NEAR(across, torque.norm(), 1e-5);
      });
}

TEST(JointConstraints, SlideLikePrismaticJoints) {
  expect_same<Weld, PrismaticConstraint>([](auto&) {},
                                         [](const Result& result, const Vector3& torque) {
                                           EXPECT_GT(torque.norm(), 0.1);
                                           expect_near(vector_of(result, "joint.t"), torque, 1e-5);
                                         });
}

TEST(JointConstraints, TurnLikeASphericalJoint) {
  expect_same<Spherical, SphericalConstraint>(
      [](auto&) {}, [](const Result&, const Vector3& torque) { EXPECT_LT(torque.norm(), 1e-5); });
}

TEST(JointConstraints, TurnLikeAUniversalJoint) {
  const Vector3 n_b(1, 1, 0.5);
  expect_same<Universal, UniversalConstraint>(
      [&](auto& joint) {
        joint.n_a = kAskew;
        joint.n_b = n_b;
      },
      [&](const Result& result, const Vector3& torque) {
        const Vector3 axis = axes_of(result, "joint.frame_a").transpose() *
                             axes_of(result, "joint.frame_b") * n_b.normalized();
        EXPECT_GT(torque.norm(), 0.01);
        expect_near(axis.cross(kAskew) * result.final("joint.t"), torque, 1e-5);
      });
}

// -- rod ------------------------------------------------------------------------------------------

/// A crank and a slider whose ends a rod joins: closed with the crank upright and the slide at
/// zero.
struct CrankAndSlide : Scene {
  Revolute crank{this, "crank"};
  Prismatic slide{this, "slide"};
  FixedTranslation base{this, "base"};
  Body wheel{this, "wheel"}, block{this, "block"};
  FixedTranslation throw_{this, "throw"};
  CrankAndSlide() {
    crank.n = Vector3(1, 0, 0);
    crank.phi.start(0.0).fixed();
    crank.w.start(5.0).fixed();
    throw_.r = Vector3(0, 0.3, 0.1);
    wheel.r_CM = Vector3(0, 0.1, 0);
    set_inertia(wheel, full_inertia());
    base.r = Vector3(1.2, 0.1, 0);
    slide.s.start(0.0);
    block.m = 2.0;
    set_inertia(block, full_inertia());
    connect(ground.frame_b, crank.frame_a);
    connect(crank.frame_b, wheel.frame_a);
    connect(crank.frame_b, throw_.frame_a);
    connect(ground.frame_b, base.frame_a);
    connect(base.frame_b, slide.frame_a);
    connect(slide.frame_b, block.frame_a);
  }
  static Vector3 rod() { return {-1.2, 0.2, 0.1}; }
};

void set_bar(Body& bar) {
  bar.m = 0.7;
  bar.r_CM = CrankAndSlide::rod() / 2;
  set_inertia(bar, 0.1 * full_inertia());
}

TEST(UniversalSphericalRod, MovesAsItsJointsDo) {
  struct ByRod : CrankAndSlide {
    UniversalSpherical rod{this, "rod"};
    Body bar{this, "bar"};
    ByRod() {
      rod.n1_a = Vector3(0, 2, 0);
      rod.rRod_ia = CrankAndSlide::rod();
      set_bar(bar);
      connect(slide.frame_b, rod.frame_a);
      connect(rod.frame_b, throw_.frame_b);
      connect(rod.frame_ia, bar.frame_a);
    }
  };
  struct ByJoints : CrankAndSlide {
    Revolute first{this, "first"}, second{this, "second"};
    FixedTranslation rod{this, "rod"};
    Spherical ball{this, "ball"};
    Body bar{this, "bar"};
    ByJoints() {
      first.n = Vector3(0, 1, 0);
      second.n = Vector3(0, 1, 0).cross(CrankAndSlide::rod());
      rod.r = CrankAndSlide::rod();
      set_bar(bar);
      connect(slide.frame_b, first.frame_a);
      connect(first.frame_b, second.frame_a);
      connect(second.frame_b, rod.frame_a);
      connect(second.frame_b, bar.frame_a);
      connect(rod.frame_b, ball.frame_a);
      connect(ball.frame_b, throw_.frame_b);
    }
  };
  const Result a = audited(ByRod{}, 1), b = audited(ByJoints{}, 1);
  EXPECT_NEAR(a.final("crank.phi"), b.final("crank.phi"), 1e-7);
  EXPECT_NEAR(a.final("slide.s"), b.final("slide.s"), 1e-7);
  expect_near(axes_of(a, "bar.frame_a"), axes_of(b, "bar.frame_a"), 1e-7);
  // frame_ia lies at frame_a, and the rod leads from there to frame_b.
  expect_near(vector_of(a, "rod.frame_ia.x"), vector_of(a, "rod.frame_a.x"), 1e-12);
  expect_near(vector_of(a, "rod.frame_a.x") + axes_of(a, "rod.frame_ia") * CrankAndSlide::rod(),
              vector_of(a, "throw.frame_b.x"), 1e-9);
}

TEST(UniversalSphericalRod, WithoutMassIsARodOfConstantLength) {
  struct ByRod : CrankAndSlide {
    UniversalSpherical rod{this, "rod"};
    ByRod() {
      rod.rRod_ia = CrankAndSlide::rod();
      connect(slide.frame_b, rod.frame_a);
      connect(rod.frame_b, throw_.frame_b);
    }
  };
  struct ByDistance : CrankAndSlide {
    Rod rod{this, "rod"};
    ByDistance() {
      rod.length = CrankAndSlide::rod().norm();
      connect(slide.frame_b, rod.frame_a);
      connect(rod.frame_b, throw_.frame_b);
    }
  };
  const Result a = audited(ByRod{}, 1), b = audited(ByDistance{}, 1);
  EXPECT_NEAR(a.final("crank.phi"), b.final("crank.phi"), 1e-7);
  EXPECT_NEAR(a.final("slide.s"), b.final("slide.s"), 1e-7);
}

}  // namespace
}  // namespace multibond::mechanics3d
