/// KeptPrograms: executables of one purpose, one for each choice of pivots that a model goes back
/// to.
#pragma once

#include <map>
#include <memory>

#include "multibond/program/runner.h"

namespace multibond {

class KeptPrograms {
 public:
  /// As many as choices of pivots are kept, and the one in use.
  static constexpr std::size_t kMost = 8;

  /// The executable of a revision, made now if there is none.
  template <typename Make>
  Runner& get(std::size_t revision, Make&& make) {
    const auto found = programs_.find(revision);
    if (found != programs_.end()) return *found->second;
    if (programs_.size() > kMost) programs_.erase(programs_.begin());  // the oldest choice
    return *(programs_[revision] = make());
  }

 private:
  std::map<std::size_t, std::unique_ptr<Runner>> programs_;
};

}  // namespace multibond
