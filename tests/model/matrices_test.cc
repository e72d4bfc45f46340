// Statements of vectors and matrices, and what reads as one.
#include "multibond/model/matrices.h"

#include "model/sample.h"

namespace multibond {
namespace {

using sample::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Sizes that are known to differ do not compile.
static_assert(SameShape<ExprVector3, VariableVector<3>>);
static_assert(SameShape<ExprVector, VariableVector<3>>);
static_assert(SameShape<VariableMatrix<3, 3>, Matrix3>);
static_assert(SameShape<Parameter<Vector2>, ExprVector2>);
static_assert(!SameShape<ExprVector3, ExprVector2>);
static_assert(!SameShape<VariableVector<3>, VariableVector<2>>);
static_assert(!SameShape<VariableMatrix<3, 3>, ExprVector3>);
static_assert(!MatrixLike<Variable> && !MatrixLike<Parameter<double>> && !MatrixLike<double>);

std::vector<std::string> equations_of(Component& model) {
  return sample::equation_texts(flatten(model));
}

TEST(Matrices, EquationsAreStatedElementByElement) {
  struct Body : Model {
    Parameter<Vector2> g{this, "g", {2, 3}, "", "gravity"};
    VariableVector<2> v{this, "v"}, x{this, "x"};
    VariableMatrix<2, 2> R{this, "R"};
    void equations() override {
      equation(der(x), v);
      equation(v, g);
      equation(R, Eigen::Matrix2d::Identity());
    }
  } by_vectors;
  struct Same : Model {
    Parameter<Vector2> g{this, "g", {2, 3}, "", "gravity"};
    VariableVector<2> v{this, "v"}, x{this, "x"};
    VariableMatrix<2, 2> R{this, "R"};
    void equations() override {
      for (int i = 0; i < 2; ++i) equation(der(x[i]), v[i]);
      for (int i = 0; i < 2; ++i) equation(v[i], g.element(i));
      for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i) equation(R(i, j), i == j ? 1.0 : 0.0);
    }
  } by_elements;
  EXPECT_EQ(by_vectors.R(1, 0).path(), "R[2,1]");
  EXPECT_EQ(equations_of(by_vectors), equations_of(by_elements));
}

TEST(Matrices, AVectorEqualsOneNumber) {
  struct Rest : Model {
    VariableVector<2> v{this, "v"};
    void equations() override { equation(v, 0.0); }
  } rest;
  EXPECT_EQ(equations_of(rest).size(), 2u);
}

TEST(Matrices, DifferentSizesAreAnError) {
  struct Model3 : Model {
    VariableVector<3> v{this, "v"};
    void equations() override { equation(v, ExprVector(VectorX::Zero(2).cast<Expr>())); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("states that a matrix of 3 x 1 equals one of 2 x 1. Give both sides the "
                        "same size."));
}

TEST(Matrices, PositionsRulesAndConstraintsOfVectors) {
  struct Point : Model {
    VariableVector<2> r{this, "r"}, v{this, "v"}, f{this, "f"};
    Point() { r.derivative_rule(v).hint(StateHint::avoid); }
    void equations() override {
      position_equation(r, ExprVector2(time(), 2 * time()));
      equation(v, ExprVector2(1.0, 2.0));
      constraint(ExprVector2(r[0] - time(), r[1] - 2 * time()), f);
    }
  } point;
  const System system = flatten(point);
  int positions = 0, constraints = 0;
  for (const SystemEquation& equation : system.equations) {
    positions += equation.role == EquationRole::position;
    constraints += equation.role == EquationRole::constraint;
  }
  EXPECT_EQ(positions, 2);
  EXPECT_EQ(constraints, 2);
  EXPECT_TRUE(point.r[1].data().has_rule);
}

TEST(Matrices, StartValuesAreCounted) {
  Model model;
  VariableVector<3> w{&model, "w"};
  EXPECT_THAT(
      message_of([&] {
        w.start({1.0, 2.0});
      }),
      HasSubstr("w has 3 elements and was given 2 values. Give one value for each element."));
  EXPECT_THAT(message_of([&] { w.start({1.0, 2.0, 3.0, 4.0}); }), HasSubstr("given 4"));
  EXPECT_THAT(message_of([&] { w.start(VectorX::Zero(4)); }), HasSubstr("given 4"));
  w.start(Vector3(1, 2, 3) * 2);
  EXPECT_EQ(w[2].data().start.number(), 6);
}

TEST(Matrices, PresentValuesMakeNothingStructural) {
  struct Spring : Model {
    Parameter<double> c{this, "c", 2.0}, twice{this, "twice", 1.0};
    Parameter<Vector2> n{this, "n", {3, 4}};
    Variable f{this, "f"};
    double seen = 0;
    Vector2 n_seen, doubled;
    Spring() { twice = 2 * c; }
    void equations() override {
      seen = twice.now() + now(c * c);
      n_seen = n.now();
      doubled = now(ExprVector2(2 * n.expr()));
      equation(f, twice * n.element(0) + n.element(1));
    }
  } spring;
  const System system = flatten(spring);
  EXPECT_EQ(spring.seen, 8);
  EXPECT_EQ(spring.n_seen, Vector2(3, 4));
  EXPECT_EQ(spring.doubled, Vector2(6, 8));
  for (const char* path : {"c", "n[1]", "n[2]"}) {
    EXPECT_EQ(sample::parameter(system, path).role, ParameterRole::tunable) << path;
  }
}

TEST(Matrices, VectorParametersTakeEigenExpressionsAndLists) {
  struct Rod : Model {
    Parameter<Vector3> r{this, "r", {1, 0, 0}}, other{this, "other", {0, 0, 0}};
    Parameter<double> l{this, "l", 3.0};
  } rod;
  const Vector3 a(1, 2, 3), b(1, 1, 1);
  rod.r = a - b;
  EXPECT_EQ(rod.r.value(), Vector3(0, 1, 2));
  rod.r = {0, 0, 1};
  EXPECT_EQ(rod.r.value(), Vector3(0, 0, 1));
  rod.r = {0.5, 0, 1};
  EXPECT_EQ(rod.r.value(), Vector3(0.5, 0, 1));
  rod.other = rod.r.expr() * rod.l.expr();
  rod.l = 2.0;
  EXPECT_EQ(rod.other.value(), Vector3(1, 0, 2));
  EXPECT_THAT(message_of([&] {
                rod.r = {0, 1};
              }),
              HasSubstr("r takes a vector of 3 numbers, not a vector of 2 numbers"));
  EXPECT_THAT(message_of([&] { rod.r = VectorX::Zero(4); }), HasSubstr("takes a vector of 3"));
}

TEST(Matrices, ArraysOfPartsAreGoneThroughAndChecked) {
  Model model;
  ComponentArray<sample::Element> parts{&model, "part", 3};
  std::vector<std::string> paths;
  for (const sample::Element& part : parts) paths.push_back(part.path());
  EXPECT_THAT(paths, ElementsAre("part[1]", "part[2]", "part[3]"));
  const auto& constant = parts;
  EXPECT_EQ(&constant[1], &parts[1]);
  EXPECT_THAT(
      message_of([&] { parts[3]; }),
      HasSubstr("part has 3 elements: there is no number 3. In C++ they are numbered from 0 to 2"));
  ComponentArray<sample::Element> empty{&model, "later"};
  EXPECT_THAT(message_of([&] { empty[0]; }),
              HasSubstr("later has no elements yet; number 0 was asked for."));
}

}  // namespace
}  // namespace multibond
