#include "command_session.h"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "multibond/analyze/report.h"
#include "multibond/base/text.h"
#include "multibond/base/units.h"
#include "multibond/simulate/solvers.h"

namespace multibond {
namespace {

std::vector<std::string> entry_names(const Catalog& catalog, bool components) {
  std::vector<std::string> names;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model || components) names.push_back(entry.path);
  }
  return names;
}
std::vector<std::string> model_names(const Catalog& catalog) { return entry_names(catalog, false); }

const CatalogEntry& find(const Session& session, bool components) {
  const Arguments& arguments = session.arguments;
  const std::string& program = session.environment.program;
  const std::vector<std::string> names = model_names(session.catalog);
  if (!arguments.model || arguments.model->empty()) {
    if (names.size() == 1) return session.catalog.find(names[0]);
    throw Error("MODEL", fmt::format("{} needs the name of a model.", arguments.command),
                fmt::format("Give one, e.g. {0} {1} {2}; {0} list shows all.", program,
                            arguments.command, names.empty() ? "MODEL" : names.back()));
  }
  const std::string& name = *arguments.model;
  for (const CatalogEntry& entry : session.catalog.entries()) {
    if (entry.path != name) continue;
    if (entry.is_model || components) return entry;
    throw Error(name, fmt::format("{} is a component, not a complete model.", name),
                fmt::format("Choose a model, such as {}; {} list shows all.", join_names(names, 3),
                            program));
  }
  const std::vector<std::string> near = nearest(name, entry_names(session.catalog, components), 3);
  throw Error(name, fmt::format("There is no model {}{}.", components ? "or component " : "", name),
              near.empty()
                  ? fmt::format("There are: {}; {} list shows all.", join_names(names, 6), program)
                  : fmt::format("Did you mean {}?", join_names(near)));
}

}  // namespace

const CatalogEntry& find_model(const Session& session) { return find(session, false); }
const CatalogEntry& find_entry(const Session& session) { return find(session, true); }

std::unique_ptr<Component> make_model(const Session& session, const CatalogEntry& entry) {
  std::unique_ptr<Component> model = entry.make(nullptr, entry.path);
  apply_settings(session, *model);
  return model;
}

