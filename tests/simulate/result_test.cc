#include "multibond/simulate/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulate/result_sample.h"

namespace multibond {
namespace {

using result_test::complaint;
using result_test::sample_result;
using testing::ElementsAre;
using testing::HasSubstr;

Result ramp() {
  Result result;
  const std::size_t x = result.add_column();
  result.add_signal({"x", "m", "", false, x, 1});
  result.add_signal({"minus_x", "m", "", false, x, -1});
  result.add_signal({"g", "m/s2", "", true, result.add_constant(9.81), 1});
  for (const auto& [time, value] : {std::pair{0.0, 0.0}, {1, 10}, {1, 100}, {2, 200}}) {
    result.append(std::vector<double>{time, value});
  }
  return result;
}

TEST(Result, KnowsTheTimeFromTheBeginning) {
  Result result;
  EXPECT_TRUE(result.has("time"));
  EXPECT_EQ(result.signal("time").unit, "s");
  EXPECT_EQ(result.columns(), 1u);
  EXPECT_EQ(result.rows(), 0u);
  result.add_signal({"time", "h", "hours of the day", false, 0, 1});
  EXPECT_EQ(result.signal("time").unit, "h");
  EXPECT_EQ(result.signals().size(), 1u);
}

TEST(Result, GivesValuesByPathWithSign) {
  const Result result = ramp();
  EXPECT_THAT(result["x"], ElementsAre(0, 10, 100, 200));
  EXPECT_THAT(result["minus_x"], ElementsAre(0, -10, -100, -200));
  EXPECT_THAT(result["g"], ElementsAre(9.81, 9.81, 9.81, 9.81));
  EXPECT_EQ(result.initial("x"), 0);
  EXPECT_EQ(result.final("minus_x"), -200);
}

TEST(Result, InterpolatesAndTakesTheLaterRowAtAnEvent) {
  const Result result = ramp();
  EXPECT_DOUBLE_EQ(result.at("x", 0.25), 2.5);
  EXPECT_EQ(result.at("x", 1), 100);
  EXPECT_DOUBLE_EQ(result.at("minus_x", 1.5), -150);
  EXPECT_EQ(result.at("x", 0), 0);
  EXPECT_EQ(result.at("x", 2), 200);
  EXPECT_EQ(result.at("x", 2 + 1e-12), 200);  // rounding of the end time
  EXPECT_EQ(result.at("g", 77), 9.81);
}

TEST(Result, InterpolatesARunThatGoesBackward) {
  Result result;
  result.add_signal({"x", "m", "", false, result.add_column(), 1});
  for (const double time : {3.0, 2.0, 1.0}) result.append(std::vector<double>{time, 10 * time});
  EXPECT_DOUBLE_EQ(result.at("x", 1.5), 15);
  EXPECT_EQ(result.at("x", 3), 30);
  EXPECT_EQ(result.at("x", 1), 10);
}

TEST(Result, RefusesATimeOutsideTheRunAndSaysWhatItCovers) {
  const Result result = ramp();
  const Diagnostic found = complaint([&] { (void)result.at("x", 2.5); });
  EXPECT_THAT(found.text, HasSubstr("x is not known at time 2.5 s: the run covers 0 to 2 s"));
  EXPECT_THROW((void)result.at("x", -1), Error);
  EXPECT_THROW((void)result.at("x", std::nan("")), Error);
}

TEST(Result, NamesTheNearestVariablesForAnUnknownPath) {
  const Diagnostic found = complaint([] { (void)sample_result()["crane.jont1.phi"]; });
  EXPECT_EQ(found.path, "crane.jont1.phi");
  EXPECT_EQ(found.text, "crane.jont1.phi is not a variable of this result.");
  EXPECT_THAT(found.hint, HasSubstr("Nearest: crane.joint1.phi"));
  EXPECT_THAT(complaint([] { (void)sample_result()["tau"]; }).hint, HasSubstr("motor.tau"));
}

TEST(Result, ListsWhatThereIsWhenNothingIsNear) {
  const Diagnostic found = complaint([] { (void)ramp()["zzzz"]; });
  EXPECT_EQ(found.hint, "It has: time, x, minus_x, g.");
}

TEST(Result, ListsWhatTheComponentHasWhenNothingIsNear) {
  Result result;
  for (const char* path : {"battery.port.e", "line.p[1].e", "line.p[2].e", "load.port.e"}) {
    result.add_signal({path, "", "", false, result.add_column(), 1});
  }
  EXPECT_EQ(complaint([&] { (void)result["line.xyz"]; }).hint, "It has: line.p[1].e, line.p[2].e.");
}

TEST(Result, TheNameOfASignalPortStandsForItsValue) {
  Result result;
  result.add_signal({"sensor.y[1].value", "m", "", false, result.add_column(), 1});
  result.append(std::vector<double>{0.0, 3.0});
  EXPECT_TRUE(result.has("sensor.y[1]"));
  EXPECT_EQ(result.final("sensor.y[1]"), 3.0);
  EXPECT_EQ(result.signal("sensor.y[1]").path, "sensor.y[1].value");
  EXPECT_FALSE(result.has("sensor.y"));
}

TEST(Result, SaysThatARunWithoutRowsHasNoValues) {
  Result result;
  result.add_signal({"x", "m", "", false, result.add_column(), 1});
  EXPECT_TRUE(result["x"].empty());
  EXPECT_THAT(complaint([&] { (void)result.final("x"); }).text, HasSubstr("no rows"));
  EXPECT_THAT(complaint([&] { (void)result.initial("x"); }).text, HasSubstr("no rows"));
  EXPECT_THAT(complaint([&] { (void)result.at("x", 0); }).text, HasSubstr("no rows"));
}

TEST(Result, RefusesSignalsThatDoNotFit) {
  Result result = ramp();
  EXPECT_THAT(complaint([&] {
                result.add_signal({"x", "m", "", false, 1, 1});
              }).text,
              HasSubstr("x is already a variable"));
  EXPECT_THAT(complaint([&] {
                result.add_signal({"time", "s", "", false, 1, 1});
              }).text,
              HasSubstr("time is already a variable"));
  EXPECT_THAT(complaint([&] {
                result.add_signal({"y", "m", "", false, 2, 1});
              }).text,
              HasSubstr("y refers to column 2, and there are 2"));
  EXPECT_THAT(complaint([&] {
                result.add_signal({"c", "m", "", true, 1, 1});
              }).text,
              HasSubstr("c refers to constant 1, and there are 1"));
  EXPECT_THAT(complaint([&] {
                result.add_signal({"z", "m", "", false, 1, 2});
              }).text,
              HasSubstr("z has sign 2"));
  EXPECT_THAT(complaint([&] {
                result.append(std::vector<double>{1, 2, 3});
              }).text,
              HasSubstr("3 values does not fit a result of 2 columns"));
  EXPECT_EQ(result.rows(), 4u);
}

TEST(Result, ListsTheKnownFormatsForAnUnknownExtension) {
  for (const std::string file : {"result.xlsx", "result", "dir.csv/result", ""}) {
    const Diagnostic found = complaint([&] { write_result(ramp(), file); });
    EXPECT_EQ(found.path, file);
    EXPECT_THAT(found.hint, HasSubstr(".csv"));
    EXPECT_THAT(found.hint, HasSubstr(".mat"));
    EXPECT_EQ(complaint([&] { (void)read_result(file); }).hint, found.hint);
  }
}

TEST(Result, ChoosesTheFormatByExtensionWhateverItsCase) {
  const result_test::Directory directory;
  for (const std::string name : {"a.csv", "a.mat", "b.CSV", "b.Mat"}) {
    write_result(ramp(), directory / name);
    result_test::expect_same_values(ramp(), read_result(directory / name));
  }
}

}  // namespace
}  // namespace multibond
