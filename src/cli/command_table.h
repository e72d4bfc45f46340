/// The command line as a table: commands with their options, from which parsing and help are made.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_arguments.h"

namespace multibond {

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

const std::vector<CommandRow>& commands();

}  // namespace multibond
