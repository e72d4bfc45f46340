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
    text += message(diagnostic);
  }
  return text;
}

}  // namespace

std::string fact(const Diagnostic& diagnostic) {
  std::string text = diagnostic.text;
  if (!diagnostic.place.empty()) {
    const std::size_t end = text.ends_with('.') ? text.size() - 1 : text.size();
    text.insert(end, " (" + diagnostic.place + ")");
  }
  return text;
}

std::string message(const Diagnostic& diagnostic) {
  std::string text = fact(diagnostic);
  if (!diagnostic.hint.empty()) text += ' ' + diagnostic.hint;
  return text;
}

std::string to_string(const Diagnostic& diagnostic) {
  return std::string(label(diagnostic.severity)) + ": " + message(diagnostic);
}

Error::Error(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(joined(diagnostics)), diagnostics_(std::move(diagnostics)) {}

Error::Error(std::string path, std::string text, std::string hint, std::string place)
    : Error(std::vector<Diagnostic>{{Severity::error, std::move(path), std::move(text),
                                     std::move(hint), std::move(place)}}) {}

}  // namespace multibond
