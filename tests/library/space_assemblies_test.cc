// Joint assemblies against the same joints connected one by one.
//
// Each closes a loop between a crank and the ground (or a second crank); bodies hang on all frames
// that an assembly has between. The plain version has other joints in the role of the cut.
#include <type_traits>

#include "multibond/library/rotational.h"
#include "multibond/library/translational.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

constexpr double kStop = 0.7, kStiffness = 4, kFree = 0.3;

void set_body(Body& body, double m, const Vector3& centre) {
  body.m = m;
  body.r_CM = centre;
  set_inertia(body, 0.1 * m * full_inertia());
}

/// A spring between the flanges of the last joint of an assembly.
template <typename Assembly>
struct Sprung {
  using Flange = typename Assembly::Flange;
  using Spring = std::conditional_t<std::is_same_v<Flange, rotational::Flange>, rotational::Spring,
                                    translational::Spring>;
  explicit Sprung(Component& model, Assembly& assembly) : spring(&model, "spring") {
    spring.c = kStiffness;
    if constexpr (requires { spring.phi_rel0; }) {
      spring.phi_rel0 = kFree;
    } else {
      spring.s_rel0 = kFree;
    }
    model.connect(assembly.bearing, spring.flange_a);
    model.connect(assembly.axis, spring.flange_b);
  }
  Spring spring;
};

/// The same in a joint that stands alone.
template <typename Joint>
void set_spring(Joint& joint) {
  joint.mobility.c = kStiffness;
  joint.mobility.q_ref = kFree;
}

/// A crank about an axis at the ground whose pin lies at `pin` while its angle is zero, and a frame
/// at rest with the axes of the world.
struct Crank : Scene {
  Revolute crank{this, "crank"};
  FixedTranslation throw_{this, "throw"};
  Body wheel{this, "wheel"};
  FixedTranslation base{this, "base"};
  Crank(const Vector3& axis, const Vector3& pin, const Vector3& rest) {
    crank.n = axis;
    crank.phi.start(0.0).fixed();
    crank.w.start(3.0).fixed();
    throw_.r = pin;
    base.r = rest;
    set_body(wheel, 2, Vector3(0.02, 0.05, 0.01));
    connect(ground.frame_b, crank.frame_a);
    connect(crank.frame_b, throw_.frame_a);
    connect(crank.frame_b, wheel.frame_a);
    connect(ground.frame_b, base.frame_a);
  }
  Frame& pin() { return throw_.frame_b; }
  Frame& rest() { return base.frame_b; }
};

void expect_same(Component&& assembly, Component&& plain,
                 const std::vector<std::pair<std::string, std::string>>& pairs) {
  const Result a = audited(std::move(assembly), kStop), b = audited(std::move(plain), kStop);
  EXPECT_NEAR(a.final("crank.phi"), b.final("crank.phi"), 1e-7);
  EXPECT_GT(std::abs(a.final("crank.phi")), 0.03);  // it has moved
  for (const auto& [left, right] : pairs) {
    SCOPED_TRACE(left);
    expect_near(vector_of(a, left + ".x"), vector_of(b, right + ".x"), 1e-7);
    expect_near(axes_of(a, left), axes_of(b, right), 1e-7);
  }
}

const Vector3 kAxis(0, 0, 1), kPin(0.1, 0.2, 0.05), kRest(1.0, 0.1, 0.1);

/// Rod 2 of the assemblies with a last joint: from frame_ib to the middle joint.
const Vector3 kRod2(-0.3, 0.4, 0.2);
/// Rod 1 closes the loop at the start.
const Vector3 kRod1 = kRest + kRod2 - kPin;

