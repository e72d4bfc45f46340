/// CodeMemory: pages that hold the machine code of one function.
#pragma once

#include "x86_emitter.h"

#ifdef MULTIBOND_X86

#include <cstddef>

namespace multibond::detail {

/// The pages can be written while the code is copied there and executed afterwards, never both:
/// a stray write cannot change code that runs.
class CodeMemory {
 public:
  CodeMemory() = default;
  /// Throws std::runtime_error if the system gives no executable memory.
  explicit CodeMemory(asmjit::CodeHolder& code);
  CodeMemory(CodeMemory&& other) noexcept;
  CodeMemory& operator=(CodeMemory&& other) noexcept;
  ~CodeMemory();

  /// Bytes of code.
  std::size_t size() const { return size_; }
  template <class Function>
  Function entry() const {
    return reinterpret_cast<Function>(pages_);
  }

 private:
  void* pages_ = nullptr;
  std::size_t size_ = 0, bytes_ = 0;  ///< of the code, of the pages
};

}  // namespace multibond::detail
#endif
