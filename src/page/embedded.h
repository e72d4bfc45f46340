/// The page as it was built, without data.
#pragma once

#include <string_view>

namespace multibond::page {

/// Empty if the program was built without it.
std::string_view embedded_page();

}  // namespace multibond::page
