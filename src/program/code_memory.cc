#include "code_memory.h"

#ifdef MULTIBOND_X86

#include <stdexcept>
#include <utility>

#include "code_pages.h"

namespace multibond::detail {
namespace {

void require(asmjit::Error error) {
  if (error == asmjit::kErrorOk) return;
  throw std::runtime_error("machine code: it cannot be put in place");
}

}  // namespace

// After the constructor it delegates to, the destructor gives the pages back if a step fails.
CodeMemory::CodeMemory(asmjit::CodeHolder& code) : CodeMemory() {
  require(code.flatten());
  require(code.resolveUnresolvedLinks());
  CodePages& memory = CodePages::shared();
  const std::size_t pages = (code.codeSize() + memory.page_size() - 1) / memory.page_size();
  begin_ = memory.take(pages);
  pages_ = pages;
  require(code.relocateToBase(reinterpret_cast<std::uint64_t>(begin_)));
  size_ = code.codeSize();
  require(code.copyFlattenedData(begin_, pages_ * memory.page_size()));
  memory.seal(begin_, pages_);
}

CodeMemory::CodeMemory(CodeMemory&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)), size_(other.size_), pages_(other.pages_) {}

CodeMemory& CodeMemory::operator=(CodeMemory&& other) noexcept {
  std::swap(begin_, other.begin_);
  std::swap(size_, other.size_);
  std::swap(pages_, other.pages_);
  return *this;
}

CodeMemory::~CodeMemory() {
  if (begin_ != nullptr) CodePages::shared().give_back(begin_, pages_);
}

}  // namespace multibond::detail
#endif
