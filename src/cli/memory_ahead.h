/// Memory for a large model, made ready by a second thread while the first one works.
///
/// A page of memory is cleared by the system when it is first written to. For what a large model
/// takes, that is a tenth of the time until it runs, and it can be done beside the work.
#pragma once

#include <cstddef>
#include <thread>

namespace multibond {

class MemoryAhead {
 public:
  /// For about what it takes to compile and run a model with so many variables; nothing if they are
  /// few.
  explicit MemoryAhead(std::size_t variables);
  MemoryAhead(const MemoryAhead&) = delete;
  ~MemoryAhead();

 private:
  std::thread thread_;
};

}  // namespace multibond
