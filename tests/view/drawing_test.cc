// Drawings: everything is there once, texts stay apart, harpoons and strokes are where they belong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "multibond/library/bonds/graph.h"
#include "multibond/library/library.h"
#include "multibond/library/planar/planar.h"
#include "multibond/library/translational.h"
#include "multibond/library/translational_contact.h"
#include "multibond/model/system.h"
#include "view/check.h"
#include "view/models.h"

namespace multibond {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

std::vector<std::string> codes(const Drawing& drawing) {
  std::vector<std::string> result;
  for (const Drawing::Element& element : drawing.elements) result.push_back(element.code);
  return result;
}

std::vector<std::string> texts(const Drawing& drawing) {
  std::vector<std::string> result;
  for (const Drawing::Text* text : drawing.all_texts()) result.push_back(text->text);
  return result;
}

const Drawing::Bond& bond_of(const Drawing& drawing, const std::string& path) {
  for (const Drawing::Bond& bond : drawing.bonds) {
    if (bond.path == path) return bond;
  }
  throw std::out_of_range(path);
}

const Drawing::Element& element_of(const Drawing& drawing, const std::string& path) {
  for (const Drawing::Element& element : drawing.elements) {
    if (element.path == path) return element;
  }
  throw std::out_of_range(path);
}

template <typename T>
void expect_good(T&& model) {
  flatten(model);
  expect_complete(model);
  for (const Simplification simplify :
       {Simplification::none, Simplification::connections, Simplification::all}) {
    const bool causal = simplify != Simplification::all;
    for (const int level : {0, 1}) {
      check_drawing(draw(model, {.level = level, .causal = causal, .simplify = simplify}));
    }
  }
}

TEST(Drawings, OfManyShapesAreComplete) {
  expect_good(bonds::RcCircuit());
  expect_good(bonds::CircuitWithGround());
  expect_good(bonds::MultibondNetwork());
  expect_good(bonds::Nested());
  expect_good(bonds::Tangle());
  expect_good(bonds::Ladder(3));
  expect_good(bonds::Grid(5, 6));
}

TEST(Drawings, OfAllExamplesAreComplete) {
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    if (!entry.is_model) continue;
    SCOPED_TRACE(entry.path);
    const std::unique_ptr<Component> model = entry.make(nullptr, entry.path);
    flatten(*model);
    if (bonds::bond_graph(*model).edges.empty()) {
      EXPECT_THROW(draw(*model), Error);
      continue;
    }
    expect_complete(*model);
    check_drawing(draw(*model));
    check_drawing(draw(*model, {.flat = true, .simplify = Simplification::all}));
  }
}

TEST(Drawings, AreTheSameEveryTime) {
  bonds::Tangle model;
  flatten(model);
  EXPECT_EQ(to_svg(draw(model)), to_svg(draw(model)));
}

TEST(Drawings, ShowCodeNameAndParameters) {
  bonds::RcCircuit model;
  flatten(model);
  EXPECT_THAT(texts(draw(model)),
              ::testing::IsSupersetOf({"Se", "source", "e0 = 1", "1", "loop", "R", "r", "R = 30",
                                       "C", "c", "C = 2e-6"}));
}

TEST(Drawings, ShowAParameterThatIsNotAsUsual) {
  bonds::RcCircuit model;
  model.c.e_start = VectorX::Constant(1, 5.0);
  flatten(model);
  EXPECT_THAT(texts(draw(model)), ::testing::Contains("e_start = 5"));
}

TEST(Drawings, PutTheSourceLeftAndOnePortsBelow) {
  bonds::RcCircuit model;
  flatten(model);
  const Drawing drawing = draw(model);
  const Drawing::Rect source = element_of(drawing, "source").place;
  const Drawing::Rect loop = element_of(drawing, "loop").place;
  EXPECT_LT(source.right, loop.left);
  EXPECT_NEAR(source.top + source.bottom, loop.top + loop.bottom, 0.2) << "the bond is level";
  EXPECT_GT(element_of(drawing, "r").place.top, loop.bottom);
  EXPECT_GT(element_of(drawing, "c").place.left, loop.right);
}

