#include "multibond/cli/plot.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <random>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace multibond {
namespace {

using testing::HasSubstr;
using testing::Not;

using Function = std::function<double(double)>;

/// The functions x0, x1, ... of time, all in metres unless told.
Result curves(const std::vector<Function>& functions, double stop = 10,
              const std::vector<std::string>& units = {}, int rows = 401) {
  Result result;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const std::size_t column = result.add_column();
    const std::string unit = i < units.size() ? units[i] : "m";
    result.add_signal({std::string("x").append(std::to_string(i)), unit, "", false, column, 1});
  }
  for (int i = 0; i < rows; ++i) {
    std::vector<double> row{stop * i / std::max(1, rows - 1)};
    for (const Function& function : functions) row.push_back(function(row[0]));
    result.append(row);
  }
  return result;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> list;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) list.push_back(line);
  return list;
}

std::size_t width(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Number of braille dots in a text.
int dots(const std::string& text) {
  int count = 0;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    if (byte(i) != 0xE2 || (byte(i + 1) & 0xFC) != 0xA0) continue;
    count += std::popcount(((byte(i + 1) & 3u) << 6) | (byte(i + 2) & 0x3Fu));
  }
  return count;
}

PlotOptions small() {
  PlotOptions options;
  options.width = 40;
  options.height = 6;
  return options;
}

TEST(Plot, DrawsACurveWithAxesUnitsAndRoundNumbers) {
  const Result result = curves({[](double t) { return std::sin(t); }});
  EXPECT_EQ(plot(result, {"x0"}, small()),
            "    x0 [m]\n"
            " 1 ┤  ⢀⡴⠊⠉⠑⢦⡀              ⢀⡴⠚⠉⠑⢦⡀\n"
            "   │ ⢠⠎     ⠹⣄            ⢠⠎     ⠙⣄\n"
            "   │⣰⠃       ⠘⢆          ⣰⠃       ⠘⢆\n"
            " 0 ┤⠁┈┈┈┈┈┈┈┈┈⠈⢧┈┈┈┈┈┈┈┈⡴⠁┈┈┈┈┈┈┈┈┈⠈⢧┈\n"
            "   │           ⠈⢳⡀    ⢀⡜⠁            ⠳\n"
            "-1 ┤             ⠙⠦⣀⣀⡴⠋\n"
            "   └┬────────────────┬───────────────┬\n"
            "    0                5              10\n"
            "                 time [s]\n");
}

TEST(Plot, PutsEveryDotWhereTheFunctionIs) {
  PlotOptions options;
  options.width = 86;
  options.height = 10;
  const std::vector<std::string> text =
      lines(plot(curves({[](double t) { return std::sin(t); }}), {"x0"}, options));
  const int rows = 4 * 10, columns = 2 * (86 - 6 - 2);  // label, blank, bar; blank, letter
  int seen = 0;
  for (int line = 0; line < 10; ++line) {
    const std::string& row = text[static_cast<std::size_t>(line) + 1];
    int cell = -7;  // six characters before the first cell
    for (std::size_t i = 0; i < row.size(); ++i) {
      if ((row[i] & 0xC0) == 0x80) continue;
      ++cell;
      const auto byte = [&](std::size_t at) {
        return static_cast<unsigned>(static_cast<unsigned char>(row[at]));
      };
      if (byte(i) != 0xE2 || (byte(i + 1) & 0xFC) != 0xA0) continue;
      const unsigned code = ((byte(i + 1) & 3u) << 6) | (byte(i + 2) & 0x3Fu);
      const unsigned bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
      for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 2; ++x) {
          if ((code & bits[y][x]) == 0) continue;
          ++seen;
          const double time = 10. * (2 * cell + x) / (columns - 1);
          const double value = 1 - 2. * (4 * line + y) / (rows - 1);
          EXPECT_NEAR(value, std::sin(time), 2. / rows + 10. / columns);  // half a dot each way
        }
      }
    }
  }
  EXPECT_GE(seen, columns);
}

TEST(Plot, FallsBackToAscii) {
  PlotOptions options = small();
  options.unicode = false;
  const std::string text = plot(
      curves({[](double t) { return t; }, [](double t) { return 10 - t; }}), {"x0", "x1"}, options);
  EXPECT_EQ(text,
            "    a * x0   b + x1   [m]\n"
            "10 +++++                          **** a\n"
            "   |   ++++++++            ********\n"
            "   |          +++++++*******\n"
            " 5 +          *******+++++++\n"
            "   |   ********            ++++++++\n"
            " 0 +****                          ++++ b\n"
            "   ++----------------+---------------+\n"
            "    0                5              10\n"
            "                 time [s]\n");
  EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c > 0; }));
}

