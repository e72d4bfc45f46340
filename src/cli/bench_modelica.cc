#include "bench_modelica.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "multibond/analyze/comparison.h"
#include "multibond/base/text.h"
#include "multibond/modelica/library.h"
#include "multibond/modelica/parser.h"
#include "multibond/modelica/printer.h"
#include "text_model.h"

namespace multibond {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kMostSeconds = 30;  // of one run
constexpr double kTolerance = 2e-3;  // of the range of a signal
constexpr int kIntervals = 5000;     // fewer would compare interpolations

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// What was reached, in order.
struct Row {
  std::string model, remark;
  std::size_t unknowns = 0, equations = 0;
  bool flat = false, balanced = false, runs = false, compared = false, agrees = false;
  double seconds_flat = 0, seconds = 0;
};

std::string first_line(const Error& error) {
  return error.diagnostics().empty() ? std::string() : message(error.diagnostics().front());
}

/// The file of a reference, by the whole name or by the last word of it.
std::optional<std::string> reference_file(const std::vector<std::string>& folders,
                                          const std::string& model) {
  for (const std::string& name : {model, model.substr(model.rfind('.') + 1)}) {
    for (const std::string& folder : folders) {
      const fs::path file = fs::path(folder) / (name + ".csv");
      std::error_code code;
      if (fs::exists(file, code)) return file.string();
    }
  }
  return std::nullopt;
}

Row examine(const TextModel& model, const Arguments& arguments,
            const std::vector<std::string>& references) {
  Row row;
  row.model = model.entry.path;
  try {
    const Clock::time_point begin = Clock::now();
    System system = model.system(arguments);
    row.seconds_flat = since(begin);
    row.flat = true;
    row.equations = system.equations.size();
    for (const SystemVariable& variable : system.variables) {
      if (!is_given(variable.kind)) ++row.unknowns;
    }
    row.balanced = row.unknowns == row.equations;
    const auto compiled = compile_model(std::move(system));
    SimulationOptions options;
    options.start = model.start;
    options.stop = model.entry.experiment.stop;
    options.tolerance = 1e-6;
    options.intervals = kIntervals;
    options.interrupted = [&] { return since(begin) > kMostSeconds; };
    const Result result = simulate(compiled, options);
    row.seconds = since(begin);
    row.runs = result.status == RunStatus::completed || result.status == RunStatus::terminated;
    if (!row.runs) {
      row.remark = result.status == RunStatus::interrupted ? "takes too long"
                   : result.diagnostics.empty()            ? "failed"
                                                           : message(result.diagnostics.back());
      return row;
    }
    if (const auto file = reference_file(references, row.model)) {
      const Result reference = read_result(*file);
      ComparisonOptions how;
      how.tolerance = kTolerance;
      how.noise = 1e-9;
      const Comparison comparison = compare(result, reference, how);
      row.compared = true;
      row.agrees = comparison.agrees();
      if (!row.agrees) {
        const SignalComparison& worst = comparison.signals.front();
        row.remark = fmt::format("{} is off by {:.1e} at {:.4g} s", worst.reference,
                                 worst.deviation, worst.at);
      }
    }
  } catch (const Error& error) {
    row.remark = first_line(error);
  } catch (const std::exception& error) {
    row.remark = std::string("internal error: ") + error.what();
  }
  return row;
}

/// "package kind number" per line; a number that is smaller than there is told.
std::vector<std::string> lost(const std::string& file,
                              const std::map<std::string, std::size_t>& numbers) {
  std::vector<std::string> result;
  std::ifstream in(file);
  std::string package, kind;
  std::size_t least = 0;
  while (in >> package >> kind >> least) {
    const auto it = numbers.find(package + " " + kind);
    if (it == numbers.end() || it->second >= least) continue;
    result.push_back(fmt::format("{} {}: {} instead of {}", package, kind, it->second, least));
  }
  return result;
}

}  // namespace

