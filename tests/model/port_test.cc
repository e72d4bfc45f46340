// Types of ports as data.
#include "sample.h"

namespace multibond {
namespace {

using namespace sample;
using testing::HasSubstr;

const PortType kNode{"node", {{"e", "V", "potential"}, {"f", "A", "current", true}}};

/// What a model that is not written in C++ classes consists of: a component whose ports are made
/// of their types, and whose equations refer to variables by path.
struct Data final : Component {
  using Component::Component;
  std::vector<std::unique_ptr<TypedPort>> ports;
  void equations() override {
    equation(variable_at("a.e") - variable_at("b.e"), 2.0 * variable_at("a.f"));
    equation(variable_at("a.f") + variable_at("b.f"), 0.0);
  }
  void add_port(std::string_view name, const PortType& type) {
    ports.push_back(std::make_unique<TypedPort>(this, name, type));
  }
};

TEST(PortType, IsReadOffAPort) {
  Element element(nullptr, "");
  const PortType type = element.a.type();
  EXPECT_EQ(type.kind, "node");
  ASSERT_EQ(type.variables.size(), 2u);
  EXPECT_EQ(type.variables[0].name, "e");
  EXPECT_EQ(type.variables[0].unit, "V");
  EXPECT_FALSE(type.variables[0].flow);
  EXPECT_EQ(type.variables[1].name, "f");
  EXPECT_TRUE(type.variables[1].flow);
  EXPECT_TRUE(connectable(type, kNode));
}

TEST(PortType, IsConnectableToItsOwnKindAndVariablesOnly) {
  EXPECT_TRUE(connectable(kNode, kNode));
  PortType other = kNode;
  other.kind = "pin";
  EXPECT_FALSE(connectable(kNode, other));
  other = kNode;
  other.variables[1].flow = false;
  EXPECT_FALSE(connectable(kNode, other));
  other = kNode;
  other.variables.pop_back();
  EXPECT_FALSE(connectable(kNode, other));
}

TEST(TypedPort, IsConnectedToAPortOfACppClass) {
  struct Mixed : Model {
    Element left{this, "left"};
    Data data{this, "data"};
    Mixed() {
      data.add_port("a", kNode);
      data.add_port("b", kNode);
      connect(left.b, data.port_at("a"));
    }
  } model;
  const System system = flatten(model);
  EXPECT_THAT(
      equation_texts(system),
      testing::IsSupersetOf({"left.b.e = data.a.e", "data.a.f + left.b.f = 0", "data.b.f = 0"}));
  EXPECT_EQ(variable(system, "data.a.e").unit, "V");
}

TEST(TypedPort, OfAnotherKindIsRefused) {
  struct Wrong : Model {
    Element left{this, "left"};
    TypedPort pin{this, "pin", {"pin", kNode.variables}};
  } model;
  EXPECT_THAT(message_of([&] { model.connect(model.left.a, model.pin); }),
              HasSubstr("left.a is a port of kind 'node' and pin of kind 'pin'"));
}

TEST(TypedPort, OfTheSameKindWithOtherVariablesIsRefused) {
  struct Wrong : Model {
    Element left{this, "left"};
    TypedPort odd{this, "odd", {"node", {{"u", "V"}, {"f", "A", "", true}}}};
    Wrong() { connect(left.a, odd); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("left.a and odd are both of kind 'node', but their variables differ: e, f "
                        "and u, f"));
}

TEST(TypedPort, IsNoFrame) {
  struct Wrong : Model {
    World world{this, "world"};
    TypedPort frame{this, "frame", {"frame", {{"x"}, {"f", "", "", true}}}};
  } model;
  EXPECT_THAT(message_of([&] { model.connect(model.world.frame, model.frame); }),
              HasSubstr("both of kind 'frame', but only world.frame has a position"));
}

}  // namespace
}  // namespace multibond
