#include "bench_modelica.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <ostream>
#include <set>

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

constexpr double kMostSeconds = 30;        // of one run
constexpr double kAllowed = 2e-3;          // of the range of a signal
constexpr double kTolerance = 1e-6;        // of a run; that of published results
constexpr double kTightTolerance = 1e-10;  // to tell who is off
constexpr int kIntervals = 5000;
constexpr int kMostIntervals = 50000;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// What was reached, in order.
struct Row {
  std::string model, remark;
  std::size_t unknowns = 0, equations = 0;
  std::optional<std::size_t> published = std::nullopt;  ///< unknowns, without those of animation
  bool flat = false, balanced = false, counted = false, runs = false;
  bool compared = false, agrees = false;
  bool there = false;      ///< it does if it begins where the reference does, which is left open
  bool converged = false;  ///< not the reference, but a run of our own at a tighter tolerance
  double seconds_flat = 0, seconds = 0;
};

std::string first_line(const Error& error) {
  return error.diagnostics().empty() ? std::string() : message(error.diagnostics().front());
}

/// The component that has a variable of this name: "a.b" of "a.b.c".
std::optional<std::string_view> owner_of(std::string_view path, std::string_view name) {
  if (path.size() <= name.size() + 1 || !path.ends_with(name)) return std::nullopt;
  path.remove_suffix(name.size());
  if (path.back() != '.') return std::nullopt;
  return path.substr(0, path.size() - 1);
}

/// The folder of a model in a checkout of published results (MAP-LIB_ReferenceResults).
fs::path published_folder(const std::string& folder, const std::string& model) {
  std::string path = model;
  std::ranges::replace(path, '.', '/');
  return fs::path(folder) / path;
}

/// The file of a reference, by the whole name or by the last word of it.
std::optional<std::string> reference_file(const std::vector<std::string>& folders,
                                          const std::string& model) {
  const std::string last = model.substr(model.rfind('.') + 1) + ".csv";
  std::vector<fs::path> files;
  for (const std::string& folder : folders) {
    files.push_back(published_folder(folder, model) / last);
    files.push_back(fs::path(folder) / (model + ".csv"));
  }
  for (const std::string& folder : folders) files.push_back(fs::path(folder) / last);
  for (const fs::path& file : files) {
    std::error_code code;
    if (fs::exists(file, code)) return file.string();
  }
  return std::nullopt;
}

/// How many scalar unknowns the log of a published result tells.
std::optional<std::size_t> published_unknowns(const std::vector<std::string>& folders,
                                              const std::string& model) {
  constexpr std::string_view kBefore = "The DAE has ", kAfter = " scalar unknowns";
  for (const std::string& folder : folders) {
    std::ifstream log(published_folder(folder, model) / "translate_passed.log");
    for (std::string line; std::getline(log, line);) {
      const std::size_t begin = line.find(kBefore), end = line.find(kAfter);
      if (begin == std::string::npos || end == std::string::npos) continue;
      const std::string number = line.substr(begin + kBefore.size(), end - begin - kBefore.size());
      if (const std::optional<double> count = parse_number(number)) {
        return static_cast<std::size_t>(*count);
      }
    }
  }
  return std::nullopt;
}

/// Unknowns that the classes of animation have in the tool of the published results, and not in the
/// open ModelicaServices: told by variables that only such a class has.
std::size_t animation_unknowns(const System& system) {
  constexpr std::size_t kOfShape = 25, kOfVector = 31, kOfSurface = 28;
  std::set<std::string_view> oriented;
  std::vector<std::string_view> sized;
  std::size_t count = 0;
  for (const SystemVariable& variable : system.variables) {
    if (is_given(variable.kind)) continue;
    if (const auto owner = owner_of(variable.path, "R.T[1,1]")) oriented.insert(*owner);
    if (const auto owner = owner_of(variable.path, "extra")) sized.push_back(*owner);
    if (owner_of(variable.path, "twoHeadedArrow")) count += kOfVector;
    if (owner_of(variable.path, "transparency")) count += kOfSurface;
  }
  for (const std::string_view owner : sized) count += oriented.contains(owner) ? kOfShape : 0;
  return count;
}

std::string worst(const Comparison& comparison) {
  const SignalComparison& signal = comparison.signals.front();
  return fmt::format("{} is off by {:.1e} at {:.4g} s", signal.reference, signal.deviation,
                     signal.at);
}

/// Start values, by path.
using Starts = std::vector<std::pair<std::string, double>>;

/// Where a reference begins, as guesses for the states that nobody fixed. Equations of the start
/// are stronger than guesses: what they determine does not follow these.
Starts starts_of(const Result& reference, const CompiledModel& model) {
  Starts starts;
  for (const StateDescription& state : model.first()->states) {
    const auto variable = model.find_variable(state.name);
    if (!variable || model.description()[*variable].fixed) continue;
    for (const Signal& signal : reference.signals()) {
      if (signal.path == state.name) {
        starts.emplace_back(state.name + ".start", reference.value(signal, 0));
      }
    }
  }
  return starts;
}

