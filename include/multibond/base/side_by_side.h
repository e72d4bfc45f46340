/// side_by_side: independent pieces of work, shared with a second thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace multibond {

/// Calls work(0) ... work(count - 1), half of them in a second thread if they are `large`, that is
/// some hundred microseconds each, and the processor has one. Which thread does what must not
/// matter. Throws what the first piece that failed has thrown, once all are done.
template <class Work>
void side_by_side(std::size_t count, bool large, const Work& work) {
  std::vector<std::exception_ptr> failures(count);
  std::atomic<std::size_t> next = 0;
  const auto go_on = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    }
  };
  if (large && count > 1 && std::thread::hardware_concurrency() > 1) {
    std::thread second(go_on);
    go_on();
    second.join();
  } else {
    go_on();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace multibond
