#include "memory_ahead.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace multibond {
namespace {

constexpr std::size_t kPerVariable = 2000;  ///< bytes, measured
constexpr std::size_t kSmall = 4u << 20;    ///< what is not worth a thread
constexpr std::size_t kLarge = 256u << 20;
constexpr std::size_t kBlock = 1u << 20;  ///< between two, the first thread gets its turn
constexpr int kLargestBlock = 32 << 20;   ///< that can come from the heap

/// Has the system clear the pages of these blocks. Their content stays what it is, so that it does
/// not matter who uses them meanwhile.
void make_ready(const std::vector<void*>& blocks) {
#ifdef MADV_POPULATE_WRITE
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (void* const block : blocks) {
    const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(block) & ~(page - 1);
    if (::madvise(reinterpret_cast<void*>(begin), kBlock, MADV_POPULATE_WRITE) != 0) return;
  }
#endif
}

/// Whether memory comes from the allocator of the C library, whose heap grows upwards.
bool usual_allocator() {
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  return true;
#else
  return false;
#endif
}

}  // namespace

MemoryAhead::MemoryAhead(std::size_t variables) {
  const std::size_t size = std::min(kPerVariable * variables, kLarge);
  if (size < kSmall || !usual_allocator() || std::thread::hardware_concurrency() < 2) return;
#ifdef __GLIBC__
  // What is free is kept, and large blocks are taken from it too.
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(2 * kLarge));
  ::mallopt(M_MMAP_THRESHOLD, kLargestBlock);
#endif
  // The end of the heap is that far away from now on.
  std::vector<void*> blocks(size / kBlock);
  for (void*& block : blocks) block = std::malloc(kBlock);
  for (void* const block : blocks) std::free(block);
  thread_ = std::thread([blocks = std::move(blocks)] { make_ready(blocks); });
}

MemoryAhead::~MemoryAhead() {
  if (thread_.joinable()) thread_.join();
}

}  // namespace multibond
