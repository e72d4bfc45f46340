// `multibond inspect MODEL`: what the compiler made of it.

#include <cctype>
#include <ostream>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/analyze/causality.h"
#include "multibond/analyze/structure.h"
#include "multibond/program/executable.h"
#include "text_model.h"

namespace multibond {
namespace {

std::string identifier(std::string_view name) {
  std::string text;
  for (const char c : name) text += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return text;
}

/// The function that computes the derivatives, with a comment on its arrays.
std::string c99(const Plan& plan) {
  std::vector<Expr> derivatives;
  for (const State& state : plan.selection.states) derivatives.push_back(state.derivative);
  std::string text =
      fmt::format("/* Derivatives of {}.\n   in[0] is the time;", plan.original.name);
  const std::vector<std::string> names = plan.state_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += fmt::format(" in[{}] {};", plan.layout.states + i, names[i]);
  }
  text +=
      fmt::format("\n   in[{}] and so on: discrete values, conditions, parameters, constants.\n",
                  plan.layout.discretes);
  text += "   out[i] is the derivative of in[1 + i]. */\n";
  try {
    return text +
           to_c99(plan.program(derivatives), identifier(plan.original.name) + "_derivatives");
  } catch (const std::invalid_argument& error) {
    throw Error("--c99", fmt::format("--c99: the model cannot be exported: {}.", error.what()),
                "Leave --c99 out.");
  }
}

std::vector<std::string> equations(const Plan& plan) {
  std::vector<std::string> texts;
  for (const SystemEquation& equation : plan.system.equations) {
    texts.push_back(plan.system.text(equation));
  }
  return texts;
}

/// Strokes can tell why a model cannot be compiled. In another mode than that of the start it is
/// not known whether it can.
ExitCode report_causality(Session& session, Component& model, System system,
                          const std::vector<std::pair<std::string, std::string>>& modes) {
  bonds::BondGraph graph = bonds::bond_graph(model);
  for (const auto& [path, mode] : modes) bonds::set_mode(graph, path, mode);
  Causality causality = assign_causality(graph);
  causality.solved = !causality.conflicts.empty() && modes.empty() && solvable(std::move(system));
  session.out << (session.arguments.json ? to_json(graph, causality) : to_text(graph, causality));
  return causality.conflicts.empty() || causality.solved ? ExitCode::success : ExitCode::usage;
}

}  // namespace

ExitCode command_inspect(Session& session) {
  const Arguments& arguments = session.arguments;
  const std::optional<TextModel> text = find_text_model(session);
  const CatalogEntry& entry = text ? text->entry : find_model(session);
  OptionReader read;
  CompileOptions options;
  read.baumgarte(arguments.baumgarte, options.baumgarte_alpha, options.baumgarte_beta);
  if (arguments.c99 && arguments.json) {
    read.wrong("--c99", "--c99 and --json exclude each other: C99 source is no JSON.",
               "Leave one of them out.");
  }
  if (arguments.c99 && arguments.causality) {
    read.wrong("--causality",
               "--c99 and --causality exclude each other: each is all that is shown.",
               "Leave one of them out.");
  }
  const auto modes = read.modes(arguments.modes);
  if (!modes.empty() && !arguments.causality) {
    read.wrong("--mode", "--mode says in which mode the causality is wanted.",
               "Give --causality too.");
  }
  read.finish();
  if (text && arguments.causality) {
    const modelica::FlatModel flat = text->flat(arguments.settings);
    if (!flat.components) {
      throw Error("--causality",
                  "--causality needs a bond graph, and this text has no component of the catalog.",
                  "Leave it out; components of the package Multibond have bond graphs.");
    }
    return report_causality(session, *flat.components, clone(flat.system), modes);
  }
  const std::unique_ptr<Component> model = text ? nullptr : make_model(session, entry);
  if (arguments.causality) return report_causality(session, *model, flatten(*model), modes);
  const Plan plan = text ? compile(text->system(arguments), options) : compile(*model, options);
  if (arguments.c99) {
    session.out << c99(plan);
    return ExitCode::success;
  }
  const StructureReport report = structure_report(plan);
  if (arguments.json) {
    if (!arguments.equations) {
      session.out << to_json(report);
    } else {
      auto json = nlohmann::ordered_json::parse(to_json(report));
      json["equations"] = equations(plan);
      print_json(session.out, json);
    }
    return ExitCode::success;
  }
  session.out << to_text(report, arguments.passes);
  if (arguments.equations) {
    session.out << fmt::format("\nEquations that remain ({})\n", plan.system.equations.size());
    for (const std::string& text : equations(plan)) session.out << "  " << text << '\n';
  }
  session.out.flush();
  print(session.err, report.diagnostics);
  return ExitCode::success;
}

}  // namespace multibond
