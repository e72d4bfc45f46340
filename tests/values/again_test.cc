// One model object, used again and again: drawn, simulated, linearized, changed.

#include <optional>

#include "multibond/analyze/linearize.h"
#include "multibond/library/bonds/graph.h"
#include "multibond/library/translational.h"
#include "multibond/model/system.h"
#include "values/examples.h"

namespace multibond {
namespace {

class Again : public testing::TestWithParam<std::string> {};

/// A parameter to change that is a symbol in the equations, if there is one.
std::optional<std::pair<std::string, double>> tunable(const std::string& name) {
  const auto compiled = compile_model(*test::make(name));
  for (const ParameterDescription& p : compiled->description().parameters) {
    // Lengths of rods fit each other.
    const bool vector = p.path.ends_with(']') || p.path.ends_with("length");
    if (p.kind == ParameterDescription::Kind::tunable && p.value > 0 && !vector) {
      return std::pair(std::string(p.path), 1.01 * p.value);
    }
  }
  return std::nullopt;
}

/// One that shapes what is built, with its value as it is: the model is built again all the same.
std::optional<std::pair<std::string, std::string>> structural(const Component& component) {
  for (const ParameterBase* p : component.parameters()) {
    if (p->type() != ParameterType::real) return std::pair(p->path(), p->value_text());
  }
  for (const Component* child : component.children()) {
    if (auto found = structural(*child)) return found;
  }
  return std::nullopt;
}

TEST_P(Again, TheSameObjectGivesWhatFreshOnesGive) {
  const std::string name = GetParam();
  const SimulationOptions options = test::options_of(name, 0.02, 5);
  const Result fresh = simulate(*test::make(name), options);
  const auto change = tunable(name);
  const auto model = test::make(name);
  std::optional<Result> changed_fresh;
  if (change) {
    const auto other = test::make(name);
    other->set(change->first, change->second);
    changed_fresh = simulate(*other, options);
  }
  const auto original = test::make(name);
  for (int round = 0; round < 3; ++round) {
    bonds::bond_graph(*model);
    test::expect_identical(simulate(*model, options), fresh);
    try {
      linearize(*model);
    } catch (const Error&) {  // some move in a way that has no linearization
    }
    if (const auto shape = structural(*model)) model->set(shape->first, shape->second);
    test::expect_identical(simulate(*model, options), fresh);
    if (change) {
      model->set(change->first, change->second);
      test::expect_identical(simulate(*model, options), *changed_fresh);
      model->set(change->first, change->second / 1.01);
      // The value need not come back to the bit: it is given as it was.
      const auto compiled = compile_model(*original);
      model->set(change->first,
                 compiled->description()[*compiled->find_parameter(change->first)].value);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Library, Again, testing::ValuesIn(test::example_names()), test::test_name);

// -- structure that changes -----------------------------------------------------------------------

TEST(ModelsAgain, AChainGrowsAndShrinks) {
  const auto model = test::make("MassChain");
  const SimulationOptions options{.stop = 1, .intervals = 5};
  const auto fresh = [&](int n) {
    const auto other = test::make("MassChain");
    other->set("n", n);
    return simulate(*other, options);
  };
  for (const int n : {3, 10, 2, 10}) {
    model->set("n", n);
    test::expect_identical(simulate(*model, options), fresh(n));
  }
}

TEST(ModelsAgain, MembersCanBeChangedBetweenRuns) {
  struct Oscillator : Model {
    translational::Fixed wall{this, "wall"};
    translational::Spring spring{this, "spring"};
    translational::Mass mass{this, "mass"};
    Oscillator() {
      spring.c = 10.0;
      mass.s.start(1.0).fixed();
      connect(wall.flange, spring.flange_a);
      connect(spring.flange_b, mass.flange_a);
    }
  } model;
  const SimulationOptions options{.stop = 3, .tolerance = 1e-10};
  for (const double c : {10.0, 40.0, 2.5}) {
    model.spring.c = c;
    EXPECT_NEAR(simulate(model, options).final("mass.s"), std::cos(3 * std::sqrt(c)), 1e-8);
  }
  model.mass.s.start(2.0);
  EXPECT_NEAR(simulate(model, options).final("mass.s"), 2 * std::cos(3 * std::sqrt(2.5)), 1e-8);
}

TEST(ModelsAgain, AFailedElaborationLeavesTheModelAsItWas) {
  const auto model = test::make("SpringMassDamper");
  model->set("mass.m", -1.0);
  EXPECT_THROW(simulate(*model, {.stop = 1}), Error);
  model->set("mass.m", 1.0);
  test::expect_identical(simulate(*model, {.stop = 1}),
                         simulate(*test::make("SpringMassDamper"), {.stop = 1}));
}

// -- parts that die -------------------------------------------------------------------------------

std::string message_of(Component& model) {
  try {
    flatten(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(LostParts, APartThatWasResetIsGone) {
  struct Pair : Model {
    translational::Mass mass{this, "mass"};
    std::optional<translational::Mass> second;
    Pair() { second.emplace(this, "second"); }
  } model;
  EXPECT_EQ(flatten(model).components.size(), flatten(model).components.size());
  model.second.reset();
  for (const SystemComponent& c : flatten(model).components) EXPECT_NE(c.path, "second");
  EXPECT_EQ(simulate(model, {.stop = 1}).status, RunStatus::completed);
}

TEST(LostParts, OneThatIsStillConnectedIsNamed) {
  struct Pair : Model {
    translational::Mass mass{this, "mass"};
    std::optional<translational::Mass> second;
    Pair() {
      second.emplace(this, "second");
      connect(mass.flange_b, second->flange_a);
    }
  } model;
  model.second.reset();
  EXPECT_NE(message_of(model).find("flange_a is connected, but its component was destroyed"),
            std::string::npos);
}

TEST(LostParts, ALocalVariableInBuildIsNamed) {
  struct Local : Model {
    void build() override { translational::Mass mass{this, "mass"}; }
  } model;
  EXPECT_NE(message_of(model).find("mass was destroyed while the model was built"),
            std::string::npos);
  struct LocalParameter : Model {
    void build() override { Parameter<double> size{this, "size", 1.0}; }
  } other;
  EXPECT_NE(message_of(other).find("size was destroyed while the model was built"),
            std::string::npos);
}

}  // namespace
}  // namespace multibond
