/// For the tests of wrong models: what is said about them.
#pragma once

#include <functional>
#include <string>

#include "multibond/simulate/simulation.h"

namespace multibond::test {

/// All that a run has to say.
inline std::string notes(const Result& result) {
  std::string text;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    text += diagnostic.text + ' ' + diagnostic.hint + '\n';
  }
  return text;
}

/// What is said about a value or a connection that is refused at once.
inline std::string refusal(const std::function<void()>& action) {
  try {
    action();
    return "no complaint";
  } catch (const Error& error) {
    return error.what();
  }
}

/// What is said about a model that cannot be run, or of how its run ended.
inline std::string complaint(Component&& model) {
  std::string text;
  const std::string refused = refusal([&] {
    const Result result = simulate(model, {.stop = 10, .tolerance = 1e-8});
    if (result.status != RunStatus::completed) text = notes(result);
  });
  return text.empty() ? refused : text;
}

/// The same of a model that may be refused while it is made.
template <typename M, typename... Arguments>
std::string complaint(Arguments... arguments) {
  std::string text;
  const std::string refused = refusal([&] { text = complaint(M(arguments...)); });
  return text.empty() ? refused : text;
}

}  // namespace multibond::test
