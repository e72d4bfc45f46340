#include "embedded.h"

#include <cstddef>

// A megabyte as a C++ array takes seconds to compile; the assembler reads the file as it is.
__asm__(
    ".pushsection .rodata\n"
    ".global multibond_page_begin\n"
    ".global multibond_page_end\n"
    "multibond_page_begin:\n"
    ".incbin \"" MULTIBOND_PAGE_FILE
    "\"\n"
    "multibond_page_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char multibond_page_begin[];
extern const char multibond_page_end[];
}

namespace multibond::page {

std::string_view embedded_page() {
  return {multibond_page_begin,
          static_cast<std::size_t>(multibond_page_end - multibond_page_begin)};
}

}  // namespace multibond::page
