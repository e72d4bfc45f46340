/// The file: one page, with the data in it and nothing else from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "multibond/diagnostic.h"
#include "multibond/page/page.h"

namespace multibond {
namespace {

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
  EXPECT_THAT(text, HasSubstr("<title>&lt;script>alert(1)&lt;/script> &amp; more</title>"));
  EXPECT_THAT(text,
              HasSubstr(R"(<script type="application/octet-stream" id="block-0">b25l</script>)"));
  EXPECT_THAT(text,
              HasSubstr(R"(<script type="application/octet-stream" id="block-1">dHdv</script>)"));
  EXPECT_LT(text.size(), 3u << 20);
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

}  // namespace
}  // namespace multibond
