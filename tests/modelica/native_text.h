/// Text with the components of the catalog in tests.
#pragma once

#include "modelica/text.h"
#include "multibond/library/part_kit.h"

namespace multibond::modelica {

/// The package is made once: its catalog has hundreds of entries.
inline std::shared_ptr<const NativeClasses> native_classes() {
  static const auto classes = std::make_shared<const NativeClasses>(part_kit());
  return classes;
}

inline System native_flat(const std::string& text, const std::string& model = "M",
                          const FlattenOptions& options = {}) {
  Library library;
  library.add_native(native_classes());
  library.load_text("Text.mo", text);
  return flatten(library, model, options);
}

inline Result native_run(const std::string& text, double stop = 1, const std::string& model = "M") {
  SimulationOptions options;
  options.stop = stop;
  options.tolerance = 1e-9;
  return simulate(compile_model(native_flat(text, model)), options);
}

/// "line: fact | remedy" of the first message.
inline std::string native_refusal(const std::string& text, const std::string& model = "M") {
  try {
    compile_model(native_flat(text, model));
  } catch (const Error& error) {
    const Diagnostic& d = error.diagnostics().front();
    return d.place.substr(d.place.find(':') + 1) + ": " + d.text + " | " + d.hint;
  }
  return "nothing is wrong";
}

}  // namespace multibond::modelica
