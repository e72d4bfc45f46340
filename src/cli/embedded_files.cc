#include "embedded_files.h"

#include <cstddef>

// The assembler reads the files as they are.
__asm__(
    ".pushsection .rodata\n"
    ".global multibond_examples_begin\n"
    ".global multibond_examples_end\n"
    ".global multibond_style_begin\n"
    ".global multibond_style_end\n"
    "multibond_examples_begin:\n"
    ".incbin \"" MULTIBOND_EXAMPLES_FILE
    "\"\n"
    "multibond_examples_end:\n"
    ".byte 0\n"
    "multibond_style_begin:\n"
    ".incbin \"" MULTIBOND_STYLE_FILE
    "\"\n"
    "multibond_style_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char multibond_examples_begin[];
extern const char multibond_examples_end[];
extern const char multibond_style_begin[];
extern const char multibond_style_end[];
}

namespace multibond {

std::string_view embedded_examples() {
  return {multibond_examples_begin,
          static_cast<std::size_t>(multibond_examples_end - multibond_examples_begin)};
}

std::string_view embedded_style() {
  return {multibond_style_begin,
          static_cast<std::size_t>(multibond_style_end - multibond_style_begin)};
}

}  // namespace multibond
