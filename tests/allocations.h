/// Counts every allocation of a test program. Replaces the global `operator new`, so it is included
/// by one source of a program only.
#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

namespace multibond::test {

inline std::atomic<std::size_t> allocations{0};

}  // namespace multibond::test

// Not inline: a compiler that sees through one of a pair warns of a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++multibond::test::allocations;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++multibond::test::allocations;
  return std::malloc(size > 0 ? size : 1);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
