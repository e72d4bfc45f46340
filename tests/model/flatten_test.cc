#include "multibond/model/system.h"

#include "model/sample.h"

namespace multibond {
namespace {

using sample::Element;
using sample::equation_texts;
using sample::message_of;
using sample::Node;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ConnectionSets, PotentialsAreEqualAndFlowsSumToZero) {
  struct Three : Model {
    Element x{this, "x"}, y{this, "y"}, z{this, "z"};
    Three() {
      connect(x.b, y.a);
      connect(y.a, z.a);
    }
  } model;
  const auto texts = equation_texts(flatten(model));
  EXPECT_THAT(texts, Contains("y.a.e = x.b.e"));
  EXPECT_THAT(texts, Contains("z.a.e = x.b.e"));
  EXPECT_THAT(texts, Contains("x.b.f + y.a.f + z.a.f = 0"));
}

TEST(ConnectionSets, UnconnectedFlowsAreZero) {
  struct Two : Model {
    Element x{this, "x"}, y{this, "y"};
    Two() { connect(x.b, y.a); }
  } model;
  const auto texts = equation_texts(flatten(model));
  EXPECT_THAT(texts, Contains("x.a.f = 0"));
  EXPECT_THAT(texts, Contains("y.b.f = 0"));
  EXPECT_EQ(texts.size(), 4u);
}

/// Two elements in a row, seen as one.
class Row : public Component {
 public:
  Row(Component* owner, std::string_view name) : Component(owner, name) {
    connect(a, first.a);
    connect(first.b, second.a);
    connect(second.b, b);
  }
  Node a{this, "a"}, b{this, "b"};
  Element first{this, "first"}, second{this, "second"};
};

TEST(ConnectionSets, APortOfTheModelItselfCountsWithTheOtherSignInside) {
  struct Outside : Model {
    Row row{this, "row"};
    Element next{this, "next"};
    Outside() { connect(row.b, next.a); }
  } model;
  const auto texts = equation_texts(flatten(model));
  EXPECT_THAT(texts, Contains("row.first.a.f - row.a.f = 0"));
  EXPECT_THAT(texts, Contains("row.second.b.f - row.b.f = 0"));
  EXPECT_THAT(texts, Contains("next.a.f + row.b.f = 0"));
  EXPECT_THAT(texts, Contains("row.a.f = 0"));
  // An Element states nothing: each of the three lacks two equations.
  Outside again;
  EXPECT_EQ(sample::missing_equations(flatten(again)), 6);
}

TEST(ConnectionSets, APortConnectedInsideOnlyHasNoFlow) {
  struct Alone : Model {
    Row row{this, "row"};
  } model;
  const auto texts = equation_texts(flatten(model));
  EXPECT_THAT(texts, Contains("row.a.f = 0"));
  EXPECT_THAT(texts, Contains("row.b.f = 0"));
  EXPECT_THAT(texts, Not(Contains("row.first.a.f = 0")));
}

TEST(ConnectionSets, TheOrderOfConnectStatementsDoesNotMatter) {
  struct Star : Model {
    Element x{this, "x"}, y{this, "y"}, z{this, "z"};
    explicit Star(int variant) {
      if (variant == 0) {
        connect(x.a, y.a);
        connect(y.a, z.a);
      } else {
        connect(z.a, x.a);
        connect(y.a, x.a);
        connect(y.a, z.a);
      }
    }
  } one(0), two(1);
  EXPECT_EQ(equation_texts(flatten(one)), equation_texts(flatten(two)));
}

TEST(Connect, PortsOfDifferentKindsAreRefused) {
  struct Mixed : Model {
    Node node{this, "node"};
    sample::Pipe pipe{this, "pipe"};
    void build() override { connect(node, pipe); }
  } model;
  EXPECT_THAT(
      message_of([&] { flatten(model); }),
      AllOf(HasSubstr("node is a port of kind 'node' and pipe of kind 'pipe': they cannot be "
                      "connected"),
            HasSubstr(". Connect ports of the same kind")));
}

TEST(Connect, APortAndItselfAreRefused) {
  struct Self : Model {
    Element x{this, "x"};
    void build() override { connect(x.a, x.a); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }), HasSubstr("x.a is connected to itself"));
}

TEST(Connect, PortsOfTwoModelsAreRefused) {
  struct Open : Model {
    Element x{this, "x"};
    using Component::connect;
  } one, two;
  EXPECT_THAT(message_of([&] { one.connect(one.x.a, two.x.b); }),
              HasSubstr("x.a and x.b belong to different models"));
}

TEST(Connect, APortOutsideTheComponentIsRefused) {
  struct Reaching : Component {
    using Component::Component;
    Element inside{this, "inside"};
    Node* target = nullptr;
    void build() override { connect(inside.a, *target); }
  };
  struct Outside : Model {
    Element x{this, "x"};
    Reaching reaching{this, "reaching"};
    Outside() { reaching.target = &x.a; }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("reaching connects x.a, which is not one of its parts"));
}