TEST(Drawings, StrokesStandWhereTheEffortIsGiven) {
  bonds::RcCircuit model;
  flatten(model);
  const Drawing drawing = draw(model);
  // The source gives an effort; the capacitance gives one, too, and R gets what is left.
  ASSERT_EQ(bond_of(drawing, "b1").strokes.size(), 1u);
  EXPECT_TRUE(bond_of(drawing, "b1").strokes[0].at_head);
  EXPECT_TRUE(bond_of(drawing, "b2").strokes.at(0).at_head);
  EXPECT_FALSE(bond_of(drawing, "b3").strokes.at(0).at_head);
  EXPECT_TRUE(drawing.legend.empty());
  EXPECT_TRUE(bond_of(draw(model, {.causal = false}), "b1").strokes.empty());
}

TEST(Drawings, CardinalityStandsBesideAMultibond) {
  bonds::MultibondNetwork model;
  flatten(model);
  for (const Drawing::Bond& bond : draw(model).bonds) {
    ASSERT_FALSE(bond.texts.empty());
    EXPECT_EQ(bond.texts.back().text, "3");
  }
}

// -- mixed causality ------------------------------------------------------------------------------

/// Gives an effort in the first and third component, a flow in the second.
struct MixedSource : bonds::OnePort {
  using OnePort::OnePort;
  std::string code() const override { return "S"; }
  std::vector<bonds::CausalRule> causal_rules() const override {
    using Kind = bonds::CausalRule::Kind;
    return {{Kind::effort_source, {0}}, {Kind::flow_source, {1}}, {Kind::effort_source, {2}}};
  }
  void equations() override {
    equation(e(0), 1.0);
    equation(f(1), 1.0);
    equation(e(2), 1.0);
  }
};

struct MixedModel : Model {
  bonds::Defaults defaults{this, "defaults"};
  MixedSource s{this, "s"};
  bonds::R r{this, "r"};
  MixedModel() {
    defaults.n = 3;
    bond(*this, s, r);
  }
};

TEST(Drawings, MixedCausalityIsShownComponentByComponent) {
  MixedModel model;
  flatten(model);
  const Drawing drawing = draw(model);
  check_drawing(drawing);
  const Drawing::Bond& bond = drawing.bonds.at(0);
  ASSERT_EQ(bond.strokes.size(), 3u);
  EXPECT_THAT(bond.strokes[0].components, ElementsAre(1u));
  EXPECT_FALSE(bond.strokes[0].at_head);
  EXPECT_THAT(bond.strokes[1].components, ElementsAre(0u));
  EXPECT_TRUE(bond.strokes[1].at_head);
  EXPECT_THAT(bond.strokes[2].components, ElementsAre(2u));
  EXPECT_THAT(texts(drawing), ::testing::IsSupersetOf({"2", "1,3", "3"}));
}

// -- findings -------------------------------------------------------------------------------------

struct DependentStorages : Model {
  bonds::Se source{this, "source"};
  bonds::J0 node{this, "node"};
  bonds::C c{this, "c"};
  bonds::R r{this, "r"};
  DependentStorages() {
    bond(*this, source, node);
    bond(*this, node, c);
    bond(*this, node, r);
  }
};

TEST(Drawings, DerivativeCausalityIsColouredAndExplained) {
  DependentStorages model;
  flatten(model);
  const Drawing drawing = draw(model);
  check_drawing(drawing);
  EXPECT_EQ(bond_of(drawing, "b2").tint, Drawing::Tint::violated);
  EXPECT_EQ(bond_of(drawing, "b3").tint, Drawing::Tint::none);
  ASSERT_EQ(drawing.legend.size(), 1u);
  EXPECT_THAT(drawing.legend[0].text.text, HasSubstr("derivative causality"));
  EXPECT_TRUE(draw(model, {.causal = false}).legend.empty());
}

/// Se -- 1 -- R, and a 0-junction with two resistors: their causality is free.
struct ResistorLoop : Model {
  bonds::Se source{this, "source"};
  bonds::J1 loop{this, "loop"};
  bonds::R r1{this, "r1"}, r2{this, "r2"};
  ResistorLoop() {
    bond(*this, source, loop);
    bond(*this, loop, r1);
    bond(*this, loop, r2);
  }
};

TEST(Drawings, AlgebraicLoopsAreColouredAndExplained) {
  ResistorLoop model;
  flatten(model);
  const Drawing drawing = draw(model);
  check_drawing(drawing);
  EXPECT_EQ(bond_of(drawing, "b2").tint, Drawing::Tint::loop);
  EXPECT_EQ(bond_of(drawing, "b3").tint, Drawing::Tint::loop);
  ASSERT_EQ(drawing.legend.size(), 1u);
  EXPECT_THAT(drawing.legend[0].text.text, HasSubstr("algebraic loop"));
}

