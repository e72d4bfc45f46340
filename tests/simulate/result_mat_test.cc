#include <cstdio>
#include <cstring>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/base/text.h"
#include "simulate/result_sample.h"

namespace multibond {
namespace {

using namespace result_test;
using testing::ElementsAre;
using testing::HasSubstr;

/// Output of a command, and whether it succeeded.
std::pair<std::string, bool> run(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {"", false};
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe))
    text.append(buffer, got);
  return {text, ::pclose(pipe) == 0};
}

/// Builds MATLAB level-4 files as other tools write them.
std::string matrix(const std::string& name, std::int32_t type, std::int32_t rows,
                   std::int32_t columns, const std::string& data) {
  const std::int32_t header[5] = {type, rows, columns, 0,
                                  static_cast<std::int32_t>(name.size() + 1)};
  return std::string(reinterpret_cast<const char*>(header), sizeof header) + name + '\0' + data;
}

template <typename T>
std::string raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string class_matrix(const std::string& orientation, const std::string& version = "1.1") {
  const std::string lines[4] = {"Atrajectory", version, "", orientation};
  std::string data;
  for (std::size_t i = 0; i < 11; ++i) {
    for (const std::string& line : lines) data += i < line.size() ? line[i] : ' ';
  }
  return matrix("Aclass", 51, 4, 11, data);
}

TEST(ResultMat, ReadsBackEverything) {
  const Directory directory;
  const Result result = sample_result();
  write_mat(result, directory / "result.mat");
  const Result back = read_mat(directory / "result.mat");
  expect_same_values(result, back);
  ASSERT_EQ(back.constants(), result.constants());
  for (std::size_t i = 0; i < result.signals().size(); ++i) {
    Signal expected = result.signals()[i];
    // an alias of the time has a column of its own in the file
    if (expected.path.starts_with("clock.")) expected.column = result.columns();
    EXPECT_EQ(back.signals()[i], expected) << expected.path;
  }
  EXPECT_EQ(back.columns(), result.columns() + 1);
}

TEST(ResultMat, IsReadBySciPyToTheLastBit) {
  if (!run("/usr/bin/python3 -c 'import scipy.io'").second) {
    GTEST_SKIP() << "SciPy is not installed for /usr/bin/python3 (Debian: python3-scipy); "
                    "the independent reading of .mat files is not tested";
  }
  const Directory directory;
  const Result result = sample_result();
  write_mat(result, directory / "result.mat");
  const auto script =
      std::filesystem::path(MULTIBOND_TEST_DATA).parent_path() / "simulate/read_mat.py";
  const auto [text, success] =
      run("/usr/bin/python3 '" + script.string() + "' '" + directory / "result.mat" + "'");
  ASSERT_TRUE(success) << text;

  std::istringstream lines(text);
  std::string line;
  for (const Signal& signal : result.signals()) {
    ASSERT_TRUE(std::getline(lines, line)) << signal.path;
    std::vector<std::string> fields;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) fields.push_back(cell);
    ASSERT_GE(fields.size(), 3u);
    EXPECT_EQ(fields[0], signal.path);
    // the unit stands behind the description; no unit is spelled out behind a bracket only
    std::string description = signal.description;
    if (!signal.unit.empty() || description.ends_with(']')) {
      description += (description.empty() ? "[" : " [") + signal.unit + ']';
    }
    EXPECT_EQ(fields[1], description);
    EXPECT_EQ(fields[2], signal.constant ? "constant" : "trajectory");
    ASSERT_EQ(fields.size() - 3, signal.constant ? 2 : result.rows()) << signal.path;
    for (std::size_t row = 0; row + 3 < fields.size(); ++row) {
      const double value = result.value(signal, row);
      char expected[20];
      std::snprintf(expected, sizeof expected, "%016llx",
                    static_cast<unsigned long long>(bits(value)));
      EXPECT_EQ(fields[row + 3], std::isnan(value) ? "nan" : expected) << signal.path << row;
    }
  }
  EXPECT_FALSE(std::getline(lines, line)) << line;
}

TEST(ResultMat, StoresAliasesOnce) {
  const Directory directory;
  Result one, many;
  for (Result* result : {&one, &many}) {
    const std::size_t x = result->add_column();
    for (int i = 0; i < (result == &one ? 1 : 5); ++i) {
      result->add_signal(
          {std::string("x").append(std::to_string(i)), "m", "", false, x, i % 2 == 0 ? 1. : -1.});
    }
    for (int i = 0; i < 10000; ++i) result->append(std::vector<double>{1. * i, 2. * i});
  }
  write_mat(one, directory / "one.mat");
  write_mat(many, directory / "many.mat");
  EXPECT_LT(content(directory / "many.mat").size(), content(directory / "one.mat").size() + 500);
}

TEST(ResultMat, WritesAResultWithoutRowsOrVariables) {
  const Directory directory;
  write_mat(Result(), directory / "result.mat");
  const Result back = read_mat(directory / "result.mat");
  EXPECT_EQ(back.rows(), 0u);
  EXPECT_TRUE(back.has("time"));
}