/// The last joint, rod 2 and its bodies, one by one.
template <typename Last>
struct Plain : Crank {
  Last last{this, "last"};
  FixedTranslation rod2{this, "rod2"};
  Body on_ib{this, "on_ib"}, on_im{this, "on_im"};
  explicit Plain(const Vector3& n_b) : Crank(kAxis, kPin, kRest) {
    last.n = n_b;
    set_spring(last);
    rod2.r = kRod2;
    set_body(on_ib, 1.5, Vector3(0.1, 0.1, 0));
    set_body(on_im, 0.5, Vector3(0, 0.02, 0.03));
    connect(rest(), last.frame_a);
    connect(last.frame_b, rod2.frame_a);
    connect(last.frame_b, on_ib.frame_a);
    connect(rod2.frame_b, on_im.frame_a);
  }
};

/// The same with an assembly.
template <typename Assembly>
struct Assembled : Crank {
  Assembly assembly{this, "assembly"};
  Sprung<Assembly> sprung{*this, assembly};
  Body on_ib{this, "on_ib"}, on_im{this, "on_im"};
  explicit Assembled(const Vector3& n_b) : Crank(kAxis, kPin, kRest) {
    assembly.n_b = n_b;
    assembly.rRod2_ib = kRod2;
    set_body(on_ib, 1.5, Vector3(0.1, 0.1, 0));
    set_body(on_im, 0.5, Vector3(0, 0.02, 0.03));
    connect(pin(), assembly.frame_a);
    connect(assembly.frame_b, rest());
    connect(assembly.frame_ib, on_ib.frame_a);
    connect(assembly.frame_im, on_im.frame_a);
  }
};

const std::vector<std::pair<std::string, std::string>> kEnds = {
    {"assembly.frame_ib", "on_ib.frame_a"}, {"assembly.frame_im", "on_im.frame_a"}};

// -- loops in space -------------------------------------------------------------------------------

template <typename Assembly, typename Last>
void expect_SSx(const Vector3& n_b) {
  struct Whole : Assembled<Assembly> {
    explicit Whole(const Vector3& n_b) : Assembled<Assembly>(n_b) {
      this->assembly.rod1Length = kRod1.norm();
    }
  };
  struct Parts : Plain<Last> {
    Universal universal{this, "universal"};
    FixedTranslation rod1{this, "rod1"};
    Spherical ball{this, "ball"};
    explicit Parts(const Vector3& n_b) : Plain<Last>(n_b) {
      universal.n_a = Vector3(0, 0, 1);
      universal.n_b = Vector3(0, 1, 0);
      rod1.r = kRod1;
      this->connect(this->pin(), universal.frame_a);
      this->connect(universal.frame_b, rod1.frame_a);
      this->connect(rod1.frame_b, ball.frame_a);
      this->connect(ball.frame_b, this->rod2.frame_b);
    }
  };
  expect_same(Whole(n_b), Parts(n_b), kEnds);
}

TEST(JointAssemblies, SphericalSphericalRevolute) {
  expect_SSx<JointSSR, Revolute>(Vector3(0.2, 1, 1));
}

TEST(JointAssemblies, SphericalSphericalPrismatic) {
  expect_SSx<JointSSP, Prismatic>(Vector3(1, 0.2, -0.1));
}

TEST(JointAssemblies, TheRodOfTwoSphericalJointsMayHaveAMass) {
  struct Whole : Assembled<JointSSR> {
    Whole() : Assembled(Vector3(0.2, 1, 1)) {
      assembly.rod1Length = kRod1.norm();
      assembly.rod1Mass = 0.8;
    }
  };
  struct Parts : Plain<Revolute> {
    Rod rod1{this, "rod1"};
    Parts() : Plain(Vector3(0.2, 1, 1)) {
      rod1.length = kRod1.norm();
      rod1.m = 0.8;
      connect(pin(), rod1.frame_a);
      connect(rod1.frame_b, rod2.frame_b);
    }
  };
  expect_same(Whole{}, Parts{}, kEnds);
}

