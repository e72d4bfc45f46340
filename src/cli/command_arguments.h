/// Arguments of the command line, as text; the commands give them their meaning.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace multibond {

struct Arguments {
  std::string command;               ///< empty: only help or the version is wanted
  std::string message;               ///< text to print instead of running a command: help, version
  std::optional<std::string> model;  ///< MODEL, PATH of the catalog, or RESULT
  std::vector<std::string> models;   ///< of a command that takes several
  std::optional<std::string> kind;   ///< of new
  std::optional<std::string> reference;  ///< of compare; CLASS of catalog
  std::optional<std::string> until, port, frames, video, fps, size, speed;
  std::vector<std::string> signals;  ///< NAME, or REFERENCE=RESULT
  std::optional<std::string> drawing, format, causal, level;
  std::vector<std::string> open;
  std::vector<std::string> modes;  ///< PATH=MODE
  bool diagram = false;            ///< of draw: as annotations of text place it
  bool flat = false, simplify = false, complete = false, impulse = false;
  std::optional<std::string> locus;       ///< PARAMETER=FROM:TO
  std::vector<std::string> bode;          ///< INPUT:OUTPUT
  std::vector<std::string> other_values;  ///< PATH=VALUE of a second run
  std::vector<std::string> settings, files, scenes, reports, libraries;
  std::vector<std::string> packages, references;  ///< of bench modelica
  std::optional<std::string> ratchet, pairs;
  std::optional<std::string> suite;  ///< of bench flattening
  std::optional<std::string> start, stop, tolerance, solver, intervals, step, backend, baumgarte,
      poses;
  bool plot = false, audit = false;
  std::vector<std::string> plots;
  std::vector<std::string> impulses;  ///< names of efforts
  std::optional<std::string> impacts;
  std::optional<std::string> time, outputs;
  std::vector<std::string> variables;        ///< patterns of what is written to files
  bool parameters = false;                   ///< of catalog
  std::vector<std::string> parameter_names;  ///< patterns; empty: all
  bool passes = false, equations = false, c99 = false, causality = false, json = false,
       dark = false;
};

/// What help speaks of.
struct HelpContext {
  std::string program = "multibond";
  std::string model = {};  ///< for examples, if the program has models of its own
};

/// Throws Error naming the argument, with the nearest command or option.
Arguments parse_arguments(int argc, const char* const* argv, const HelpContext& help);

}  // namespace multibond
