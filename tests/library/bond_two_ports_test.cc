// Transformers and gyrators: closed forms, scalar and as multibonds, constant and modulated.
#include <cmath>

#include "bond_bench.h"
#include "multibond/base/dense.h"
#include "multibond/library/bonds/graph.h"
#include "multibond/library/bonds/gyrators.h"
#include "multibond/library/bonds/planar.h"
#include "multibond/library/bonds/sensors.h"
#include "multibond/library/bonds/transformers.h"
#include "multibond/library/signal_sources.h"

namespace multibond::bonds {
namespace {

using ::testing::HasSubstr;
using Kind = CausalRule::Kind;

const Eigen::Matrix3d kMatrix{{2, 1, 0}, {-1, 3, 0.5}, {0.25, 0, 1}};
const Eigen::Vector3d kEffort(1, -2, 4), kResistance(2, 5, 0.5);

/// What a bench must find: effort and flow at both ports for M, e1 and the load R.
struct Answer {
  VectorX f1, e2, f2;
};

Answer transformer_effort(const MatrixX& m, const VectorX& e1, const VectorX& r) {
  const VectorX e2 = m * e1, f2 = e2.cwiseQuotient(r);
  return {m.transpose() * f2, e2, f2};
}
Answer transformer_flow(const MatrixX& m, const VectorX& e1, const VectorX& r) {
  const VectorX e2 = dense::LuFactors(m.transpose()).solve(e1), f2 = e2.cwiseQuotient(r);
  return {dense::LuFactors(m).solve(f2), e2, f2};
}
Answer gyrator_effort(const MatrixX& m, const VectorX& e1, const VectorX& r) {
  const VectorX f2 = m * e1, e2 = r.cwiseProduct(f2);
  return {m.transpose() * e2, e2, f2};
}
Answer gyrator_flow(const MatrixX& m, const VectorX& e1, const VectorX& r) {
  const VectorX f2 = dense::LuFactors(m.transpose()).solve(e1), e2 = r.cwiseProduct(f2);
  return {dense::LuFactors(m).solve(e2), e2, f2};
}

void expect_answer(const Result& result, const Answer& answer) {
  const int nA = static_cast<int>(answer.f1.size()), nB = static_cast<int>(answer.e2.size());
  expect_near(-final_vector(result, "source.port.f", nA), answer.f1, 1e-12);
  expect_near(final_vector(result, "load.port.e", nB), answer.e2, 1e-12);
  expect_near(final_vector(result, "load.port.f", nB), answer.f2, 1e-12);
  // Power passes undiminished.
  expect_near(VectorX::Constant(1, answer.f1.dot(final_vector(result, "source.port.e", nA))),
              VectorX::Constant(1, answer.f2.dot(answer.e2)), 1e-12);
}

template <typename Part>
void check_constant(Answer (*expected)(const MatrixX&, const VectorX&, const VectorX&)) {
  Between<Part> scalar;
  scalar.source.e0 = 3.0;
  scalar.load.R = 2.0;
  scalar.part.M = 4.0;
  expect_answer(
      simulate(scalar, {.stop = 1, .intervals = 1}),
      expected(MatrixX::Constant(1, 1, 4), VectorX::Constant(1, 3), VectorX::Constant(1, 2)));
  Between<Part> multi(3);
  multi.source.e0 = kEffort;
  multi.load.R = kResistance;
  multi.part.M = kMatrix;
  expect_answer(simulate(multi, {.stop = 1, .intervals = 1}),
                expected(kMatrix, kEffort, kResistance));
}

/// M(t) = (1 + t) kMatrix, once as signals and once as an expression.
template <typename Part>
void check_modulated(Answer (*expected)(const MatrixX&, const VectorX&, const VectorX&)) {
  const Answer answer = expected(3 * kMatrix, kEffort, kResistance);
  struct BySignals : Between<Part> {
    BySignals() : Between<Part>(3) {
      for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) {
          auto& entry = this->template create<signals::RealExpression>("m" + std::to_string(i) +
                                                                       std::to_string(j));
          entry.set((1 + this->time()) * kMatrix(i, j));
          this->connect(entry.y, this->part.M(i, j));
        }
      }
    }
  } by_signals;
  by_signals.source.e0 = kEffort;
  by_signals.load.R = kResistance;
  expect_answer(simulate(by_signals, {.stop = 2, .intervals = 4}), answer);

  Between<Part> by_law(3);
  by_law.source.e0 = kEffort;
  by_law.load.R = kResistance;
  by_law.part.M.set([&] {
    ExprMatrix m(3, 3);
    for (int i = 0; i < 9; ++i) m.data()[i] = (1 + by_law.time()) * kMatrix.data()[i];
    return m;
  });
  expect_answer(simulate(by_law, {.stop = 2, .intervals = 4}), answer);
}