template <typename Assembly, typename Last>
void expect_USx(const Vector3& n_b) {
  struct Whole : Assembled<Assembly> {
    Body on_ia{this, "on_ia"};
    explicit Whole(const Vector3& n_b) : Assembled<Assembly>(n_b) {
      this->assembly.n1_a = Vector3(0, 1, 2);
      this->assembly.rRod1_ia = kRod1;
      set_body(on_ia, 0.7, kRod1 / 2);
      this->connect(this->assembly.frame_ia, on_ia.frame_a);
    }
  };
  struct Parts : Plain<Last> {
    Revolute first{this, "first"}, second{this, "second"};
    FixedTranslation rod1{this, "rod1"};
    Spherical ball{this, "ball"};
    Body on_ia{this, "on_ia"};
    explicit Parts(const Vector3& n_b) : Plain<Last>(n_b) {
      first.n = Vector3(0, 1, 2);
      second.n = Vector3(0, 1, 2).cross(kRod1);
      rod1.r = kRod1;
      set_body(on_ia, 0.7, kRod1 / 2);
      this->connect(this->pin(), first.frame_a);
      this->connect(first.frame_b, second.frame_a);
      this->connect(second.frame_b, rod1.frame_a);
      this->connect(second.frame_b, on_ia.frame_a);
      this->connect(rod1.frame_b, ball.frame_a);
      this->connect(ball.frame_b, this->rod2.frame_b);
    }
  };
  auto pairs = kEnds;
  pairs.emplace_back("assembly.frame_ia", "on_ia.frame_a");
  expect_same(Whole(n_b), Parts(n_b), pairs);
}

TEST(JointAssemblies, UniversalSphericalRevolute) {
  expect_USx<JointUSR, Revolute>(Vector3(0.2, 1, 1));
}

TEST(JointAssemblies, UniversalSphericalPrismatic) {
  expect_USx<JointUSP, Prismatic>(Vector3(1, 0.2, -0.1));
}

TEST(JointAssemblies, SphericalUniversalPrismatic) {
  struct Whole : Assembled<JointSUP> {
    Body on_ia{this, "on_ia"};
    Whole() : Assembled(Vector3(1, 0.2, -0.1)) {
      assembly.n1_b = Vector3(0, 1, 2);
      assembly.rRod1_ia = kRod1;
      set_body(on_ia, 0.7, kRod1 / 2);
      connect(assembly.frame_ia, on_ia.frame_a);
    }
  };
  struct Parts : Plain<Prismatic> {
    Revolute first{this, "first"}, second{this, "second"};
    FixedTranslation rod1{this, "rod1"};
    Spherical ball{this, "ball"};
    Body on_ia{this, "on_ia"};
    Parts() : Plain(Vector3(1, 0.2, -0.1)) {
      first.n = Vector3(0, 1, 2);
      second.n = Vector3(0, 1, 2).cross(kRod1);
      rod1.r = kRod1;
      set_body(on_ia, 0.7, kRod1 / 2);
      connect(rod2.frame_b, first.frame_a);
      connect(first.frame_b, second.frame_a);
      connect(second.frame_b, rod1.frame_b);
      connect(rod1.frame_a, on_ia.frame_a);
      connect(rod1.frame_a, ball.frame_a);
      connect(ball.frame_b, pin());
    }
  };
  auto pairs = kEnds;
  pairs.emplace_back("assembly.frame_ia", "on_ia.frame_a");
  expect_same(Whole{}, Parts{}, pairs);
}

