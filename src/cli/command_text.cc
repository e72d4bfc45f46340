// `multibond check FILE` and `multibond flat FILE`: Modelica text looked at, and nothing run.

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/base/text.h"
#include "multibond/compile/compiled_model.h"
#include "multibond/model/dimensions.h"
#include "multibond/modelica/flatten.h"
#include "multibond/modelica/parser.h"
#include "text_model.h"

namespace multibond {
namespace {

TextModel need_text_model(const Session& session) {
  if (std::optional<TextModel> model = find_text_model(session)) return *model;
  const std::string word = session.arguments.model.value_or("");
  throw Error(word.empty() ? "MODEL" : word,
              word.empty() ? fmt::format("{} needs a file or the name of a model.",
                                         session.arguments.command)
                           : fmt::format("There is no Modelica text of {}.", word),
              "Give a file such as Crane.mo, or a name and the folder of its library with "
              "--library.");
}

/// All mistakes of a file, those in annotations included.
std::vector<Diagnostic> syntax_mistakes(const std::string& file) {
  modelica::Names names;
  modelica::Arena arena;
  modelica::Sources sources;
  return modelica::parse_file({names, arena, sources}, sources.read(file), true).diagnostics;
}

/// Equations whose units contradict each other. Libraries are not clean in this, and a model runs
/// all the same: they are warnings.
std::vector<Diagnostic> wrong_units(const System& system) {
  try {
    check_dimensions(system);
  } catch (const Error& error) {
    std::vector<Diagnostic> findings = error.diagnostics();
    for (Diagnostic& finding : findings) finding.severity = Severity::warning;
    return findings;
  }
  return {};
}

}  // namespace

ExitCode command_check(Session& session) {
  std::vector<Diagnostic> findings;
  const std::optional<TextName> text = text_name(session.arguments.model.value_or(""));
  std::vector<TextModel> models;
  if (text && text->file.ends_with(".mo")) findings = syntax_mistakes(text->file);
  std::size_t checked = 0;
  const auto check = [&](const TextModel& model) {
    try {
      ++checked;
      System system = model.system(session.arguments);
      for (Diagnostic& finding : wrong_units(system)) findings.push_back(std::move(finding));
      const auto compiled = compile_model(std::move(system));
      const std::vector<Diagnostic>& told = compiled->description().diagnostics;
      findings.insert(findings.end(), told.begin(), told.end());
    } catch (const Error& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  };
  if (findings.empty()) {
    if (text && text->name.empty()) {
      const std::shared_ptr<modelica::Library> library = open_library(session);
      for (const TextModel& model : models_of(library, library->load(text->file))) check(model);
    } else {
      check(need_text_model(session));
    }
  }
  bool good = true;
  for (const Diagnostic& finding : findings) good = good && finding.severity != Severity::error;
  if (session.arguments.json) {
    print_json(session.out, {{"status", good ? "ok" : "error"},
                             {"models", checked},
                             {"diagnostics", to_json(findings)}});
  } else {
    print(session.err, findings);
    if (good) {
      session.out << fmt::format("{} checked: no mistake was found.\n", counted(checked, "model"));
    }
  }
  return good ? ExitCode::success : ExitCode::usage;
}

ExitCode command_flat(Session& session) {
  const System system = need_text_model(session).system(session.arguments);
  session.out << modelica::flat_text(system);
  session.out.flush();
  print(session.err, system.diagnostics);
  return ExitCode::success;
}

}  // namespace multibond
