/// Names in reports on causality.
#pragma once

#include <string>
#include <vector>

#include "multibond/analyze/causality.h"

namespace multibond {

struct CausalityWords {
  const bonds::BondGraph& graph;

  /// "path", or of a multibond "path[2]".
  static std::string component(const std::string& path, std::uint32_t size, std::uint32_t i);
  std::string bond(std::uint32_t edge, std::uint32_t component) const;
  std::string element(std::uint32_t vertex, std::uint32_t edge, std::uint32_t component) const;
  std::string storage(const Causality::Derivative& derivative) const;
  std::string cause(const Causality::Cause& cause) const;
  std::vector<std::string> causes(const std::vector<Causality::Cause>& list, bool more) const;
  std::vector<std::string> members(const Causality::Loop& loop) const;
};

}  // namespace multibond
