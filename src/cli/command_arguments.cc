// Parsing (CLI11) and help are made from the table of commands. Values stay text here, so that
// every message about them can say what would be right.

#include "command_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <string_view>

#include <fmt/format.h>

#include "command_table.h"
#include "multibond/base/text.h"
#include "multibond/diagnostic.h"
#include "multibond/version.h"

namespace multibond {
namespace {

// -- help -----------------------------------------------------------------------------------------

constexpr std::string_view kExitCodes =
    "Exit codes:\n"
    "  0    done; a run reached its stop time\n"
    "  1    the run failed, or a file could not be written; results so far are kept\n"
    "  2    wrong arguments, or a model that cannot be compiled or initialized\n"
    "  3    the model ended the run before the stop time\n"
    "  130  interrupted with Ctrl-C (143: with SIGTERM); results so far are kept and written\n";

/// The example of a command; of a program with models of its own, on one of them.
std::string example(const CommandRow& command, const HelpContext& help) {
  if (help.model.empty() || command.operand != "MODEL") {
    return fmt::format("{} {}", help.program, command.example);
  }
  return fmt::format("{} {} {}", help.program, command.name, help.model);
}

std::string with_operand(const CommandRow& row) {
  return row.operand.empty() ? std::string(row.name) : fmt::format("{} {}", row.name, row.operand);
}

std::string general_help(const HelpContext& help) {
  std::string text = fmt::format(
      "Multibond: bond graphs and multibody systems, compiled and simulated.\n\n"
      "Usage: {} COMMAND [OPTIONS]\n\nCommands:\n",
      help.program);
  std::size_t width = 0;
  for (const CommandRow& row : commands()) width = std::max(width, with_operand(row).size());
  const auto line = [width](std::string_view name, std::string_view meaning) {
    return fmt::format("  {:<{}}  {}\n", name, width, meaning);
  };
  for (const CommandRow& row : commands()) text += line(with_operand(row), row.summary);
  text += "\nOptions:\n";
  text += line("--help", "this page; after a command, its options");
  text += line("--version", "the version");
  text += fmt::format(
      "\nTry:\n"
      "  {0} list\n"
      "  {0} simulate {1} --plot\n"
      "  {0} simulate {1} {2}--output result.csv\n\n",
      help.program, help.model.empty() ? "SpringMassDamper" : help.model,
      help.model.empty() ? "--set damper.d=2 " : "");
  return text.append(kExitCodes);
}

/// With the short form, where there is one.
std::string spelling(const OptionRow& row) {
  return row.name == "--output" ? "-o, --output" : std::string(row.name);
}

std::string command_help(const CommandRow& command, const HelpContext& help) {
  std::string text = fmt::format(
      "{0} {1}: {2}.\n\nUsage: {0} {1} {3}[OPTIONS]\n\n", help.program, command.name,
      command.summary, command.operand.empty() ? "" : fmt::format("{} ", command.operand));
  if (!command.detail.empty()) text += fmt::format("{}\n\n", command.detail);
  text += "Options:\n";
  for (const OptionRow& row : command.options) {
    text += fmt::format("  {:<24} {}\n", fmt::format("{} {}", spelling(row), row.value),
                        row.description);
  }
  text += fmt::format("  {:<24} this page\n\nExample:\n  {}\n", "--help", example(command, help));
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
[[noreturn]] void refuse_extras(const CommandRow& command, const std::vector<std::string>& extras,
                                const HelpContext& help) {
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
  throw Error(extras.front(),
              command.operand.empty()
                  ? fmt::format("{} takes no argument, but got {}.", command.name, extras.front())
                  : fmt::format("{} takes {}, but got {} too.", command.name,
                                command.name == "catalog"   ? "a PATH, or a file and a CLASS"
                                : command.name == "list"    ? "one FILE"
                                : command.name == "new"     ? "one NAME"
                                : command.name == "compare" ? "two files"
                                                            : "one MODEL",
                                extras.front()),
              fmt::format("Leave it out; {} {} --help shows what can be given.", help.program,
                          command.name));
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
[[noreturn]] void rewrite(const CommandRow& command, const CLI::ParseError& error,
                          const HelpContext& help) {
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
              fmt::format("See {} {} --help.", help.program, command.name));
}

}  // namespace

Arguments parse_arguments(int argc, const char* const* argv, const HelpContext& help) {
  Arguments arguments;
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    const CommandRow* command = words.size() > 1 ? find_command(words[1]) : nullptr;
    arguments.message = command ? command_help(*command, help) : general_help(help);
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
    arguments.message = command_help(*command, help);
    return arguments;
  }

  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  if (command->operand == "[MODEL...]") {
    app.add_option("MODELS", arguments.models);
  } else if (!command->operand.empty()) {
    app.add_option("MODEL", [&](const CLI::results_t& values) {
      arguments.model = values.front();
      return true;
    });
  }
  if (command->operand == "RESULT REFERENCE" || command->operand == "[PATH] [CLASS]") {
    app.add_option("REFERENCE", [&](const CLI::results_t& values) {
      arguments.reference = values.front();
      return true;
    });
  }
  for (const OptionRow& row : command->options) declare(row, app, arguments);
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    rewrite(*command, error, help);
  }
  const std::vector<std::string> extras = app.remaining();
  if (!extras.empty()) refuse_extras(*command, extras, help);
  return arguments;
}

}  // namespace multibond