TEST(ResultMat, ReadsTheOtherOrientationAndOtherPrecisions) {
  // as Dymola saves: names in rows padded with blanks, single precision, display units
  const Directory directory;
  const std::string names[4] = {"Time", "x   ", "-x  ", "g   "};
  const std::string texts[4] = {"Time in [s]   ", "Angle [rad|deg]", "[:#(type=Real)]", "no unit"};
  std::string name_data, text_data;
  for (std::size_t i = 0; i < 4; ++i) {
    for (const std::string& name : names) name_data += name[i];
  }
  for (std::size_t i = 0; i < 15; ++i) {
    for (const std::string& text : texts) text_data += i < text.size() ? text[i] : ' ';
  }
  const std::string file = directory / "dymola.mat";
  put(file, class_matrix("binNormal") + matrix("name", 51, 4, 4, name_data) +
                matrix("description", 51, 4, 15, text_data) +
                matrix("dataInfo", 20, 4, 4,
                       raw<std::int32_t>({0, 2, 2, 1, 1, 2, -2, 2, 0, 0, 0, 0, -1, 0, 0, 0})) +
                matrix("unused", 0, 1, 1, raw<double>({1})) +
                matrix("data_1", 0, 2, 2, raw<double>({0, 1, 9.81, 9.81})) +
                matrix("data_2", 10, 3, 2, raw<float>({0, 0.5, 1, 7, 8, 9})));
  const Result result = read_mat(file);
  EXPECT_THAT(result.times(), ElementsAre(0, 0.5, 1));
  EXPECT_THAT(result["x"], ElementsAre(7, 8, 9));
  EXPECT_THAT(result["-x"], ElementsAre(-7, -8, -9));
  EXPECT_EQ(result.final("g"), 9.81);
  EXPECT_EQ(result.signal("x").unit, "rad");
  EXPECT_EQ(result.signal("x").description, "Angle");
  EXPECT_EQ(result.signal("-x").unit, "");
  EXPECT_EQ(result.signal("g").description, "no unit");
  EXPECT_EQ(result.signal("time").unit, "s");
}

TEST(ResultMat, LeavesOutVariablesOfFurtherTablesAndSaysSo) {
  const Directory directory;
  put(directory / "a.mat",
      class_matrix("binTrans") + matrix("name", 51, 1, 3, "txy") +
          matrix("dataInfo", 20, 4, 3, raw<std::int32_t>({0, 1, 0, -1, 2, 2, 0, -1, 3, 2, 0, -1})) +
          matrix("data_2", 0, 2, 1, raw<double>({0, 1})));
  const Result result = read_mat(directory / "a.mat");
  EXPECT_TRUE(result.has("x"));
  EXPECT_FALSE(result.has("y"));
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_THAT(result.diagnostics[0].text, HasSubstr("y is left out: it is stored in data_3"));
}

TEST(ResultMat, SaysWhatIsWrongWithAFile) {
  const Directory directory;
  const std::string file = directory / "wrong.mat";
  const auto error = [&](const std::string& bytes) {
    put(file, bytes);
    const Diagnostic found = complaint([&] { (void)read_mat(file); });
    EXPECT_EQ(found.path, file);
    return found.text + ' ' + found.hint;
  };
  const std::string start = class_matrix("binTrans") + matrix("name", 51, 1, 2, "tx");
  const std::string data = matrix("data_2", 0, 2, 1, raw<double>({0, 1}));
  const auto info = [](std::int32_t table, std::int32_t row) {
    return matrix("dataInfo", 20, 4, 2, raw<std::int32_t>({0, 1, 0, -1, table, row, 0, -1}));
  };
  EXPECT_THAT(error(""), HasSubstr("not a MATLAB level-4 file"));
  EXPECT_THAT(error("time,x\n0,1\n1,2\n2,3\n3,4\n"), HasSubstr("no header"));
  EXPECT_THAT(error("MATLAB 5.0 MAT-file, Platform"), HasSubstr("save -v4"));
  EXPECT_THAT(error(class_matrix("binTrans", "1.0")), HasSubstr("version \"1.0\""));
  EXPECT_THAT(error(class_matrix("sideways")), HasSubstr("sideways"));
  EXPECT_THAT(error(start), HasSubstr("it has no matrix dataInfo; it has: Aclass, name"));
  EXPECT_THAT(error(start + info(2, 3) + data), HasSubstr("x refers to row 3 of data_2"));
  EXPECT_THAT(error(start + info(2, 0) + data), HasSubstr("x refers to row 0"));
  EXPECT_THAT(error(start + info(1, 2) + data), HasSubstr("x refers to row 2 of data_1"));
  EXPECT_THAT(error(start + info(2, std::numeric_limits<std::int32_t>::min()) + data),
              HasSubstr("row -2147483648"));
  EXPECT_THAT(error(start + matrix("data_2", 0, 0x7fffffff, 0x7fffffff, "")),
              HasSubstr("larger than the rest of the file"));
  EXPECT_THAT(error(start + matrix("data_2", 0, 0x7fffffff, 0, "")),
              HasSubstr("larger than the rest of the file"));
  const std::string twice =
      class_matrix("binTrans") + matrix("name", 51, 1, 3, "txx") +
      matrix("dataInfo", 20, 4, 3, raw<std::int32_t>({0, 1, 0, -1, 2, 2, 0, -1, 2, -2, 0, -1})) +
      data;
  EXPECT_THAT(error(twice), HasSubstr("two variables are named x"));
}

TEST(ResultMat, SurvivesDamagedFiles) {
  const Directory directory;
  write_mat(sample_result(), directory / "good.mat");
  survive_damage(content(directory / "good.mat"), directory / "bad.mat", 2000, read_mat);
}

TEST(ResultMat, SurvivesDamageInTheOtherOrientation) {
  const Directory directory;
  const std::string good =
      class_matrix("binNormal") + matrix("name", 51, 3, 2, "txy   ") +
      matrix("description", 51, 3, 1, "   ") +
      matrix("dataInfo", 20, 3, 4, raw<std::int32_t>({0, 2, 1, 1, 2, -2, 0, 0, 0, -1, -1, -1})) +
      matrix("data_1", 0, 2, 2, raw<double>({0, 1, 5, 5})) +
      matrix("data_2", 0, 2, 2, raw<double>({0, 1, 7, 8}));
  survive_damage(good, directory / "bad.mat", 2000, read_mat);
}

}  // namespace
}  // namespace multibond
