// Elements and blocks of mechanics in space as bond graphs against the wrapped components.
#include "examples/bond_space.h"

#include "multibond/library/bonds/bonds.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

using examples::BeadBonds;
using examples::CardanPendulumBonds;
using examples::EulerJunctionStructure;
using examples::TopBonds;

Vector3 flow_of(const Result& result, const std::string& port) {
  return vector_of(result, port + ".f");
}

// -- Eulerian junction structure ------------------------------------------------------------------

struct Tumbling : Weightless {
  Body body{this, "body"};
  Tumbling() {
    body.I_11 = 1.0;
    body.I_22 = 2.0;
    body.I_33 = 3.0;
    body.w.start(Vector3(0.1, 5, 0.1)).fixed();
  }
};

/// The same with one gyrator of multibonds.
struct TumblingBonds : Model {
  bonds::J1 rotation{this, "rotation"};
  bonds::IF inertia{this, "inertia"};
  bonds::space::MGY gyroscopic{this, "gyroscopic"};
  TumblingBonds() {
    const MatrixX tensor = Vector3(1, 2, 3).asDiagonal();
    rotation.n = 3;
    inertia.n = 3;
    inertia.I = tensor;
    inertia.f_start = {0.1, 5, 0.1};
    inertia.fixed = true;
    gyroscopic.I = tensor;
    bond(*this, rotation, inertia);
    bond(*this, rotation, gyroscopic);
  }
};

/// A run that must keep its energy of 25.02 J: nothing flows in or out to compare an error with.
Result conservative(Component&& model) {
  const Result result = simulate(model, {.stop = 3, .tolerance = 1e-10, .intervals = 20});
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_LT(std::abs(result.energy.error()), 1e-8 * 25.02);
  return result;
}

TEST(BondSpace, TheEulerianJunctionStructureTumblesLikeABody) {
  const Result body = conservative(Tumbling{}), multi = conservative(TumblingBonds{}),
               single = conservative(EulerJunctionStructure{});
  const Vector3 w = vector_of(body, "body.w");
  EXPECT_GT(std::abs(w(1) - 5), 1);  // it has turned over
  expect_near(flow_of(multi, "inertia.port"), w, 1e-7);
  expect_near(
      Vector3(single.final("Ix.port.f"), single.final("Iy.port.f"), single.final("Iz.port.f")), w,
      1e-7);
}

// -- heavy top ------------------------------------------------------------------------------------

