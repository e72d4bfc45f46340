// What C++ would not notice and a model must not survive: wrong owners, sizes, indices and names.
#include <functional>
#include <memory>

#include "model/sample.h"
#include "multibond/model/component.h"
#include "multibond/symbolic/table.h"

namespace multibond {
namespace {

using sample::message_of;
using ::testing::AllOf;
using ::testing::HasSubstr;

class Part : public Component {
 public:
  using Component::Component;
  Parameter<double> k{this, "k", 2.0};
  Variable x{this, "x"};
  std::function<void(Part&)> statements = [](Part&) {};
  using Component::equation;
  using Component::sample;
  using Component::when;
  void equations() override {
    equation(der(x), k);
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

TEST(Refusal, NothingBelongsToNobody) {
  EXPECT_THAT(message_of([] { Variable(nullptr, "v"); }),
              AllOf(HasSubstr("The variable v has no owner"), HasSubstr("usually `this`")));
  EXPECT_THAT(message_of([] { Parameter<double>(nullptr, "p", 1.0); }),
              HasSubstr("The parameter p has no owner"));
  EXPECT_THAT(message_of([] { Parameter<bool>(nullptr, "yes", true); }),
              HasSubstr("The parameter yes has no owner"));
}

TEST(Refusal, StartUsesItsOwnModelOnly) {
  Whole other, model;
  EXPECT_THAT(message_of([&] { model.part.x.start(3.0 * other.part.k); }),
              AllOf(HasSubstr("part.x.start uses a quantity of another model"),
                    HasSubstr("parameters of its own model")));
  model.part.x.start(3.0 * model.part.k);
  EXPECT_EQ(sample::variable(flatten(model), "part.x").start, 6);
}

TEST(Refusal, WrongExpressionsNameTheComponent) {
  Whole other;
  EXPECT_THAT(message([&](Part& p) { p.equation(p.x, 2.0 * p.x + other.part.k); }),
              AllOf(HasSubstr("part: An expression combines quantities of two different models."),
                    HasSubstr("of one model")));
  const auto table = make_table("valve", {0, 1}, {0, 2});
  EXPECT_THAT(message([&](Part& p) {
                p.equation(p.x, call(table, {p.x, p.x}));
              }),
              AllOf(HasSubstr("part: valve takes 1 argument, not 2."), HasSubstr("as it takes")));
  EXPECT_THAT(
      message([](Part& p) { p.equation(p.x, call(std::shared_ptr<const Function>(), {p.x})); }),
      AllOf(HasSubstr("part: A function is called that does not exist"), HasSubstr("make_table")));
}

TEST(Refusal, SidesOfAnEquationAreOfOneSize) {
  EXPECT_THAT(message([](Part& p) {
                p.equation(ExprVector::Constant(3, p.x), ExprVector::Constant(2, p.x));
              }),
              HasSubstr("part states that a matrix of 3 x 1 equals one of 2 x 1."));
  EXPECT_THAT(message([](Part& p) {
                p.equation(ExprMatrix::Constant(2, 2, p.x), ExprMatrix::Constant(2, 3, p.x));
              }),
              HasSubstr("a matrix of 2 x 2 equals one of 2 x 3"));
}

TEST(Refusal, IndicesAndCountsFit) {
  Model model;
  ComponentArray<Part> parts{&model, "part"};
  EXPECT_THAT(message_of([&] { parts[0]; }),
              AllOf(HasSubstr("part has no elements yet"), HasSubstr("Call resize first.")));
  EXPECT_THAT(message_of([&] { parts.resize(static_cast<std::size_t>(-2)); }),
              HasSubstr("part cannot have -2 elements."));
  parts.resize(2);
  EXPECT_THAT(message_of([&] { parts[2]; }),
              AllOf(HasSubstr("part has 2 elements: there is no number 2."),
                    HasSubstr("numbered from 0 to 1")));
  VariableVector<3> v{&model, "v"};
  EXPECT_THAT(message_of([&] { v[3]; }), HasSubstr("v has 3 elements: there is no number 3."));
  EXPECT_THAT(message_of([&] { v.start({1.0}); }),
              HasSubstr("v has 3 elements and was given 1 value."));
  EXPECT_THAT(message_of([&] { v.start({1.0, 2.0, 3.0, 4.0}); }), HasSubstr("given 4 values"));
  VariableArray a{&model, "a"};
  EXPECT_THAT(message_of([&] { a.resize(static_cast<std::size_t>(-1)); }),
              HasSubstr("a cannot have -1 elements."));
}

TEST(Refusal, NamesCanBePartsOfPaths) {
  const auto name_of = [](std::string_view name) {
    Model model;
    Part part(&model, name);
    return message_of([&] { flatten(model); });
  };
  EXPECT_THAT(name_of(""), HasSubstr("The model has a member called '': the name is empty."));
  EXPECT_THAT(name_of("a.b"), HasSubstr("'a.b': a dot separates the names of a path."));
  EXPECT_THAT(name_of(std::string_view("a\0b", 3)), HasSubstr("'a?b': it contains a control"));
  struct Twofold : Model {
    Variable x{this, "x"};
    Parameter<double> start{this, "x.start", 1.0};
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }), HasSubstr("a member called 'x.start'"));
}

/// Makes two parts of its own kind.
class Endless : public Component {
 public:
  using Component::Component;
  void build() override {
    create<Endless>("left");
    create<Endless>("right");
  }
};

TEST(Refusal, RecursionWithoutEndIsStopped) {
  struct Tree : Model {
    Endless root{this, "root"};
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              AllOf(HasSubstr("root.left.left.left.left.… is more than 2000 parts deep"),
                    HasSubstr("stop making parts")));
  struct Chain : Component {
    Chain(Component* owner, std::string_view name) : Component(owner, name) {
      create<Chain>("next");
    }
  };
  Model whole;
  EXPECT_THAT(message_of([&] { Chain(&whole, "chain"); }),
              HasSubstr("chain.next.next.next.next.… is more than 2000 parts deep"));
}

TEST(Refusal, SamplesBringTheTimeForward) {
  const auto sampled = [](double start, double interval) {
    return message([=](Part& p) { p.when(p.sample(start, interval), [] {}); });
  };
  EXPECT_THAT(sampled(0, 0), AllOf(HasSubstr("part takes samples every 0 s from 0 s on"),
                                   HasSubstr("must be positive"), HasSubstr("larger interval")));
  EXPECT_THAT(sampled(0, -1), HasSubstr("every -1 s"));
  EXPECT_THAT(sampled(1, 1e-17), HasSubstr("too small to change the time"));
  EXPECT_THAT(sampled(0, 1e-17), HasSubstr("too small to change the time"));
  EXPECT_EQ(sampled(1, 1e-3), "no error");
  EXPECT_THAT(message([](Part& p) { p.when(p.sample(0.0, p.k - 2.0), [] {}); }),
              HasSubstr("every 0 s"));
}

TEST(Refusal, WhenStatesNoEquations) {
  EXPECT_THAT(message([](Part& p) { p.when(p.x > 1, [&] { p.equation(p.x, 0.0); }); }),
              AllOf(HasSubstr("part states an equation inside a `when`"),
                    HasSubstr("assign(discrete, value) or reinit(state, value)")));
}

/// A part whose parameter is positive, and an inner one that follows from it.
class Wrapped : public Component {
 public:
  using Component::Component;
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::positive};
  Part element{this, "element"};
  void build() override { element.k = m; }
};

TEST(Refusal, InnerParametersAreHeldToTheChecksOfThoseTheyFollow) {
  struct Outer : Model {
    Wrapped part{this, "part"};
  } model, fine;
  model.set("part.element.k", -1.0);
  EXPECT_THAT(message_of([&] { flatten(model); }),
              AllOf(HasSubstr("part.element.k stands for part.m, which must be positive: it is "
                              "-1 kg."),
                    HasSubstr("Set part.m instead.")));
  fine.set("part.element.k", 3.0);
  EXPECT_EQ(message_of([&] { flatten(fine); }), "no error");
}

}  // namespace
}  // namespace multibond
