#include "bench_flattening.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>

#include <fmt/format.h>

#include "bench_modelica.h"
#include "flat_agreement.h"
#include "flat_reference.h"
#include "multibond/base/text.h"
#include "text_model.h"

namespace multibond {
namespace {

namespace fs = std::filesystem;

/// A file of the suite: "// status: correct" above, and between "// Result:" and "// endResult" the
/// flat text, or the messages that are expected.
struct SuiteTest {
  std::string status, model, result;
};

SuiteTest read_test(const fs::path& file) {
  SuiteTest test;
  std::ifstream in(file);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first != "//") continue;
    if (second == "status:" && test.status.empty()) test.status = third;
    if (second == "cflags:" && third.starts_with("-i=")) test.model = third.substr(3);
    if (second == "Result:") {
      inside = true;
      test.result.clear();
      continue;
    }
    if (second == "endResult") inside = false;
    if (inside) test.result += line.substr(std::min<std::size_t>(line.size(), 3)) + '\n';
  }
  // Messages stand beside the text: what begins with a place or a mark of severity is one.
  std::istringstream lines(test.result);
  std::string kept;
  bool message = false;
  for (std::string line; std::getline(lines, line);) {
    const bool begins = line.starts_with("[") || line.starts_with("Warning:") ||
                        line.starts_with("Notification:") || line.starts_with("Error") ||
                        line.starts_with("# ");
    const bool text = line.starts_with("class ") || line.starts_with("function ") ||
                      line.starts_with("impure ") || line.starts_with("model ") ||
                      line.starts_with("package ") || line.starts_with("record ");
    if (begins) message = true;
    if (text) message = false;
    if (!message) kept += line + '\n';
  }
  if (test.status == "correct") test.result = kept;
  return test;
}

enum class Verdict : std::uint8_t { agrees, differs, skipped };

Verdict examine_valid(const Session& session, const fs::path& file, const SuiteTest& test,
                      std::string& remark) {
  modelica::FlattenOptions options;
  options.incomplete = true;
  std::optional<FlatReference> expected;
  std::string trouble;
  try {
    expected = read_flat_reference(test.result);
    if (!expected) return Verdict::skipped;  // prints something else than a model
  } catch (const Error& error) {
    trouble = "the expected text is not understood: " + message(error.diagnostics().front());
  }
  try {
    const std::shared_ptr<modelica::Library> library = open_library(session);
    library->load(file.string());
    if (!expected) {
      remark = trouble;
      return Verdict::differs;
    }
    const System ours = modelica::flatten(*library, expected->name, options);
    try {
      modelica::Library flat;
      flat.load_text("expected", expected->text);
      const System reference = modelica::flatten(flat, FlatReference::kName, options);
      if (const auto found = difference(ours, reference)) {
        remark = *found;
        return Verdict::differs;
      }
      return Verdict::agrees;
    } catch (const Error& error) {
      remark = "the expected text is not understood: " + message(error.diagnostics().front());
    }
  } catch (const Error& error) {
    remark = "refused: " + message(error.diagnostics().front());
  }
  return Verdict::differs;
}

Verdict examine_invalid(const Session& session, const fs::path& file, const SuiteTest& test,
                        std::string& remark) {
  modelica::FlattenOptions options;
  options.incomplete = true;
  try {
    const std::shared_ptr<modelica::Library> library = open_library(session);
    const std::vector<const modelica::Class*> classes = library->load(file.string());
    if (classes.empty()) return Verdict::skipped;
    // The last class of a file is the one that is looked at.
    modelica::flatten(*library, test.model.empty() ? *classes.back() : library->find(test.model),
                      options);
  } catch (const Error&) {
    return Verdict::agrees;
  }
  remark = "is not refused";
  return Verdict::differs;
}

}  // namespace

ExitCode bench_flattening(Session& session) {
  const Arguments& arguments = session.arguments;
  if (!arguments.suite) {
    throw Error("--suite", "bench flattening needs a folder.",
                "Give that of a checkout: --suite OpenModelica/testsuite/flattening/modelica.");
  }
  std::vector<fs::path> files;
  std::error_code code;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(*arguments.suite, code)) {
    if (entry.path().extension() == ".mo") files.push_back(entry.path());
  }
  if (code) {
    throw Error("--suite", fmt::format("The folder {} cannot be read.", *arguments.suite),
                "Look at its name.");
  }
  std::sort(files.begin(), files.end());
  std::size_t valid = 0, agree = 0, invalid = 0, refused = 0;
  for (const fs::path& file : files) {
    const SuiteTest test = read_test(file);
    const bool correct = test.status == "correct";
    if (!correct && test.status != "incorrect") continue;
    std::string remark;
    const Verdict verdict = correct ? examine_valid(session, file, test, remark)
                                    : examine_invalid(session, file, test, remark);
    if (verdict == Verdict::skipped) continue;
    const bool good = verdict == Verdict::agrees;
    (correct ? valid : invalid) += 1;
    (correct ? agree : refused) += good;
    if (!good) {
      session.out << fmt::format("{}: {}\n", fs::relative(file, *arguments.suite).string(),
                                 printable(remark.substr(0, 300)));
      session.out.flush();
    }
  }
  const auto percent = [](std::size_t part, std::size_t whole) {
    return whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
  };
  session.out << fmt::format(
      "{} valid models: {} agree, {:.1f} %\n{} models with mistakes: {} are refused, {:.1f} %\n",
      valid, agree, percent(agree, valid), invalid, refused, percent(refused, invalid));
  return report_ratchet(session, {{"flattening agrees", agree}, {"flattening refused", refused}});
}

}  // namespace multibond
