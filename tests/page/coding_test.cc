#include "src/page/coding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace multibond::page {
namespace {

std::vector<double> sampled(std::size_t rows, double (*f)(double)) {
  std::vector<double> values;
  for (std::size_t i = 0; i < rows; ++i) values.push_back(f(0.01 * static_cast<double>(i)));
  return values;
}

double largest_error(const std::vector<double>& values, Accuracy accuracy) {
  const std::vector<double> read = decode(code(values, accuracy));
  double error = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    error = std::max(error, std::abs(read.at(i) - values[i]));
  }
  return error;
}

TEST(PageCoding, KeepsPlacesToAQuarterOfAMicrometre) {
  const auto ride = sampled(2000, [](double t) { return 4.6 * t + 0.01 * std::sin(9 * t); });
  EXPECT_LE(largest_error(ride, Accuracy::place), 2.5e-7);
  // A small mechanism is kept as exactly as a large one.
  const auto small = sampled(500, [](double t) { return 1e-4 * std::cos(3 * t); });
  EXPECT_LE(largest_error(small, Accuracy::place), 1e-4 / (1 << 22));
}

TEST(PageCoding, KeepsAVariableToAPartOfItsRange) {
  const auto pressure = sampled(500, [](double t) { return 1e5 + std::sin(t); });
  EXPECT_LE(largest_error(pressure, Accuracy::signal), 2.0 / (1 << 24));
  const auto tiny = sampled(500, [](double t) { return 1e-300 * std::sin(t); });
  EXPECT_LE(largest_error(tiny, Accuracy::signal), 2e-300 / (1 << 24));
}

TEST(PageCoding, KeepsJumpsAndTheWholeRangeOfNumbers) {
  const std::vector<double> jumps{0, 0, 1e12, -1e12, 3, 3, 1e12};
  EXPECT_LE(largest_error(jumps, Accuracy::signal), 2e12 / (1 << 24));
  const double huge = 1e308;
  EXPECT_LE(largest_error({huge, -huge, 0, huge}, Accuracy::place), huge / (1 << 28));
  EXPECT_LE(largest_error({huge, -huge, 0, huge}, Accuracy::signal), huge / (1 << 22));
}

TEST(PageCoding, TellsWhereThereIsNoNumber) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  const std::vector<double> read =
      decode(code(std::vector{1.0, none, 2.0, infinite, 3.0}, Accuracy::signal));
  EXPECT_NEAR(read[0], 1, 1e-6);
  EXPECT_TRUE(std::isnan(read[1]));
  EXPECT_NEAR(read[2], 2, 1e-6);
  EXPECT_TRUE(std::isnan(read[3]));
  EXPECT_NEAR(read[4], 3, 1e-6);
}

TEST(PageCoding, TakesAboutAByteForAValueOfASmoothMotion) {
  const auto motion =
      sampled(10000, [](double t) { return std::sin(t) + 0.3 * std::cos(1.7 * t); });
  const Track track = code(motion, Accuracy::place);
  EXPECT_EQ(track.order, 3);
  EXPECT_LT(deflate(track.bytes).size(), motion.size());
}

TEST(PageCoding, WritesBase64AsEverybodyReadsIt) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("M"), "TQ==");
  EXPECT_EQ(base64("Ma"), "TWE=");
  EXPECT_EQ(base64("Man"), "TWFu");
  EXPECT_EQ(base64(std::string("\xff\xfe\0", 3)), "//4A");
}

TEST(PageCoding, DeflatesAndInflates) {
  const std::string text(100000, 'a');
  EXPECT_LT(deflate(text).size(), 1000u);
  EXPECT_EQ(inflate(deflate(text)), text);
}

}  // namespace
}  // namespace multibond::page
