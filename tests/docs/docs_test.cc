// The documentation keeps its promises: every snippet is compiled, every command runs and says what
// is printed there, every drawing is what the program draws now.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "cli/command_runner.h"
#include "docs/quadratic_drag.h"
#include "multibond/library/library.h"
#include "multibond/page/page.h"
#include "view/check.h"

namespace multibond {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

const fs::path kRoot = MULTIBOND_SOURCE_DIR;

Lines lines_of(const fs::path& file) {
  std::ifstream stream(file);
  EXPECT_TRUE(stream) << file;
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A piece of text between ``` and ```.
struct Block {
  fs::path file;
  std::size_t line = 0;  ///< of the fence, counted from 1
  std::string language;
  Lines lines;
  std::string name() const { return file.filename().string() + ":" + std::to_string(line); }
};

std::vector<fs::path> pages() {
  std::vector<fs::path> files{kRoot / "README.md", kRoot / "CONTRIBUTING.md"};
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "docs")) {
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Block> blocks() {
  std::vector<Block> result;
  for (const fs::path& file : pages()) {
    bool inside = false;
    std::size_t number = 0;
    for (const std::string& line : lines_of(file)) {
      ++number;
      if (line.starts_with("```")) {
        if (!inside) result.push_back({file, number, line.substr(3), {}});
        inside = !inside;
      } else if (inside) {
        result.back().lines.push_back(line);
      }
    }
    EXPECT_FALSE(inside) << file << ": a block is not closed";
  }
  return result;
}

/// Lines without indentation; empty ones left out.
Lines stripped(const Lines& lines) {
  Lines result;
  for (const std::string& line : lines) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos) continue;
    result.push_back(line.substr(first, line.find_last_not_of(' ') + 1 - first));
  }
  return result;
}

bool contains(const Lines& text, const Lines& part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end()) != text.end();
}

// -- C++ ------------------------------------------------------------------------------------------

TEST(Documentation, EverySnippetIsCompiledInTheTests) {
  std::vector<Lines> sources;
  for (const char* folder : {"docs", "compile"}) {  // the pages of the passes show tests of passes
    for (const auto& entry : fs::directory_iterator(kRoot / "tests" / folder)) {
      const fs::path extension = entry.path().extension();
      if (extension == ".cc" || extension == ".h") sources.push_back(stripped(lines_of(entry)));
    }
  }
  int snippets = 0;
  for (const Block& block : blocks()) {
    if (block.language != "cpp") continue;
    ++snippets;
    Lines code = stripped(block.lines);
    // Headers of a snippet stand at the top of a file, the rest in a test.
    Lines rest = code;
    std::erase_if(rest, [](const std::string& line) { return line.starts_with("#include"); });
    EXPECT_TRUE(std::any_of(
        sources.begin(), sources.end(),
        [&](const Lines& source) {
          return contains(source, code) ||
                 (contains(source, rest) && std::all_of(code.begin(), code.end(), [&](auto& line) {
                    return !line.starts_with("#include") || contains(source, {line});
                  }));
        }))
        << block.name()
        << ": no file in tests/docs or tests/compile has this snippet word for word. Copy it there "
           "and test it:\n  "
        << code.front();
  }
  EXPECT_GE(snippets, 25);
}

// -- commands -------------------------------------------------------------------------------------

/// "multibond draw X -o \"a b\"   # why" as words; empty if the line is no command of ours.
std::vector<std::string> words_of(std::string line) {
  if (line.starts_with("$ ")) line = line.substr(2);
  std::vector<std::string> words;
  bool quoted = false, open = false;
  std::string word;
  const auto finish = [&] {
    if (open) words.push_back(word);
    word.clear();
    open = false;
  };
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
      open = true;
    } else if (!quoted && c == ' ') {
      finish();
    } else if (!quoted && !open && c == '#') {
      break;
    } else {
      word += c;
      open = true;
    }
  }
  finish();
  if (words.empty() || (words[0] != "multibond" && words[0] != "./mb")) return {};
  words.erase(words.begin());
  return words;
}

/// Whether a command writes a report, which a program that was built without the page cannot.
bool needs_page(const std::vector<std::string>& words) {
  return words.front() == "report" ||
         std::find(words.begin(), words.end(), "--report") != words.end();
}

/// What is the same on every machine: neither times, nor numbers of steps, nor rounding errors.
Lines comparable(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("  took ") || line.starts_with("  work ")) continue;
    lines.push_back(line.substr(0, line.find("balance error")));
  }
  return stripped(lines);
}

