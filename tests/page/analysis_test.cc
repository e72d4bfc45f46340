/// What the page tells of the compiler's work and of modes.
#include <gtest/gtest.h>

#include <cmath>

#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"
#include "page/read_page.h"

namespace multibond {
namespace {

nlohmann::json header_of(const std::string& model) {
  const Catalog catalog = library_catalog();
  const auto component = catalog.find(model).make(nullptr, model);
  const auto compiled = compile_model(*component);
  const Result result = simulate(compiled, {.stop = 0.01, .intervals = 2});
  std::vector<std::string> states;
  for (const StateDescription& state : compiled->first()->states) states.push_back(state.name);
  return test::PageReader(page_data(result, {.states = states}, component.get())).header;
}

TEST(PageAnalysis, HasTheModesOfAnOscillator) {
  const nlohmann::json modes = header_of("SpringMassDamper")["modes"];
  ASSERT_EQ(modes["values"].size(), 1u);  // one of the pair
  const double real = modes["values"][0]["real"], imaginary = modes["values"][0]["imaginary"];
  // m = 1 kg, c = 10 N/m, d = 0.4 N.s/m: s^2 + 0.4 s + 10 = 0
  EXPECT_NEAR(real, -0.2, 1e-9);
  EXPECT_NEAR(imaginary, std::sqrt(10 - 0.04), 1e-9);
  EXPECT_EQ(modes["values"][0]["parts"][0][0], "mass.v");
}

TEST(PageAnalysis, HasStatesAndPassesOfTheCompiler) {
  const nlohmann::json structure = header_of("SpringMassDamper")["structure"];
  EXPECT_EQ(structure["states"].size(), 2u);
  EXPECT_EQ(structure["passes"][0]["pass"], "flatten");
}

TEST(PageAnalysis, LeavesModesOutWhereThereIsNoLinearization) {
  const nlohmann::json header = header_of("SevenBody");
  EXPECT_FALSE(header.contains("modes"));
  EXPECT_TRUE(header.contains("structure"));
}

}  // namespace
}  // namespace multibond
