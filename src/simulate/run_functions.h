/// RunFunctions: the functions of one choice of pivots, with the memories that one run has for
/// them.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "multibond/compile/compiled_model.h"
#include "multibond/program/runner.h"

namespace multibond {

class RunFunctions {
 public:
  explicit RunFunctions(std::shared_ptr<const Functions> functions)
      : functions_(std::move(functions)) {}

  /// The function, made when it is first used.
  Runner& operator[](FunctionKind kind) {
    std::optional<Runner>& place = runners_[static_cast<std::size_t>(kind)];
    if (!place) place.emplace(functions_->get(kind));
    return *place;
  }
  const Functions& shared() const { return *functions_; }
  const std::shared_ptr<const Functions>& pointer() const { return functions_; }

  /// Expressions of parameters, at the end of the inputs.
  std::vector<double> constants;
  bool constants_known = false;

  /// What solvers remember, and which choice it belongs to.
  struct Memory {
    std::shared_ptr<const Functions> functions;
    std::array<std::vector<double>, static_cast<std::size_t>(FunctionKind::count)> kept;
    bool operator==(const Memory&) const = default;
  };
  Memory save() const;
  explicit RunFunctions(const Memory& memory);

 private:
  std::shared_ptr<const Functions> functions_;
  std::array<std::optional<Runner>, static_cast<std::size_t>(FunctionKind::count)> runners_;
};

inline RunFunctions::Memory RunFunctions::save() const {
  Memory memory{functions_, {}};
  for (std::size_t k = 0; k < runners_.size(); ++k) {
    if (!runners_[k]) continue;
    const std::span<const double> kept = runners_[k]->memory();
    memory.kept[k].assign(kept.begin(), kept.end());
  }
  return memory;
}

inline RunFunctions::RunFunctions(const Memory& memory) : functions_(memory.functions) {
  for (std::size_t k = 0; k < runners_.size(); ++k) {
    if (memory.kept[k].empty()) continue;
    Runner& runner = (*this)[static_cast<FunctionKind>(k)];
    std::copy(memory.kept[k].begin(), memory.kept[k].end(), runner.memory().begin());
  }
}

}  // namespace multibond
