/// Sources of the examples, as text: kept in the program, so that the gallery can show them
/// anywhere.
#pragma once

#include <string>
#include <string_view>

namespace multibond {

/// The definition of a class of examples/ with the comment before it, and with its constructor
/// where that is defined apart; empty for a class that is not there. "examples::Robot" is the same
/// as "Robot".
std::string example_source(std::string_view cpp_class);

/// C++ as HTML: escaped, with comments, strings, numbers and words of the language in <span>.
std::string highlighted(std::string_view code);

}  // namespace multibond