/// Compares with a reference; where they disagree, a run at a tighter tolerance tells who is off.
/// If they begin elsewhere, a run that is asked to begin where the reference does tells whether the
/// model leaves that open.
void judge(Row& row, const Result& result, const Result& reference, const CompiledModel& model,
           const std::function<Result(double tolerance, const Starts& starts)>& run) {
  ComparisonOptions how;
  how.tolerance = kAllowed;
  how.noise = 1e-9;
  const Comparison comparison = compare(result, reference, how);
  row.compared = true;
  row.agrees = comparison.agrees();
  if (row.agrees) return;
  row.remark = worst(comparison);
  const Result tight = run(kTightTolerance, {});
  if (tight.status != result.status) return;
  const Comparison again = compare(tight, reference, how);
  row.agrees = again.agrees();
  if (row.agrees) {
    row.remark += fmt::format(", agrees at a tolerance of {:g}", kTightTolerance);
    return;
  }
  for (const SignalComparison& signal : again.signals) {
    if (signal.deviation <= kAllowed || signal.at > reference.times().front()) continue;
    row.remark += ": it starts elsewhere";  // which says nothing of the accuracy
    const Comparison there = compare(run(kTolerance, starts_of(reference, model)), reference, how);
    row.agrees = row.there = there.agrees();
    row.remark += row.there ? fmt::format(
                                  ", which its equations leave open; from the start of the "
                                  "reference {} is off by {:.1e}",
                                  there.signals.front().reference, there.signals.front().deviation)
                            : "; as guesses, the start values of the reference lead to no other";
    return;
  }
  for (const SignalComparison& signal : comparison.signals) {
    if (signal.deviation > kAllowed) how.signals.push_back(signal.reference);
  }
  const Comparison own = compare(result, tight, how);
  row.converged = own.agrees();
  row.remark += row.converged
                    ? fmt::format(", and by {:.1e} at a tolerance of {:g}: converged",
                                  again.signals.front().deviation, kTightTolerance)
                    : fmt::format("; at a tolerance of {:g} {}", kTightTolerance, worst(again));
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
    std::size_t declared = 0;
    for (const SystemVariable& variable : system.variables) {
      if (is_given(variable.kind)) continue;
      ++row.unknowns;
      declared += !variable.auxiliary && !variable.found;
    }
    row.balanced = row.unknowns == row.equations;
    row.published = published_unknowns(references, row.model);
    if (row.published) *row.published -= std::min(*row.published, animation_unknowns(system));
    row.counted = row.published == declared;
    row.unknowns = declared;
    const auto compiled = compile_model(std::move(system));
    const auto file = reference_file(references, row.model);
    std::optional<Result> reference;
    if (file) reference = read_result(*file);
    // Fewer than the reference has would compare interpolations.
    const int intervals = reference ? std::clamp(static_cast<int>(reference->times().size()),
                                                 kIntervals, kMostIntervals)
                                    : kIntervals;
    const auto run = [&](double tolerance, const Starts& starts) {
      const Clock::time_point start = Clock::now();
      SimulationOptions options;
      options.start = model.start;
      options.stop = model.entry.experiment.stop;
      options.tolerance = tolerance;
      options.intervals = intervals;
      options.set = starts;
      options.interrupted = [start] { return since(start) > kMostSeconds; };
      return simulate(compiled, options);
    };
    const Result result = run(kTolerance, {});
    row.seconds = since(begin);
    row.runs = result.status == RunStatus::completed || result.status == RunStatus::terminated;
    if (!row.runs) {
      row.remark = result.status == RunStatus::interrupted ? "takes too long"
                   : result.diagnostics.empty()            ? "failed"
                                                           : message(result.diagnostics.back());
      return row;
    }
    if (reference) judge(row, result, *reference, *compiled, run);
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
    std::size_t flat = 0, balanced = 0, published = 0, counted = 0, runs = 0, compared = 0,
                agree = 0, there = 0, converged = 0;
    for (const TextModel& model : models) {
      const Row row = examine(model, arguments, arguments.references);
      flat += row.flat;
      balanced += row.balanced;
      published += row.published.has_value();
      counted += row.counted;
      runs += row.runs;
      compared += row.compared;
      agree += row.agrees;
      there += row.there;
      converged += row.converged;
      session.out << fmt::format(
          "{:<60} {:>6} {:>6} {} {} {:<9} {:>7.3f} {:>7.3f}  {}\n", row.model, row.unknowns,
          row.published ? fmt::to_string(*row.published) : "",
          row.balanced ? "balanced" : "-       ", row.runs ? "runs" : "-   ",
          row.agrees      ? "agrees"
          : row.converged ? "converged"
          : row.compared  ? "off"
                          : "",
          row.seconds_flat, row.seconds, printable(row.remark.substr(0, 300)));
      session.out.flush();
    }
    session.out << fmt::format(
        "{}: {} examples, {} flat, {} balanced, {} of {} with the published number of unknowns, "
        "{} run, {} of {} agree ({} from the start of the reference), {} more have converged\n\n",
        package, models.size(), flat, balanced, counted, published, runs, agree, compared, there,
        converged);
    numbers[package + " balanced"] = balanced;
    if (published > 0) numbers[package + " counted"] = counted;
    numbers[package + " runs"] = runs;
    if (compared > 0) numbers[package + " agrees"] = agree + converged;
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
