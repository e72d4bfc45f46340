// The command line is declared once, in the tables below; parsing (CLI11) and help are made from
// them. Values stay text here, so that every message about them can say what would be right.

#include "command_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <string_view>

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/diagnostic.h"
#include "multibond/version.h"

namespace multibond {
namespace {

/// One option: where its value goes (one of the three), how the help shows it.
struct OptionRow {
  std::string_view name, value, description, example;
  std::optional<std::string> Arguments::*text = nullptr;
  std::vector<std::string> Arguments::*list = nullptr;
  bool Arguments::*flag = nullptr;
};

struct CommandRow {
  std::string_view name, operand, summary, detail, example;
  std::vector<OptionRow> options;
};

const OptionRow kSet{"--set",      "NAME=VALUE", "sets a parameter or start value; repeatable",
                     "mass.m=2kg", nullptr,      &Arguments::settings};
const OptionRow kMode{"--mode",  "PATH=MODE", "causality of a mode of an ideal switch; repeatable",
                      "sw=open", nullptr,     &Arguments::modes};
const OptionRow kSolver{"--solver", "NAME", "auto, dop853, bdf, adams, arkode, ida, rk4", "bdf",
                        &Arguments::solver};
const OptionRow kTolerance{"--tolerance", "NUMBER", "relative error per step", "1e-8",
                           &Arguments::tolerance};
const OptionRow kBackend{"--backend", "NAME", "jit (machine code) or interpreter", "interpreter",
                         &Arguments::backend};
const OptionRow kBaumgarte{"--baumgarte", "ALPHA,BETA",
                           "stabilises constraints instead of projecting", "10,10",
                           &Arguments::baumgarte};
const OptionRow kJson{"--json",        "", "one JSON object instead of text", "", nullptr, nullptr,
                      &Arguments::json};

const std::vector<CommandRow>& commands() {
  static const std::vector<CommandRow> rows{
      {"list", "", "lists the models that can be simulated", "", "multibond list", {kJson}},
      {"catalog",
       "[PATH]",
       "shows the component library, or one part of it",
       "PATH is a component, a model or a library: Electrical.Resistor, Electrical.",
       "multibond catalog Translational.Spring",
       {kJson}},
      {"simulate",
       "MODEL",
       "runs a model",
       "Stop time, tolerance, intervals and plotted variables are those of the model's experiment\n"
       "unless given here.",
       "multibond simulate SpringMassDamper --set spring.c=\"2 N/mm\" --stop 5 --plot mass.s",
       {kSet,
        {"--start", "TIME", "start time, 0 s unless given", "1", &Arguments::start},
        {"--stop", "TIME", "stop time in seconds, or with a unit", "10", &Arguments::stop},
        kTolerance,
        kSolver,
        {"--intervals", "NUMBER", "output intervals", "500", &Arguments::intervals},
        {"--step", "TIME", "largest step; of a fixed-step solver, the step", "1e-3",
         &Arguments::step},
        {"--output", "FILE", "writes a .csv or .mat file, or an .svg figure; repeatable",
         "result.csv", nullptr, &Arguments::files},
        {"--scene", "FILE", "what is to be seen: an .svg drawing, or .json; repeatable",
         "mechanism.svg", nullptr, &Arguments::scenes},
        {"--poses", "NUMBER", "positions that the drawing shows, 1 unless given", "8",
         &Arguments::poses},
        {"--audit", "", "shows where the energy came from and went", "", nullptr, nullptr,
         &Arguments::audit},
        {"--plot", "[NAME,...]", "draws variables over time; repeatable", "mass.s", nullptr,
         &Arguments::plots, &Arguments::plot},
        kBackend,
        kBaumgarte,
        kJson}},
      {"inspect",
       "MODEL",
       "shows what the compiler made of a model",
       "States, constraints, blocks and the size of the compiled functions.",
       "multibond inspect CartesianPendulum --passes",
       {kSet,
        {"--passes", "", "the passes of the compiler with their times", "", nullptr, nullptr,
         &Arguments::passes},
        {"--equations", "", "the equations that remain to be solved", "", nullptr, nullptr,
         &Arguments::equations},
        {"--c99", "", "the derivatives as C99 source, and nothing else", "", nullptr, nullptr,
         &Arguments::c99},
        {"--causality", "", "the causality of the bond graph, and nothing else", "", nullptr,
         nullptr, &Arguments::causality},
        kMode,
        kBaumgarte,
        kJson}},
      {"linearize",
       "MODEL",
       "eigenvalues and modes about a state",
       "x' = A x + B u, y = C x + D u about the initial state, or about the state at --time.",
       "multibond linearize SpringMassDamper --outputs mass.s,mass.v",
       {kSet,
        {"--time", "TIME", "simulates to this time first", "5", &Arguments::time},
        {"--outputs", "NAME,...", "variables that become rows of C and D", "mass.s",
         &Arguments::outputs},
        kTolerance,
        kSolver,
        kBackend,
        kJson}},
      {"draw",
       "MODEL",
       "draws the bond graph of a model",
       "Components that wrap a bond graph are boxes, closed unless --open, --level or --flat "
       "opens\n"
       "them. A component of the catalog may be named instead of a model: its inner graph is "
       "drawn.\n"
       "The file is MODEL.svg in the current directory unless given.",
       "multibond draw BondCircuit --output circuit.svg",
       {kSet,
        {"--output", "FILE", "the .svg, .png or .dot file to write", "circuit.svg",
         &Arguments::drawing},
        {"--format", "NAME", "svg, png or dot, whatever the name of the file", "png",
         &Arguments::format},
        {"--open", "PATH", "opens a box and what contains it; repeatable", "crane.joint", nullptr,
         &Arguments::open},
        {"--level", "NUMBER", "opens boxes so many levels deep; 0 unless given", "1",
         &Arguments::level},
        {"--flat", "", "opens all boxes", "", nullptr, nullptr, &Arguments::flat},
        {"--causal", "on|off", "whether to show causality; on unless given, off for components",
         "off", &Arguments::causal},
        kMode,
        {"--simplify", "", "leaves out grounds and junctions that bonds pass through", "", nullptr,
         nullptr, &Arguments::simplify},
        kJson}},
      {"bench",
       "NAME",
       "figures of the literature beside ours",
       "thesis: systems of equations and steps of the planar models of Zimmer's thesis.",
       "multibond bench thesis",
       {kJson}},
  };
  return rows;
}

// -- help -----------------------------------------------------------------------------------------

constexpr std::string_view kExitCodes =
    "Exit codes:\n"
    "  0    done; a run reached its stop time\n"
    "  1    the run failed on its way, or a file could not be written; results so far are kept\n"
    "  2    wrong arguments, or a model that cannot be compiled or initialized\n"
    "  3    the model ended the run itself, before the stop time\n"
    "  130  interrupted with Ctrl-C; results so far are kept and written\n";

std::string general_help() {
  std::string text =
      "Multibond: bond graphs and multibody systems, compiled and simulated.\n\n"
      "Usage: multibond COMMAND [OPTIONS]\n\nCommands:\n";
  for (const CommandRow& row : commands()) {
    text += fmt::format("  {:<18} {}\n", fmt::format("{} {}", row.name, row.operand), row.summary);
  }
  text +=
      "\nOptions:\n  --help             this page; after a command, its options\n"
      "  --version          the version\n\nTry:\n"
      "  multibond list\n"
      "  multibond simulate SpringMassDamper --plot\n"
      "  multibond simulate SpringMassDamper --set damper.d=2 --output result.csv\n\n";
  return text.append(kExitCodes);
}

/// With the short form, where there is one.
std::string spelling(const OptionRow& row) {
  return row.name == "--output" ? "-o, --output" : std::string(row.name);
}

std::string command_help(const CommandRow& command) {
  std::string text = fmt::format(
      "multibond {}: {}.\n\nUsage: multibond {} {}[OPTIONS]\n\n", command.name, command.summary,
      command.name, command.operand.empty() ? "" : fmt::format("{} ", command.operand));
  if (!command.detail.empty()) text += fmt::format("{}\n\n", command.detail);
  text += "Options:\n";
  for (const OptionRow& row : command.options) {
    text += fmt::format("  {:<24} {}\n", fmt::format("{} {}", spelling(row), row.value),
                        row.description);
  }
  text += fmt::format("  {:<24} this page\n\nExample:\n  {}\n", "--help", command.example);
  if (command.name == "simulate") text.append("\n").append(kExitCodes);
  return text;
}

// -- parsing --------------------------------------------------------------------------------------

const CommandRow* find_command(std::string_view name) {
  for (const CommandRow& row : commands()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::string how_to_give(const OptionRow& row) {
  return fmt::format("Give one, e.g. {} {}.", row.name, row.example);
}

void declare(const OptionRow& row, CLI::App& app, Arguments& arguments) {
  const std::string name(row.name);
  const bool optional_value = row.list && row.flag;  // --plot, --plot a,b
  if (row.flag && !row.list) {
    app.add_flag_callback(name, [&arguments, &row] { arguments.*row.flag = true; });
    return;
  }
  const auto store = [&arguments, &row, optional_value](const CLI::results_t& values) {
    for (const std::string& value : values) {
      if (optional_value) {
        arguments.*row.flag = true;
        if (value.empty() || value == "{}") continue;
      }
      if (value.starts_with("--")) {
        throw Error(std::string(row.name),
                    fmt::format("{} needs a value, but {} follows it.", row.name, value),
                    how_to_give(row));
      }
      if (row.text) arguments.*row.text = value;  // the last one counts
      if (row.list) (arguments.*row.list).push_back(value);
    }
    return true;
  };
  CLI::Option* option = app.add_option(spelling(row), store);
  option->type_size(1)->take_all();
  if (optional_value) {
    option->expected(0, 1);
  } else {
    option->expected(1, CLI::detail::expected_max_vector_size);
  }
  option->allow_extra_args(false);
}

/// What CLI11 could not place: an option that does not exist, or one operand too many.
[[noreturn]] void refuse_extras(const CommandRow& command, const std::vector<std::string>& extras) {
  for (const std::string& extra : extras) {
    if (!extra.starts_with("-") || extra.size() < 2 || parse_number(extra)) continue;
    const std::string word = extra.substr(0, extra.find('='));
    std::vector<std::string> names{"--help"};
    for (const OptionRow& row : command.options) names.emplace_back(row.name);
    const std::vector<std::string> near = nearest(word, names);
    throw Error(word, fmt::format("{} has no option {}.", command.name, word),
                near.empty() ? fmt::format("It has: {}.", join_names(names, 20))
                             : fmt::format("Did you mean {}?", join_names(near)));
  }
  throw Error(
      extras.front(),
      command.operand.empty()
          ? fmt::format("{} takes no argument, but got {}.", command.name, extras.front())
          : fmt::format("{} takes one {}, but got {} too.", command.name,
                        command.name == "catalog" ? "PATH" : "MODEL", extras.front()),
      fmt::format("Leave it out; multibond {} --help shows what can be given.", command.name));
}

[[noreturn]] void refuse_command(const std::string& word) {
  std::vector<std::string> names;
  for (const CommandRow& row : commands()) names.emplace_back(row.name);
  const bool option = word.starts_with("-");
  const std::vector<std::string> near =
      nearest(word, option ? std::vector<std::string>{"--help", "--version"} : names);
  throw Error(word,
              option ? fmt::format("There is no option {} before the command.", word)
                     : fmt::format("There is no command {}.", word),
              near.empty() ? fmt::format("The commands are: {}.", join_names(names))
                           : fmt::format("Did you mean {}?", join_names(near)));
}

/// Other complaints of CLI11 in our words.
[[noreturn]] void rewrite(const CommandRow& command, const CLI::ParseError& error) {
  const std::string what = error.what();
  for (const OptionRow& row : command.options) {
    if (!what.starts_with(std::string(row.name) + ":") && what != row.name) continue;
    if (row.value.empty()) {
      throw Error(std::string(row.name), fmt::format("{} takes no value.", row.name),
                  fmt::format("Write {} alone.", row.name));
    }
    throw Error(std::string(row.name), fmt::format("{} needs a value.", row.name),
                how_to_give(row));
  }
  throw Error(std::string(command.name), fmt::format("{}: {}.", command.name, what),
              fmt::format("See multibond {} --help.", command.name));
}

}  // namespace

Arguments parse_arguments(int argc, const char* const* argv) {
  Arguments arguments;
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    const CommandRow* command = words.size() > 1 ? find_command(words[1]) : nullptr;
    arguments.message = command ? command_help(*command) : general_help();
    return arguments;
  }
  if (words[0] == "--version" || words[0] == "version") {
    arguments.message = fmt::format("multibond {}\n", kVersion);
    return arguments;
  }
  const CommandRow* command = find_command(words[0]);
  if (!command) refuse_command(words[0]);
  arguments.command = words[0];
  words.erase(words.begin());
  const auto end = std::find(words.begin(), words.end(), "--");
  if (std::find(words.begin(), end, "--help") != end ||
      std::find(words.begin(), end, "-h") != end) {
    arguments.message = command_help(*command);
    return arguments;
  }

  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  if (!command->operand.empty()) {
    app.add_option("MODEL", [&](const CLI::results_t& values) {
      arguments.model = values.front();
      return true;
    });
  }
  for (const OptionRow& row : command->options) declare(row, app, arguments);
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    rewrite(*command, error);
  }
  const std::vector<std::string> extras = app.remaining();
  if (!extras.empty()) refuse_extras(*command, extras);
  return arguments;
}

}  // namespace multibond
