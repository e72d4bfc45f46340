#include "multibond/base/text.h"

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace multibond {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> kNames{"time",           "crane.joint1.phi", "crane.joint2.phi",
                                      "crane.joint2.w", "crane.mass",       "tank.p",
                                      "tank.level",     "body.frame_a.r[1]"};

TEST(Nearest, FindsASlipOfTheKeys) {
  EXPECT_EQ(nearest("crane.jont2.phi", kNames).front(), "crane.joint2.phi");
  EXPECT_EQ(nearest("tank.levle", kNames).front(), "tank.level");  // swapped neighbours
  EXPECT_EQ(nearest("tme", kNames).front(), "time");
}

TEST(Nearest, IgnoresCase) {
  EXPECT_EQ(nearest("Tank.P", kNames).front(), "tank.p");
  EXPECT_EQ(nearest("CRANE.MASS", kNames, 1), std::vector<std::string>{"crane.mass"});
}

TEST(Nearest, PutsTheSameCaseFirst) {
  EXPECT_THAT(nearest("ab", {"AB", "Ab", "ab"}), ElementsAre("ab", "AB", "Ab"));
}

TEST(Nearest, CompletesAForgottenPathBeforeOrAfterTheWord) {
  EXPECT_THAT(nearest("level", kNames), Contains("tank.level"));
  EXPECT_THAT(nearest("joint2.w", kNames), Contains("crane.joint2.w"));
  EXPECT_THAT(nearest("jiont2.w", kNames), Contains("crane.joint2.w"));
  EXPECT_THAT(nearest("tank", kNames), ElementsAre("tank.p", "tank.level"));
  EXPECT_THAT(nearest("body.frame_a.r", kNames), Contains("body.frame_a.r[1]"));
  EXPECT_THAT(nearest("model.tank.p", kNames), Contains("tank.p"));
}

TEST(Nearest, GivesNothingWhenNothingIsNear) {
  EXPECT_THAT(nearest("zzzzzz", kNames), IsEmpty());
  EXPECT_THAT(nearest("", kNames), IsEmpty());
  EXPECT_THAT(nearest("x", {"y", "z"}), IsEmpty());
  EXPECT_THAT(nearest("x", {}), IsEmpty());
}

TEST(Nearest, GivesNoMoreThanAskedFor) {
  EXPECT_EQ(nearest("crane", kNames, 2).size(), 2u);
  EXPECT_THAT(nearest("crane", kNames, 0), IsEmpty());
}

/// The plain quadratic algorithm, as in the textbook.
int full_edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = static_cast<int>(i + j);
        continue;
      }
      d[i][j] =
          std::min({d[i - 1][j - 1] + (a[i - 1] != b[j - 1]), d[i - 1][j] + 1, d[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

TEST(Nearest, AgreesWithTheFullEditDistanceOnRandomWords) {
  std::mt19937 random(7);
  const auto word = [&](std::size_t length) {
    std::string text;
    for (std::size_t i = 0; i < length; ++i) text += static_cast<char>('a' + random() % 3);
    return text;
  };
  for (int trial = 0; trial < 5000; ++trial) {
    const std::string a = word(6 + random() % 9), b = word(6 + random() % 9);
    const int limit = static_cast<int>(a.size()) / 3;
    const bool inside = b.find(a) != std::string::npos;
    const bool near = full_edit_distance(a, b) <= limit;
    EXPECT_EQ(!nearest(a, {b}).empty(), near || inside) << a << ' ' << b;
  }
}

TEST(Nearest, OrdersByEditDistance) {
  std::mt19937 random(11);
  const std::string word = "abcdefghijkl";
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<std::string> list;
    for (int i = 0; i < 6; ++i) {
      std::string other = word;
      for (unsigned edits = random() % 5; edits > 0; --edits) {
        other[random() % other.size()] = static_cast<char>('a' + random() % 16);
      }
      list.push_back(other);
    }
    const auto found = nearest(word, list, list.size());
    for (std::size_t i = 1; i < found.size(); ++i) {
      EXPECT_LE(full_edit_distance(word, found[i - 1]), full_edit_distance(word, found[i]));
    }
  }
}

TEST(JoinNames, SaysHowManyAreLeftOut) {
  EXPECT_EQ(join_names({}), "");
  EXPECT_EQ(join_names({"a"}), "a");
  EXPECT_EQ(join_names({"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(join_names({"a", "b", "c", "d", "e"}, 3), "a, b, c and 2 more");
  EXPECT_EQ(join_names(std::vector<std::string>(20, "n"), 1), "n and 19 more");
  EXPECT_EQ(join_names({"a", "b"}, 0), "2 names");
}

TEST(FormatNumber, IsShortAndPlain) {
  EXPECT_EQ(format_number(0), "0");
  EXPECT_EQ(format_number(-0.0), "-0");
  EXPECT_EQ(format_number(0.1), "0.1");
  EXPECT_EQ(format_number(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(format_number(100000), "100000");
  EXPECT_EQ(format_number(299792458), "299792458");
  EXPECT_EQ(format_number(1e9), "1e9");
  EXPECT_EQ(format_number(2.5e-7), "2.5e-7");
  EXPECT_EQ(format_number(1e100), "1e100");
  EXPECT_EQ(format_number(0.0001), "0.0001");
  EXPECT_EQ(format_number(std::numeric_limits<double>::denorm_min()), "5e-324");
  EXPECT_EQ(format_number(-std::nan("")), "NaN");
  EXPECT_EQ(format_number(HUGE_VAL), "Inf");
  EXPECT_EQ(format_number(-HUGE_VAL), "-Inf");
}

TEST(FormatNumber, ReadsBackToTheLastBit) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 200000; ++trial) {
    const double value = std::bit_cast<double>(random());
    if (std::isnan(value)) continue;
    const auto back = parse_number(format_number(value));
    ASSERT_TRUE(back.has_value()) << format_number(value);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(value));
  }
}

TEST(ParseNumber, TakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_number("1"), 1);
  EXPECT_EQ(parse_number("+3e8"), 3e8);
  EXPECT_EQ(parse_number("-.5"), -0.5);
  EXPECT_EQ(parse_number("1."), 1);
  EXPECT_EQ(parse_number("Inf"), HUGE_VAL);
  EXPECT_EQ(parse_number("-Infinity"), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(parse_number("NaN").value()));
  EXPECT_TRUE(std::isnan(parse_number("nan").value()));
  for (const char* wrong : {"", "+", "-", "+-1", "++1", " 1", "1 ", "1,5", "1e", "0x10", "abc",
                            "1kg", ".", "e5", "1_000"}) {
    EXPECT_EQ(parse_number(wrong), std::nullopt) << '"' << wrong << '"';
  }
}

TEST(ParseNumber, RoundsWhatIsTooLargeOrTooSmall) {
  EXPECT_EQ(parse_number("1e999"), HUGE_VAL);
  EXPECT_EQ(parse_number("-1e999"), -HUGE_VAL);
  EXPECT_EQ(parse_number("1e-999"), 0);
}

TEST(Quantity, IsForPeople) {
  EXPECT_EQ(quantity(1.0 / 3, "m"), "0.333333 m");
  EXPECT_EQ(quantity(3, "kg"), "3 kg");
  EXPECT_EQ(quantity(0.1 + 0.2, ""), "0.3");
  EXPECT_EQ(quantity(2.5, "1"), "2.5");
  EXPECT_EQ(quantity(1.23456789e-9, "s"), "1.23457e-9 s");
  EXPECT_EQ(quantity(std::nan(""), "Pa"), "NaN Pa");
}

TEST(NaturalLess, CountsNumbersAsNumbers) {
  EXPECT_TRUE(natural_less("mass[2]", "mass[10]"));
  EXPECT_FALSE(natural_less("mass[10]", "mass[2]"));
  EXPECT_TRUE(natural_less("a", "a.b"));
  EXPECT_TRUE(natural_less("a.b", "ab"));
  EXPECT_TRUE(natural_less("a9b", "a10"));
  EXPECT_TRUE(natural_less("a01", "a1"));  // equal numbers, still an order
  EXPECT_FALSE(natural_less("a1", "a01"));
  EXPECT_FALSE(natural_less("a1", "a1"));
  EXPECT_TRUE(natural_less("x99999999999999999998", "x99999999999999999999"));
  EXPECT_TRUE(natural_less("", "a"));
}

}  // namespace
}  // namespace multibond
