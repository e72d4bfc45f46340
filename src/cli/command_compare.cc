// `multibond compare RESULT REFERENCE`: how far two trajectory files are from each other.

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/analyze/comparison.h"
#include "multibond/cli/plot.h"

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
std::string plot_signal(const Result& result, const Result& reference,
                        const SignalComparison& signal, const PlotOptions& options) {
  Result both;
  const std::string ours = signal.path, theirs = signal.reference + " (reference)";
  const std::string unit = result.signal(signal.path).unit;
  const std::size_t a = both.add_column(), b = both.add_column();
  both.add_signal({ours, unit, "", false, a, 1});
  both.add_signal({theirs, unit, "", false, b, 1});
  for (const double t : reference.times()) {
    if (t < result.times().front() || t > result.times().back()) continue;
    both.append(
        std::vector<double>{t, result.at(signal.path, t), reference.at(signal.reference, t)});
  }
  return plot(both, {ours, theirs}, options);
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
  read.finish();
  const Result result = read_result(*arguments.model);
  const Result reference = read_result(*arguments.reference);
  const Comparison comparison = compare(result, reference, options);
  const ExitCode code = comparison.agrees() ? ExitCode::success : ExitCode::failure;
  if (arguments.json) {
    print_json(session.out, to_json(comparison));
    return code;
  }
  session.out << to_text(comparison);
  if (!comparison.signals.empty() && (arguments.plot || !comparison.agrees())) {
    session.out << '\n'
                << plot_signal(result, reference, comparison.signals.front(),
                               session.environment.plot.value_or(plot_options_for_terminal()));
  }
  return code;
}

}  // namespace multibond
