// Numbers are read and written alike in every country: a program may have called setlocale.
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/base/text.h"
#include "multibond/model/system.h"
#include "multibond/symbolic/table.h"
#include "multibond/view/drawing.h"
#include "view/models.h"

namespace multibond {
namespace {

/// A locale that writes 0,5, made for the test if the system has none.
class GermanLocale {
 public:
  GermanLocale() {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"}) {
      if (std::setlocale(LC_ALL, name)) return;
    }
    folder_ = std::filesystem::temp_directory_path() / "multibond-locale-test";
    std::filesystem::create_directories(folder_);
    const std::string command =
        "localedef -i de_DE -f UTF-8 '" + (folder_ / "de_DE.UTF-8").string() + "' > /dev/null 2>&1";
    if (std::system(command.c_str()) != 0) return;
    setenv("LOCPATH", folder_.c_str(), 1);
    std::setlocale(LC_ALL, "de_DE.UTF-8");
  }
  ~GermanLocale() {
    std::setlocale(LC_ALL, "C");
    if (folder_.empty()) return;
    unsetenv("LOCPATH");
    std::filesystem::remove_all(folder_);
  }
  static bool active() { return std::localeconv()->decimal_point[0] == ','; }

 private:
  std::filesystem::path folder_;
};

TEST(Locale, ADecimalCommaChangesNothing) {
  const auto table = make_table("valve", {0, 0.5, 1}, {0, 0.25, 1});
  const auto drawing = [] {
    bonds::RcCircuit model;
    flatten(model);
    return to_svg(draw(model));
  };
  const std::string exported = table->c99("f"), drawn = drawing();
  EXPECT_THAT(exported, testing::HasSubstr("{0.0, 0.5, 1.0}"));
  const GermanLocale german;
  if (!german.active()) GTEST_SKIP() << "there is no locale with a decimal comma";
  EXPECT_EQ(table->c99("f"), exported);
  EXPECT_EQ(drawing(), drawn);
  EXPECT_EQ(parse_number("1.5e999"), HUGE_VAL);
  EXPECT_EQ(parse_number("-1.5e5999"), -HUGE_VAL);
  EXPECT_EQ(parse_number("1.5e-5999"), 0);
}

// The check above needs a locale; this one holds everywhere.
TEST(Locale, NoFunctionOfTheCLibraryReadsOrWritesNumbers) {
  const std::regex dependent(R"(\b(strto[dfl]+|atof|sto[dfl]+|v?sn?printf|sscanf)\s*\()");
  for (const char* folder : {"/src", "/include"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(MULTIBOND_SOURCE_DIR +
                                                                           std::string(folder))) {
      if (!entry.is_regular_file()) continue;
      std::ifstream stream(entry.path());
      std::string line;
      for (int number = 1; std::getline(stream, line); ++number) {
        EXPECT_FALSE(std::regex_search(line, dependent)) << entry.path() << ':' << number << line;
      }
    }
  }
}

}  // namespace
}  // namespace multibond