TEST(JointAssemblies, UniversalPrismaticSpherical) {
  const Vector3 leg = kRest - kPin;
  struct Common : Crank {
    Body on_ia{this, "on_ia"}, on_ib{this, "on_ib"};
    translational::Spring spring{this, "spring"};
    Common() : Crank(kAxis, kPin, kRest) {
      set_body(on_ia, 0.7, Vector3(0.1, 0, 0.1));
      set_body(on_ib, 0.4, Vector3(0, 0.1, 0.1));
      spring.c = 50.0;
      spring.s_rel0 = 0.8;
    }
  };
  struct Whole : Common {
    JointUPS assembly{this, "assembly"};
    explicit Whole(const Vector3& leg) {
      assembly.n1_a = Vector3(0, 1, 0);
      assembly.nAxis_ia = leg;
      assembly.joint.s.start(leg.norm());
      connect(pin(), assembly.frame_a);
      connect(assembly.frame_b, rest());
      connect(assembly.frame_ia, on_ia.frame_a);
      connect(assembly.frame_ib, on_ib.frame_a);
      connect(assembly.bearing, spring.flange_a);
      connect(assembly.axis, spring.flange_b);
    }
  };
  struct Parts : Common {
    Universal universal{this, "universal"};
    ActuatedPrismatic slide{this, "slide"};
    Spherical ball{this, "ball"};
    explicit Parts(const Vector3& leg) {
      universal.n_a = Vector3(0, 1, 0);
      universal.n_b = Vector3(0, 1, 0).cross(leg);
      slide.n = leg;
      slide.s.start(leg.norm());
      connect(pin(), universal.frame_a);
      connect(universal.frame_b, slide.frame_a);
      connect(universal.frame_b, on_ia.frame_a);
      connect(slide.frame_b, ball.frame_a);
      connect(slide.frame_b, on_ib.frame_a);
      connect(ball.frame_b, rest());
      connect(slide.bearing, spring.flange_a);
      connect(slide.axis, spring.flange_b);
    }
  };
  expect_same(Whole(leg), Parts(leg),
              {{"assembly.frame_ia", "on_ia.frame_a"}, {"assembly.frame_ib", "on_ib.frame_a"}});
}

// -- planar loops ---------------------------------------------------------------------------------

// In a plane that lies askew in space, and for frames at rest whose axes are others than those of
// the crank: `corner` turns them.
const Vector3 kFlatPin = 0.3 * across(kSkew), kFlatRod1 = 1.0 * kSkew.cross(across(kSkew)),
              kFlatRod2 = -0.8 * across(kSkew);
const Vector3 kFlatRest = kFlatPin + kFlatRod1 - kFlatRod2;
constexpr double kCorner = 0.6;

/// The frame at rest of the last joint, turned by `corner` against the world, and vectors there.
struct Turned : Crank {
  FixedRotation corner{this, "corner"};
  Body on_ia{this, "on_ia"}, on_ib{this, "on_ib"};
  Turned() : Crank(kSkew, kFlatPin, kFlatRest) {
    corner.n = kAskew;
    corner.angle = kCorner;
    set_body(on_ia, 0.7, Vector3(0.1, 0, 0.1));
    set_body(on_ib, 0.4, Vector3(0, 0.1, 0.1));
    connect(rest(), corner.frame_a);
  }
  static Vector3 there(const Vector3& v) { return turned_about(kAskew, kCorner).transpose() * v; }
};

template <typename Assembly>
struct FlatWhole : Turned {
  Assembly assembly{this, "assembly"};
  Sprung<Assembly> sprung{*this, assembly};
  explicit FlatWhole(const Vector3& n_b) {
    assembly.n_a = kSkew;
    assembly.rRod1_ia = kFlatRod1;
    assembly.rRod2_ib = there(kFlatRod2);
    assembly.n_b = there(n_b);
    if constexpr (requires { assembly.nR_b; }) assembly.nR_b = there(kSkew);
    connect(pin(), assembly.frame_a);
    connect(assembly.frame_b, corner.frame_b);
    connect(assembly.frame_ia, on_ia.frame_a);
    connect(assembly.frame_ib, on_ib.frame_a);
  }
};

