/// Diagnostics: what went wrong, where, and what to do about it.
///
/// Every finding is a value: the command line, Python and the browser render it in their own way.
/// A text names the component first, then the fact with its numbers, then the remedy:
///
///     crane.joint2.axis must not be zero: the rotation axis has no direction. Give it one, e.g.
///     {0, 0, 1}.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace multibond {

enum class Severity { note, warning, error };

struct Diagnostic {
  Severity severity = Severity::error;
  std::string path;  ///< component, variable or argument concerned; may be empty
  std::string text;  ///< the fact, a full sentence that names the path
  std::string hint;  ///< the remedy, a full sentence; may be empty
  bool operator==(const Diagnostic&) const = default;
};

/// "error: text hint", ready for a terminal.
std::string to_string(const Diagnostic& diagnostic);

/// A mistake of the user's: a model that cannot be compiled, an argument out of range.
/// All findings at once, the most upstream first.
class Error : public std::runtime_error {
 public:
  explicit Error(std::vector<Diagnostic> diagnostics);
  Error(std::string path, std::string text, std::string hint = {});
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace multibond