ExitCode bench_modelica(Session& session) {
  const Arguments& arguments = session.arguments;
  if (arguments.packages.empty()) {
    throw Error("--package", "bench modelica needs a package.",
                "Give one, e.g. --package Modelica.Mechanics.MultiBody.Examples.");
  }
  std::map<std::string, std::size_t> numbers;
  for (const std::string& package : arguments.packages) {
    const std::shared_ptr<modelica::Library> library = open_library(session);
    const std::vector<TextModel> models = models_of(library, {&library->find(package)});
    std::size_t flat = 0, balanced = 0, runs = 0, compared = 0, agree = 0;
    for (const TextModel& model : models) {
      const Row row = examine(model, arguments, arguments.references);
      flat += row.flat;
      balanced += row.balanced;
      runs += row.runs;
      compared += row.compared;
      agree += row.agrees;
      session.out << fmt::format(
          "{:<60} {:>6} {:>6} {} {} {:<6} {:>7.3f} {:>7.3f}  {}\n", row.model, row.unknowns,
          row.equations, row.balanced ? "balanced" : "-       ", row.runs ? "runs" : "-   ",
          row.agrees     ? "agrees"
          : row.compared ? "off"
                         : "",
          row.seconds_flat, row.seconds, printable(row.remark.substr(0, 300)));
      session.out.flush();
    }
    session.out << fmt::format("{}: {} examples, {} flat, {} balanced, {} run, {} of {} agree\n\n",
                               package, models.size(), flat, balanced, runs, agree, compared);
    numbers[package + " balanced"] = balanced;
    numbers[package + " runs"] = runs;
    numbers[package + " agrees"] = agree;
  }
  return report_ratchet(session, numbers);
}

ExitCode report_ratchet(Session& session, const std::map<std::string, std::size_t>& numbers) {
  if (!session.arguments.ratchet) return ExitCode::success;
  const std::vector<std::string> less = lost(*session.arguments.ratchet, numbers);
  for (const std::string& line : less) session.out << "less than before: " << line << '\n';
  return less.empty() ? ExitCode::success : ExitCode::failure;
}

ExitCode bench_reading(Session& session) {
  if (session.arguments.libraries.empty()) {
    throw Error("--library", "bench reading needs a folder.", "Give one with --library.");
  }
  bool good = true;
  for (const std::string& folder : session.arguments.libraries) {
    std::vector<std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".mo") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    modelica::Names names;
    modelica::Arena arena;
    modelica::Sources sources;
    const modelica::ParserContext context{names, arena, sources};
    std::size_t tokens = 0, words = 0, wrong = 0, differ = 0;
    std::vector<const modelica::SourceFile*> texts;
    for (const std::string& file : files) texts.push_back(&sources.read(file));
    const std::size_t bytes = sources.bytes();
    const Clock::time_point begin = Clock::now();
    std::vector<modelica::Unit> units;
    for (const modelica::SourceFile* text : texts) {
      const modelica::ParseResult result = modelica::parse_file(context, *text);
      tokens += result.tokens;
      wrong += !result.diagnostics.empty();
      print(session.err, result.diagnostics);
      units.push_back(result.unit);
    }
    const double seconds = since(begin);
    const Clock::time_point counting = Clock::now();
    for (const modelica::SourceFile* text : texts) {  // as wc -w
      bool inside = false;
      for (const char c : text->text) {
        const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
        words += !blank && !inside;
        inside = !blank;
      }
    }
    const double seconds_words = since(counting);
    for (const modelica::Unit& unit : units) {
      const std::string text = print(unit);
      const modelica::ParseResult again =
          modelica::parse_file(context, sources.add("printed", text));
      differ += !again.diagnostics.empty() || print(again.unit) != text;
    }
    good = good && wrong == 0 && differ == 0;
    session.out << fmt::format(
        "{}\n  {} files, {} tokens, {} words, {:.1f} MB in {:.3f} s, {:.1f} times as long as "
        "counting the words\n  {} with mistakes, {} that read differently when printed\n",
        folder, files.size(), tokens, words, static_cast<double>(bytes) * 1e-6, seconds,
        seconds / std::max(seconds_words, 1e-9), wrong, differ);
  }
  return good ? ExitCode::success : ExitCode::failure;
}

}  // namespace multibond
