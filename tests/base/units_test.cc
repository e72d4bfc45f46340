#include "multibond/base/units.h"

#include <cmath>
#include <numbers>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/diagnostic.h"

namespace multibond {
namespace {

using std::numbers::pi;
using testing::HasSubstr;

Unit unit(std::string_view text) {
  const auto parsed = parse_unit(text);
  EXPECT_TRUE(parsed.has_value()) << text;
  return parsed.value_or(Unit{});
}

std::string dimension_of(std::string_view text) { return to_string(unit(text).dimension); }

template <typename Call>
std::string message(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ParseUnit, KnowsTheUnitsOfModels) {
  struct Case {
    const char* text;
    const char* dimension;
    double factor;
  };
  for (const Case& c : {Case{"N.m/rad", "N.m", 1},
                        {"kg.m2/s2", "N.m", 1},
                        {"V", "V", 1},
                        {"1/s", "1/s", 1},
                        {"m/s2", "m/s2", 1},
                        {"deg", "1", pi / 180},
                        {"rad", "1", 1},
                        {"W/(m2.K)", "W/(m2.K)", 1},
                        {"1", "1", 1},
                        {"km/h", "m/s", 1 / 3.6},
                        {"mm", "m", 1e-3},
                        {"kN", "N", 1e3},
                        {"rev/min", "1/s", 2 * pi / 60},
                        {"bar", "Pa", 1e5},
                        {"l/min", "m3/s", 1e-3 / 60},
                        {"Ohm", "Ohm", 1},
                        {"uF", "F", 1e-6},
                        {"mH", "H", 1e-3},
                        {"J/K", "J/K", 1},
                        {"S", "S", 1},
                        {"Wb", "Wb", 1},
                        {"min", "s", 60},
                        {"h", "s", 3600},
                        {"g", "kg", 1e-3},
                        {"kg", "kg", 1},
                        {"mg", "kg", 1e-6},
                        {"t", "kg", 1e3},
                        {"cm2", "m2", 1e-4},
                        {"dm3", "m3", 1e-3},
                        {"hPa", "Pa", 1e2},
                        {"GPa", "Pa", 1e9},
                        {"MW", "W", 1e6},
                        {"ns", "s", 1e-9},
                        {"pF", "F", 1e-12},
                        {"m.s-2", "m/s2", 1},
                        {"kg*m^2/s^3", "W", 1},
                        {"m/s/s", "m/s2", 1},
                        {"N.m.s/rad", "N.m.s", 1},
                        {"kW.h", "N.m", 3.6e6},
                        {"%", "1", 0.01},
                        {"cd", "cd", 1},
                        {"mol/s", "mol/s", 1},
                        {"Pa", "Pa", 1},
                        {"1/(Ohm.F)", "1/s", 1},
                        {"\u00b5m", "m", 1e-6},
                        {"k\u03a9", "Ohm", 1e3}}) {
    EXPECT_EQ(dimension_of(c.text), c.dimension) << c.text;
    EXPECT_DOUBLE_EQ(unit(c.text).factor, c.factor) << c.text;
    EXPECT_EQ(unit(c.text).offset, 0) << c.text;
    EXPECT_TRUE(unit(c.text).known) << c.text;
  }
}

TEST(ParseUnit, TakesTheEmptyTextAsUnknown) {
  EXPECT_FALSE(unit("").known);
  EXPECT_TRUE(compatible(unit(""), unit("kg")));
  EXPECT_TRUE(compatible(unit("V"), unit("")));
  EXPECT_FALSE(compatible(unit("1"), unit("kg")));
  EXPECT_TRUE(compatible(unit("1"), unit("rad")));
  EXPECT_TRUE(compatible(unit("N.m"), unit("J")));
}

TEST(ParseUnit, RefusesWhatIsNoUnit) {
  for (const char* wrong :
       {" ",
        "x",
        "kgg",
        "kmin",
        "m/",
        "/s",
        "m//s",
        "(m",
        "m)",
        "m.",
        ".m",
        "N m",
        "2",
        "m2.5",
        "m^",
        "m-",
        "J/kg.K",
        "11",
        "m999",
        "m99999999999999999999",
        "1m",
        "kk",
        "()",
        "m2000000",
        "((((((((((((((((((((((((((((((((((((m))))))))))))))))))))))))))))))))))))",
        "m20.m20.m20.m20.m20",
        "\xff\xfe",
        "\u00b5"}) {
    EXPECT_EQ(parse_unit(wrong), std::nullopt) << '"' << wrong << '"';
  }
}

TEST(ParseUnit, SurvivesRandomText) {
  std::mt19937 random(23);
  const std::string_view letters = "kgmsNVAWJ12/.()-^*uhd% ";
  int understood = 0;
  for (int trial = 0; trial < 200000; ++trial) {
    std::string text;
    for (unsigned n = random() % 9; n > 0; --n) text += letters[random() % letters.size()];
    const auto parsed = parse_unit(text);
    if (!parsed || !parsed->known) continue;
    ++understood;
    // what to_string writes reads back as the same dimension
    EXPECT_EQ(unit(to_string(parsed->dimension)).dimension, parsed->dimension) << text;
  }
  EXPECT_GT(understood, 500);
}

TEST(ToString, IsFamiliarAndReadsBack) {
  EXPECT_EQ(dimension_of("kg.m2/s5"), "kg.m2/s5");
  EXPECT_EQ(dimension_of("kg.m/s2"), "N");
  EXPECT_EQ(dimension_of("V.A"), "W");
  EXPECT_EQ(dimension_of("V/A"), "Ohm");
  EXPECT_EQ(dimension_of("V.s/A"), "H");
  EXPECT_EQ(dimension_of("1/(m.s2)"), "1/(m.s2)");
  EXPECT_EQ(to_string(Dimension{}), "1");
  // every quantity in the list: its unit has its dimension
  std::mt19937 random(2);
  for (int trial = 0; trial < 300000; ++trial) {
    Dimension d;
    for (auto& e : d.exponents)
      e = static_cast<signed char>(random() % 7 ? 0 : int(random() % 9) - 4);
    if (trial % 2) {
      d.exponents[0] = static_cast<signed char>(int(random() % 9) - 4);
      d.exponents[1] = static_cast<signed char>(int(random() % 3) - 1);
      d.exponents[2] = static_cast<signed char>(int(random() % 8) - 3);
    }
    ASSERT_EQ(unit(to_string(d)).dimension, d) << to_string(d);
    ASSERT_EQ(unit(to_string(d)).factor, 1) << to_string(d);
  }
}

TEST(QuantityName, SaysWhatAUnitMeasures) {
  const auto name = [](std::string_view text) { return quantity_name(unit(text).dimension); };
  EXPECT_EQ(name("kg"), "mass");
  EXPECT_EQ(name("kN"), "force");
  EXPECT_EQ(name("N.m"), "torque or energy");
  EXPECT_EQ(name("mV"), "voltage");
  EXPECT_EQ(name("bar"), "pressure");
  EXPECT_EQ(name("kg.m2"), "moment of inertia");
  EXPECT_EQ(name("deg"), "angle or pure number");
  EXPECT_EQ(name("kg.m2/s5"), "");
}

TEST(Dimensions, MultiplyLikeQuantities) {
  const Dimension force = unit("N").dimension, length = unit("m").dimension;
  EXPECT_EQ(to_string(force * length), "N.m");
  EXPECT_EQ(to_string(force / (length * length)), "Pa");
  EXPECT_EQ(to_string(power(length, 3)), "m3");
  EXPECT_EQ(to_string(power(length, -1)), "1/m");
  EXPECT_EQ(sqrt(power(length, 2)), length);
  EXPECT_EQ(sqrt(force), std::nullopt);
  EXPECT_EQ(sqrt(unit("N/m").dimension / unit("kg").dimension), unit("1/s").dimension);
  EXPECT_EQ(power(length, 1000000), power(length, 100));  // bounded, not wrapped around
}

TEST(Units, MultiplyWithTheirFactors) {
  EXPECT_DOUBLE_EQ((unit("kN") * unit("mm")).factor, 1);
  EXPECT_DOUBLE_EQ((unit("km") / unit("h")).factor, 1 / 3.6);
  EXPECT_DOUBLE_EQ(power(unit("cm"), 2).factor, 1e-4);
  EXPECT_DOUBLE_EQ(sqrt(unit("km2"))->factor, 1e3);
  EXPECT_FALSE((unit("") * unit("kg")).known);
  EXPECT_EQ((unit("J") / unit("degC")).offset, 0);
  EXPECT_EQ(unit("W/(m2.degC)").offset, 0);
}

TEST(Convert, ChangesUnits) {
  EXPECT_DOUBLE_EQ(convert(36, "km/h", "m/s"), 10);
  EXPECT_DOUBLE_EQ(convert(180, "deg", "rad"), pi);
  EXPECT_DOUBLE_EQ(convert(3000, "rev/min", "rad/s"), 100 * pi);
  EXPECT_DOUBLE_EQ(convert(100 * pi, "rad/s", "rpm"), 3000);
  EXPECT_DOUBLE_EQ(convert(2.5, "kN", "N"), 2500);
  EXPECT_DOUBLE_EQ(convert(1, "bar", "kPa"), 100);
  EXPECT_DOUBLE_EQ(convert(60, "l/min", "m3/s"), 1e-3);
  EXPECT_DOUBLE_EQ(convert(1, "t", "g"), 1e6);
  EXPECT_EQ(convert(50, "Hz", "1/s"), 50);
}

TEST(Convert, ShiftsTemperatures) {
  EXPECT_DOUBLE_EQ(convert(20, "degC", "K"), 293.15);
  EXPECT_DOUBLE_EQ(convert(0, "K", "degC"), -273.15);
  EXPECT_NEAR(convert(212, "degF", "degC"), 100, 1e-12);
  EXPECT_EQ(convert(20, "degC", "degC"), 20);
  EXPECT_EQ(convert(3, "J/degC", "J/K"), 3);
}

TEST(Convert, LeavesValuesOfUnknownUnitAlone) {
  EXPECT_EQ(convert(5, "", "kN"), 5);
  EXPECT_EQ(convert(5, "kN", ""), 5);
}

TEST(Convert, SaysWhatIsExpected) {
  EXPECT_EQ(message([] { convert(3, "V", "kg"); }),
            "V is a voltage, kg is a mass: a value in V cannot be given where kg is expected. "
            "Give a mass in kg, g, t.");
  EXPECT_THAT(message([] { convert(3, "m", "m/s2"); }), HasSubstr("m/s2 is an acceleration"));
  EXPECT_THAT(message([] { convert(3, "kg.m2/s5", "m"); }),
              HasSubstr("kg.m2/s5 is kg.m2/s5 in base units, m is a length"));
}

TEST(Convert, NamesAUnitItDoesNotKnow) {
  EXPECT_THAT(message([] { convert(3, "Kg", "kg"); }), HasSubstr("\"Kg\" is not a unit."));
  EXPECT_THAT(message([] { convert(3, "Kg", "kg"); }), HasSubstr("Did you mean kg"));
  EXPECT_THAT(message([] { convert(3, "m", "meter"); }), HasSubstr("\"meter\" is not a unit."));
}

TEST(Convert, DoesNotTakeCyclesForRadians) {
  EXPECT_THAT(message([] { convert(50, "Hz", "rad/s"); }), HasSubstr("2 pi"));
  EXPECT_THAT(message([] { convert(3000, "rpm", "Hz"); }), HasSubstr("rev/s"));
}

TEST(SplitQuantity, ReadsValuesAsPeopleTypeThem) {
  using Pair = std::pair<double, std::string>;
  EXPECT_EQ(split_quantity("2.5 kN"), Pair(2.5, "kN"));
  EXPECT_EQ(split_quantity("3 kg"), Pair(3, "kg"));
  EXPECT_EQ(split_quantity("3kg"), Pair(3, "kg"));
  EXPECT_EQ(split_quantity("-1e-3 m"), Pair(-1e-3, "m"));
  EXPECT_EQ(split_quantity("5"), Pair(5, ""));
  EXPECT_EQ(split_quantity("  +5\tm/s "), Pair(5, "m/s"));
  EXPECT_EQ(split_quantity("5eV"), Pair(5, "eV"));
  EXPECT_EQ(split_quantity(".5 1/s"), Pair(0.5, "1/s"));
  EXPECT_EQ(split_quantity("1e999 m"), Pair(HUGE_VAL, "m"));
  EXPECT_EQ(split_quantity("90\u00b0"), Pair(90, "\u00b0"));
}

TEST(SplitQuantity, SaysWhatItMisses) {
  EXPECT_THAT(message([] { split_quantity("kg"); }),
              HasSubstr("\"kg\" does not begin with a number"));
  EXPECT_THAT(message([] { split_quantity(""); }), HasSubstr("does not begin with a number"));
  EXPECT_THAT(message([] { split_quantity("+-3"); }), HasSubstr("does not begin with a number"));
  EXPECT_THAT(message([] { split_quantity("2,5 kN"); }), HasSubstr("decimal point"));
}

}  // namespace
}  // namespace multibond
