// `multibond gallery`: an index of models with a picture, the source and a report of each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "cli/command_runner.h"
#include "multibond/library/translational.h"
#include "multibond/page/page.h"

namespace multibond {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

std::string contents(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(Gallery, ShowsAModelWithPictureSourceAndReport) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const ScratchDirectory scratch;
  const std::string folder = scratch.file("pages");
  const Outcome outcome = run_words({"gallery", "-o", folder, "SpringMassDamper", "PointPendulum"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("2 of 2  PointPendulum"));
  EXPECT_THAT(outcome.out, HasSubstr("2 models in"));
  const std::string index = contents(folder + "/index.html");
  EXPECT_THAT(index, HasSubstr("Masses, springs and drives"));
  EXPECT_THAT(index, HasSubstr("Mass on a spring and a damper."));
  EXPECT_THAT(index, HasSubstr("href=\"reports/SpringMassDamper.html\""));
  EXPECT_THAT(index, Not(HasSubstr("http:")));
  for (const char* file : {"/pictures/PointPendulum.svg", "/reports/PointPendulum.html",
                           "/sources/PointPendulum.html", "/style.css"}) {
    EXPECT_GT(std::filesystem::file_size(folder + file), 500u) << file;
  }
  const json data = json::parse(contents(folder + "/gallery.json"));
  ASSERT_EQ(data["models"].size(), 2u);
  EXPECT_EQ(data["models"][0]["name"], "SpringMassDamper");
  EXPECT_EQ(data["models"][0]["states"], 2);
  EXPECT_EQ(data["models"][0]["message"], "");
}

TEST(Gallery, TheSourceIsThatOfTheExampleWithItsCommentAndConstructor) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const ScratchDirectory scratch;
  const std::string folder = scratch.file("pages");
  ASSERT_EQ(run_words({"gallery", "-o", folder, "SpringMassDamper", "SevenBody"}).code, 0);
  const std::string source = contents(folder + "/sources/SpringMassDamper.html");
  EXPECT_THAT(source, HasSubstr("<span class=\"c\">/// Mass on a spring and a damper.</span>"));
  EXPECT_THAT(source, HasSubstr("<span class=\"k\">class</span> SpringMassDamper"));
  EXPECT_THAT(source, HasSubstr("<span class=\"s\">&quot;spring&quot;</span>"));
  EXPECT_THAT(source, Not(HasSubstr("MassChain")));
  // Its constructor is defined apart.
  EXPECT_THAT(contents(folder + "/sources/SevenBody.html"), HasSubstr("SevenBody::SevenBody() {"));
}

struct Falling : Model {
  translational::Mass mass{this, "mass"};
};
struct Broken : Model {
  Variable x{this, "x"};
  void equations() override {
    equation(x, 1.0);
    equation(x, 2.0);
  }
};

TEST(Gallery, AModelThatFailsIsListedAndTheExitCodeSaysSo) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const ScratchDirectory scratch;
  const std::string folder = scratch.file("pages");
  CommandEnvironment environment;
  environment.catalog.emplace();
  environment.catalog->topic("Own");
  environment.catalog->add_model<Falling>("Falling", "Mass alone.", {.plot = {"mass.s"}});
  environment.catalog->add_model<Broken>("Broken", "Two equations for one unknown.");
  const Outcome outcome = run_words({"gallery", "-o", folder}, environment);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("1 failed"));
  const std::string index = contents(folder + "/index.html");
  EXPECT_THAT(index, HasSubstr("<p class=\"failed\">"));
  EXPECT_THAT(index, HasSubstr("reports/Falling.html"));
  EXPECT_THAT(index, Not(HasSubstr("reports/Broken.html")));
  // Models of one's own are not part of examples/.
  EXPECT_THAT(index, Not(HasSubstr("sources/")));
}

TEST(Gallery, NamesAreTextWhateverTheyAre) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const ScratchDirectory scratch;
  const std::string folder = scratch.file("pages");
  CommandEnvironment environment;
  environment.catalog.emplace();
  environment.catalog->topic("\"><script>alert(1)</script>");
  environment.catalog->add_model<Falling>("../<b>'x\"", "</p><script>alert(2)</script>", {},
                                          "<img src=x onerror=alert(3)>");
  const Outcome outcome = run_words({"gallery", "-o", folder}, environment);
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  const std::string index = contents(folder + "/index.html");
  EXPECT_THAT(index, Not(HasSubstr("<script")));
  EXPECT_THAT(index, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(index, Not(HasSubstr("<b>")));
  EXPECT_THAT(index, HasSubstr("&lt;script&gt;alert(2)"));
  // The file stays in its folder.
  EXPECT_TRUE(std::filesystem::exists(folder + "/reports/____b__x_.html"));
}

TEST(Gallery, RefusesAnUnknownModelBeforeItRunsAny) {
  const ScratchDirectory scratch;
  const Outcome outcome =
      run_words({"gallery", "-o", scratch.file("pages"), "SpringMassDamper", "Sprung"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("Sprung"));
  EXPECT_FALSE(std::filesystem::exists(scratch.file("pages")));
}

}  // namespace
}  // namespace multibond
