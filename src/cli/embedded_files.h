/// Files of the repository that are kept in the program.
#pragma once

#include <string_view>

namespace multibond {

std::string_view embedded_examples();  ///< the files of examples/, one after the other
std::string_view embedded_style();     ///< the style of the documentation and of the gallery

}  // namespace multibond
