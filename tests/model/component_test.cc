#include "multibond/model/component.h"

#include "model/sample.h"

namespace multibond {
namespace {

using sample::Element;
using sample::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Inner : public Component {
 public:
  using Component::Component;
  Element part{this, "part"};
  Parameter<double> k{this, "k", 3.0, "1", "factor"};
  Variable v{this, "v", "V", "voltage"};
};

class Nested : public Model {
 public:
  using Model::Model;
  Inner inner{this, "inner"};
  Element beside{this, "beside"};
};

std::vector<std::string> child_names(const Component& component) {
  std::vector<std::string> names;
  for (const Component* child : component.children()) names.push_back(child->name());
  return names;
}

TEST(Component, MembersRegisterThemselvesInOrderOfDeclaration) {
  Nested model;
  EXPECT_THAT(child_names(model), ElementsAre("inner", "beside"));
  EXPECT_THAT(child_names(model.inner.part), ElementsAre("a", "b"));
  ASSERT_EQ(model.inner.parameters().size(), 1u);
  EXPECT_EQ(model.inner.parameters()[0]->name(), "k");
  EXPECT_EQ(model.inner.variables().size(), 1u);
}

TEST(Component, PathsLeaveOutTheRoot) {
  Nested model(nullptr, "Nested");
  EXPECT_EQ(model.path(), "");
  EXPECT_EQ(model.inner.part.path(), "inner.part");
  EXPECT_EQ(model.inner.part.a.e.path(), "inner.part.a.e");
  EXPECT_EQ(model.inner.k.path(), "inner.k");
}

TEST(Component, AllPartsOfAModelShareItsContext) {
  Nested model, other;
  EXPECT_EQ(&model.context(), &model.inner.part.a.context());
  EXPECT_NE(&model.context(), &other.context());
}

TEST(Component, ArraysCountFromOneAndGrowOnly) {
  Model model;
  ComponentArray<Element> parts{&model, "part", 2};
  parts.resize(3);
  parts.resize(1);
  EXPECT_EQ(parts.size(), 3u);
  EXPECT_THAT(child_names(model), ElementsAre("part[1]", "part[2]", "part[3]"));
  EXPECT_EQ(parts[2].a.path(), "part[3].a");
}

TEST(Component, TwoPartsOfOneNameAreRefused) {
  struct Twins : Model {
    Element first{this, "twin"}, second{this, "twin"};
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("The model has two members called twin. Give one of them another name."));
}

TEST(Component, AParameterAndAVariableOfOneNameAreRefused) {
  struct Both : Model {
    Parameter<double> v{this, "v", 2.0};
    Variable other{this, "v"};
    void equations() override { equation(other, 1.0); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }), HasSubstr("two members called v"));
}

TEST(Component, APartWhoseConstructorFailsLeavesNoTrace) {
  struct Failing : Component {
    Failing(Component* owner, std::string_view name) : Component(owner, name) {
      fail("does not want to be.", "Leave it out.");
    }
  };
  struct Owner : Model {
    void build() override { create<Failing>("part"); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("part does not want to be. Leave it out."));
  EXPECT_TRUE(model.children().empty());
}

TEST(Component, PartsAreMadeWhileBuildingAndNotLater) {
  struct Late : Model {
    void equations() override { create<Element>("late"); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("late is made after the model was built."));
}

// -- surroundings ---------------------------------------------------------------------------------

class Field : public Component {
 public:
  using Component::Component;
  Parameter<double> g{this, "g", 9.81, "m/s2"};
};

class Feels : public Component {
 public:
  using Component::Component;
  Variable a{this, "a", "m/s2"};
  std::string source;
  void equations() override {
    Field& field = outer<Field>("Field");
    source = field.path();
    equation(a, field.g);
  }
};

class Box : public Component {
 public:
  using Component::Component;
  Feels part{this, "part"};
};

TEST(Outer, IsFoundBesideAndAtAnyLevelAbove) {
  struct World : Model {
    Field field{this, "field"};
    Feels part{this, "part"};
    struct Outer : Component {
      using Component::Component;
      Box box{this, "box"};
    } outer_box{this, "outer"};
  } model;
  flatten(model);
  EXPECT_EQ(model.part.source, "field");
  EXPECT_EQ(model.outer_box.box.part.source, "field");
}

TEST(Outer, TheNearestOneCounts) {
  struct World : Model {
    Field field{this, "field"};
    struct Cabin : Component {
      using Component::Component;
      Feels part{this, "part"};
      Field field{this, "field"};
    } cabin{this, "cabin"};
  } model;
  flatten(model);
  EXPECT_EQ(model.cabin.part.source, "cabin.field");
}

TEST(Outer, OneThatIsMadeLaterIsFoundToo) {
  struct World : Model {
    Feels part{this, "part"};
    void build() override { create<Field>("field"); }
  } model;
  flatten(model);
  EXPECT_EQ(model.part.source, "field");
}

TEST(Outer, AMissingOneIsNamedWithTheRemedy) {
  struct World : Model {
    Box box{this, "box"};
  } model;
  EXPECT_THAT(
      message_of([&] { flatten(model); }),
      HasSubstr("box.part needs a Field in its surroundings, and there is none. Add a Field "
                "to the model or to one that contains it."));
}

// -- statements of events -------------------------------------------------------------------------

struct Counter : Model {
  Variable x{this, "x", "", "", StateHint::prefer};
  Discrete n{this, "n", 5.0};
  std::function<void(Counter&)> statements;
  void equations() override {
    equation(der(x), -x);
    statements(*this);
  }
  using Component::assign;
  using Component::is_root;
  using Component::reinit;
  using Component::sample;
  using Component::terminate;
  using Component::when;
};

std::string message_of_statements(std::function<void(Counter&)> statements) {
  Counter model;
  model.statements = std::move(statements);
  return message_of([&] { flatten(model); });
}

TEST(When, ItsActionsAreKeptInOrder) {
  Counter model;
  model.statements = [](Counter& m) {
    m.when(m.x < 0.5, [&] {
      m.reinit(m.x, 2 * pre(m.x));
      m.assign(m.n, pre(m.n) + 1);
      m.terminate("far enough");
    });
  };
  const System system = flatten(model);
  ASSERT_EQ(system.whens.size(), 1u);
  const SystemWhen& when = system.whens[0];
  ASSERT_EQ(when.actions.size(), 3u);
  EXPECT_EQ(when.actions[0].kind, WhenAction::Kind::reinit);
  EXPECT_EQ(when.actions[0].variable, model.x.index());
  EXPECT_EQ(when.actions[1].kind, WhenAction::Kind::assign);
  EXPECT_EQ(system.leaf_name(pre(model.n)), "pre(n)");
  EXPECT_EQ(when.actions[2].message, "far enough");
  EXPECT_EQ(sample::variable(system, "n").start, 5.0);
}

TEST(When, ActionsOutsideAreRefused) {
  EXPECT_THAT(message_of_statements([](Counter& m) { m.reinit(m.x, 1.0); }),
              HasSubstr("The model uses reinit(x) outside a `when`"));
  EXPECT_THAT(message_of_statements([](Counter& m) { m.assign(m.n, 1.0); }),
              HasSubstr("The model assigns n outside a `when`"));
  EXPECT_THAT(message_of_statements([](Counter& m) { m.terminate("no"); }),
              HasSubstr("uses terminate outside a `when`"));
}

TEST(When, DoesNotNest) {
  EXPECT_THAT(message_of_statements(
                  [](Counter& m) { m.when(m.x < 0.5, [&] { m.when(m.x < 0.2, [] {}); }); }),
              HasSubstr("states a `when` inside a `when`"));
}

TEST(When, AMistakeInItLeavesNoWhenOpen) {
  EXPECT_THAT(message_of_statements([](Counter& m) {
                try {
                  m.when(m.x < 0.5, [&] { m.when(m.x < 0.2, [] {}); });
                } catch (const Error&) {
                }
                m.assign(m.n, 1.0);
              }),
              HasSubstr("outside a `when`"));
}

TEST(Sample, MakesATimerThatCountsFromTheStart) {
  Counter model;
  model.statements = [](Counter& m) {
    m.when(m.sample(0.5, 0.1), [&] { m.assign(m.n, pre(m.n) + 1); });
  };
  const System system = flatten(model);
  ASSERT_EQ(system.whens.size(), 3u);  // the timer's start, the timer and the user's
  EXPECT_TRUE(system.whens[0].initial);
  EXPECT_TRUE(same(system.whens[1].condition, system.whens[2].condition));
  const SystemVariable& timer = sample::variable(system, "sample[1]");
  EXPECT_EQ(timer.kind, VariableKind::discrete);
  EXPECT_EQ(timer.start, 0.5);
}

TEST(Sample, IsAConditionAndNoAction) {
  EXPECT_THAT(
      message_of_statements([](Counter& m) { m.when(m.x < 0.5, [&] { m.sample(0.0, 1.0); }); }),
      HasSubstr("calls sample inside a `when`"));
}

TEST(Statements, AQuantityOfAnotherModelIsRefused) {
  Counter other;
  EXPECT_THAT(message_of_statements(
                  [&](Counter& m) { m.when(other.x < 0.5, [&] { m.assign(m.n, 1.0); }); }),
              HasSubstr("The model uses a quantity of another model"));
}

TEST(Statements, QuestionsAboutConnectionsAreAskedInEquations) {
  struct Early : Model {
    sample::Frame frame{this, "frame"};
    void build() override { is_root(frame); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("asks about its connections before they are known"));
}

}  // namespace
}  // namespace multibond
