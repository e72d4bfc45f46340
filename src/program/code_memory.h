/// CodeMemory: the machine code of one function, in pages of its own.
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
    return reinterpret_cast<Function>(begin_);
  }

 private:
  std::byte* begin_ = nullptr;
  std::size_t size_ = 0;   ///< bytes of code
  std::size_t pages_ = 0;  ///< taken for them
};

}  // namespace multibond::detail
#endif
