/// The file: one page, with the data in it and nothing else from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/command_runner.h"
#include "multibond/diagnostic.h"
#include "multibond/page/page.h"

namespace multibond {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string text_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(PageFile, HasTheDataAndAHarmlessTitle) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("page.html");
  const PageData data{.title = "<script>alert(1)</script> & more", .blocks = {"one", "two"}};
  if (!has_page()) {
    EXPECT_THROW(write_page(data, file), Error);
    return;
  }
  write_page(data, file);
  const std::string text = text_of(file);
  EXPECT_THAT(text, HasSubstr("<title>&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</title>"));
  EXPECT_THAT(text,
              HasSubstr(R"(<script type="application/octet-stream" id="block-0">b25l</script>)"));
  EXPECT_THAT(text,
              HasSubstr(R"(<script type="application/octet-stream" id="block-1">dHdv</script>)"));
  EXPECT_LT(text.size(), 3u << 20);
}

TEST(PageFile, MayHaveASecondRun) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const ScratchDirectory scratch;
  const std::string file = scratch.file("page.html");
  const PageData other{.title = "", .blocks = {"two"}};
  write_page({.title = "x", .blocks = {"one"}}, file, &other);
  const std::string text = text_of(file);
  EXPECT_THAT(text, HasSubstr(R"(id="block-0">b25l</script>)"));
  EXPECT_THAT(text, HasSubstr(R"(id="other-0">dHdv</script>)"));
}

TEST(PageFile, LoadsNothingAndRunsOnlyWhatItsPolicyKnows) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const ScratchDirectory scratch;
  const std::string file = scratch.file("page.html");
  write_page({.title = "x", .blocks = {}}, file);
  const std::string text = text_of(file);
  EXPECT_THAT(text, HasSubstr("default-src 'none'; script-src 'sha256-"));
  EXPECT_THAT(text, Not(HasSubstr("unsafe-inline")));
  EXPECT_THAT(text, Not(HasSubstr(" src=\"")));
  EXPECT_THAT(text, Not(HasSubstr("<link rel=\"stylesheet\"")));
}

TEST(PageFile, IsWrittenByReportAndBySimulate) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("run.html");
  const Outcome report = run_words({"report", "SpringMassDamper", "-o", file});
  const std::string other = scratch.file("other.html");
  const Outcome simulate = run_words({"simulate", "SpringMassDamper", "--report", other});
  if (!has_page()) {
    EXPECT_EQ(report.code, 2);
    EXPECT_THAT(report.err, HasSubstr("built without the page"));
    EXPECT_THAT(report.err, HasSubstr("run ./mb report again"));
    return;
  }
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_EQ(simulate.code, 0) << simulate.err;
  EXPECT_THAT(report.out, HasSubstr("wrote " + file));
  EXPECT_THAT(text_of(file), HasSubstr("<title>SpringMassDamper</title>"));
  EXPECT_THAT(text_of(other), HasSubstr("<title>SpringMassDamper</title>"));
}

TEST(PageFile, IsRefusedBeforeTheRunUnderAWrongName) {
  const Outcome outcome = run_words({"report", "SpringMassDamper", "-o", "run.pdf"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("run.pdf: unknown file type. Let the name end in .html."));
}

TEST(PageFile, NamesOfAnalysesAreCheckedBeforeTheRun) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const ScratchDirectory scratch;
  const std::string file = scratch.file("run.html");
  const auto told = [&](const char* option, const char* text) {
    const Outcome outcome = run_words({"report", "SpringMassDamper", option, text, "-o", file});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(std::filesystem::exists(file));
    return outcome.err;
  };
  EXPECT_THAT(told("--locus", "damper.dd=1:2"),
              HasSubstr("--locus: the model has no parameter damper.dd. Did you mean damper.d"));
  EXPECT_THAT(told("--bode", "spring.q:mass.s"),
              HasSubstr("--bode: the model has no input or parameter spring.q."));
  EXPECT_THAT(told("--bode", "mass.v:mass.s"),
              AllOf(HasSubstr("--bode: the model has no input or parameter mass.v."),
                    Not(HasSubstr("Did you mean mass.v"))));
  EXPECT_THAT(told("--bode", "spring.s_rel0:mass.z"),
              HasSubstr("--bode: the model has no variable mass.z."));
}

TEST(PageFile, IsKeptIfAnAnalysisHasNoAnswer) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const ScratchDirectory scratch;
  const std::string file = scratch.file("run.html");
  const Outcome outcome =
      run_words({"report", "SpringMassDamper", "--locus", "damper.d=1:1", "-o", file});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("damper.d cannot go from 1 N.s/m to 1 N.s/m."));
  EXPECT_THAT(text_of(file), HasSubstr("<title>SpringMassDamper</title>"));
}

}  // namespace
}  // namespace multibond
