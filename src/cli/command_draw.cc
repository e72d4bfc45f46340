// `multibond draw MODEL`: its bond graph as a picture, or that of a component.

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_files.h"
#include "command_session.h"
#include "multibond/analyze/causality.h"
#include "multibond/base/file.h"
#include "multibond/base/text.h"
#include "multibond/model/system.h"
#include "multibond/modelica/diagram.h"
#include "multibond/view/drawing.h"
#include "text_model.h"

namespace multibond {
namespace {

constexpr std::array<std::string_view, 3> kFormats{"svg", "png", "dot"};

bool is_format(std::string_view name) {
  return std::find(kFormats.begin(), kFormats.end(), name) != kFormats.end();
}

/// svg, png or dot: what --format says, else what the name of the file ends in.
std::string read_format(const Arguments& arguments, OptionReader& read) {
  if (arguments.format) {
    if (is_format(*arguments.format)) return *arguments.format;
    read.wrong("--format", fmt::format("--format: there is no format '{}'.", *arguments.format),
               "Choose svg, png or dot.");
    return "svg";
  }
  if (!arguments.drawing) return "svg";
  const std::string extension = std::filesystem::path(*arguments.drawing).extension().string();
  if (extension.size() > 1 && is_format(extension.substr(1))) return extension.substr(1);
  if (extension == ".gv") return "dot";
  read.wrong("--output", fmt::format("--output: {}: unknown file type.", *arguments.drawing),
             "Let the name end in .svg, .png or .dot, or give --format.");
  return "svg";
}

DrawOptions read_options(const Arguments& arguments, bool is_model, OptionReader& read) {
  DrawOptions options;
  options.causal = is_model;  // of a component it depends on what will be connected
  options.open = arguments.open;
  options.flat = arguments.flat;
  if (arguments.simplify) options.simplify = Simplification::all;
  if (arguments.complete) options.simplify = Simplification::none;
  if (arguments.simplify && arguments.complete) {
    read.wrong("--complete", "--simplify and --complete contradict each other.",
               "Give one of them, or none.");
  }
  options.impulse = arguments.impulse;
  options.modes = read.modes(arguments.modes);
  if (const auto level = read.number("--level", arguments.level)) {
    if (*level < 0 || *level > 1000 || *level != static_cast<int>(*level)) {
      read.wrong("--level",
                 fmt::format("--level {} is not a whole number from 0.", *arguments.level),
                 "Give the number of levels to open, e.g. --level 1.");
    } else {
      options.level = static_cast<int>(*level);
    }
  }
  if (arguments.causal) {
    options.causal = *arguments.causal == "on";
    if (!options.causal && *arguments.causal != "off") {
      read.wrong("--causal",
                 fmt::format("--causal: '{}' is neither on nor off.", *arguments.causal),
                 "Write --causal on or --causal off.");
    }
  }
  return options;
}

ExitCode write_drawing(const Session& session, const std::string& file, const std::string& contents,
                       const nlohmann::ordered_json& json, const std::string& what) {
  try {
    write_file(file, contents);
  } catch (const Error& error) {
    if (session.arguments.json) {
      print_json(session.out, {{"status", "error"}, {"diagnostics", to_json(error.diagnostics())}});
    } else {
      print(session.err, error.diagnostics());
    }
    return ExitCode::failure;
  }
  if (session.arguments.json) {
    print_json(session.out, json);
  } else {
    session.out << fmt::format("{} written to {}\n", what, printable(file));
  }
  return ExitCode::success;
}

/// As the annotations of the text place it.
ExitCode draw_diagram(const Session& session, const TextModel& text, const std::string& file,
                      const std::string& format) {
  std::string contents = modelica::diagram_svg(*text.library, *text.definition);
  if (format == "png") contents = to_png(contents);
  const nlohmann::ordered_json json{{"status", "success"}, {"file", file}, {"format", format}};
  return write_drawing(session, file, contents, json,
                       fmt::format("Diagram of {}", text.entry.path));
}

}  // namespace

ExitCode command_draw(Session& session) {
  const Arguments& arguments = session.arguments;
  const std::optional<TextModel> text = find_text_model(session);
  const CatalogEntry& entry = text ? text->entry : find_entry(session);
  OptionReader read;
  const std::string format = read_format(arguments, read);
  DrawOptions options = read_options(arguments, entry.is_model, read);
  const modelica::FlatModel flat =
      text && !arguments.diagram ? text->flat(arguments.settings) : modelica::FlatModel();
  const bool diagram = arguments.diagram || (text && !flat.components);
  if (arguments.diagram && !text) {
    read.wrong("--diagram", "--diagram draws models of Modelica text.",
               "Leave it out; report shows the diagram of other models.");
  }
  if (diagram && format == "dot") {
    read.wrong("--format", "A diagram is no graph: it can be svg or png.", "Choose svg or png.");
  }
  const std::string file = arguments.drawing.value_or(
      fmt::format("{}-{}.{}", entry.path, diagram ? "diagram" : "bonds", format));
  if (read.good()) check_file(file, read);
  read.finish();
  if (diagram) return draw_diagram(session, *text, file, format);

  Specimen specimen;
  if (!text) {
    specimen = entry.specimen();
    apply_settings(session, *specimen.component);
    if (!specimen.open.empty()) options.open.push_back(specimen.open);
  }
  Component* const model = text ? flat.components.get() : specimen.model.get();
  System system = text ? clone(flat.system) : flatten(*model);
  if (entry.is_model && options.causal && options.modes.empty()) {
    options.solved = solvable(std::move(system));
  }
  nlohmann::ordered_json json{{"status", "success"}, {"file", file}, {"format", format}};
  std::string contents;
  std::string size;
  if (format == "dot") {
    contents = draw_dot(*model, options);
  } else {
    const Drawing drawing = draw(*model, options);
    contents = to_svg(drawing);
    if (format == "png") contents = to_png(contents);
    json["elements"] = drawing.elements.size();
    json["bonds"] = drawing.bonds.size();
    size = fmt::format(" with {} and {}", counted(drawing.elements.size(), "element"),
                       counted(drawing.bonds.size(), "bond"));
  }
  return write_drawing(session, file, contents, json,
                       fmt::format("Bond graph of {}{}", entry.path, size));
}

}  // namespace multibond