/// Three joints in a row; the frames of the last are turned.
template <typename Middle, typename Last>
struct FlatParts : Turned {
  Revolute first{this, "first"};
  FixedTranslation rod1{this, "rod1"}, rod2{this, "rod2"};
  Middle middle{this, "middle"};
  Last last{this, "last"};
  FixedRotation back{this, "back"};
  FlatParts(const Vector3& n_middle, const Vector3& n_b) {
    first.n = kSkew;
    middle.n = n_middle;
    last.n = there(n_b);
    set_spring(last);
    back.n = kAskew;
    back.angle = kCorner;
    rod1.r = kFlatRod1;
    rod2.r = there(kFlatRod2);
    connect(pin(), first.frame_a);
    connect(first.frame_b, rod1.frame_a);
    connect(first.frame_b, on_ia.frame_a);
    connect(rod1.frame_b, middle.frame_a);
    connect(middle.frame_b, back.frame_a);
    connect(back.frame_b, rod2.frame_b);
    connect(rod2.frame_a, last.frame_b);
    connect(rod2.frame_a, on_ib.frame_a);
    connect(last.frame_a, corner.frame_b);
  }
};

const std::vector<std::pair<std::string, std::string>> kFlatEnds = {
    {"assembly.frame_ia", "on_ia.frame_a"}, {"assembly.frame_ib", "on_ib.frame_a"}};

TEST(JointAssemblies, RevoluteRevoluteRevolute) {
  expect_same(FlatWhole<JointRRR>(kSkew), FlatParts<Revolute, Revolute>(kSkew, kSkew), kFlatEnds);
}

TEST(JointAssemblies, RevoluteRevolutePrismatic) {
  const Vector3 along = kSkew.cross(kAskew);
  expect_same(FlatWhole<JointRRP>(along), FlatParts<Revolute, Prismatic>(kSkew, along), kFlatEnds);
}

TEST(JointAssemblies, RevolutePrismaticPrismatic) {
  struct Whole : Crank {
    JointRPP assembly{this, "assembly"};
    Sprung<JointRPP> sprung{*this, assembly};
    Body on_ia{this, "on_ia"}, on_ib{this, "on_ib"};
    Whole() : Crank(kSkew, kFlatPin, kFlatRest) {
      assembly.n_a = kSkew;
      assembly.nP_ia = kSkew.cross(kAskew);
      assembly.n_b = across(kSkew);
      assembly.rRod1_ia = kFlatRod1;
      assembly.rRod2_ib = kFlatRod2;
      set_body(on_ia, 0.7, Vector3(0.1, 0, 0.1));
      set_body(on_ib, 0.4, Vector3(0, 0.1, 0.1));
      connect(pin(), assembly.frame_a);
      connect(assembly.frame_b, rest());
      connect(assembly.frame_ia, on_ia.frame_a);
      connect(assembly.frame_ib, on_ib.frame_a);
    }
  };
  struct Parts : Crank {
    Revolute first{this, "first"};
    Prismatic middle{this, "middle"}, last{this, "last"};
    FixedTranslation rod1{this, "rod1"}, rod2{this, "rod2"};
    Body on_ia{this, "on_ia"}, on_ib{this, "on_ib"};
    Parts() : Crank(kSkew, kFlatPin, kFlatRest) {
      first.n = kSkew;
      middle.n = kSkew.cross(kAskew);
      last.n = across(kSkew);
      set_spring(last);
      rod1.r = kFlatRod1;
      rod2.r = kFlatRod2;
      set_body(on_ia, 0.7, Vector3(0.1, 0, 0.1));
      set_body(on_ib, 0.4, Vector3(0, 0.1, 0.1));
      connect(rest(), last.frame_a);
      connect(last.frame_b, on_ib.frame_a);
      connect(last.frame_b, rod2.frame_a);
      connect(rod2.frame_b, middle.frame_b);
      connect(middle.frame_a, rod1.frame_b);
      connect(rod1.frame_a, on_ia.frame_a);
      connect(rod1.frame_a, first.frame_b);
      connect(first.frame_a, pin());
    }
  };
  expect_same(Whole{}, Parts{}, kFlatEnds);
}

}  // namespace
}  // namespace multibond::mechanics3d
