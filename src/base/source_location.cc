#include "multibond/base/source_location.h"

namespace multibond {
namespace {

/// Headers are installed under this name, and sources are compiled under it (CMakeLists.txt).
bool of_library(std::string_view file) { return file.find("multibond/library/") != file.npos; }

}  // namespace

std::string to_string(const SourceLocation& location) {
  const std::string_view file = location.file;
  if (location.line == 0 || of_library(file)) return {};
  const std::size_t folder = file.find_last_of("/\\");
  std::string text(folder == file.npos ? file : file.substr(folder + 1));
  return text + ':' + std::to_string(location.line);
}

std::uint32_t SourceTable::add(const SourceLocation& location) {
  if (location.line == 0) return kUnknown;
  const auto [it, added] = numbers_.try_emplace({location.file, location.line},
                                                static_cast<std::uint32_t>(locations_.size()));
  if (added) locations_.push_back(location);
  return it->second;
}

}  // namespace multibond