TEST(Transformer, OfEfforts) { check_constant<TF_effort>(transformer_effort); }
TEST(Transformer, OfFlows) { check_constant<TF_flow>(transformer_flow); }
TEST(Gyrator, OfEfforts) { check_constant<GY_effort>(gyrator_effort); }
TEST(Gyrator, OfFlows) { check_constant<GY_flow>(gyrator_flow); }
TEST(Transformer, OfEffortsModulated) { check_modulated<mTF_effort>(transformer_effort); }
TEST(Transformer, OfFlowsModulated) { check_modulated<mTF_flow>(transformer_flow); }
TEST(Gyrator, OfEffortsModulated) { check_modulated<mGY_effort>(gyrator_effort); }
TEST(Gyrator, OfFlowsModulated) { check_modulated<mGY_flow>(gyrator_flow); }

TEST(Gyrator, SymplecticSwapsEffortAndFlow) {
  Between<SGY> model(3);
  model.source.e0 = kEffort;
  model.load.R = kResistance;
  expect_answer(simulate(model, {.stop = 1, .intervals = 1}),
                gyrator_effort(Eigen::Matrix3d::Identity(), kEffort, kResistance));
}

TEST(Transformer, ProjectsOntoASmallerBond) {
  const MatrixX m{{1, 2, 3}, {0, -1, 0.5}};
  const Eigen::Vector2d resistance(2, 3);
  Between<TF2_effort> model(3, 2);
  model.part.nA = 3;
  model.part.nB = 2;
  model.part.M = m;
  model.source.e0 = kEffort;
  model.load.R = resistance;
  expect_answer(simulate(model, {.stop = 1, .intervals = 1}),
                transformer_effort(m, kEffort, resistance));
}

TEST(Transformer, ProjectsFlowsOntoALargerBond) {
  // A slide: e1 = M' e2 and e2 = R M f1.
  const MatrixX m{{1}, {2}, {-1}};
  Between<TF2_flow> model(1, 3);
  model.part.nB = 3;
  model.part.M = m;
  model.source.e0 = 6.0;
  model.load.R = kResistance;
  const Result result = simulate(model, {.stop = 1, .intervals = 1});
  const double f1 = 6 / (m.transpose() * kResistance.asDiagonal() * m)(0, 0);
  EXPECT_NEAR(result.final("source.port.f"), -f1, 1e-12);
  expect_near(final_vector(result, "load.port.f", 3), m * f1, 1e-12);
}

TEST(Transformer, ProjectionsAreModulatedToo) {
  Between<mTF2_flow> model(1, 2);
  model.part.nB = 2;
  model.load.R = {2, 3};
  model.source.e0 = 5.0;
  model.part.M.set([&] { return ExprMatrix{{cos(model.time())}, {sin(model.time())}}; });
  const Result result = simulate(model, {.stop = 1, .intervals = 4});
  const double c = std::cos(1.0), s = std::sin(1.0), f1 = 5 / (2 * c * c + 3 * s * s);
  EXPECT_NEAR(result.final("load.port.f[1]"), c * f1, 1e-12);
  EXPECT_NEAR(result.final("load.port.e[2]"), 3 * s * f1, 1e-12);

  Between<mTF2_effort> effort(1, 2);
  effort.part.nB = 2;
  effort.part.M.set([&] { return ExprMatrix{{effort.time()}, {2.0}}; });
  effort.source.e0 = 5.0;
  expect_answer(simulate(effort, {.stop = 3, .intervals = 4}),
                transformer_effort(MatrixX{{3}, {2}}, VectorX::Constant(1, 5), VectorX::Ones(2)));
}

TEST(Transformer, HarpoonsMayPointBackwards) {
  struct Backwards : Model {
    Se source{this, "source"};
    TF_flow part{this, "part"};
    R load{this, "load"};
    Backwards() {
      part.M = 2.0;
      bond(*this, part.port_a, source);
      bond(*this, load, part.port_b);
    }
  };
  const Result result = simulate(Backwards{}, {.stop = 1, .intervals = 1});
  EXPECT_NEAR(result.final("load.port.e"), 0.5, 1e-12);
  EXPECT_NEAR(result.final("source.port.f"), -0.25, 1e-12);
}

// -- causality ------------------------------------------------------------------------------------

template <typename Part>
std::vector<CausalRule> rules_of(const MatrixX& m) {
  Between<Part> model(static_cast<int>(m.cols()));
  model.part.M = m;
  flatten(model);
  return model.part.causal_rules();
}

TEST(CausalRules, ADiagonalMatrixIsManyScalarTransformers) {
  const std::vector<CausalRule> rules = rules_of<TF_effort>(Eigen::Matrix2d{{2, 0}, {0, 3}});
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[1].kind, Kind::transformer);
  EXPECT_THAT(rules[1].places, ::testing::ElementsAre(1, 3));
  EXPECT_EQ(rules_of<GY_flow>(MatrixX::Constant(1, 1, 2))[0].kind, Kind::gyrator);
}

