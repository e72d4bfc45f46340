#include "multibond/analyze/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace multibond {
namespace {

using testing::HasSubstr;

Result curve(const std::string& name, const std::function<double(double)>& f, double stop = 10,
             int rows = 1000) {
  Result result;
  const std::size_t column = result.add_column();
  result.add_signal({name, "m", "", false, column, 1});
  for (int k = 0; k <= rows; ++k) {
    const double t = stop * k / rows;
    result.append(std::vector<double>{t, f(t)});
  }
  return result;
}

double wave(double t) { return 3 * std::sin(t); }

TEST(Comparison, MeasuresTheDeviationByTheRange) {
  const Result reference = curve("x", wave, 10, 100);
  const Result result = curve("x", [](double t) { return wave(t) + (t > 5 ? 0.12 : 0.0); });
  const Comparison comparison = compare(result, reference, {.tolerance = 1e-6});
  ASSERT_EQ(comparison.signals.size(), 1u);
  EXPECT_NEAR(comparison.signals[0].range, 6, 1e-2);
  EXPECT_NEAR(comparison.signals[0].deviation, 0.02, 1e-4);
  EXPECT_GT(comparison.signals[0].at, 5);
  EXPECT_FALSE(comparison.agrees());
  EXPECT_TRUE(compare(result, reference, {.tolerance = 0.03}).agrees());
  EXPECT_TRUE(compare(result, reference, {.tolerance = 1e-4, .until = 5}).agrees());
}

TEST(Comparison, LetsAJumpComeALittleLater) {
  const auto step = [](double when) { return [when](double t) { return t < when ? 0.0 : 1.0; }; };
  const Result reference = curve("x", step(5), 10, 200);
  EXPECT_TRUE(compare(curve("x", step(5.005)), reference, {.tolerance = 1e-3}).agrees());
  const Comparison late = compare(curve("x", step(5.2)), reference, {.tolerance = 1e-3});
  EXPECT_FALSE(late.agrees());
  EXPECT_NEAR(late.signals[0].deviation, 1, 1e-12);
}

TEST(Comparison, FindsSignalsByOtherNamesAndPutsTheWorstFirst) {
  Result reference = curve("a", wave, 10, 50);
  const std::size_t column = reference.add_column();
  reference.add_signal({"b", "m", "", false, column, 1});  // has no values
  const Result result = curve("x", wave);
  const ComparisonOptions options{.names = {{"a", "x"}, {"b", "x"}}};
  const Comparison comparison = compare(result, reference, options);
  EXPECT_EQ(comparison.signals[0].reference, "b");
  EXPECT_EQ(comparison.signals[1].path, "x");
  EXPECT_LT(comparison.signals[1].deviation, 1e-4);
  EXPECT_FALSE(comparison.agrees());
  EXPECT_TRUE(compare(result, reference, {.names = {{"a", "x"}}, .signals = {"a"}}).agrees());
}

TEST(Comparison, OfAConstantIsByItsSize) {
  const Result reference = curve("x", [](double) { return 200.0; });
  const Comparison comparison = compare(curve("x", [](double) { return 201.0; }), reference);
  EXPECT_NEAR(comparison.signals[0].deviation, 0.005, 1e-12);
}

TEST(Comparison, AtTheSameInstantNothingMayComeLater) {
  const Result reference = curve("x", wave, 10, 200);
  const Result late = curve(
      "x", [](double t) { return wave(t - 0.008); }, 10, 2000);
  EXPECT_TRUE(compare(late, reference, {.tolerance = 1e-3, .until = 9}).agrees());
  EXPECT_FALSE(
      compare(late, reference, {.tolerance = 1e-3, .time_tolerance = 0, .until = 9}).agrees());
}

TEST(Comparison, RoundingOfWhatRestsIsNoDifference) {
  const auto noise = [](double size) {
    return [size](double t) { return size * std::sin(1e3 * t); };
  };
  const Result reference = curve("x", noise(1e-17)), result = curve("x", noise(3e-16));
  EXPECT_FALSE(compare(result, reference).agrees());
  EXPECT_TRUE(compare(result, reference, {.noise = 1e-12}).agrees());
  EXPECT_FALSE(compare(curve("x", noise(1e-2)), reference, {.noise = 1e-12}).agrees());
}

TEST(Comparison, NamesWhatIsMissing) {
  const auto complaint = [](const Result& a, const Result& b) {
    try {
      compare(a, b);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(complaint(curve("x", wave), curve("phi", wave)),
              HasSubstr("phi is not a variable of this result"));
  EXPECT_THAT(complaint(curve("x", wave), Result()), HasSubstr("no time in common"));
}

}  // namespace
}  // namespace multibond
