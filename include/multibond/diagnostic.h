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
  /// Where the statement stands that it is about, "model.cc:42"; empty if that is not known, or if
  /// there are several, which the text then gives.
  std::string place = {};
  bool operator==(const Diagnostic&) const = default;
};

/// "The fact (model.cc:42)."
std::string fact(const Diagnostic& diagnostic);

/// The fact and the remedy.
std::string message(const Diagnostic& diagnostic);

/// "error: " and the message, ready for a terminal.
std::string to_string(const Diagnostic& diagnostic);

/// A mistake of the user's: a model that cannot be compiled, an argument out of range.
/// All findings at once, the most upstream first.
class Error : public std::runtime_error {
 public:
  explicit Error(std::vector<Diagnostic> diagnostics);
  Error(std::string path, std::string text, std::string hint = {}, std::string place = {});
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace multibond
