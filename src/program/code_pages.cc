#include "code_pages.h"

#ifdef MULTIBOND_X86

#include <algorithm>
#include <stdexcept>

namespace multibond::detail {
namespace {

namespace virtual_memory = asmjit::VirtMem;
using asmjit::VirtMem::MemoryFlags;

/// Pages of a piece: of the functions of a few models.
constexpr std::size_t kPiece = 64;

void require(asmjit::Error error) {
  if (error == asmjit::kErrorOk) return;
  throw std::runtime_error("machine code: there is no executable memory");
}

}  // namespace

CodePages::CodePages() : page_size_(virtual_memory::info().pageSize) {}

/// Never destroyed: functions may be kept by objects that live as long as the process.
CodePages& CodePages::shared() {
  static CodePages* const pages = new CodePages;
  return *pages;
}

/// The first of so many free pages in a row; the number of all pages if there are none.
std::size_t CodePages::Piece::room(std::size_t pages) const {
  if (free < pages) return taken.size();
  return static_cast<std::size_t>(
      std::search_n(taken.begin(), taken.end(), static_cast<std::ptrdiff_t>(pages), false) -
      taken.begin());
}

CodePages::Piece& CodePages::new_piece(std::size_t pages) {
  const std::size_t size = std::max(pages, kPiece);
  pieces_.reserve(pieces_.size() + 1);
  void* begin = nullptr;
  require(virtual_memory::alloc(&begin, size * page_size_, MemoryFlags::kAccessRW));
  return pieces_.emplace_back(Piece{static_cast<std::byte*>(begin), std::vector<bool>(size, false),
                                    std::vector<bool>(size, false), size});
}

CodePages::Piece& CodePages::piece_of(const std::byte* place) {
  return *std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
    return place >= piece.begin && place < piece.begin + piece.taken.size() * page_size_;
  });
}

std::byte* CodePages::take(std::size_t pages) {
  const std::lock_guard guard(lock_);
  auto found = std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
    return piece.room(pages) < piece.taken.size();
  });
  Piece& piece = found == pieces_.end() ? new_piece(pages) : *found;
  const std::size_t first = piece.room(pages), end = first + pages;
  std::byte* const place = piece.begin + first * page_size_;
  const auto sealed = piece.sealed.begin();
  const auto from = sealed + static_cast<std::ptrdiff_t>(first),
             to = sealed + static_cast<std::ptrdiff_t>(end);
  if (std::find(from, to, true) != to) {
    require(virtual_memory::protect(place, pages * page_size_, MemoryFlags::kAccessRW));
    std::fill(from, to, false);
  }
  for (std::size_t k = first; k < end; ++k) piece.taken[k] = true;
  piece.free -= pages;
  return place;
}

void CodePages::seal(std::byte* first, std::size_t pages) {
  require(virtual_memory::protect(first, pages * page_size_, MemoryFlags::kAccessRX));
  virtual_memory::flushInstructionCache(first, pages * page_size_);
  const std::lock_guard guard(lock_);
  Piece& piece = piece_of(first);
  const auto place = static_cast<std::size_t>(first - piece.begin) / page_size_;
  for (std::size_t k = place; k < place + pages; ++k) piece.sealed[k] = true;
}

/// A piece of which nothing is used goes back to the system unless it is the only one.
void CodePages::give_back(std::byte* first, std::size_t pages) noexcept {
  const std::lock_guard guard(lock_);
  Piece& piece = piece_of(first);
  const auto place = static_cast<std::size_t>(first - piece.begin) / page_size_;
  for (std::size_t k = place; k < place + pages; ++k) piece.taken[k] = false;
  piece.free += pages;
  if (piece.free < piece.taken.size() || pieces_.size() == 1) return;
  virtual_memory::release(piece.begin, piece.taken.size() * page_size_);
  pieces_.erase(pieces_.begin() + (&piece - pieces_.data()));
}

}  // namespace multibond::detail
#endif
