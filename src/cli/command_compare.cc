// `multibond compare RESULT REFERENCE`: how far two trajectory files are from each other.

#include <filesystem>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_files.h"
#include "command_session.h"
#include "multibond/analyze/comparison.h"
#include "multibond/base/file.h"
#include "multibond/cli/plot.h"
#include "multibond/view/figure.h"

namespace multibond {
namespace {

/// "revolute1.phi" or "revolute1.phi=joint.phi": of the reference, and what it is in the result.
void read_signals(const std::vector<std::string>& texts, ComparisonOptions& options,
                  OptionReader& read) {
  for (const std::string& text : texts) {
    for (const std::string& word : split_names(text)) {
      const std::size_t equals = word.find('=');
      const std::string name = word.substr(0, equals);
      if (name.empty() || equals == word.size() - 1) {
        read.wrong("--signals", fmt::format("'{}' lacks a name.", word),
                   "Write a name of the reference, or REFERENCE=RESULT, e.g. phi=joint.phi.");
        continue;
      }
      options.signals.push_back(name);
      if (equals != std::string::npos) options.names[name] = word.substr(equals + 1);
    }
  }
}

/// Both curves of a signal, for the eye.
struct Curves {
  Result both = {};
  std::vector<std::string> names = {};
};

Curves curves(const Result& result, const Result& reference, const SignalComparison& signal) {
  Curves made{.names = {signal.path, signal.reference + " (reference)"}};
  const std::string unit = result.signal(signal.path).unit;
  for (const std::string& name : made.names) {
    made.both.add_signal({name, unit, "", false, made.both.add_column(), 1});
  }
  for (const double t : reference.times()) {
    if (t < result.times().front() || t > result.times().back()) continue;
    made.both.append(
        std::vector<double>{t, result.at(signal.path, t), reference.at(signal.reference, t)});
  }
  return made;
}

void check_figure(const std::string& file, OptionReader& read) {
  if (std::filesystem::path(file).extension() == ".svg") return check_file(file, read);
  read.wrong("--output", fmt::format("--output: {}: unknown file type.", file),
             "Let the name end in .svg.");
}

}  // namespace

ExitCode command_compare(Session& session) {
  const Arguments& arguments = session.arguments;
  ComparisonOptions options;
  OptionReader read;
  if (!arguments.model || !arguments.reference) {
    read.wrong("compare", "compare needs two files: a result and a reference.",
               "E.g. multibond compare result.csv reference.csv.");
  }
  read.tolerance(arguments.tolerance, options.tolerance);
  if (const auto until = read.time("--until", arguments.until)) options.until = *until;
  read_signals(arguments.signals, options, read);
  if (arguments.drawing) check_figure(*arguments.drawing, read);
  read.finish();
  const Result result = read_result(*arguments.model);
  const Result reference = read_result(*arguments.reference);
  const Comparison comparison = compare(result, reference, options);
  const ExitCode code = comparison.agrees() ? ExitCode::success : ExitCode::failure;
  const bool wanted = arguments.plot || (!comparison.agrees() && !arguments.json);
  std::optional<Curves> worst;
  if (!comparison.signals.empty() && (wanted || arguments.drawing)) {
    worst = curves(result, reference, comparison.signals.front());
  }
  if (worst && arguments.drawing) {
    write_file(*arguments.drawing, draw_figure(worst->both, {worst->names}));
  }
  if (arguments.json) {
    print_json(session.out, to_json(comparison));
    return code;
  }
  session.out << to_text(comparison);
  if (worst && wanted) {
    session.out << '\n'
                << plot(worst->both, worst->names,
                        session.environment.plot.value_or(plot_options_for_terminal()));
  }
  return code;
}

}  // namespace multibond
