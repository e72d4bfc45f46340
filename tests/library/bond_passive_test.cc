// Passive one-ports: conductances, fields, modulated and non-linear ones.
#include <cmath>

#include "bond_bench.h"
#include "multibond/library/bonds/fields.h"
#include "multibond/library/bonds/modulated.h"
#include "multibond/library/bonds/nonlinear.h"
#include "multibond/library/bonds/transformers.h"

namespace multibond::bonds {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = CausalRule::Kind;

const Eigen::Matrix3d kMatrix{{2, 1, 0}, {-1, 3, 0.5}, {0.25, 0, 1}};
const Eigen::Matrix3d kSymmetric{{2, 0.5, -0.25}, {0.5, 1, 0}, {-0.25, 0, 0.5}};
const Eigen::Vector3d kVector(1, -2, 4);
const SimulationOptions kOneStep{.stop = 1, .intervals = 1};
const SimulationOptions kTight{.stop = 2, .tolerance = 1e-10, .intervals = 10};

TEST(Passive, AConductanceIsAResistanceTheOtherWayRound) {
  Fed<Se, G> scalar;
  scalar.source.e0 = 3.0;
  scalar.part.G = 0.5;
  EXPECT_NEAR(simulate(scalar, kOneStep).final("part.port.f"), 1.5, 1e-14);
  Fed<Sf, G> multi(3);
  multi.source.f0 = kVector;
  multi.part.G = {1, 2, 4};
  expect_near(final_vector(simulate(multi, kOneStep), "part.port.e", 3), Eigen::Vector3d(1, -1, 1),
              1e-14);
}

TEST(Passive, AResistiveFieldMultipliesFlows) {
  Fed<Sf, RF> model(3);
  model.source.f0 = kVector;
  model.part.R = kMatrix;
  expect_near(final_vector(simulate(model, kOneStep), "part.port.e", 3), kMatrix * kVector, 1e-12);
  Fed<Se, RF> inverse(3);
  inverse.source.e0 = kVector;
  inverse.part.R = kMatrix;
  expect_near(final_vector(simulate(inverse, kOneStep), "part.port.f", 3),
              kMatrix.inverse() * kVector, 1e-12);
  Fed<Se, RF> scalar(3);
  scalar.source.e0 = kVector;
  scalar.part.R = 2.0;
  expect_near(final_vector(simulate(scalar, kOneStep), "part.port.f", 3), kVector / 2, 1e-12);
}

TEST(Passive, AConductiveFieldMultipliesEfforts) {
  Fed<Se, GF> model(3);
  model.source.e0 = kVector;
  model.part.G = kMatrix;
  expect_near(final_vector(simulate(model, kOneStep), "part.port.f", 3), kMatrix * kVector, 1e-12);
}

TEST(Passive, ACapacitiveFieldIntegratesFlows) {
  Fed<Sf, CF> model(3);
  model.source.f0 = kVector;
  model.part.C = kSymmetric;
  model.part.e_start = {1, 2, 3};
  model.part.fixed = true;
  const Eigen::Vector3d expected = Eigen::Vector3d(1, 2, 3) + 2 * kSymmetric.inverse() * kVector;
  expect_near(final_vector(simulate(model, kTight), "part.port.e", 3), expected, 1e-9);
}

TEST(Passive, AnInertialFieldIntegratesEfforts) {
  Fed<Se, IF> model(3);
  model.source.e0 = kVector;
  model.part.I = kSymmetric;
  model.part.f_start = {1, 2, 3};
  model.part.fixed = true;
  const Eigen::Vector3d expected = Eigen::Vector3d(1, 2, 3) + 2 * kSymmetric.inverse() * kVector;
  expect_near(final_vector(simulate(model, kTight), "part.port.f", 3), expected, 1e-9);
}

TEST(Passive, AFieldThatIsGivenItsStatesAnswersWithTheirRates) {
  struct Driven : Model {
    mSe source{this, "source"};
    CF part{this, "part"};
    Driven() {
      source.n = 2;
      part.n = 2;
      source.s.set([this] { return ExprMatrix{{sin(time())}, {time()}}; });
      part.C = MatrixX{{2, 1}, {1, 3}};
      bond(*this, source, part);
    }
  };
  const Result result = simulate(Driven{}, kTight);
  EXPECT_NEAR(result.final("part.port.f[1]"), 2 * std::cos(2.0) + 1, 1e-9);
  EXPECT_NEAR(result.final("part.port.f[2]"), std::cos(2.0) + 3, 1e-9);
}

TEST(Passive, AFieldMayStoreADifferenceOnly) {
  // A capacitor of 0.5 between two nodes with 1 and 3 ohm to ground, 2 A into the first.
  struct Floating : Model {
    Sf source{this, "source"};
    J0 nodes{this, "nodes"};
    R r{this, "r"};
    CF part{this, "part"};
    Floating() {
      for (Element* element : std::initializer_list<Element*>{&source, &nodes, &r, &part}) {
        element->n = 2;
      }
      source.f0 = {2, 0};
      r.R = {1, 3};
      part.C = MatrixX{{0.5, -0.5}, {-0.5, 0.5}};
      bond(*this, source, nodes);
      bond(*this, nodes, r);
      bond(*this, nodes, part);
    }
  };
  // e1 - e2 = 2 (1 - exp(-t / 2)) once charged from 0: the time constant is 0.5 (1 + 3).
  const Result result = simulate(Floating{}, kTight);
  const double difference = 2 * (1 - std::exp(-1.0));
  EXPECT_NEAR(result.final("part.port.e[1]") - result.final("part.port.e[2]"), difference, 1e-9);
}

TEST(Passive, ASingularFieldIsATransformerBeforeAFullOne) {
  // I = A'A of rank 2, and f2 = A f1 with an inertance of 1.
  const MatrixX a{{1, 2, -1}, {0.5, -1, 3}};
  struct Loop : Model {
    mSe source{this, "source"};
    J1 loop{this, "loop"};
    R r{this, "r"};
    Loop() {
      for (Element* element : std::initializer_list<Element*>{&source, &loop, &r}) element->n = 3;
      source.s.set([this] { return ExprMatrix{{1.0}, {sin(3 * time())}, {time()}}; });
      bond(*this, source, loop);
      bond(*this, loop, r);
    }
  };
  struct Direct : Loop {
    IF part{this, "part"};
    explicit Direct(const MatrixX& m) {
      part.n = 3;
      part.I = m;
      bond(*this, loop, part);
    }
  };
  struct Transformed : Loop {
    TF2_flow transformer{this, "transformer"};
    I part{this, "part"};
    explicit Transformed(const MatrixX& m) {
      transformer.nA = 3;
      transformer.nB = 2;
      transformer.M = m;
      part.n = 2;
      bond(*this, loop, transformer.port_a);
      bond(*this, transformer.port_b, part);
    }
  };
  const Result direct = simulate(Direct(a.transpose() * a), kTight);
  const Result transformed = simulate(Transformed(a), kTight);
  expect_near(final_vector(direct, "r.port.f", 3), final_vector(transformed, "r.port.f", 3), 1e-8);
}

TEST(Passive, AFieldStoresAQuadraticForm) {
  Fed<Sf, CF> model(3);
  model.part.C = kSymmetric;
  const System system = flatten(model);
  int stores = 0;
  for (const SystemPower& power : system.powers) {
    if (power.kind == PowerKind::stored_energy) ++stores;
  }
  EXPECT_EQ(stores, 1);
}

TEST(Passive, ModulatedResistancesFollowTheirSignals) {
  Fed<Sf, mR> resistance(3);
  resistance.source.f0 = kVector;
  resistance.part.R.set([&] {
    return ExprMatrix{{resistance.time()}, {2.0}, {exp(resistance.time())}};
  });
  expect_near(final_vector(simulate(resistance, kTight), "part.port.e", 3),
              Eigen::Vector3d(2, -4, 4 * std::exp(2.0)), 1e-12);
  Fed<Se, mG> conductance;
  conductance.source.e0 = 3.0;
  conductance.part.G.set(1 + conductance.time());
  EXPECT_NEAR(simulate(conductance, kTight).final("part.port.f"), 9, 1e-12);
}

TEST(Passive, NonlinearResistancesHaveALaw) {
  Fed<Sf, NonlinearR> resistance(3);
  resistance.source.f0 = kVector;
  resistance.part.law = [](const Expr& f) { return f * f * f; };
  expect_near(final_vector(simulate(resistance, kOneStep), "part.port.e", 3),
              Eigen::Vector3d(1, -8, 64), 1e-12);
  // The other way round an equation must be solved.
  Fed<Se, NonlinearR> inverse;
  inverse.source.e0 = 10.0;
  inverse.part.law = [](const Expr& f) { return f + f * f * f; };
  EXPECT_NEAR(simulate(inverse, kOneStep).final("part.port.f"), 2, 1e-9);
  Fed<Se, NonlinearG> conductance;
  conductance.source.e0 = 2.0;
  conductance.part.law = [](const Expr& e) { return 3 * tanh(e); };
  EXPECT_NEAR(simulate(conductance, kOneStep).final("part.port.f"), 3 * std::tanh(2.0), 1e-12);
}

TEST(Passive, NonlinearResistancesHaveATable) {
  Fed<Se, NonlinearG> model(3);
  model.source.e0 = {0.5, 3, -1};
  model.set("part.table", "[-1, -4; 0, 0; 1, 1; 2, 3]");
  expect_near(final_vector(simulate(model, kOneStep), "part.port.f", 3),
              Eigen::Vector3d(0.5, 5, -4), 1e-12);
  Fed<Se, NonlinearG> held;
  held.source.e0 = 3.0;
  held.set("part.table", "[-1, -4; 0, 0; 1, 1; 2, 3]");
  held.set("part.extrapolation", "hold");
  EXPECT_NEAR(simulate(held, kOneStep).final("part.port.f"), 3, 1e-12);
}

TEST(Passive, ANonlinearCapacitanceStoresCharge) {
  // e = q^2 fed by f = 3: q = 1 + 3 t.
  Fed<Sf, NonlinearC> model;
  model.source.f0 = 3.0;
  model.part.law = [](const Expr& q) { return q * q; };
  model.part.q_start = 1.0;
  model.part.fixed = true;
  const Result result = simulate(model, kTight);
  EXPECT_NEAR(result.final("part.q"), 7, 1e-9);
  EXPECT_NEAR(result.final("part.port.e"), 49, 1e-7);
  // Given the effort it answers with the flow: q = sqrt(e), f = q'.
  struct Driven : Model {
    mSe source{this, "source"};
    NonlinearC part{this, "part"};
    Driven() {
      source.s.set(exp(2 * time()));
      part.law = [](const Expr& q) { return q * q; };
      part.q_start = 1.0;
      bond(*this, source, part);
    }
  };
  const Result driven = simulate(Driven{}, {.stop = 1, .tolerance = 1e-10});
  EXPECT_NEAR(driven.final("part.q"), std::exp(1.0), 1e-9);
  EXPECT_NEAR(driven.final("part.port.f"), std::exp(1.0), 1e-8);
}

TEST(Passive, ANonlinearInertanceStoresMomentum) {
  // Relativistic: f = p / sqrt(1 + p^2) at constant effort.
  Fed<Se, NonlinearI> model(3);
  model.source.e0 = kVector;
  model.part.law = [](const Expr& p) { return p / sqrt(1 + p * p); };
  const Result result = simulate(model, kTight);
  const auto speed = [](double p) { return p / std::sqrt(1 + p * p); };
  expect_near(final_vector(result, "part.port.f", 3),
              Eigen::Vector3d(speed(2), speed(-4), speed(8)), 1e-9);
}

TEST(Passive, AnOscillatorOfNonlinearPartsKeepsItsEnergy) {
  // e = q + q^3 and f = sinh(p): H = q^2/2 + q^4/4 + cosh(p).
  struct Oscillator : Model {
    NonlinearC c{this, "c"};
    NonlinearI i{this, "i"};
    Oscillator() {
      c.law = [](const Expr& q) { return q + q * q * q; };
      c.q_start = 1.0;
      i.law = [](const Expr& p) { return sinh(p); };
      bond(*this, c, i);
    }
  };
  const Result result = simulate(Oscillator{}, {.stop = 20, .tolerance = 1e-11});
  const std::vector<double> q = result["c.q"], p = result["i.p"];
  for (std::size_t k = 0; k < result.rows(); ++k) {
    const double energy = q[k] * q[k] / 2 + std::pow(q[k], 4) / 4 + std::cosh(p[k]);
    ASSERT_NEAR(energy, 1.75, 1e-8);
  }
}

TEST(Passive, RulesOfAFieldFollowItsBlocks) {
  Fed<Sf, CF> model(3);
  model.part.C = MatrixX{{2, 0, 1}, {0, 1, 0}, {1, 0, 3}};
  flatten(model);
  const std::vector<CausalRule> rules = model.part.causal_rules();
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[0].kind, Kind::capacitive);
  EXPECT_THAT(rules[0].places, ElementsAre(0, 2));
  EXPECT_THAT(rules[1].places, ElementsAre(1));
}

