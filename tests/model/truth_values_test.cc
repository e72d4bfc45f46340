// Truth values: conditions are comparisons, their combinations, or discrete variables.
#include <concepts>
#include <functional>

#include "model/sample.h"
#include "multibond/model/component.h"

namespace multibond {
namespace {

using sample::message_of;
using ::testing::AllOf;
using ::testing::HasSubstr;

// `==` could mean identity or a condition; `same` and `equals` say which.
static_assert(!std::equality_comparable<Expr>);
static_assert(!std::equality_comparable_with<Variable, double>);
static_assert(!std::equality_comparable_with<Discrete, Expr>);
static_assert(!std::constructible_from<Expr, bool>);

class Part : public Component {
 public:
  using Component::Component;
  Variable x{this, "x"}, y{this, "y"};
  Discrete n{this, "n"};
  std::function<void(Part&)> statements;
  using Component::assign;
  using Component::either;
  using Component::equation;
  using Component::initially;
  using Component::sample;
  using Component::when;
  void equations() override {
    equation(der(x), 1.0);
    equation(y, x);
    statements(*this);
  }
};

class Whole : public Model {
 public:
  Part part{this, "part"};
};

std::string message(std::function<void(Part&)> statements) {
  Whole model;
  model.part.statements = std::move(statements);
  return message_of([&] { flatten(model); });
}

TEST(TruthValues, AQuantityIsNoConditionOfWhenAndEither) {
  EXPECT_THAT(message([](Part& p) { p.when(p.x, [] {}); }),
              AllOf(HasSubstr("part states when(part.x, …), but part.x is not a truth value"),
                    HasSubstr("Compare it, e.g. part.x > 0.")));
  EXPECT_THAT(message([](Part& p) { p.when(Expr(1.0), [] {}); }),
              AllOf(HasSubstr("part states when(1, …)"), HasSubstr("condition that can change")));
  EXPECT_THAT(message([](Part& p) {
                p.either(
                    2.0 * p.x, [] {}, [] {});
              }),
              HasSubstr("part states either(2 * part.x, …)"));
}

TEST(TruthValues, AQuantityIsNoConditionOfSelectNorOfLogic) {
  EXPECT_THAT(message([](Part& p) { p.equation(select(p.x, 1.0, 0.0), p.y); }),
              AllOf(HasSubstr("part uses part.x as a truth value in select(part.x, 1, 0)"),
                    HasSubstr("Compare it, e.g. part.x > 0.")));
  EXPECT_THAT(message([](Part& p) { p.when(p.x > 0 && p.y, [] {}); }),
              HasSubstr("part uses part.y as a truth value"));
  EXPECT_THAT(message([](Part& p) { p.when(!p.y, [] {}); }),
              HasSubstr("part uses part.y as a truth value"));
}

TEST(TruthValues, ComparisonsAreNotChained) {
  EXPECT_THAT(message([](Part& p) { p.when(-1.0 < p.x < 1.0, [] {}); }),
              AllOf(HasSubstr("part compares a truth value with a quantity"),
                    HasSubstr("Write -1 < x && x < 1 for a range")));
}

TEST(TruthValues, ComparisonsAndDiscreteVariablesAreConditions) {
  EXPECT_EQ(message([](Part& p) {
              p.when(p.sample(0.0, 0.5), [&] { p.assign(p.n, 1.0); });
              p.when(p.n && !(p.x > 1) && no_event(p.y < 2), [&] { p.assign(p.n, 0.0); });
              p.when(equals(pre(p.n), 1.0) || p.n, [] {});
              p.initially([&] { p.assign(p.n, select(p.x < 0, 1.0, select(p.n, 1.0, 0.0))); });
            }),
            "no error");
}

}  // namespace
}  // namespace multibond
