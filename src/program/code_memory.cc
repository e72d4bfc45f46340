#include "code_memory.h"

#ifdef MULTIBOND_X86

#include <stdexcept>
#include <utility>

namespace multibond::detail {
namespace {

namespace virtual_memory = asmjit::VirtMem;
using asmjit::VirtMem::MemoryFlags;

void require(asmjit::Error error) {
  if (error == asmjit::kErrorOk) return;
  throw std::runtime_error("machine code: there is no executable memory");
}

}  // namespace

// After the constructor it delegates to, the destructor gives the pages back if a step fails.
CodeMemory::CodeMemory(asmjit::CodeHolder& code) : CodeMemory() {
  require(code.flatten());
  require(code.resolveUnresolvedLinks());
  const std::size_t page = virtual_memory::info().pageSize;
  bytes_ = (code.codeSize() + page - 1) / page * page;
  require(virtual_memory::alloc(&pages_, bytes_, MemoryFlags::kAccessRW));
  require(code.relocateToBase(reinterpret_cast<std::uint64_t>(pages_)));
  size_ = code.codeSize();
  require(code.copyFlattenedData(pages_, bytes_));
  require(virtual_memory::protect(pages_, bytes_, MemoryFlags::kAccessRX));
  virtual_memory::flushInstructionCache(pages_, size_);
}

CodeMemory::CodeMemory(CodeMemory&& other) noexcept
    : pages_(std::exchange(other.pages_, nullptr)), size_(other.size_), bytes_(other.bytes_) {}

CodeMemory& CodeMemory::operator=(CodeMemory&& other) noexcept {
  std::swap(pages_, other.pages_);
  std::swap(size_, other.size_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

CodeMemory::~CodeMemory() {
  if (pages_ != nullptr) virtual_memory::release(pages_, bytes_);
}

}  // namespace multibond::detail
#endif