TEST(Plot, StacksAPanelPerUnit) {
  const Result result = curves(
      {[](double t) { return t; }, [](double t) { return t * t; }, [](double t) { return -t; }}, 10,
      {"m", "kg", "m"});
  const std::string text = plot(result, {"x0", "x1", "x2"}, small());
  EXPECT_THAT(text, HasSubstr("x0"));
  EXPECT_THAT(text, HasSubstr("x2   [m]\n"));
  EXPECT_THAT(text, HasSubstr("x1 [kg]\n"));
  // the time is written once, below the last panel
  EXPECT_EQ(text.find("time [s]"), text.rfind("time [s]"));
  // legends and panels, axes, blank line, labels, title
  EXPECT_EQ(lines(text).size(), 2u * (1 + 6 + 1) + 1 + 2);
}

TEST(Plot, MarksSeveralCurvesWithLettersAtTheirEnds) {
  const Result result = curves({[](double t) { return t; }, [](double t) { return -t; }});
  const std::vector<std::string> text = lines(plot(result, {"x0", "x1"}, small()));
  EXPECT_TRUE(text[1].ends_with(" a")) << text[1];
  EXPECT_TRUE(text[6].ends_with(" b")) << text[6];
}

TEST(Plot, GivesEveryLetterALineWhenCurvesEndTogether) {
  const Function same = [](double t) { return t; };
  const Result result = curves({same, same, same});
  const std::string text = plot(result, {"x0", "x1", "x2"}, small());
  for (const char* end : {" a\n", " b\n", " c\n"}) EXPECT_THAT(text, HasSubstr(end));
}

TEST(Plot, UsesColoursOnlyIfAsked) {
  const Result result = curves({[](double t) { return t; }, [](double t) { return -t; }});
  PlotOptions options = small();
  EXPECT_THAT(plot(result, {"x0", "x1"}, options), Not(HasSubstr("\033")));
  options.colour = true;
  const std::string text = plot(result, {"x0", "x1"}, options);
  EXPECT_THAT(text, HasSubstr("\033[36m"));
  EXPECT_THAT(text, HasSubstr("\033[33m"));
}

TEST(Plot, TellsCurvesApartByDashesWithoutColour) {
  const Result result = curves({[](double t) { return t; }, [](double t) { return t; }});
  const int solid = dots(plot(result, {"x0"}, small()));
  PlotOptions options = small();
  const Result other = curves({[](double) { return 0; }, [](double t) { return t; }});
  options.colour = true;  // both solid
  const int both = dots(plot(other, {"x0", "x1"}, options));
  options.colour = false;
  const int dashed = dots(plot(other, {"x0", "x1"}, options)) - 6 - 4;  // samples in the legend
  EXPECT_GT(solid, 60);
  EXPECT_LT(dashed, both - solid / 5);
}

TEST(Plot, LeavesGapsWhereValuesAreNotFinite) {
  const auto full = [](double) { return 1.0; };
  const auto gap = [](double t) { return t > 4 && t < 6 ? std::nan("") : 1.0; };
  const auto infinite = [](double t) { return t > 4 && t < 6 ? HUGE_VAL : 1.0; };
  const int all = dots(plot(curves({full}), {"x0"}, small()));
  const std::string text = plot(curves({gap}), {"x0"}, small());
  EXPECT_NEAR(dots(text), 0.8 * all, 2);
  EXPECT_EQ(plot(curves({infinite}), {"x0"}, small()), text);
}

TEST(Plot, SaysWhenACurveHasNoFiniteValues) {
  const std::string text = plot(curves({[](double) { return std::nan(""); }}), {"x0"}, small());
  EXPECT_THAT(text, HasSubstr("x0 [m] (no finite values)"));
  EXPECT_EQ(dots(text), 0);
}

TEST(Plot, ShowsConstantsWithTheirValueAndSurroundings) {
  Result result = curves({[](double) { return 5; }});
  result.add_signal({"g", "m/s2", "", true, result.add_constant(9.81), 1});
  const std::string flat = plot(result, {"x0"}, small());
  EXPECT_THAT(flat, HasSubstr(" 5 ┤⠉⠉"));
  EXPECT_THAT(flat, HasSubstr("10 ┤\n"));
  const std::string constant = plot(result, {"g"}, small());
  EXPECT_THAT(constant, HasSubstr("g = 9.81 [m/s2]"));
  EXPECT_GT(dots(constant), 60);
}

TEST(Plot, DrawsTheJumpAtAnEvent) {
  Result result;
  result.add_signal({"x", "m", "", false, result.add_column(), 1});
  for (const auto& [t, x] : {std::pair{0., 0.}, {5, 0}, {5, 10}, {10, 10}}) {
    result.append(std::vector<double>{t, x});
  }
  const std::vector<std::string> text = lines(plot(result, {"x"}, small()));
  // every line of the panel has a piece of the vertical
  for (std::size_t row = 1; row <= 6; ++row) EXPECT_GT(dots(text[row]), 0) << text[row];
  EXPECT_EQ(dots(text[3]), 4);
}

