#include "multibond/diagnostic.h"

#include <utility>

namespace multibond {
namespace {

std::string_view label(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "error";
}

std::string joined(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += diagnostic.text;
    if (!diagnostic.hint.empty()) text += ' ' + diagnostic.hint;
  }
  return text;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string text{label(diagnostic.severity)};
  text += ": " + diagnostic.text;
  if (!diagnostic.hint.empty()) text += ' ' + diagnostic.hint;
  return text;
}

Error::Error(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(joined(diagnostics)), diagnostics_(std::move(diagnostics)) {}

Error::Error(std::string path, std::string text, std::string hint)
    : Error(std::vector<Diagnostic>{
          {Severity::error, std::move(path), std::move(text), std::move(hint)}}) {}

}  // namespace multibond
