/// CodePages: memory for machine code, shared by all functions of a process.
///
/// The system takes far longer to give pages, and above all to take them back, than it takes to
/// make the code of a small function. So pages come in large pieces and are used again.
#pragma once

#include "x86_emitter.h"

#ifdef MULTIBOND_X86

#include <cstddef>
#include <mutex>
#include <vector>

namespace multibond::detail {

/// Whole pages that can be written until they are sealed and executed afterwards, never both.
/// Threads may use it at the same time, and processes that fork have their own from then on.
class CodePages {
 public:
  static CodePages& shared();

  std::size_t page_size() const { return page_size_; }
  /// Pages that can be written. Throws std::runtime_error if the system has none.
  std::byte* take(std::size_t pages);
  /// From now on they can be executed. Throws std::runtime_error if the system forbids it.
  void seal(std::byte* first, std::size_t pages);
  void give_back(std::byte* first, std::size_t pages) noexcept;

 private:
  struct Piece {
    std::byte* begin;
    std::vector<bool> taken, sealed;  ///< by page
    std::size_t free;
    std::size_t room(std::size_t pages) const;
  };
  CodePages();
  Piece& piece_of(const std::byte* place);
  Piece& new_piece(std::size_t pages);

  const std::size_t page_size_;
  std::mutex lock_;
  std::vector<Piece> pieces_;
};

}  // namespace multibond::detail
#endif
