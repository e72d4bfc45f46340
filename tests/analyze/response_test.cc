/// Frequency responses and root loci against closed forms.
#include "multibond/analyze/response.h"

#include <cmath>
#include <complex>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/analyze/locus.h"
#include "multibond/library/library.h"

namespace multibond {
namespace {

using testing::HasSubstr;
using Complex = std::complex<double>;

/// T x' + x = k u, y = 2 x + 3 u; the same with a parameter in place of the input.
class Lag final : public Model {
 public:
  Parameter<double> k{this, "k", 5.0, "1", "gain"};
  Parameter<double> T{this, "T", 4.0, "s", "time constant"};
  Parameter<double> level{this, "level", 0.0, "1", "value of a source"};
  Input u{this, "u", 0.0, "1"};
  Variable x{this, "x", "1", "", StateHint::prefer};
  Variable y{this, "y", "1"};
  Lag() : Model(nullptr, "Lag") {}
  void equations() override {
    equation(T * der(x), k * (u + level) - x);
    equation(y, 2.0 * x + 3.0 * (u + level));
  }
};

Complex lag(double frequency) {
  return 10.0 / (1.0 + Complex(0, 2 * std::numbers::pi * frequency * 4)) + 3.0;
}

TEST(FrequencyResponse, IsTheTransferFunctionOnTheImaginaryAxis) {
  Lag model;
  const Linearization linear = linearize(model, {.outputs = {"y"}});
  const std::vector<double> frequencies{1e-4, 0.01, 1 / (8 * std::numbers::pi), 1, 100};
  const FrequencyResponse response = frequency_response(linear, frequencies);
  ASSERT_EQ(response.values.size(), frequencies.size());
  for (std::size_t k = 0; k < frequencies.size(); ++k) {
    EXPECT_NEAR(std::abs(response.values[k](0, 0) - lag(frequencies[k])), 0, 1e-12);
  }
}

TEST(FrequencyResponse, TakesParametersForInputs) {
  Lag model;
  const Linearization linear = linearize(model, {.outputs = {"y"}, .parameters = {"level"}});
  EXPECT_EQ(linear.inputs, (std::vector<std::string>{"u", "level"}));
  for (const Eigen::MatrixXcd& at : frequency_response(linear, {0.01, 0.1, 1}).values) {
    EXPECT_NEAR(std::abs(at(0, 0) - at(0, 1)), 0, 1e-9);
  }
  // k acts through its product with u + level, which is zero at this state.
  EXPECT_NEAR(linearize(model, {.parameters = {"k"}}).B(0, 1), 0, 1e-12);
}

TEST(FrequencyResponse, HasThePeakOfAnOscillator) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("SpringMassDamper").make(nullptr, "SpringMassDamper");
  model->set("mass.v.start", "0", {});
  // m s'' + d s' + c (s - s0) = 0: the unstretched length moves the mass, G(0) = 1
  const Linearization linear =
      linearize(*model, {.outputs = {"mass.s"}, .parameters = {"spring.s_rel0"}});
  const std::vector<double> frequencies = usual_frequencies(linear);
  const FrequencyResponse response = frequency_response(linear, frequencies);
  double largest = 0, at = 0;
  for (std::size_t k = 0; k < frequencies.size(); ++k) {
    const double w = 2 * std::numbers::pi * frequencies[k];
    const Complex exact = 10.0 / (10.0 - w * w + Complex(0, 0.4 * w));
    const Complex value = response.values[k](0, 0);
    EXPECT_NEAR(std::abs(value - exact) / std::abs(exact), 0, 1e-8);
    if (std::abs(value) > largest) largest = std::abs(value), at = frequencies[k];
  }
  // The damped frequency is among the usual ones; the peak is next to it.
  EXPECT_NEAR(2 * std::numbers::pi * at, std::sqrt(10 - 0.04), 0.02);
  EXPECT_LE(frequencies.front(), 0.11 * std::sqrt(10) / (2 * std::numbers::pi));
  EXPECT_GE(frequencies.back(), 9 * std::sqrt(10) / (2 * std::numbers::pi));
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.diagnostics().front().text + ' ' + error.diagnostics().front().hint;
  }
  return "";
}

TEST(FrequencyResponse, NamesWhatIsNoInput) {
  Lag model;
  EXPECT_THAT(refusal([&] { linearize(model, {.parameters = {"levl"}}); }),
              HasSubstr("There is no input and no parameter levl. Did you mean level?"));
  EXPECT_THAT(refusal([] { read_response("--bode", "force"); }),
              HasSubstr("--bode: 'force' does not name an input and an output."));
}

// -- root loci ------------------------------------------------------------------------------------

TEST(RootLocus, FollowsTheRootsOfAnOscillator) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("SpringMassDamper").make(nullptr, "SpringMassDamper");
  const auto compiled = compile_model(*model);
  // s^2 + d s + 10 = 0 through critical damping
  const RootLocus locus = root_locus(compiled, read_locus("--locus", "damper.d=0.5:12"));
  ASSERT_EQ(locus.values.size(), 61u);
  EXPECT_EQ(locus.unit, "N.s/m");
  EXPECT_EQ(locus.values.front(), 0.5);
  EXPECT_EQ(locus.values.back(), 12);
  for (std::size_t k = 0; k < locus.values.size(); ++k) {
    const double d = locus.values[k];
    const Complex root = std::sqrt(Complex(d * d / 4 - 10, 0));
    for (const Complex& exact : {-d / 2 + root, -d / 2 - root}) {
      double nearest = 1;
      for (const Complex& found : locus.eigenvalues[k]) {
        nearest = std::min(nearest, std::abs(found - exact));
      }
      EXPECT_LT(nearest, 1e-6) << d;
    }
  }
  // Branches do not change places: neighbours are near.
  for (std::size_t k = 1; k < 20; ++k) {
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_LT(std::abs(locus.eigenvalues[k][i] - locus.eigenvalues[k - 1][i]), 0.5);
    }
  }
}

TEST(RootLocus, TakesUnitsAndGoesByFactorsIfTheEndsAreFarApart) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("SpringMassDamper").make(nullptr, "SpringMassDamper");
  const auto compiled = compile_model(*model);
  const RootLocus locus =
      root_locus(compiled, read_locus("--locus", "spring.c=0.01 N/mm:1 N/mm"), {}, 3);
  ASSERT_EQ(locus.values.size(), 3u);
  EXPECT_NEAR(locus.values[1], 100, 1e-9);
  EXPECT_NEAR(std::abs(locus.eigenvalues[1][0]), 10, 1e-9);
}

TEST(RootLocus, SaysWhatIsWrong) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("SpringMassDamper").make(nullptr, "SpringMassDamper");
  const auto compiled = compile_model(*model);
  EXPECT_THAT(refusal([] { read_locus("--locus", "spring.c=5"); }),
              HasSubstr("--locus: 'spring.c=5' is not a parameter with a range."));
  EXPECT_THAT(refusal([&] {
                root_locus(compiled, {"sprin.c", "1", "2"});
              }),
              HasSubstr("There is no parameter sprin.c. Did you mean spring.c?"));
  EXPECT_THAT(refusal([&] {
                root_locus(compiled, {"spring.c", "3", "3"});
              }),
              HasSubstr("spring.c cannot go from 3 N/m to 3 N/m."));
  EXPECT_THAT(refusal([&] { root_locus(compiled, {"mass.m", "-2", "-1"}); }), HasSubstr("mass.m"));
}

}  // namespace
}  // namespace multibond
