/// Arena: memory for trees that are made once and go away together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace multibond::modelica {

/// A list of constant length that lives in an arena.
template <typename T>
class List {
 public:
  List() = default;
  List(T* data, std::size_t size) : data_(data), size_(static_cast<std::uint32_t>(size)) {}
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) const { return data_[i]; }
  T& front() const { return data_[0]; }
  T& back() const { return data_[size_ - 1]; }

 private:
  T* data_ = nullptr;
  std::uint32_t size_ = 0;
};

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <typename T, typename... Arguments>
  T* make(Arguments&&... arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
  }
  template <typename T>
  List<T> list(const std::vector<T>& items) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty()) return {};
    T* const data = static_cast<T*>(allocate(sizeof(T) * items.size(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), data);
    return {data, items.size()};
  }

 private:
  void* allocate(std::size_t size, std::size_t alignment) {
    const std::size_t waste = (alignment - next_ % alignment) % alignment;
    if (waste + size > room_) {
      room_ = std::max(kPage, size);
      pages_.push_back(std::make_unique<std::max_align_t[]>(room_ / sizeof(std::max_align_t) + 1));
      next_ = 0;
    } else {
      next_ += waste;
      room_ -= waste;
    }
    char* const place = reinterpret_cast<char*>(pages_.back().get()) + next_;
    next_ += size;
    room_ -= size;
    return place;
  }

  static constexpr std::size_t kPage = 1 << 16;
  std::vector<std::unique_ptr<std::max_align_t[]>> pages_;
  std::size_t next_ = 0, room_ = 0;
};

}  // namespace multibond::modelica