/// The wrapped components that TopBonds draws as a graph.
struct Top : Scene {
  Spherical joint{this, "joint"};
  Body body{this, "body"};
  Top() {
    body.m = 1.5;
    body.r_CM = Vector3(0.3, 0, 0);
    body.I_11 = 0.03;
    body.I_22 = 0.02;
    body.I_33 = 0.02;
    joint.w.start(Vector3(60, 0, 0)).fixed();
    connect(ground.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  }
};

TEST(BondSpace, AHeavyTopMovesLikeTheWrappedOne) {
  const Result wrapped = audited(Top{}, 1), graph = audited(TopBonds{}, 1);
  expect_near(flow_of(graph, "inertia.port"), vector_of(wrapped, "body.w"), 1e-6);
  Matrix3 R;
  for (int i = 0; i < 9; ++i) {
    R(i / 3, i % 3) = graph.final(fmt::format("matrix.R[{}].value", i + 1));
  }
  expect_near(R.transpose(), axes_of(wrapped, "body.frame_a"), 1e-7);
}

/// The wrapped components that CardanPendulumBonds draws as a graph.
TEST(BondSpace, CardanAnglesFollowARotationAndLeadBack) {
  struct Wrapped : Scene {
    Spherical joint{this, "joint"};
    Body body{this, "body"};
    Wrapped() {
      joint.orientation.states = "cardan";
      joint.orientation.sequence = Vector3(3, 1, 2);
      joint.orientation.phi_start = Vector3(0.3, -0.2, 0.4);
      joint.orientation.fixed = true;
      joint.w.start(Vector3(0.5, -1, 0.8)).fixed();
      body.m = 1.5;
      body.r_CM = Vector3(0.4, -0.3, 0.2);
      set_inertia(body, CardanPendulumBonds::tensor());
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
    }
  };
  const Result wrapped = audited(Wrapped{}, 0.5), graph = audited(CardanPendulumBonds{}, 0.5);
  expect_near(flow_of(graph, "inertia.port"), vector_of(wrapped, "body.w"), 1e-7);
  const Vector3 phi = vector_of(wrapped, "joint.orientation.phi");
  expect_near(vector_of(graph, "angles.angles"), phi, 1e-8);
  expect_near(vector_of(graph, "back.phi", ".value"), phi, 1e-8);
}

// -- bead on a bar --------------------------------------------------------------------------------

struct Bead : Scene {
  FixedRotation base{this, "base"};
  Revolute hinge{this, "hinge"};
  Prismatic slide{this, "slide"};
  Body drum{this, "drum"};
  PointMass bead{this, "bead"};
  Bead() {
    world.n = Vector3(0, 0, -1);
    base.rotationType = "sequence";
    base.angles = Vector3(0.5, -0.3, 0);
    hinge.phi.start(0.0).fixed();
    hinge.w.start(4.0).fixed();
    slide.s.start(0.1).fixed();
    slide.v.start(0.0).fixed();
    slide.mobility.c = 20.0;
    drum.m = 0.0;
    drum.I_11 = 0.1;
    drum.I_22 = 0.1;
    drum.I_33 = 0.2;
    bead.m = 0.4;
    connect(ground.frame_b, base.frame_a);
    connect(base.frame_b, hinge.frame_a);
    connect(hinge.frame_b, drum.frame_a);
    connect(hinge.frame_b, slide.frame_a);
    connect(slide.frame_b, bead.frame_a);
  }
};

TEST(BondSpace, ABeadOnABarMovesLikeTheWrappedOne) {
  const Result wrapped = audited(Bead{}, 1), graph = audited(BeadBonds{}, 1);
  EXPECT_NEAR(graph.final("angle.y.value"), wrapped.final("hinge.phi"), 1e-8);
  EXPECT_NEAR(graph.final("distance.y.value"), wrapped.final("slide.s"), 1e-8);
  expect_near(vector_of(graph, "place.x2", ".value"), vector_of(wrapped, "bead.x"), 1e-8);
  expect_near(flow_of(graph, "mass.port"), vector_of(wrapped, "bead.v"), 1e-7);
}

// The other direction: the world's side is the one whose velocity is known, and R1 follows from R2.
TEST(BondSpace, RotationsAreComputedInEitherDirection) {
  struct Turned : Model {
    bonds::Sf source{this, "source"};
    bonds::space::RotationTF turn{this, "turn"};
    bonds::R load{this, "load"};
    ComponentArray<signals::Constant> phi{this, "phi", 3}, identity{this, "identity", 9};
    bonds::space::CardanRotation matrix{this, "matrix"};
    bonds::space::Rotation rotation{this, "rotation"};
    explicit Turned(bool forward) {
      source.n = 3;
      source.f0 = {1, 2, 3};
      load.n = 3;
      load.R = {1, 4, 9};
      turn.forward = forward;
      rotation.forward = forward;
      bond(*this, source, forward ? turn.port_a : turn.port_b);
      bond(*this, forward ? turn.port_b : turn.port_a, load);
      const double angles[] = {0.3, -0.7, 1.1};
      for (int i = 0; i < 3; ++i) {
        phi[i].k = angles[i];
        connect(phi[i].y, matrix.phi[i]);
      }
      for (int i = 0; i < 9; ++i) {
        identity[i].k = i % 4 == 0 ? 1.0 : 0.0;
        connect(matrix.R[i], turn.R[i]);
        connect(matrix.R[i], rotation.Rrel[i]);
        connect(identity[i].y, forward ? rotation.R1[i] : rotation.R2[i]);
      }
    }
  };
  const Matrix3 A = turned_about(Vector3::UnitX(), 0.3) * turned_about(Vector3::UnitY(), -0.7) *
                    turned_about(Vector3::UnitZ(), 1.1);
  for (const bool forward : {false, true}) {
    SCOPED_TRACE(forward);
    const Result result = audited(Turned(forward), 1);
    const Matrix3 R = forward ? Matrix3(A.transpose()) : A;
    expect_near(flow_of(result, "load.port"), R * Vector3(1, 2, 3), 1e-12);
    Matrix3 other;
    for (int i = 0; i < 9; ++i) {
      const std::string name = forward ? "rotation.R2[{}].value" : "rotation.R1[{}].value";
      other(i / 3, i % 3) = result.final(fmt::format(fmt::runtime(name), i + 1));
    }
    expect_near(other, R, 1e-12);
  }
}

// -- blocks by themselves -------------------------------------------------------------------------

/// Nine signals as rows.
Matrix3 matrix_of(const Result& result, const std::string& path) {
  Matrix3 value;
  for (int i = 0; i < 9; ++i) {
    value(i / 3, i % 3) = result.final(fmt::format("{}[{}].value", path, i + 1));
  }
  return value;
}

const Vector3 kRate(0.9, -1.4, 0.6), kStart(0.3, -0.2, 0.4), kReach(0.3, -0.5, 0.7),
    kPlace(1, 2, -3), kForce(4, -1, 2);

/// An angular velocity in the body, from which orientation and places follow, and two arms of the
/// body that are pushed at their ends.
struct Blocks : Model {
  ComponentArray<signals::Constant> w{this, "w", 3}, x{this, "x", 3}, r{this, "r", 3};
  signals::Constant angle{this, "angle"}, twice{this, "twice"};
  bonds::space::ToQuaternions quaternion{this, "quaternion"};
  bonds::space::QuaternionRotation of_quaternion{this, "of_quaternion"};
  bonds::space::ToCardanAngles cardan{this, "cardan"};
  bonds::space::CardanRotation of_cardan{this, "of_cardan"};
  bonds::space::PlanarRotation planar{this, "planar"};
  bonds::space::Translation place{this, "place"};
  bonds::Sf turn{this, "turn"}, turn2{this, "turn2"};
  bonds::Se push{this, "push"}, push2{this, "push2"};
  bonds::space::TranslationalTF arm{this, "arm"};
  bonds::space::TranslationalMTF given_arm{this, "given_arm"};
  Blocks() {
    quaternion.sequence = Vector3(3, 1, 2);
    quaternion.phi_start = kStart;
    cardan.sequence = Vector3(3, 1, 2);
    cardan.phi_start = kStart;
    of_cardan.sequence = Vector3(3, 1, 2);
    planar.n = Vector3(2 * kSkew);
    angle.k = 0.7;
    twice.k = 2.0;
    place.r = kReach;
    arm.r = kReach;
    for (bonds::Element* element :
         std::initializer_list<bonds::Element*>{&turn, &turn2, &push, &push2}) {
      element->n = 3;
    }
    for (bonds::Sf* source : {&turn, &turn2}) source->f0 = VectorX(kRate);
    for (bonds::Se* source : {&push, &push2}) source->e0 = VectorX(kForce);
    bonds::bond(*this, {turn, arm, push});
    bonds::bond(*this, {turn2, given_arm, push2});
    connect(angle.y, planar.phi);
    connect(twice.y, place.ampl);
    connect(twice.y, arm.ampl);
    for (int i = 0; i < 3; ++i) {
      w[i].k = kRate(i);
      x[i].k = kPlace(i);
      r[i].k = kReach(i);
      connect(w[i].y, quaternion.w[i]);
      connect(w[i].y, cardan.w[i]);
      connect(x[i].y, place.x1[i]);
      connect(r[i].y, given_arm.r[i]);
      connect(cardan.phi[i], of_cardan.phi[i]);
    }
    for (int i = 0; i < 4; ++i) connect(quaternion.Q[i], of_quaternion.Q[i]);
    for (int i = 0; i < 9; ++i) connect(of_quaternion.R[i], place.R[i]);
  }
};

TEST(BondSpace, BlocksFollowATurnWithAConstantRate) {
  const double stop = 1.3;
  const Result result = audited(Blocks{}, stop);
  const Matrix3 start = turned_about(Vector3::UnitZ(), kStart(0)) *
                        turned_about(Vector3::UnitX(), kStart(1)) *
                        turned_about(Vector3::UnitY(), kStart(2));
  const Matrix3 A = start * turned_about(kRate, kRate.norm() * stop);
  expect_near(matrix_of(result, "of_quaternion.R"), A.transpose(), 1e-8);
  expect_near(matrix_of(result, "of_cardan.R"), A.transpose(), 1e-8);
  expect_near(matrix_of(result, "planar.R"), turned_about(kSkew, -0.7), 1e-14);
  expect_near(vector_of(result, "place.x2", ".value"), kPlace + A * (2 * kReach), 1e-8);
}

TEST(BondSpace, ArmsTurnRatesIntoVelocitiesAndForcesIntoTorques) {
  const Result result = audited(Blocks{}, 1);
  // Sources stand at both ends: what flows out of them is taken away from the arm, and the torque
  // of a force that pushes back is r x F.
  for (const auto& [arm, scale] : {std::pair{"arm", 2.0}, std::pair{"given_arm", 1.0}}) {
    SCOPED_TRACE(arm);
    const Vector3 r = scale * kReach;
    expect_near(vector_of(result, std::string(arm) + ".port_b.f").cwiseAbs(),
                kRate.cross(r).cwiseAbs(), 1e-14);
    const Vector3 torque = vector_of(result, std::string(arm) + ".port_a.e"),
                  force = vector_of(result, std::string(arm) + ".port_b.e");
    expect_near(torque, r.cross(force), 1e-14);
    EXPECT_NEAR(force.norm(), kForce.norm(), 1e-14);
    EXPECT_NEAR(torque.dot(vector_of(result, std::string(arm) + ".port_a.f")) +
                    force.dot(vector_of(result, std::string(arm) + ".port_b.f")),
                0, 1e-13);
  }
}

}  // namespace
}  // namespace multibond::mechanics3d
