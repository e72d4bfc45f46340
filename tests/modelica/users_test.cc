// Models as users write them, in files: `models/` has those that run, with what must come out;
// `wrong_models.txt` and `wrong_syntax.txt` have mistakes, with what must be said.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "modelica/native_text.h"
#include "multibond/base/text.h"

namespace multibond::modelica {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path kFolder = fs::path(MULTIBOND_SOURCE_DIR) / "tests" / "modelica";

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// -- models that run ------------------------------------------------------------------------------

struct UserModel {
  std::string file, model;
  struct Expected {
    std::string path;
    double time, value, tolerance;
  };
  std::vector<Expected> expected = {};
};

/// Comments of the file say what is expected: "// model: M" and, for each value,
/// "// expect: path time value tolerance".
UserModel read_model(const fs::path& file) {
  UserModel result{file.filename().string(), file.stem().string()};
  std::istringstream lines(contents(file));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string slashes, key;
    words >> slashes >> key;
    if (slashes != "//") continue;
    if (key == "model:") words >> result.model;
    if (key != "expect:") continue;
    UserModel::Expected& e = result.expected.emplace_back();
    words >> e.path >> e.time >> e.value >> e.tolerance;
    EXPECT_FALSE(words.fail()) << result.file << ": " << line;
  }
  return result;
}

std::vector<UserModel> user_models() {
  std::vector<UserModel> models;
  for (const auto& entry : fs::directory_iterator(kFolder / "models")) {
    if (entry.path().extension() == ".mo") models.push_back(read_model(entry.path()));
  }
  std::sort(models.begin(), models.end(),
            [](const auto& a, const auto& b) { return a.file < b.file; });
  return models;
}

std::string name_of(const std::string& text) {
  std::string name;
  for (const char c : text) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

class UserModels : public testing::TestWithParam<UserModel> {};

TEST_P(UserModels, RunsWithTheseResults) {
  ASSERT_FALSE(GetParam().expected.empty());
  Library library;
  library.add_native(native_classes());
  library.load((kFolder / "models" / GetParam().file).string());
  SimulationOptions options;
  const Class& model = library.find(GetParam().model);
  options.stop = experiment(library, model).stop.value_or(1);
  options.tolerance = 1e-9;
  const Result result = simulate(compile_model(flatten(library, model)), options);
  ASSERT_EQ(result.status, RunStatus::completed);
  for (const UserModel::Expected& e : GetParam().expected) {
    EXPECT_NEAR(result.at(e.path, e.time), e.value, e.tolerance) << e.path << " at " << e.time;
  }
}

INSTANTIATE_TEST_SUITE_P(Users, UserModels, testing::ValuesIn(user_models()),
                         [](const auto& info) { return name_of(info.param.model); });

// -- models with mistakes -------------------------------------------------------------------------

/// "=== name", "~ what the message contains" (line, fact, remedy: "3: fact | remedy"), text.
struct WrongText {
  std::string name;
  std::vector<std::string> parts = {};
  std::string text = {};
};

std::vector<WrongText> wrong_texts(const char* file) {
  std::vector<WrongText> all;
  std::istringstream lines(contents(kFolder / file));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("=== ")) {
      all.push_back({name_of(line.substr(4))});
    } else if (line.starts_with("~ ")) {
      all.back().parts.push_back(line.substr(2));
    } else if (!all.empty()) {
      all.back().text += line + '\n';
    }
  }
  return all;
}

class WrongModels : public testing::TestWithParam<WrongText> {};

TEST_P(WrongModels, AreAnsweredWithFileLineAndRemedy) {
  std::vector<Diagnostic> told;
  try {
    Library library;
    library.add_native(native_classes());
    library.add_folder((kFolder / "libraries").string());
    library.load_text("Text.mo", GetParam().text);
    compile_model(flatten(library, "M"));
  } catch (const Error& error) {
    told = error.diagnostics();
  }
  ASSERT_FALSE(told.empty()) << "nothing is wrong";
  const Diagnostic& first = told.front();
  const std::string answer = first.place + ": " + first.text + " | " + first.hint;
  ASSERT_FALSE(GetParam().parts.empty());
  for (const std::string& part : GetParam().parts) EXPECT_THAT(answer, HasSubstr(part));
  // What nothing determines stands nowhere: its name is the place.
  const bool nowhere = answer.find("too few") != std::string::npos;
  EXPECT_EQ(first.place.empty(), nowhere) << answer;
  EXPECT_FALSE(first.hint.empty()) << answer;
}

INSTANTIATE_TEST_SUITE_P(Users, WrongModels, testing::ValuesIn(wrong_texts("wrong_models.txt")),
                         [](const auto& info) { return info.param.name; });

class WrongSyntax : public testing::TestWithParam<WrongText> {};

TEST_P(WrongSyntax, IsToldOnceAtItsLine) {
  const std::vector<std::string> told = mistakes(GetParam().text);
  ASSERT_EQ(told.size(), 1u) << testing::PrintToString(told);
  ASSERT_FALSE(GetParam().parts.empty());
  for (const std::string& part : GetParam().parts) EXPECT_THAT(told[0], HasSubstr(part));
  EXPECT_THAT(GetParam().parts[0], testing::MatchesRegex("[0-9]+:.*")) << "the line is part of it";
}

INSTANTIATE_TEST_SUITE_P(Users, WrongSyntax, testing::ValuesIn(wrong_texts("wrong_syntax.txt")),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace multibond::modelica
