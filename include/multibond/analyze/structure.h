/// Structure report: what the compiler made of a model.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "multibond/compile/plan.h"

namespace multibond {

struct FunctionReport {
  std::string name;  ///< derivatives, outputs, indicators, invariants, pictures, constants
  std::size_t operations = 0;
};

struct StructureReport {
  std::string model;
  /// As the model states them: one branch of each `either`, and what they are to determine.
  std::size_t equations = 0, unknowns = 0;
  /// Variables that no equation determines.
  std::size_t discretes = 0, inputs = 0, contact_efforts = 0;
  std::vector<PassReport> passes;
  std::vector<std::string> states;
  std::vector<std::string> dependent;   ///< would-be states that follow from the others
  std::vector<std::string> invariants;  ///< text of each constraint that is kept by projection
  std::vector<BlockReport> blocks;
  std::vector<FunctionReport> functions;
  std::vector<std::string> conditions;
  std::vector<std::string> dropped_constraints;
  std::vector<std::string> tunable_parameters;      ///< symbols in the code
  std::vector<std::string> specialized_parameters;  ///< 0, 1 or -1, numbers in the code
  /// Values that shaped what was built, with the component that read them: "n (read by rod)".
  std::vector<std::string> structural_parameters;
  std::vector<std::string> dependent_parameters;  ///< bound to others
  std::vector<Diagnostic> diagnostics;
};

StructureReport structure_report(const Plan& plan);
/// Readable text; `passes` adds the table of passes with their times.
std::string to_text(const StructureReport& report, bool passes);
/// The same as JSON.
std::string to_json(const StructureReport& report);

}  // namespace multibond
