/// Modelica text in tests: what is wrong with it, and what becomes of it.
#pragma once

#include <string>
#include <vector>

#include "multibond/modelica/flatten.h"
#include "multibond/modelica/printer.h"
#include "multibond/simulate/simulation.h"

namespace multibond::modelica {

/// All messages about a text, each "line: fact".
inline std::vector<std::string> mistakes(const std::string& text) {
  Names names;
  Arena arena;
  Sources sources;
  const ParseResult result =
      parse_file({names, arena, sources}, sources.add("Text.mo", text), true);
  std::vector<std::string> list;
  for (const Diagnostic& d : result.diagnostics) {
    list.push_back(d.place.substr(d.place.find(':') + 1) + ": " + d.text);
  }
  return list;
}

/// The text, read and printed.
inline std::string printed(const std::string& text) {
  Names names;
  Arena arena;
  Sources sources;
  return print(parse_file({names, arena, sources}, sources.add("Text.mo", text)).unit);
}

inline System flat(const std::string& text, const std::string& model,
                   const FlattenOptions& options = {}) {
  Library library;
  library.load_text("Text.mo", text);
  return flatten(library, model, options);
}

/// What flattening or compiling it says: "line: fact" of the first message.
inline std::string refusal(const std::string& text, const std::string& model = "M") {
  try {
    compile_model(flat(text, model));
  } catch (const Error& error) {
    const Diagnostic& d = error.diagnostics().front();
    return (d.place.empty() ? "" : d.place.substr(d.place.find(':') + 1) + ": ") + d.text;
  }
  return "nothing is wrong";
}

inline Result run(const std::string& text, const std::string& model = "M", double stop = 1) {
  SimulationOptions options;
  options.stop = stop;
  options.tolerance = 1e-9;
  return simulate(compile_model(flat(text, model)), options);
}

}  // namespace multibond::modelica