// -- signals --------------------------------------------------------------------------------------

/// Arrows of an example, as "from > to"; the head is the node the arrow ends at.
std::vector<std::string> arrows(const std::string& name, const DrawOptions& options = {}) {
  const Catalog catalog = library_catalog();
  const std::unique_ptr<Component> model = catalog.find(name).make(nullptr, name);
  flatten(*model);
  const Drawing drawing = draw(*model, options);
  check_drawing(drawing);
  const auto nearest_to = [&](Drawing::Point p) {
    const Drawing::Element* best = nullptr;
    double least = 1e9;
    for (const Drawing::Element& element : drawing.elements) {
      const Drawing::Rect& r = element.place;
      const double dx = std::max({r.left - p.x, p.x - r.right, 0.0});
      const double dy = std::max({r.top - p.y, p.y - r.bottom, 0.0});
      if (std::hypot(dx, dy) < least) {
        least = std::hypot(dx, dy);
        best = &element;
      }
    }
    return best->path;
  };
  std::vector<std::string> result;
  for (const Drawing::Signal& signal : drawing.signals) {
    result.push_back(nearest_to(signal.route.front()) + (signal.directed ? " > " : " - ") +
                     nearest_to(signal.route.back()));
  }
  return result;
}

TEST(Drawings, SignalsLeadToWrappedComponents) {
  EXPECT_THAT(arrows("BuckConverter"), ElementsAre("pulse > chopper"));
  EXPECT_THAT(arrows("BuckConverter", {.open = {"chopper"}}),
              ElementsAre("pulse > chopper.element"));
  EXPECT_THAT(arrows("ThermalWall"), ElementsAre("day > outside"));
  EXPECT_THAT(arrows("ClutchEngagement"), ElementsAre("press > clutch"));
}

TEST(Drawings, ExpressionsAreArrowsFromWhatTheyRead) {
  EXPECT_THAT(arrows("HeatedResistor"), UnorderedElementsAre("thermometer > law", "law > R1"));
  EXPECT_THAT(arrows("HydraulicServo"),
              UnorderedElementsAre("fill > inlet", "drain > outlet", "mass > fill", "mass > drain",
                                   "reference > fill", "reference > drain"));
}

TEST(Drawings, ALawInTheModelHidesTheTableThatNobodyReads) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("HeatedResistor").make(nullptr, "HeatedResistor");
  flatten(*model);
  EXPECT_THAT(texts(draw(*model)), Not(::testing::Contains(HasSubstr("table"))));
}

Drawing drawing_of(const std::string& name, const DrawOptions& options = {}) {
  const Catalog catalog = library_catalog();
  const std::unique_ptr<Component> model = catalog.find(name).make(nullptr, name);
  flatten(*model);
  Drawing drawing = draw(*model, options);
  check_drawing(drawing);
  return drawing;
}

TEST(Drawings, ALoopThatIsSolvedIsNoConflict) {
  for (const bool flat : {false, true}) {
    const auto first = [&](bool solved) {
      return drawing_of("PlanarLoop3D", {.flat = flat, .solved = solved}).legend.at(0).text.text;
    };
    EXPECT_THAT(first(false), HasSubstr("causal conflict"));
    EXPECT_THAT(first(true),
                HasSubstr("causal conflict; the compiler can still solve the equations"));
  }
}

TEST(Drawings, FramesAreNoSignals) { EXPECT_TRUE(drawing_of("NFourBar").signals.empty()); }

TEST(Drawings, AClosedBoxHasTheColourOfWhatItHides) {
  const Drawing drawing = drawing_of("CapacitorLoop");
  EXPECT_EQ(element_of(drawing, "C2").tint, Drawing::Tint::violated);
  EXPECT_EQ(element_of(drawing, "R").tint, Drawing::Tint::none);
  EXPECT_EQ(drawing.legend.size(), 2u);
  EXPECT_THAT(to_svg(drawing), HasSubstr("class=\"closed violated\""));
}

TEST(Drawings, SimplifyingDropsFramesAroundASingleElement) {
  const Drawing drawing = drawing_of("SwitchedRC", {.flat = true, .simplify = Simplification::all});
  EXPECT_TRUE(drawing.boxes.empty());
  EXPECT_THAT(texts(drawing), ::testing::IsSupersetOf({"contact", "source"}));
  EXPECT_THAT(texts(drawing), Not(::testing::Contains("element")));
}

