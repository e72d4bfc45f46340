// Members have one name: that of C++ is that of the path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace multibond {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Members of a text that are declared as x{this, "y"} with another y.
std::vector<std::string> two_names(const std::string& text) {
  static const std::regex member(R"re((\w+)\s*\{\s*this,\s*"([^"]*)")re");
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), member), end; it != end; ++it) {
    if ((*it)[1] != (*it)[2]) found.push_back((*it)[1].str() + " / " + (*it)[2].str());
  }
  return found;
}

TEST(Names, TheCheckFindsWhatDiffers) {
  EXPECT_THAT(two_names("Variable v{this, \"v\"};\n  R resistance{\n      this, \"R\", 1.0};"),
              ElementsAre("resistance / R"));
}

TEST(Names, AreTheSameInCppAndInPaths) {
  int files = 0;
  for (const char* folder : {"/include/multibond", "/src"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::string(MULTIBOND_SOURCE_DIR) + folder)) {
      if (!entry.is_regular_file()) continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      EXPECT_THAT(two_names(text.str()), IsEmpty()) << entry.path();
      ++files;
    }
  }
  EXPECT_GE(files, 300);
}

}  // namespace
}  // namespace multibond
