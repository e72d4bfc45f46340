// Bonds, junctions and the basic one-ports: equations, sizes, messages, the graph of a model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "multibond/library/bonds/graph.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/bonds/transformers.h"
#include "multibond/library/library.h"
#include "multibond/model/system.h"
#include "multibond/simulate/simulation.h"

namespace multibond::bonds {
namespace {

/// Se --> 1 --> R, C: the effort of C is 1 - exp(-t / RC).
struct Charging : Model {
  Se source{this, "source"};
  J1 loop{this, "loop"};
  R r{this, "r"};
  C c{this, "c"};
  explicit Charging(int n = 1) {
    Component* parts[] = {&source, &loop, &r, &c};
    for (Component* part : parts) static_cast<Element*>(part)->n = n;
    r.R = VectorX::Constant(1, 2.0);
    c.C = VectorX::Constant(1, 0.25);
    bond(*this, source, loop);
    bond(*this, loop, r);
    bond(*this, loop, c);
  }
};

TEST(Bonds, ACapacitanceChargesThroughAResistance) {
  Charging model;
  const Result result = simulate(model, {.stop = 1, .tolerance = 1e-10});
  EXPECT_NEAR(result.final("c.port.e"), 1 - std::exp(-2.0), 1e-9);
  EXPECT_NEAR(result.final("source.port.f"), -0.5 * std::exp(-2.0), 1e-9);
}

TEST(Bonds, ComponentsOfAMultibondAreIndependentThere) {
  Charging model(3);
  model.source.e0 = Eigen::Vector3d(1, 2, -3);
  const Result result = simulate(model, {.stop = 1, .tolerance = 1e-10});
  EXPECT_NEAR(result.final("c.port.e[3]"), -3 * (1 - std::exp(-2.0)), 1e-9);
}

TEST(Bonds, AChainMakesTheBondsThatItShows) {
  struct Geared : Model {
    Se source{this, "source"};
    TF_flow gear{this, "gear"}, back{this, "back"};
    J1 shaft{this, "shaft"};
    R r{this, "r"};
    Geared() { bond(*this, {source, gear, shaft, reversed(back), r}); }
  } model;
  flatten(model);
  std::vector<std::string> bonds;
  for (const Component* part : model.children()) {
    if (const auto* bond = dynamic_cast<const Bond*>(part)) {
      bonds.push_back(bond->name() + ": " + bond->tail().path() + " ---> " + bond->head().path());
    }
  }
  EXPECT_THAT(bonds, ::testing::ElementsAre(
                         "b1: source.port ---> gear.port_a", "b2: gear.port_b ---> shaft.p[1]",
                         "b3: shaft.p[2] ---> back.port_b", "b4: back.port_a ---> r.port"));
}

TEST(Bonds, TheGraphHasEveryElementAndBondOnce) {
  Charging model;
  flatten(model);
  const BondGraph graph = bond_graph(model);
  ASSERT_EQ(graph.vertices.size(), 4u);
  ASSERT_EQ(graph.edges.size(), 3u);
  EXPECT_EQ(graph.vertices[graph.edges[0].tail.vertex].path, "source");
  EXPECT_EQ(graph.vertices[graph.edges[0].head.vertex].path, "loop");
  EXPECT_EQ(graph.vertices[1].rules[0].places.size(), 3u);
}

TEST(Bonds, EveryElementOfTheCatalogHasACode) {
  const Catalog catalog = library_catalog();
  int elements = 0;
  for (const CatalogEntry* entry : catalog.below("Bonds")) {
    const auto part = entry->make(nullptr, "part");
    const auto* element = dynamic_cast<const Element*>(part.get());
    if (!element) continue;
    ++elements;
    EXPECT_FALSE(element->code().empty()) << entry->path;
  }
  EXPECT_GE(elements, 45);
}

TEST(Bonds, DifferentCardinalitiesAreRefusedByName) {
  Charging model;
  model.r.n = 2;
  try {
    flatten(model);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("loop.p[2] of cardinality 1 and r.port of "
                                                   "cardinality 2"));
  }
}

TEST(Bonds, TwoBondsAtOnePortAreRefused) {
  Charging model;
  EXPECT_THROW(bond(model, model.source, model.loop), Error);
}

}  // namespace
}  // namespace multibond::bonds