TEST(PassiveMessages, UnsymmetricStorageIsRefused) {
  Fed<Sf, CF> capacitive(2);
  capacitive.part.C = MatrixX{{1, 2}, {0.5, 1}};
  EXPECT_THAT(sample::message_of([&] { flatten(capacitive); }),
              HasSubstr("part has a matrix C that is not symmetric: C[2,1] = 0.5, C[1,2] = 2. Such "
                        "a storage would yield energy in a cycle."));
  Fed<Se, IF> inertial(2);
  inertial.part.I = MatrixX{{1, 2}, {0.5, 1}};
  EXPECT_THAT(sample::message_of([&] { flatten(inertial); }), HasSubstr("part has a matrix I"));
}

TEST(PassiveMessages, WrongSizesAreRefused) {
  Fed<Se, G> vector(3);
  vector.part.G = {1, 2};
  EXPECT_THAT(sample::message_of([&] { flatten(vector); }),
              HasSubstr("part has cardinality 3, but G has 2 elements. Give G one value, or 3"));
  Fed<Se, GF> matrix(3);
  matrix.part.G = MatrixX::Ones(2, 2);
  EXPECT_THAT(sample::message_of([&] { flatten(matrix); }),
              HasSubstr("part has cardinality 3, but G is a matrix of 2 rows and 2 columns."));
  Fed<Se, mR> modulated(2);
  modulated.part.R.set(Expr(1.0));
  EXPECT_THAT(sample::message_of([&] { flatten(modulated); }),
              HasSubstr("part.R is an expression of 1 rows and 1 columns instead of 2 and 1."));
  Fed<Se, NonlinearG> table;
  table.set("part.table", "[1, 0; 0, 1]");
  EXPECT_THAT(sample::message_of([&] { flatten(table); }), HasSubstr("part.table"));
}

}  // namespace
}  // namespace multibond::bonds
