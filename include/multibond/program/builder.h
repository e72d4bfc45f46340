/// ProgramBuilder: writes a Program, finding equal values on the way.
///
/// Structural value numbering, folding of constants and the cheap identities happen when an
/// instruction is added; `finish` removes what no output needs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "multibond/program/program.h"

namespace multibond {

class ProgramBuilder {
 public:
  explicit ProgramBuilder(std::size_t inputs);
  ProgramBuilder(ProgramBuilder&&) noexcept;
  ProgramBuilder& operator=(ProgramBuilder&&) noexcept;
  ~ProgramBuilder();

  /// Handle of a value while building. Valid only for this builder.
  using Value = std::uint32_t;

  Value input(std::size_t index) const;
  Value constant(double number);
  Value emit(Code code, Value a, Value b = 0, Value c = 0);
  /// Adds a call; returns one handle per solver output.
  std::vector<Value> call(std::shared_ptr<const Solver> solver,
                          const std::vector<Value>& arguments);
  void output(Value value);

  /// The finished program: dead code removed, constants collected.
  Program finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace multibond