TEST(Drawings, AnElementThatStandsForAComponentHasItsParameters) {
  const Drawing drawing =
      drawing_of("SpringMassDamper", {.flat = true, .simplify = Simplification::all});
  EXPECT_THAT(texts(drawing), ::testing::IsSupersetOf({"spring", "c = 10 N/m"}));
}

TEST(Drawings, AJunctionStandsInTheFrameThatItsBondsComeFrom) {
  const Drawing drawing =
      drawing_of("DCMotorDrive", {.flat = true, .simplify = Simplification::all});
  ASSERT_EQ(drawing.boxes.size(), 1u);
  const Drawing::Rect& frame = drawing.boxes[0].place;
  const auto lies_inside = [&](const Drawing::Element& element) {
    return element.place.left > frame.left && element.place.right < frame.right &&
           element.place.top > frame.top && element.place.bottom < frame.bottom;
  };
  const auto inside = std::count_if(drawing.elements.begin(), drawing.elements.end(), lies_inside);
  // Armature: 1 with R and I; GY; rotor: 1 with I.
  EXPECT_EQ(inside, 6);
}

TEST(Drawings, AFreeAxisIsASourceOfNothing) {
  struct OnePendulum : Model {
    planar::World world{this, "world"};
    planar::Fixed pivot{this, "pivot"};
    planar::Revolute joint{this, "joint"};
    planar::Body bob{this, "bob"};
    OnePendulum() {
      connect(pivot.frame_b, joint.frame_a);
      connect(joint.frame_b, bob.frame_a);
    }
  } model;
  flatten(model);
  const Drawing drawing = draw(model, {.open = {"joint"}});
  EXPECT_EQ(element_of(drawing, "joint.axis_node").code, "Se");
  EXPECT_THAT(texts(drawing), ::testing::Contains("e0 = 0"));
  const Drawing complete = draw(model, {.open = {"joint"}, .simplify = Simplification::none});
  EXPECT_EQ(element_of(complete, "joint.axis_node").code, "1");
}

TEST(Drawings, AFreeFlangeOfARigidPartHasNoBond) {
  EXPECT_EQ(drawing_of("SpringMassDamper", {.flat = true}).bonds.size(), 9u);
  EXPECT_EQ(drawing_of("SpringMassDamper").bonds.size(), 6u);
}

TEST(Drawings, AChainOfWrappedPartsRunsInALine) {
  struct Chain : Model {
    translational::Fixed wall{this, "wall"};
    ComponentArray<translational::Spring> spring{this, "spring"};
    ComponentArray<translational::Mass> mass{this, "mass"};
    Chain() {
      spring.resize(10);
      mass.resize(10);
      for (std::size_t i = 0; i < 10; ++i) {
        connect(i == 0 ? wall.flange : mass[i - 1].flange_b, spring[i].flange_a);
        connect(spring[i].flange_b, mass[i].flange_a);
      }
    }
  } chain;
  flatten(chain);
  const Drawing drawing = draw(chain);
  check_drawing(drawing);
  EXPECT_LT(drawing.height, 400) << "two rows at most, not a staircase";
}

TEST(Drawings, PartsSideBySideStayInTheLineOfTheirChain) {
  EXPECT_LT(drawing_of("MassChain").height, 600) << "four rows at most";
}

// -- boxes ----------------------------------------------------------------------------------------

TEST(Drawings, BoxesAreClosedUnlessOpened) {
  bonds::Nested model;
  flatten(model);
  EXPECT_THAT(codes(draw(model)), UnorderedElementsAre("Se", "pair", "cell", "R"));
  const Drawing open = draw(model, {.open = {"pair"}});
  EXPECT_THAT(codes(open), UnorderedElementsAre("Se", "first", "second", "cell", "R"));
  ASSERT_EQ(open.boxes.size(), 1u);
  EXPECT_EQ(open.boxes[0].path, "pair");
  // What contains it opens too.
  EXPECT_EQ(draw(model, {.open = {"pair.first"}}).boxes.size(), 2u);
  EXPECT_EQ(draw(model, {.level = 1}).boxes.size(), 2u);
  EXPECT_EQ(draw(model, {.level = 2}).boxes.size(), 4u);
  EXPECT_EQ(draw(model, {.flat = true}).boxes.size(), 4u);
}