TEST(Plot, ShortensLongNamesInTheMiddle) {
  Result result;
  const std::string path = "a.very.long.path.of.components.in.components.that.goes.on.phi";
  result.add_signal({path, "rad", "", false, result.add_column(), 1});
  result.append(std::vector<double>{0, 1});
  const std::string first = lines(plot(result, {path}, small()))[0];
  EXPECT_LE(width(first), 40u);
  EXPECT_THAT(first, HasSubstr("a.very"));
  EXPECT_THAT(first, HasSubstr("…"));
  EXPECT_THAT(first, HasSubstr("goes.on.phi [rad]"));
}

TEST(Plot, DoesNotPassControlCharactersToTheTerminal) {
  Result result;
  result.add_signal({"evil\033[2J\n", "m\007", "", false, result.add_column(), 1});
  result.append(std::vector<double>{0, 1});
  const std::string text = plot(result, {"evil\033[2J\n"}, small());
  EXPECT_THAT(text, HasSubstr("evil?[2J? [m?]"));
}

TEST(Plot, NamesTheNearestForEveryUnknownPathAtOnce) {
  const Result result = curves({[](double t) { return t; }});
  try {
    (void)plot(result, {"X0", "x0", "tme"});
    FAIL();
  } catch (const Error& error) {
    ASSERT_EQ(error.diagnostics().size(), 2u);
    EXPECT_THAT(error.diagnostics()[0].hint, HasSubstr("x0"));
    EXPECT_THAT(error.diagnostics()[1].hint, HasSubstr("time"));
  }
  try {
    (void)plot(result, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("No variable is given to plot. Name some of: time, x0."));
  }
}

TEST(Plot, OfAResultWithoutRowsSaysSo) {
  EXPECT_EQ(plot(Result(), {"time"}), "Nothing to plot: the result has no rows.\n");
}

TEST(Plot, DrawsAPathOnlyOnce) {
  const Result result = curves({[](double t) { return t; }});
  EXPECT_EQ(plot(result, {"x0", "x0"}, small()), plot(result, {"x0"}, small()));
}

/// Whatever the values: no crash, no line too wide, as many lines as promised, limits that
/// contain the curve.
TEST(Plot, KeepsItsFrameForAnyValues) {
  std::mt19937_64 random(23);
  const double wild[] = {0,
                         -0.0,
                         1,
                         -1,
                         1e308,
                         -1e308,
                         std::numeric_limits<double>::max(),
                         std::numeric_limits<double>::lowest(),
                         std::numeric_limits<double>::denorm_min(),
                         1e-310,
                         std::nan(""),
                         HUGE_VAL,
                         -HUGE_VAL,
                         1e15,
                         1e15 + 2};
  for (int trial = 0; trial < 1500; ++trial) {
    Result result;
    const std::size_t count = 1 + random() % 4;
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < count; ++i) {
      paths.push_back(std::string("curve").append(std::to_string(i)));
      result.add_signal({paths.back(), "m", "", false, result.add_column(), 1});
    }
    const double scale = std::pow(10., static_cast<double>(random() % 600) - 300);
    const double offset = trial % 3 == 0 ? 1e6 * scale : 0;
    double time = trial % 7 == 0 ? wild[random() % 15] : 0;
    for (std::size_t row = random() % 50; row < 50; ++row) {
      std::vector<double> values{time};
      for (std::size_t i = 0; i < count; ++i) {
        const double unit = static_cast<double>(random() % 1000) / 1000 - 0.5;
        values.push_back(trial % 5 == 0 ? wild[random() % 15] : offset + scale * unit);
      }
      result.append(values);
      time += static_cast<double>(random() % 3);
    }
    PlotOptions options;
    options.width = 32 + random() % 100;
    options.height = 4 + random() % 20;
    options.unicode = trial % 2 == 0;
    const std::string text = plot(result, paths, options);
    std::size_t panel_lines = 0;
    for (const std::string& line : lines(text)) {
      ASSERT_LE(width(line), options.width) << text;
      panel_lines += line.find(options.unicode ? "│" : "|") != std::string::npos ||
                     line.find(options.unicode ? "┤" : " +") != std::string::npos;
    }
    if (options.unicode) {
      ASSERT_EQ(panel_lines, options.height) << text;
    }
    ASSERT_THAT(text, Not(HasSubstr("nan")));
    ASSERT_THAT(text, Not(HasSubstr("inf"))) << text;
  }
}

TEST(PlotOptions, FollowTheLocaleAndStayPlainInAPipe) {
  ::setenv("LC_ALL", "C", 1);
  EXPECT_FALSE(plot_options_for_terminal(-1).unicode);
  EXPECT_FALSE(plot_options_for_terminal(-1).colour);
  ::setenv("LC_ALL", "de_DE.UTF-8", 1);
  EXPECT_TRUE(plot_options_for_terminal(-1).unicode);
  ::unsetenv("LC_ALL");
}

}  // namespace
}  // namespace multibond
