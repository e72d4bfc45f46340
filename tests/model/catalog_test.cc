#include "multibond/model/catalog_description.h"

#include "model/sample.h"

namespace multibond {
namespace {

using sample::Element;
using sample::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Rich : public Component {
 public:
  using Component::Component;
  sample::Node node{this, "node"};
  Parameter<double> m{this, "m", 2.5, "kg", "mass"};
  Parameter<Vector3> n{this, "n", {0, 0, 1}, "1", "axis"};
  Parameter<Matrix3> R{this, "R", Matrix3::Identity(), "1", "orientation"};
  Parameter<int> cells{this, "cells", 3, "1", "number"};
  Parameter<bool> fast{this, "fast", true, "speed"};
  Parameter<std::string> shape{this, "shape", "round", "shape"};
  Variable s{this, "s", "m", "position", StateHint::prefer};
  Variable a{this, "a", "m/s2", "acceleration"};
  Discrete count{this, "count", 0, "1", "count"};
  ComponentArray<Element> part{this, "part"};
  void build() override { part.resize(static_cast<std::size_t>(cells.value())); }
};

Catalog small_catalog() {
  Catalog catalog;
  catalog.add<Element>("Things.Second", "A second thing.");
  catalog.add<Rich>("Things.First", "A first thing.");
  catalog.add<Element>("ThingsElse.Third", "Another.");
  catalog.add_model<Rich>("Model", "A model.", {.stop = 3, .plot = {"s"}});
  return catalog;
}

std::vector<std::string> paths(const std::vector<const CatalogEntry*>& entries) {
  std::vector<std::string> result;
  for (const CatalogEntry* entry : entries) result.push_back(entry->path);
  return result;
}

TEST(Catalog, EntriesAreSortedWhateverTheOrderOfRegistration) {
  const Catalog catalog = small_catalog();
  EXPECT_THAT(paths(catalog.below("")),
              ElementsAre("Model", "Things.First", "Things.Second", "ThingsElse.Third"));
}

TEST(Catalog, FindsAnEntryAndMakesTheComponent) {
  const Catalog catalog = small_catalog();
  const CatalogEntry& entry = catalog.find("Model");
  EXPECT_TRUE(entry.is_model);
  EXPECT_EQ(entry.experiment.stop, 3.0);
  const std::unique_ptr<Component> made = entry.make(nullptr, "it");
  EXPECT_EQ(made->name(), "it");
  EXPECT_NE(dynamic_cast<Rich*>(made.get()), nullptr);
}

TEST(Catalog, AWrongPathListsTheNearest) {
  const Catalog catalog = small_catalog();
  const std::string message = message_of([&] { catalog.find("Things.Frist"); });
  EXPECT_THAT(message, HasSubstr("The catalog has no entry Things.Frist."));
  EXPECT_THAT(message, HasSubstr("Did you mean Things.First"));
  EXPECT_THAT(message_of([&] { catalog.find("qqqqqqqqqq"); }), HasSubstr("It has: Model, Things."));
}

TEST(Catalog, TheSamePathTwiceIsAProgrammingError) {
  Catalog catalog = small_catalog();
  EXPECT_THROW(catalog.add<Element>("Things.First", "Again."), std::logic_error);
}

TEST(Catalog, BelowMeansWholeNames) {
  const Catalog catalog = small_catalog();
  EXPECT_THAT(paths(catalog.below("Things")), ElementsAre("Things.First", "Things.Second"));
  EXPECT_THAT(paths(catalog.below("Things.First")), ElementsAre("Things.First"));
  EXPECT_THAT(paths(catalog.below("Nothing")), ElementsAre());
}

TEST(Catalog, SearchFindsPathsFirstAndThenDescriptionsInAnyCase) {
  Catalog catalog = small_catalog();
  catalog.add<Element>("Spare.Part", "A FIRST aid.");
  EXPECT_THAT(paths(catalog.search("first")), ElementsAre("Things.First", "Spare.Part"));
  EXPECT_THAT(paths(catalog.search("nowhere")), ElementsAre());
}

TEST(Catalog, ModelsNeedNoConstructorFromOwnerAndName) {
  struct Plain : Model {
    Variable x{this, "x", "1", "something"};
    void equations() override { equation(x, 1.0); }
  };
  Catalog catalog;
  catalog.topic("Simple");
  catalog.add_model<Plain>("Plain", "A plain model.");
  const CatalogEntry& entry = catalog.find("Plain");
  EXPECT_EQ(entry.topic, "Simple");
  const auto model = entry.make(nullptr, "ignored");
  EXPECT_EQ(flatten(*model).name, "Plain");
  Rich owner(nullptr, "owner");
  EXPECT_THAT(message_of([&] { entry.make(&owner, "part"); }),
              HasSubstr("is a model and cannot be part of another"));
}

TEST(Catalog, WhatALibraryKnowsIsAddedToEveryEntry) {
  Catalog catalog = small_catalog();
  catalog.complete([](CatalogEntry& entry) { entry.header = entry.path + ".h"; });
  catalog.add<Element>("Later", "Added later.");
  EXPECT_EQ(catalog.find("Things.First").header, "Things.First.h");
  EXPECT_EQ(catalog.find("Later").header, "Later.h");
}

TEST(Catalog, DescribesParametersOfPartsAndHowTheyCount) {
  const Catalog catalog = small_catalog();
  const CatalogDescription description = describe(catalog.find("Model"));
  const auto& rows = description.parameters;
  EXPECT_FALSE(rows[0].structural);  // m
  EXPECT_TRUE(rows[3].structural);   // cells
  EXPECT_TRUE(rows[5].structural);   // shape
  ASSERT_FALSE(description.inner_parameters.empty());
  EXPECT_THAT(description.inner_parameters[0].name, ::testing::StartsWith("part[1]."));
  CatalogEntry hiding = catalog.find("Model");
  hiding.hides = [](const Component&, const CatalogParameter&) { return true; };
  EXPECT_TRUE(describe(hiding).inner_parameters.empty());
}

TEST(Catalog, DescribesWhatAnInstanceOffers) {
  const Catalog catalog = small_catalog();
  const CatalogDescription description = describe(catalog.find("Things.First"));
  EXPECT_EQ(description.path, "Things.First");
  EXPECT_EQ(description.description, "A first thing.");
  std::vector<std::string> types, defaults;
  for (const auto& row : description.parameters) {
    types.push_back(row.type);
    defaults.push_back(row.default_value);
  }
  EXPECT_THAT(types, ElementsAre("real", "real[3]", "real[3, 3]", "integer", "boolean", "text"));
  EXPECT_THAT(defaults,
              ElementsAre("2.5", "{0, 0, 1}", "[1, 0, 0; 0, 1, 0; 0, 0, 1]", "3", "true", "round"));
  EXPECT_EQ(description.parameters[0].unit, "kg");
  EXPECT_EQ(description.parameters[0].description, "mass");
  ASSERT_EQ(description.variables.size(), 3u);
  EXPECT_EQ(description.variables[0].kind, "state");
  EXPECT_EQ(description.variables[2].kind, "discrete");
  ASSERT_EQ(description.ports.size(), 1u);
  EXPECT_EQ(description.ports[0].kind, "node");
  ASSERT_EQ(description.ports[0].variables.size(), 2u);
  EXPECT_EQ(description.ports[0].variables[1].kind, "flow");
  EXPECT_THAT(description.parts, ElementsAre("part[1]", "part[2]", "part[3]"));
}

TEST(Catalog, DescribesAPartThatLacksItsSurroundings) {
  class Lonely : public Component {
   public:
    using Component::Component;
    void build() override { outer<Rich>("Rich"); }
  };
  Catalog catalog;
  catalog.add<Lonely>("Lonely", "Needs company.");
  EXPECT_THAT(describe(catalog.find("Lonely")).obstacle, HasSubstr("needs a Rich"));
}

}  // namespace
}  // namespace multibond
