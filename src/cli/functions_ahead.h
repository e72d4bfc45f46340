/// Functions that every run of a model calls, made by a second thread while the first one finds the
/// initial state.
///
/// Whoever asks for a function makes it, if nobody has; what is made does not depend on who asks.
/// So all that this changes is when a run has to wait.
#pragma once

#include <memory>
#include <thread>

#include "multibond/compile/compiled_model.h"

namespace multibond {

class FunctionsAhead {
 public:
  /// Nothing for a small model: its functions are made sooner than a thread.
  explicit FunctionsAhead(const std::shared_ptr<const CompiledModel>& model);
  FunctionsAhead(const FunctionsAhead&) = delete;
  ~FunctionsAhead();

 private:
  std::thread thread_;
};

}  // namespace multibond
