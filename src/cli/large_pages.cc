#include "large_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace multibond {

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)

namespace {

constexpr std::uintptr_t kPage = 2u << 20;
constexpr int kHeap = 256 << 20;  ///< addresses, which cost nothing; beyond, pages are small
constexpr int kUsualPad = 128 << 10;
constexpr int kLargestBlock = 32 << 20;  ///< that can come from the heap

}  // namespace

void use_large_pages() {
  // The end of the heap is far away from now on, what is free is kept, and large blocks are taken
  // from it too.
  ::mallopt(M_TOP_PAD, kHeap);
  ::mallopt(M_TRIM_THRESHOLD, 2 * kHeap);
  ::mallopt(M_MMAP_THRESHOLD, kLargestBlock);
  void* const first = std::malloc(kPage);
  const auto begin = (reinterpret_cast<std::uintptr_t>(first) + kPage - 1) & ~(kPage - 1);
  const auto end = reinterpret_cast<std::uintptr_t>(::sbrk(0)) & ~(kPage - 1);
  std::free(first);
  ::mallopt(M_TOP_PAD, kUsualPad);
  if (!first || begin >= end || end - begin > 2 * std::uintptr_t{kHeap}) return;  // not a heap
  ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  // Nobody writes to what is left before the first of them.
  static void* volatile gap = std::malloc(begin - reinterpret_cast<std::uintptr_t>(first));
  static_cast<void>(gap);
}

#else

void use_large_pages() {}

#endif

}  // namespace multibond
