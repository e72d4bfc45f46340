// Parts, ports, variables and parameters by path.
#include "sample.h"

namespace multibond {
namespace {

using namespace sample;
using testing::HasSubstr;
using testing::Not;

/// A component of two elements, one of them made by build().
struct Pair : Component {
  using Component::Component;
  Element first{this, "first"};
  VariableVector<2> v{this, "v", "m/s"};
  void build() override { create<Element>("second"); }
};

struct Holder : Model {
  Pair pair{this, "pair"};
};

TEST(Lookup, FindsPartsPortsVariablesAndParametersFromAnyComponent) {
  Holder model;
  EXPECT_EQ(&model.part_at("pair.first"), &model.pair.first);
  EXPECT_EQ(&model.pair.part_at("first"), &model.pair.first);
  EXPECT_EQ(&model.part_at(""), &model);
  EXPECT_EQ(&model.port_at("pair.first.a"), &model.pair.first.a);
  EXPECT_EQ(&model.variable_at("pair.first.a.e"), &model.pair.first.a.e);
  EXPECT_EQ(&model.pair.variable_at("v[2]"), &model.pair.v[1]);
  EXPECT_EQ(&model.parameter_at("pair.first.m"), &model.pair.first.m);
}

TEST(Lookup, ChangesWhatItFinds) {
  Holder model;
  model.parameter_at("pair.first.m").set_text("3 kg");
  model.variable_at("pair.first.a.e").start(4.0).fixed();
  EXPECT_EQ(model.pair.first.m.value(), 3);
  EXPECT_TRUE(model.pair.first.a.e.data().fixed);
}

TEST(Lookup, FindsWhatBuildMakesOnceTheModelIsElaborated) {
  Holder model;
  EXPECT_THAT(message_of([&] { model.part_at("pair.second"); }),
              HasSubstr("Parts that build() makes are there once the model is elaborated."));
  elaborate(model);
  EXPECT_EQ(model.part_at("pair.second").path(), "pair.second");
}

TEST(Lookup, NamesTheNearestOfWhatThereIs) {
  Holder model;
  elaborate(model);
  EXPECT_EQ(message_of([&] { model.parameter_at("pair.frist.m"); }),
            "The model has no parameter pair.frist.m. Did you mean pair.first.m?");
  EXPECT_THAT(message_of([&] { model.pair.variable_at("first.a.ee"); }),
              HasSubstr("pair has no variable first.a.ee. Did you mean first.a.e"));
  // A port is no variable, and no other part is a port.
  EXPECT_THAT(message_of([&] { model.variable_at("pair.first.a"); }),
              HasSubstr("Did you mean pair.first.a.e"));
  EXPECT_THAT(message_of([&] { model.port_at("pair.first"); }),
              HasSubstr("Did you mean pair.first.a, pair.first.b?"));
  EXPECT_EQ(message_of([&] { model.pair.first.part_at("c"); }),
            "pair.first has no part c. It has: a, b.");
}

/// Asks for a part by its name.
struct Asker : Component {
  using Component::Component;
  std::string asked = "world";
  std::string found = {};
  void build() override { found = outer(asked).path(); }
};

TEST(Lookup, FindsAPartOfTheSurroundingsByName) {
  struct Inner : Component {
    using Component::Component;
    Asker asker{this, "asker"};
  };
  struct Outer : Model {
    Element world{this, "world"};
    Inner inner{this, "inner"};
  } model;
  elaborate(model);
  EXPECT_EQ(model.inner.asker.found, "world");
  model.inner.asker.asked = "sun";
  model.set("world.m", 3.0);
  EXPECT_EQ(message_of([&] { elaborate(model); }),
            "inner.asker needs a part called sun in its surroundings, and there is none. Add sun "
            "to the model or to one that contains it.");
}

}  // namespace
}  // namespace multibond