TEST(CausalRules, AFullMatrixIsOneRule) {
  const std::vector<CausalRule> rules = rules_of<TF_flow>(kMatrix);
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].kind, Kind::flow_matrix);
  EXPECT_EQ(rules[0].matrix, kMatrix);
  EXPECT_THAT(rules[0].places, ::testing::ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(rules_of<TF_effort>(kMatrix)[0].kind, Kind::effort_matrix);
  EXPECT_EQ(rules_of<GY_flow>(kMatrix)[0].kind, Kind::gyrator_matrix);
  EXPECT_EQ(rules_of<GY_effort>(kMatrix)[0].kind, Kind::gyrator_inverse_matrix);
}

TEST(CausalRules, BlocksOfAMatrixAreIndependent) {
  const std::vector<CausalRule> rules =
      rules_of<TF_flow>(Eigen::Matrix3d{{0, 1, 2}, {5, 0, 0}, {0, 3, 4}});
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[0].kind, Kind::transformer);
  EXPECT_THAT(rules[0].places, ::testing::ElementsAre(0, 4));
  EXPECT_THAT(rules[1].places, ::testing::ElementsAre(1, 2, 3, 5));
  EXPECT_EQ(rules[1].matrix, (Eigen::Matrix2d{{1, 2}, {3, 4}}));
}

TEST(CausalRules, AComponentThatIsNotTransformedIsASource) {
  Between<TF2_flow> model(2, 2);
  model.part.nA = 2;
  model.part.nB = 2;
  model.part.M = Eigen::Matrix2d{{1, 0}, {0, 0}};
  flatten(model);
  const std::vector<CausalRule> rules = model.part.causal_rules();
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_EQ(rules[0].kind, Kind::transformer);
  EXPECT_EQ(rules[1].kind, Kind::effort_source);  // e1[2] = 0
  EXPECT_EQ(rules[2].kind, Kind::flow_source);    // f2[2] = 0
  EXPECT_THAT(rules[2].places, ::testing::ElementsAre(3));
}

TEST(CausalRules, ModulatedEntriesHaveSomeValue) {
  struct Turning : Between<planar::TranslationalTF> {
    signals::Constant angle{this, "angle"};
    Turning() : Between(3) { connect(angle.y, part.phi); }
  } model;
  flatten(model);
  const std::vector<CausalRule> rules = model.part.causal_rules();
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].matrix(0, 0), 1);
  EXPECT_EQ(rules[0].matrix(2, 0), 0);
  EXPECT_NE(rules[0].matrix(0, 2), 0);
  EXPECT_NE(rules[0].matrix(1, 2), 0);
  EXPECT_EQ(model.part.code(), "mTF");
}

// -- planar ---------------------------------------------------------------------------------------

TEST(Planar, AnArmTurnsClockwise) {
  struct Turning : Between<planar::TranslationalTF> {
    signals::Constant angle{this, "angle"}, length{this, "length"};
    Turning() : Between(3) {
      connect(angle.y, part.phi);
      connect(length.y, part.ampl);
    }
  } model;
  model.angle.k = 0.3;
  model.length.k = 2.0;
  model.part.d = Vector2(1, -3);
  model.source.e0 = Eigen::Vector3d(1, 2, 3);
  const Result result = simulate(model, {.stop = 1, .intervals = 1});
  // The velocity of the end is that of the position 2 (cos d1 + sin d2, -sin d1 + cos d2).
  const auto end = [](double phi) {
    return Eigen::Vector2d(2 * (std::cos(phi) - 3 * std::sin(phi)),
                           2 * (-std::sin(phi) - 3 * std::cos(phi)));
  };
  const double h = 1e-5;
  const Eigen::Vector2d slope = (end(0.3 + h) - end(0.3 - h)) / (2 * h);
  MatrixX m = Eigen::Matrix3d::Identity();
  m.block(0, 2, 2, 1) = slope;
  const Answer answer = transformer_flow(m, Eigen::Vector3d(1, 2, 3), VectorX::Ones(3));
  expect_near(final_vector(result, "load.port.f", 3), answer.f2, 1e-8);
}