TEST(Documentation, EveryCommandRunsAndSaysWhatIsPrintedThere) {
  CommandEnvironment environment;
  environment.catalog = library_catalog();
  environment.catalog->add<translational::QuadraticDrag>("Translational.QuadraticDrag",
                                                         "Drag of a fluid, f = k |v| v.");
  const ScratchDirectory scratch;
  const fs::path before = fs::current_path();
  fs::current_path(scratch.file(""));
  int commands = 0;
  for (const Block& block : blocks()) {
    if (!block.language.empty() && block.language != "sh" && block.language != "console") continue;
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
      const std::vector<std::string> words = words_of(block.lines[i]);
      if (words.empty()) continue;
      ++commands;
      if (!has_page() && needs_page(words)) continue;
      SCOPED_TRACE(block.name() + ": " + block.lines[i]);
      Lines printed;
      for (std::size_t j = i + 1; j < block.lines.size() && !block.lines[j].starts_with("$ ");
           ++j) {
        printed.push_back(block.lines[j]);
      }
      const bool shown = block.lines[i].starts_with("$ ") && !stripped(printed).empty();
      const bool refused = shown && printed.front().starts_with("error:");
      const Outcome outcome = run_words(words, environment);
      EXPECT_EQ(outcome.code, refused ? 2 : 0) << outcome.err;
      const bool plotted = std::find(words.begin(), words.end(), "--plot") != words.end();
      if (!shown || plotted) continue;  // plots are as wide as the terminal
      std::string text;
      for (const std::string& line : printed) text += line + '\n';
      EXPECT_EQ(comparable(text), comparable(refused ? outcome.err : outcome.out));
    }
  }
  fs::current_path(before);
  EXPECT_GE(commands, 15);
}

// -- drawings -------------------------------------------------------------------------------------

/// What an SVG shows, without places: those depend on the version of Graphviz.
std::map<std::string, int> shown_in(const std::string& svg) {
  std::map<std::string, int> things;
  for (const XmlElement& element : parse_xml(svg)) {
    if (element.name != "g" && element.name != "text") continue;
    std::string thing = element.name;
    for (const char* name : {"class", "data-path", "data-merged", "data-closed"}) {
      const auto found = element.attributes.find(name);
      if (found != element.attributes.end()) thing += ' ' + found->second;
    }
    ++things[thing];
  }
  // Texts stand between > and <.
  for (std::size_t at = 0; (at = svg.find("<text", at)) != std::string::npos;) {
    const std::size_t from = svg.find('>', at) + 1;
    at = svg.find('<', from);
    ++things["\"" + svg.substr(from, at - from) + "\""];
  }
  return things;
}

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

TEST(Documentation, EveryModelInModelicaRuns) {
  const ScratchDirectory scratch;
  int models = 0;
  for (const Block& block : blocks()) {
    if (block.language != "modelica" || !block.lines.front().starts_with("model ")) continue;
    SCOPED_TRACE(block.name());
    const std::string file = scratch.file("Model.mo"), result = scratch.file("result.csv");
    std::ofstream stream(file);
    for (const std::string& line : block.lines) stream << line << '\n';
    stream.close();
    const Outcome outcome = run_words({"simulate", file, "--output", result});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    ++models;
    // The oscillator of README.md: s = cos(10 sqrt(10)).
    if (block.file.filename() == "README.md") {
      EXPECT_THAT(outcome.out, ::testing::HasSubstr("0.978"));
    }
  }
  EXPECT_GE(models, 2);
}

TEST(Documentation, EveryDrawingIsWhatTheProgramDrawsNow) {
  const fs::path folder = kRoot / "docs" / "drawings";
  const ScratchDirectory scratch;
  std::map<std::string, int> listed;
  for (const std::string& line : lines_of(folder / "list")) {
    std::istringstream stream(line);
    std::string file;
    std::vector<std::string> words{"draw"};
    stream >> file;
    if (file.empty() || file[0] == '#') continue;
    for (std::string word; stream >> word;) words.push_back(word);
    ++listed[file];
    SCOPED_TRACE(line);
    const std::string now = scratch.file(file);
    words.insert(words.end(), {"-o", now});
    const Outcome outcome = run_words(words);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(shown_in(contents(folder / file)), shown_in(contents(now)))
        << "docs/drawings/" << file << " is out of date: run scripts/drawings, and look at it.";
  }
  EXPECT_GE(listed.size(), 6u);
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".svg") continue;
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(listed.contains(name)) << name << " is not in docs/drawings/list";
  }
}

/// Targets of links and images: "](target)".
TEST(Documentation, LinksBetweenPagesLeadSomewhere) {
  for (const fs::path& file : pages()) {
    bool inside = false;
    for (const std::string& line : lines_of(file)) {
      if (line.starts_with("```")) inside = !inside;
      if (inside) continue;
      for (std::size_t at = 0; (at = line.find("](", at)) != std::string::npos;) {
        at += 2;
        std::string target = line.substr(at, line.find(')', at) - at);
        if (target.find("://") != std::string::npos) continue;
        target = target.substr(0, target.find('#'));
        if (target.empty()) continue;
        EXPECT_TRUE(fs::exists(file.parent_path() / target)) << file << ": " << target;
      }
    }
  }
}

}  // namespace
}  // namespace multibond