TEST(Drawings, OpenBoxesEncloseTheirParts) {
  bonds::Nested model;
  flatten(model);
  const Drawing drawing = draw(model, {.flat = true});
  for (const Drawing::Box& box : drawing.boxes) {
    for (const Drawing::Element& element : drawing.elements) {
      const bool inside = element.path.starts_with(box.path + ".");
      for (const Drawing::Text& text : element.texts) {
        const bool overlaps = text.box.left < box.place.right && text.box.right > box.place.left &&
                              text.box.top < box.place.bottom && text.box.bottom > box.place.top;
        EXPECT_EQ(overlaps, inside) << box.path << " and " << element.path;
      }
    }
  }
}

TEST(Drawings, AnUnknownBoxIsRefusedByName) {
  bonds::Nested model;
  flatten(model);
  const auto message = [&](const std::string& path) -> std::string {
    try {
      draw(model, {.open = {path}});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message("Pair"), HasSubstr("There is no box Pair to open. Did you mean pair"));
  EXPECT_THAT(message("load"), HasSubstr("load is an element of the bond graph"));
}

TEST(Drawings, AModelWithoutBondsIsRefused) {
  struct Empty : Model {
  } model;
  flatten(model);
  EXPECT_THROW(draw(model), Error);
}

TEST(Drawings, BondsThatLeaveAnOpenBoxTellItsPorts) {
  EXPECT_THAT(texts(drawing_of("CraneCrab3")), Not(::testing::Contains("frame_a")));
  const Drawing drawing = drawing_of("CraneCrab3", {.open = {"Revolute1"}});
  check_drawing(drawing);
  EXPECT_THAT(texts(drawing), ::testing::IsSupersetOf({"frame_a", "frame_b"}));
}

// -- simplification -------------------------------------------------------------------------------

TEST(Drawings, LeaveOutWhatOnlyConnectionsMade) {
  // The ground of the circuit, and the junctions that join two pins.
  const Drawing circuit = drawing_of("ElectricCircuit");
  EXPECT_THAT(codes(circuit), UnorderedElementsAre("source", "0", "C_left", "R_left", "C_middle",
                                                   "0", "C_right", "R_right"));
  EXPECT_EQ(circuit.bonds.size(), 7u);
  const Drawing complete = drawing_of("ElectricCircuit", {.simplify = Simplification::none});
  EXPECT_EQ(complete.elements.size(), 10u);
  EXPECT_THAT(codes(complete), ::testing::Contains("ground"));
  // What the user wrote stays.
  bonds::CircuitWithGround model;
  flatten(model);
  EXPECT_EQ(draw(model).elements.size(),
            draw(model, {.simplify = Simplification::none}).elements.size());
}

TEST(Drawings, AMechanismReadsFromTheGroundOutwards) {
  const Drawing drawing = drawing_of("CraneCrab3");
  EXPECT_THAT(codes(drawing), Not(::testing::Contains("world")));
  double right = 0;
  for (const char* part : {"Fixed1", "Prismatic1", "Revolute1", "FixedTranslation1", "Body1"}) {
    EXPECT_GT(element_of(drawing, part).place.left, right) << part;
    right = element_of(drawing, part).place.right;
  }
}

TEST(Drawings, TellVelocityFromAngularVelocity) {
  EXPECT_THAT(texts(drawing_of("FourBarLoop")), ::testing::IsSupersetOf({"v", "ω"}));
  EXPECT_THAT(texts(drawing_of("CraneCrab3")), Not(::testing::Contains("v")));
}

TEST(Drawings, TheSimplifiedCircuitIsThatOfTheBook) {
  bonds::CircuitWithGround model;
  flatten(model);
  EXPECT_EQ(draw(model).elements.size(), 14u);
  const Drawing drawing = draw(model, {.simplify = Simplification::all});
  // Se --> 0 --> I; 0 --> 1 --> R; 1 --> 0 --> C, R: Zimmer, figure 2.6.
  EXPECT_THAT(codes(drawing), UnorderedElementsAre("Se", "0", "I", "1", "R", "0", "C", "R"));
  EXPECT_EQ(drawing.bonds.size(), 7u);
  int merged = 0;
  for (const Drawing::Bond& bond : drawing.bonds) merged += static_cast<int>(bond.merged.size());
  EXPECT_EQ(merged, 4) << "through the 1-junctions of source, coil, capacitor and second resistor";
}

TEST(Drawings, SimplifyingKeepsWhatIsNoGround) {
  bonds::RcCircuit model;
  model.source.e0 = VectorX::Constant(1, 1.0);
  flatten(model);
  EXPECT_EQ(draw(model, {.simplify = Simplification::all}).elements.size(), 4u);
}

TEST(Drawings, SimplifyingKnowsGroundsOfWrappedComponentsFromSources) {
  const auto simplified = [](const std::string& name) {
    const Catalog catalog = library_catalog();
    const auto model = catalog.find(name).make(nullptr, name);
    flatten(*model);
    const Drawing drawing = draw(*model, {.flat = true, .simplify = Simplification::all});
    check_drawing(drawing);
    std::vector<std::string> paths;
    for (const Drawing::Element& element : drawing.elements) paths.push_back(element.path);
    return paths;
  };
  // A temperature that is held is no ground, a wall and the ground of a circuit are.
  EXPECT_THAT(simplified("ThermalWall"),
              ::testing::IsSupersetOf({"room.element", "outside.element"}));
  EXPECT_THAT(simplified("SpringMassDamper"), Not(::testing::Contains("wall.element")));
  EXPECT_THAT(simplified("SwitchedRC"), Not(::testing::Contains("ground.element")));
}

// -- size -----------------------------------------------------------------------------------------

TEST(Drawings, ALongChainIsFoldedIntoRows) {
  bonds::Ladder model(150);
  flatten(model);
  const Drawing drawing = draw(model);
  check_drawing(drawing);
  EXPECT_EQ(drawing.elements.size(), 601u);
  EXPECT_LT(drawing.width, 3 * drawing.height);
  EXPECT_LT(drawing.height, 3 * drawing.width);
}

TEST(Drawings, GraphvizSourceHasEverything) {
  bonds::Nested model;
  flatten(model);
  const std::string dot = draw_dot(model, {.flat = true});
  EXPECT_THAT(dot, HasSubstr("subgraph cluster_"));
  EXPECT_THAT(dot, HasSubstr("\"pair.first.through\" -> \"pair.first.r\""));
  EXPECT_THAT(dot, HasSubstr("teervee"));
}

TEST(Drawings, APictureIsAPng) {
  bonds::RcCircuit model;
  flatten(model);
  EXPECT_TRUE(to_png(to_svg(draw(model))).starts_with("\x89PNG"));
}

/// Two flywheels with a dog between them, one of them driven: the motor has no part in the impact.
TEST(Drawings, OfImpulsesShowWhatAnImpactSees) {
  const auto model = library_catalog().find("DogClutch").make(nullptr, "DogClutch");
  const Drawing drawing =
      draw(*model, {.flat = true, .simplify = Simplification::all, .impulse = true});
  int inertias = 0;
  for (const Drawing::Element& element : drawing.elements) {
    const bool motor = element.path.starts_with("motor") || element.path.starts_with("torque");
    EXPECT_EQ(element.tint == Drawing::Tint::vanished, motor) << element.path;
    EXPECT_NE(element.code, "I");
    inertias += element.code == "R" ? 1 : 0;
  }
  EXPECT_EQ(inertias, 2);
  EXPECT_THAT(texts(drawing), testing::Contains("2 I, pre f"));
  for (const Drawing::Bond& bond : drawing.bonds) {
    EXPECT_EQ(bond.second_barb.size(), 2u) << bond.path;
    EXPECT_TRUE(bond.strokes.empty()) << bond.path;
    EXPECT_EQ(bond.tint == Drawing::Tint::vanished, bond.path.starts_with("motor")) << bond.path;
  }
  EXPECT_EQ(drawing.signals.at(0).tint, Drawing::Tint::vanished);
}

/// A spring hands no impulse on: the mass beyond it is not hit.
TEST(Drawings, OfImpulsesEndAtSprings) {
  struct Hit : Model {
    translational::Fixed wall{this, "wall"};
    translational::Mass near{this, "near"}, far{this, "far"};
    translational::Spring spring{this, "spring"};
    translational::HardGap gap{this, "gap"};
    Hit() {
      connect(wall.flange, gap.flange_a);
      connect(gap.flange_b, near.flange_a);
      connect(near.flange_b, spring.flange_a);
      connect(spring.flange_b, far.flange_a);
    }
  } model;
  const Drawing drawing =
      draw(model, {.flat = true, .simplify = Simplification::all, .impulse = true});
  for (const Drawing::Element& element : drawing.elements) {
    const bool beyond = element.path.starts_with("spring") || element.path.starts_with("far");
    EXPECT_EQ(element.tint == Drawing::Tint::vanished, beyond) << element.path;
  }
}

}  // namespace
}  // namespace multibond
