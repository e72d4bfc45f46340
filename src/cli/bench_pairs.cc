// A file of pairs has one line for each pair, and lines below it that begin with a blank:
//
//     pair TEXT CATALOG STOP
//       VARIABLE = VARIABLE      of the text, and of the catalog; the latter may have a minus
//       text NAME=VALUE          a setting of the text
//       catalog NAME=VALUE       a setting of the model of the catalog
//       quirk WHY                what is known to differ, or why something is set

#include "bench_pairs.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <ostream>
#include <sstream>

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/modelica/library.h"
#include "multibond/simulate/simulation.h"
#include "text_model.h"

namespace multibond {
namespace {

constexpr double kTolerance = 1e-11;  // of the runs
constexpr double kAgrees = 1e-7;      // of the range of a signal
constexpr int kInstants = 200;
constexpr double kRest = 1e-9;  // a range below this is rounding, and 1 in its place

struct Equal {
  std::string text, catalog;
  double sign = 1;
};

struct Pair {
  std::string text, catalog, quirk;
  double stop = 0;
  std::vector<Equal> equal;
  std::vector<std::string> text_settings, catalog_settings;
};

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t\r");
  return first == std::string::npos ? std::string() : line.substr(first, last - first + 1);
}

/// What follows a word at the beginning of a line; nothing if it begins otherwise.
std::optional<std::string> after(const std::string& line, const std::string& word) {
  if (line.rfind(word + ' ', 0) != 0) return std::nullopt;
  return trimmed(line.substr(word.size()));
}

void add_line(Pair& pair, const std::string& line) {
  if (const auto setting = after(line, "text")) {
    pair.text_settings.push_back(*setting);
  } else if (const auto other = after(line, "catalog")) {
    pair.catalog_settings.push_back(*other);
  } else if (const auto why = after(line, "quirk")) {
    pair.quirk = *why;
  } else if (const std::size_t sign = line.find(" = "); sign != std::string::npos) {
    Equal equal{trimmed(line.substr(0, sign)), trimmed(line.substr(sign + 3))};
    if (equal.catalog.front() == '-') {
      equal.sign = -1;
      equal.catalog.erase(0, 1);
    }
    pair.equal.push_back(std::move(equal));
  } else {
    throw Error("--pairs", fmt::format("'{}' is no line of a pair.", printable(line)),
                "Write VARIABLE = VARIABLE, text NAME=VALUE, catalog NAME=VALUE or quirk WHY.");
  }
}

std::vector<Pair> read_pairs(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw Error(file, "The file cannot be read.", "Give a file of pairs with --pairs.");
  std::vector<Pair> pairs;
  for (std::string line; std::getline(in, line);) {
    const std::string text = trimmed(line);
    if (text.empty() || text.front() == '#') continue;
    if (const auto head = after(text, "pair")) {
      Pair pair;
      std::istringstream words(*head);
      words >> pair.text >> pair.catalog >> pair.stop;
      if (!words) {
        throw Error(file, fmt::format("'{}' is no pair.", printable(text)),
                    "Write pair TEXT CATALOG STOP, with the stop time in seconds.");
      }
      pairs.push_back(std::move(pair));
    } else if (pairs.empty()) {
      throw Error(file, fmt::format("'{}' stands before the first pair.", printable(text)), "");
    } else {
      add_line(pairs.back(), text);
    }
  }
  return pairs;
}

Result run(const std::shared_ptr<const CompiledModel>& model, double stop) {
  SimulationOptions options;
  options.stop = stop;
  options.tolerance = kTolerance;
  options.intervals = kInstants;
  Result result = simulate(model, options);
  if (result.status == RunStatus::failed) {
    throw Error("",
                result.diagnostics.empty() ? "The run failed." : message(result.diagnostics.back()),
                "");
  }
  return result;
}

Result run_text(const Session& session, const Pair& pair) {
  const std::shared_ptr<modelica::Library> library = open_library(session);
  const std::vector<TextModel> models = models_of(library, {&library->find(pair.text)}, true);
  return run(compile_model(models.front().flat(pair.text_settings).system), pair.stop);
}

Result run_catalog(const Session& session, const Pair& pair) {
  const std::unique_ptr<Component> model =
      session.catalog.find(pair.catalog).make(nullptr, pair.catalog);
  for (const std::string& setting : pair.catalog_settings) {
    const std::size_t sign = setting.find('=');
    model->set(setting.substr(0, sign), setting.substr(sign + 1));
  }
  return run(compile_model(*model), pair.stop);
}

/// The largest difference of a signal, by its range.
double difference(const Equal& equal, const Result& text, const Result& catalog, double stop) {
  double farthest = 0, low = 0, high = 0;
  for (int k = 0; k <= kInstants; ++k) {
    const double time = stop * k / kInstants;
    const double expected = equal.sign * catalog.at(equal.catalog, time);
    farthest = std::max(farthest, std::abs(text.at(equal.text, time) - expected));
    low = k == 0 ? expected : std::min(low, expected);
    high = k == 0 ? expected : std::max(high, expected);
  }
  return farthest / (high - low > kRest ? high - low : 1.0);
}

}  // namespace

ExitCode bench_pairs(Session& session) {
  if (!session.arguments.pairs) {
    throw Error("--pairs", "bench pairs needs a file of pairs.",
                "Give one, e.g. --pairs bench/multibondlib.pairs.");
  }
  std::size_t agree = 0, explained = 0;
  const std::vector<Pair> pairs = read_pairs(*session.arguments.pairs);
  for (const Pair& pair : pairs) {
    std::string verdict, remark = pair.quirk;
    double worst = 0;
    try {
      const Result text = run_text(session, pair), catalog = run_catalog(session, pair);
      std::string which;
      for (const Equal& equal : pair.equal) {
        const double own = difference(equal, text, catalog, pair.stop);
        if (own <= worst) continue;
        worst = own;
        which = equal.text;
      }
      const bool agrees = worst <= kAgrees;
      verdict = agrees ? "agrees" : pair.quirk.empty() ? "off" : "quirk";
      agree += agrees;
      explained += !agrees && !pair.quirk.empty();
      if (verdict == "off") remark = fmt::format("{} differs", which);
    } catch (const Error& error) {
      verdict = "failed";
      if (!error.diagnostics().empty()) remark = message(error.diagnostics().front());
    }
    session.out << fmt::format("{:<62} {:<22} {:>4} s {:>8.1e} {:<6}  {}\n", pair.text,
                               pair.catalog, format_number(pair.stop), worst, verdict,
                               printable(remark));
    session.out.flush();
  }
  session.out << fmt::format("{} pairs: {} agree to {:.0e}, {} differ for a reason that is given\n",
                             pairs.size(), agree, kAgrees, explained);
  return agree + explained == pairs.size() ? ExitCode::success : ExitCode::failure;
}

}  // namespace multibond
