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

}  // namespace
}  // namespace multibond::mechanics3d
