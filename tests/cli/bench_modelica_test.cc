// `bench modelica`: the examples of a package beside published results, here with files of our own
// in the layout of a checkout.

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.h"

namespace multibond {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

class BenchModelica : public testing::Test {
 protected:
  BenchModelica() { model("Real x(start = 1, fixed = true);"); }
  /// A package with one model that declares x so.
  void model(const std::string& declaration, const std::string& start = "") {
    write("Lib.mo",
          "package Lib\n"
          "  model Decay \"dies away, and counts seconds\"\n"
          "    " +
              declaration +
              "    Real n(start = 0, fixed = true);\n"
              "    discrete Real k(start = 0, fixed = true);\n" +
              start +
              "  equation\n"
              "    der(x) = -x; der(n) = 1;\n"
              "    when time > 0.5 then k = 1; end when;\n"
              "    annotation(experiment(StopTime = 1));\n"
              "  end Decay;\n"
              "end Lib;\n");
  }
  void write(const std::string& name, const std::string& text) {
    const std::filesystem::path file = scratch_.file(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  /// What another tool found out.
  void publish(const std::string& end, const std::string& start = "1") {
    write("published/Lib/Decay/Decay.csv", "time,x\n0," + start + "\n1," + end + "\n");
    write("published/Lib/Decay/translate_passed.log",
          "Translation of Lib.Decay:\nThe DAE has 3 scalar unknowns and 3 scalar equations.\n");
  }
  Outcome bench(std::vector<std::string> more = {}) {
    std::vector<std::string> words = {
        "bench",     "modelica", "--library",   scratch_.file(""),
        "--package", "Lib",      "--reference", scratch_.file("published")};
    words.insert(words.end(), more.begin(), more.end());
    return run_words(words);
  }
  ScratchDirectory scratch_;
};

TEST_F(BenchModelica, CountsUnknownsThatTheTextDeclares) {
  publish("0.36787944117");
  const Outcome outcome = bench();
  EXPECT_THAT(outcome.out, ContainsRegex("Lib.Decay +3 +3 balanced runs agrees"));
  EXPECT_THAT(outcome.out,
              HasSubstr("1 of 1 with the published number of unknowns, 1 run, 1 of 1 "
                        "agree (0 from the start of the reference), 0 more have converged"));
}

TEST_F(BenchModelica, ATighterRunTellsWhoIsOff) {
  publish("0.37");  // the published run is off by 0.3 %
  EXPECT_THAT(bench().out, HasSubstr("at a tolerance of 1e-10: converged"));
}

TEST_F(BenchModelica, WhatStartsElsewhereHasNotConverged) {
  publish("0.36787944117", "2");
  const Outcome outcome = bench();
  EXPECT_THAT(outcome.out, HasSubstr("it starts elsewhere"));
  EXPECT_THAT(outcome.out, HasSubstr("0 of 1 agree (0 from the start of the reference), 0 more"));
}

TEST_F(BenchModelica, WhatAModelLeavesOpenIsTakenFromTheReference) {
  model("Real x(start = 1);");
  publish("0.73575888234", "2");
  const Outcome outcome = bench();
  EXPECT_THAT(outcome.out, HasSubstr("it starts elsewhere, which its equations leave open"));
  EXPECT_THAT(outcome.out, HasSubstr("1 of 1 agree (1 from the start of the reference)"));
  publish("0.74", "2");  // but not how it goes on
  EXPECT_THAT(bench().out, HasSubstr("0 of 1 agree (0 from the start of the reference)"));
}

TEST_F(BenchModelica, WhatAModelDeterminesIsNot) {
  model("Real x(start = 0.9);", "initial equation x ^ 2 = 1;\n");
  publish("0.73575888234", "2");
  const Outcome outcome = bench();
  EXPECT_THAT(outcome.out, HasSubstr("it starts elsewhere; as guesses, the start values"));
  EXPECT_THAT(outcome.out, HasSubstr("0 of 1 agree"));
}

TEST_F(BenchModelica, NumbersMayOnlyRise) {
  publish("0.36787944117");
  write("ratchet", "Lib counted 1\nLib agrees 1\n");
  EXPECT_EQ(bench({"--ratchet", scratch_.file("ratchet")}).code, 0);
  write("ratchet", "Lib counted 2\n");
  const Outcome outcome = bench({"--ratchet", scratch_.file("ratchet")});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("less than before: Lib counted: 1 instead of 2"));
}

}  // namespace
}  // namespace multibond
