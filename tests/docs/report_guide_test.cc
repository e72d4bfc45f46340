// The program of docs/report.md, word for word.
// clang-format off
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/command_runner.h"
#include "multibond/library/translational.h"
#include "multibond/page/page.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

TEST(ReportGuide, ARunIsWrittenAsAPage) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  struct Oscillator : Model {
    translational::Fixed wall{this, "wall"};
    translational::Spring spring{this, "spring"};
    translational::Mass mass{this, "mass"};
    Oscillator() {
      mass.s.start(1.0).fixed();
      connect(wall.flange, spring.flange_a);
      connect(spring.flange_b, mass.flange_a);
    }
  } model;
  const ScratchDirectory scratch;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.file(""));

const Result result = simulate(model, {.stop = 5, .pictures = true});
write_page(page_data(result, {.description = "Mass on a spring", .plots = {"mass.s"}}, &model),
           "oscillator.html");

  EXPECT_TRUE(std::filesystem::exists("oscillator.html"));
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace multibond