TEST(Connect, IsTooLateInEquations) {
  struct Late : Model {
    Element x{this, "x"}, y{this, "y"};
    void equations() override { connect(x.a, y.a); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("The model connects x.a and y.a in equations()"));
}

TEST(Connect, PortsOfDifferentSizeAreRefused) {
  class Bus final : public Port {
   public:
    Bus(Component* owner, std::string_view name, int size) : Port(owner, name) {
      for (int i = 0; i < size; ++i) {
        lines.push_back(std::make_unique<Variable>(this, "v[" + std::to_string(i + 1) + "]", "V"));
      }
    }
    std::vector<std::unique_ptr<Variable>> lines;
    std::string kind_name() const override { return "bus"; }
  };
  struct Wide : Model {
    Bus x{this, "x", 2}, y{this, "y", 3};
    Wide() { connect(x, y); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("x has 2 variables and y has 3: they cannot be connected"));
}

TEST(Flatten, TwiceGivesTheSame) {
  struct Whole : Model {
    Element one{this, "one"}, two{this, "two"};
  } model;
  const auto first = equation_texts(flatten(model));
  EXPECT_EQ(equation_texts(flatten(model)), first);
}

TEST(Flatten, APartAloneIsRefused) {
  struct Whole : Model {
    Element part{this, "part"};
  } model;
  EXPECT_THAT(message_of([&] { flatten(model.part); }),
              HasSubstr("part is part of a model and cannot be compiled alone."));
}

TEST(Flatten, TheNameOfTheRootIsInNoPath) {
  struct Named : Model {
    Named() : Model(nullptr, "Named") { grounded(); }
    Row row{this, "row"};
  } model;
  const System system = flatten(model);
  EXPECT_EQ(system.name, "Named");
  ASSERT_EQ(system.components.size(), 4u);  // ports belong to their components
  EXPECT_EQ(system.components[0].path, "");
  EXPECT_TRUE(system.components[0].grounded);
  EXPECT_EQ(system.components[2].path, "row.first");
  EXPECT_EQ(system.components[2].parent, 1u);
  EXPECT_EQ(sample::variable(system, "row.first.a.e").component, 2u);
}

TEST(Flatten, EachEquationRemembersItsComponentRoleAndReaction) {
  struct Held : Model {
    Variable x{this, "x"}, f{this, "f"};
    void equations() override {
      equation(der(der(x)), f);
      constraint(x - 1, f);
      invariant(x * x - 1);
      initial_equation(x, 1.0);
    }
  } model;
  const System system = flatten(model);
  ASSERT_EQ(system.equations.size(), 2u);
  EXPECT_EQ(system.equations[1].role, EquationRole::constraint);
  EXPECT_EQ(system.equations[1].reaction, model.f.index());
  EXPECT_TRUE(sample::variable(system, "f").reaction);
  EXPECT_EQ(system.invariants.size(), 1u);
  EXPECT_EQ(system.initial_equations.size(), 1u);
}

TEST(Flatten, ComponentsThatMeetAreJoinedByEdges) {
  struct Two : Model {
    Element x{this, "x"}, y{this, "y"};
    Two() { connect(x.b, y.a); }
  } model;
  const System system = flatten(model);
  ASSERT_EQ(system.edges.size(), 1u);
  EXPECT_EQ(system.components[system.edges[0].first].path, "x");
  EXPECT_EQ(system.components[system.edges[0].second].path, "y");
}

TEST(Flatten, StartValuesMayBeExpressionsOfParameters) {
  struct Started : Model {
    Parameter<double> L{this, "L", 2.0, "m"};
    Variable x{this, "x", "m"};
    Started() { x.start(0.5 * L).fixed().nominal(10).limits(0, 5); }
    void equations() override { equation(der(x), 0.0); }
  } model;
  model.set("L", 6.0);
  const System system = flatten(model);
  const SystemVariable& x = sample::variable(system, "x");
  EXPECT_TRUE(x.has_start);
  EXPECT_TRUE(x.fixed);
  EXPECT_EQ(x.start, 3.0);
  EXPECT_EQ(x.nominal, 10.0);
  EXPECT_EQ(x.max, 5.0);
}

TEST(Flatten, AStartValueThatIsNoConstantIsRefused) {
  struct Started : Model {
    Variable x{this, "x", "m"}, y{this, "y", "m"};
    Started() { x.start(2 * y); }
    void equations() override {
      equation(x, 1.0);
      equation(y, 1.0);
    }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }), HasSubstr("y is not a parameter"));
}

TEST(Flatten, WrongAttributesAreRefusedAtOnce) {
  struct Started : Model {
    Variable x{this, "x", "m"};
  } model;
  EXPECT_THAT(message_of([&] { model.x.nominal(0); }), HasSubstr("x.nominal must be a positive"));
  EXPECT_THAT(message_of([&] { model.x.limits(1, 0); }), HasSubstr("minimum is larger"));
}

}  // namespace
}  // namespace multibond