TEST(Planar, ASlideTurnsClockwise) {
  struct Sliding : Model {
    Sf speed{this, "speed"};
    planar::PrismaticTF slide{this, "slide"};
    R load{this, "load"};
    signals::Constant angle{this, "angle"};
    Sliding() {
      load.n = 2;
      speed.f0 = 2.0;
      angle.k = 0.3;
      slide.d = Vector2(0.6, 0.8);
      connect(angle.y, slide.phi);
      bond(*this, speed, slide.port_a);
      bond(*this, slide.port_b, load);
    }
  };
  const Result result = simulate(Sliding{}, {.stop = 1, .intervals = 1});
  const double c = std::cos(0.3), s = std::sin(0.3);
  EXPECT_NEAR(result.final("load.port.f[1]"), 2 * (c * 0.6 + s * 0.8), 1e-12);
  EXPECT_NEAR(result.final("load.port.f[2]"), 2 * (-s * 0.6 + c * 0.8), 1e-12);
  EXPECT_NEAR(result.final("speed.port.e"), 2, 1e-12);
}

TEST(Planar, APositionBlockAddsTheArmAndTheAngle) {
  struct Chain : Model {
    signals::Constant x{this, "x"}, phi{this, "phi"};
    planar::Translation block{this, "block"}, open{this, "open"};
    Chain() {
      x.k = 2.0;
      phi.k = 0.5;
      block.d = Vector2(1, -3);
      for (planar::Translation* part : {&block, &open}) {
        for (std::size_t i = 0; i < 3; ++i) connect(x.y, part->q1[i]);
      }
      connect(phi.y, block.phi);
      connect(phi.y, block.ampl);
    }
  };
  const Result result = simulate(Chain{}, {.stop = 1, .intervals = 1});
  const double c = std::cos(2.0), s = std::sin(2.0);
  EXPECT_NEAR(result.final("block.q2[1].value"), 2 + 0.5 * (c - 3 * s), 1e-12);
  EXPECT_NEAR(result.final("block.q2[2].value"), 2 + 0.5 * (-s - 3 * c), 1e-12);
  EXPECT_NEAR(result.final("block.q2[3].value"), 2.5, 1e-12);
  EXPECT_NEAR(result.final("open.q2[1].value"), 2 + c, 1e-12);
  EXPECT_NEAR(result.final("open.q2[3].value"), 2, 1e-12);
}

// -- messages -------------------------------------------------------------------------------------

TEST(TwoPortMessages, MatricesOfTheWrongSizeAreRefused) {
  Between<TF_flow> square(2);
  square.part.M = MatrixX::Ones(2, 3);
  EXPECT_THAT(sample::message_of([&] { flatten(square); }),
              HasSubstr("part has cardinality 2, but M is a matrix of 2 rows and 3 columns."));
  Between<TF2_flow> projective(2, 1);
  projective.part.nA = 2;
  projective.part.M = MatrixX::Ones(2, 1);
  EXPECT_THAT(sample::message_of([&] { flatten(projective); }),
              HasSubstr("part has nA = 2 and nB = 1, but M is a matrix of 2 rows and 1 columns."));
  Between<mTF_flow> modulated(2);
  modulated.part.M.set([] { return ExprMatrix(ExprMatrix::Zero(3, 2)); });
  EXPECT_THAT(sample::message_of([&] { flatten(modulated); }),
              HasSubstr("part.M is an expression of 3 rows and 2 columns instead of 2 and 2."));
}

TEST(TwoPortMessages, SingularMatricesAreRefused) {
  Between<TF_flow> model(2);
  model.part.M = MatrixX{{1, 2}, {2, 4}};
  EXPECT_THAT(
      sample::message_of([&] { flatten(model); }),
      HasSubstr("part has a singular matrix M = [1, 2; 2, 4]. Give it an invertible one, or "
                "use a projective transformer (TF2)."));
  Between<GY_effort> zero;
  zero.part.M = 0.0;
  EXPECT_THAT(sample::message_of([&] { flatten(zero); }), HasSubstr("singular matrix M = [0]"));
}

TEST(TwoPortMessages, APortMustBeNamed) {
  Between<TF_flow> model;
  EXPECT_THAT(sample::message_of([&] { bond(model, model.source, model.part); }),
              HasSubstr("part has several ports, and a bond names none of them. Name the port"));
}

TEST(TwoPortMessages, SignalsAndAnExpressionExcludeEachOther) {
  Between<mTF_flow> model;
  model.part.M(0, 0);
  model.part.M.set(Expr(2.0));
  EXPECT_THAT(sample::message_of([&] { flatten(model); }),
              HasSubstr("part.M is given by an expression and by signals."));
}

TEST(TwoPortMessages, SignalsFollowTheCardinality) {
  Between<mTF_flow> model;
  EXPECT_THAT(sample::message_of([&] { model.part.M(1, 0); }),
              HasSubstr("part has no signal M in row 2, column 1: there are 1 rows and 1 columns. "
                        "Give the element its cardinality before"));
  model.part.M(0, 0);
  model.part.n = 2;
  EXPECT_THAT(sample::message_of([&] { flatten(model); }),
              HasSubstr("The cardinality of part was changed after part.M had been connected."));
}

}  // namespace
}  // namespace multibond::bonds
