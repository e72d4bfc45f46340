#include "part_names.h"

#include <algorithm>

namespace multibond {
namespace {

/// From the root, which is left out, down to the component.
std::vector<std::uint32_t> way_to(const System& system, std::uint32_t component) {
  std::vector<std::uint32_t> way;
  for (; component != 0; component = system.components[component].parent) way.push_back(component);
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace

std::vector<std::string> part_names(const System& system, std::vector<std::uint32_t> components) {
  std::sort(components.begin(), components.end());
  components.erase(std::unique(components.begin(), components.end()), components.end());
  std::vector<std::vector<std::uint32_t>> ways;
  for (const std::uint32_t component : components) ways.push_back(way_to(system, component));
  // As long as all have the same next part, that part does not tell them apart.
  std::size_t level = 0;
  const auto all_share = [&] {
    return std::all_of(ways.begin(), ways.end(), [&](const auto& way) {
      return way.size() > level + 1 && way[level] == ways.front()[level];
    });
  };
  while (ways.size() > 1 && all_share()) ++level;
  std::vector<std::string> names;
  for (const auto& way : ways) {
    const std::uint32_t part = way.empty() ? 0 : way[std::min(level, way.size() - 1)];
    names.push_back(system.component_name(part));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace multibond