void apply_settings(const Session& session, Component& component) {
  std::vector<Diagnostic> findings;
  for (const std::string& setting : session.arguments.settings) {
    const std::size_t equals = setting.find('=');
    const std::string path = setting.substr(0, equals);
    if (equals == std::string::npos || path.empty() || equals + 1 == setting.size()) {
      findings.push_back({Severity::error, "--set",
                          fmt::format("--set {} is not of the form NAME=VALUE.", setting),
                          "Write e.g. --set mass.m=2kg, without blanks around the equals sign."});
      continue;
    }
    try {
      component.set(path, setting.substr(equals + 1), {});  // of the command line
    } catch (const Error& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (!findings.empty()) throw Error(std::move(findings));
}

// -- values of options ----------------------------------------------------------------------------

void OptionReader::wrong(std::string_view option, std::string text, std::string hint) {
  findings_.push_back({Severity::error, std::string(option), std::move(text), std::move(hint)});
}

void OptionReader::finish() {
  if (!findings_.empty()) throw Error(std::move(findings_));
}

std::optional<double> OptionReader::number(std::string_view option,
                                           const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const std::optional<double> value = parse_number(*text);
  if (!value || !std::isfinite(*value)) {
    wrong(option, fmt::format("{}: '{}' is not a finite number.", option, *text),
          "Write it as in 10, 0.5 or 1e-6.");
    return std::nullopt;
  }
  return value;
}

std::optional<double> OptionReader::time(std::string_view option,
                                         const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const std::string hint = "Give seconds, or a time with its unit, e.g. 10 or 200ms.";
  try {
    const auto [value, unit] = split_quantity(*text);
    const double seconds = convert(value, unit, "s");
    if (std::isfinite(seconds)) return seconds;
    wrong(option, fmt::format("{}: '{}' is not a finite time.", option, *text), hint);
  } catch (const Error&) {
    wrong(option, fmt::format("{}: '{}' is not a time.", option, *text), hint);
  }
  return std::nullopt;
}

std::optional<Backend> OptionReader::backend(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  if (*text == "interpreter") return Backend::interpreter;
  if (*text == "jit") {
    if (default_backend() == Backend::jit) return Backend::jit;
    wrong("--backend", "--backend jit: this processor lacks what the machine code needs.",
          "Leave --backend out, or use --backend interpreter.");
    return std::nullopt;
  }
  wrong("--backend", fmt::format("--backend: there is no back end '{}'.", *text),
        "Choose jit or interpreter.");
  return std::nullopt;
}

void OptionReader::tolerance(const std::optional<std::string>& text, double& value) {
  const std::optional<double> given = number("--tolerance", text);
  if (!given) return;
  value = *given;
  if (value > 0 && value < 1) return;
  wrong("--tolerance", fmt::format("--tolerance {} must lie between 0 and 1.", *text),
        "Usual values are 1e-4 to 1e-10.");
}

void OptionReader::solver(const std::optional<std::string>& text, std::string& value) {
  if (!text) return;
  value = *text;
  std::vector<std::string> names{"auto"};
  for (const IntegratorInfo& info : solver_infos()) names.emplace_back(info.name);
  if (std::find(names.begin(), names.end(), value) != names.end()) return;
  wrong("--solver", fmt::format("--solver: there is no solver '{}'.", value),
        fmt::format("Choose one of {}.", join_names(names, 20)));
}

std::vector<std::pair<std::string, std::string>> OptionReader::modes(
    const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> result;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      wrong("--mode", fmt::format("--mode: '{}' does not name an element and its mode.", text),
            "Write PATH=MODE, e.g. --mode sw=open.");
      continue;
    }
    result.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return result;
}

void OptionReader::baumgarte(const std::optional<std::string>& text, double& alpha, double& beta) {
  if (!text) return;
  const std::vector<std::string> parts = split_names(*text);
  const auto a = parts.empty() ? std::nullopt : parse_number(parts[0]);
  const auto b = parts.size() < 2 ? a : parse_number(parts[1]);
  const auto fits = [](const std::optional<double>& x) {
    return x && std::isfinite(*x) && *x >= 0;
  };
  if (parts.size() > 2 || !fits(a) || !fits(b)) {
    wrong("--baumgarte", fmt::format("--baumgarte: '{}' is not a pair of numbers from 0.", *text),
          "Give alpha and beta in 1/s, e.g. --baumgarte 10,10.");
    return;
  }
  alpha = *a;
  beta = *b;
}

std::vector<std::string> split_names(std::string_view text) {
  std::vector<std::string> names;
  std::string name;
  int depth = 0;
  const auto finish = [&] {
    if (!name.empty()) names.push_back(name);
    name.clear();
  };
  for (const char c : text) {
    depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      finish();
    } else if (c != ' ') {
      name += c;
    }
  }
  finish();
  return names;
}

// -- output ---------------------------------------------------------------------------------------

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // Of UTF-8, 0xc2 0x80 to 0xc2 0x9f are control characters too.
    const bool wide = byte == 0xc2 && i + 1 < text.size() &&
                      static_cast<unsigned char>(text[i + 1]) >= 0x80 &&
                      static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (wide) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));
    } else if ((byte < 0x20 && byte != '\n') || byte == 0x7f) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string printable_lines(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    result += printable(text.substr(0, end));
    if (end == text.npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return result;
}

void print(std::ostream& err, const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) err << printable(to_string(diagnostic)) << '\n';
}

void print_json(std::ostream& out, const nlohmann::ordered_json& json) { out << json_text(json); }

}  // namespace multibond
