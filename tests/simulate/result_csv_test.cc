#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulate/result_sample.h"

namespace multibond {
namespace {

using namespace result_test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(ResultCsv, ReadsBackEveryBit) {
  const Directory directory;
  const Result result = sample_result();
  write_csv(result, directory / "result.csv");
  expect_same_values(result, read_csv(directory / "result.csv"));
}

TEST(ResultCsv, LooksLikeATableWithQuotedNames) {
  Result result;
  const std::size_t x = result.add_column();
  result.add_signal({"R[1,2]", "", "", false, x, 1});
  result.add_signal({"say \"hello\"", "", "", false, x, -1});
  result.add_signal({"g", "", "", true, result.add_constant(9.81), 1});
  result.append(std::vector<double>{0, 0.1});
  result.append(std::vector<double>{1, std::nan("")});
  result.append(std::vector<double>{2, -HUGE_VAL});
  const Directory directory;
  write_csv(result, directory / "result.csv");
  EXPECT_EQ(content(directory / "result.csv"),
            "time,\"R[1,2]\",\"say \"\"hello\"\"\",g\n"
            "0,0.1,-0.1,9.81\n"
            "1,NaN,NaN,9.81\n"
            "2,-Inf,Inf,9.81\n");
}

TEST(ResultCsv, NamesThatSpreadsheetsWouldCalculateAreProtected) {
  Result result;
  const std::vector<std::string> names{"=1+1", "+a", "-b", "@c", "'=d", "'e", "f=g"};
  for (const std::string& name : names) {
    result.add_signal({name, "", "", false, result.add_column(), 1});
  }
  const Directory directory;
  write_csv(result, directory / "result.csv");
  EXPECT_EQ(content(directory / "result.csv"), "time,'=1+1,'+a,'-b,'@c,''=d,'e,f=g\n");
  const Result read = read_csv(directory / "result.csv");
  for (const std::string& name : names) EXPECT_TRUE(read.has(name)) << name;
}

TEST(ResultCsv, WritesAResultWithoutRows) {
  const Directory directory;
  write_csv(Result(), directory / "result.csv");
  EXPECT_EQ(content(directory / "result.csv"), "time\n");
  EXPECT_EQ(read_csv(directory / "result.csv").rows(), 0u);
}

TEST(ResultCsv, ReadsTheFilesOfOthers) {
  const Directory directory;
  const std::string file = directory / "other.csv";
  // byte order mark, line ends of Windows, blanks, time not first, missing value, no last line end
  put(file, "\xEF\xBB\xBF\"x\" , Time\r\n 1.5 ,\t0\r\n\r\n,+1\r\n1e-400,2");
  const Result result = read_csv(file);
  EXPECT_THAT(result.times(), ElementsAre(0, 1, 2));
  EXPECT_EQ(result.initial("x"), 1.5);
  EXPECT_TRUE(std::isnan(result["x"][1]));
  EXPECT_EQ(result.final("x"), 0);
  EXPECT_EQ(result.stop_time, 2);
}

TEST(ResultCsv, SaysWhereAFileIsWrong) {
  const Directory directory;
  const std::string file = directory / "wrong.csv";
  const auto error = [&](const std::string& text) {
    put(file, text);
    const Diagnostic found = complaint([&] { (void)read_csv(file); });
    EXPECT_EQ(found.path, file);
    EXPECT_THAT(found.text, StartsWith(file + " cannot be read: "));
    return found.text + ' ' + found.hint;
  };
  EXPECT_THAT(error(""), HasSubstr("empty"));
  EXPECT_THAT(error("\n\n"), HasSubstr("empty"));
  EXPECT_THAT(error("x,y\n1,2\n"), HasSubstr("no column is the time; the first line is: x, y"));
  EXPECT_THAT(error("0,1\n1,2\n"), HasSubstr("first line must name the columns"));
  EXPECT_THAT(error("time;x\n0;1\n"), HasSubstr("not by semicolons"));
  EXPECT_THAT(error("time,x\n0,1\n1\n"), HasSubstr("line 3 has 1 values and the header 2 names"));
  EXPECT_THAT(error("time,x\n0,1\n1,2,3\n"), HasSubstr("line 3 has 3 values"));
  EXPECT_THAT(error("time,x\n0,abc\n"), HasSubstr("line 2, column x: \"abc\" is not a number"));
  EXPECT_THAT(error("time,x,x\n0,1,2\n"), HasSubstr("two columns are named x"));
  EXPECT_THAT(error("time,,x\n0,1,2\n"), HasSubstr("column 2 has no name"));
  EXPECT_THAT(error("time,\"x\n0,1\n"), HasSubstr("begins in line 1 and does not end"));
  EXPECT_THAT(error("time,\"x\"y\n"), HasSubstr("behind a closing quote"));
}

TEST(ResultCsv, CountsLinesInsideQuotedNames) {
  const Directory directory;
  put(directory / "a.csv", "time,\"two\nlines\"\n0,1\n1,bad\n");
  EXPECT_THAT(complaint([&] { (void)read_csv(directory / "a.csv"); }).text, HasSubstr("line 4"));
}

TEST(ResultCsv, SurvivesDamagedFiles) {
  const Directory directory;
  write_csv(sample_result(), directory / "good.csv");
  survive_damage(content(directory / "good.csv"), directory / "bad.csv", 2000, read_csv);
}

}  // namespace
}  // namespace multibond
