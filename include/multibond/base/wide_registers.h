/// MULTIBOND_WIDE: marks functions of plain loops over numbers that are compiled for vector
/// registers of several widths; the machine's own is chosen when the program is loaded.
///
/// Each number is computed alike in all widths. (Sanitizers do not bear functions that are chosen
/// when a program is loaded.)
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MULTIBOND_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define MULTIBOND_WIDE
#endif
