/// Source text: the files that were read, and where in them a position is.
///
/// Every file has a range of its own in one space of 32-bit positions, so that a position alone
/// says file, line and column, wherever it has been carried.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace multibond::modelica {

using Position = std::uint32_t;  ///< 0 is unknown

struct SourceFile {
  std::string path;  ///< as it was found
  std::string text;  ///< in UTF-8
  Position begin = 0;
  mutable std::vector<std::uint32_t> lines = {};  ///< where they begin, once someone asked
};

class Sources {
 public:
  /// Takes a text. Bytes that are not UTF-8 are read as Latin-1. Throws Error beyond 4 GB.
  const SourceFile& add(std::string path, std::string text);
  /// The same, read from a file; throws Error if that fails.
  const SourceFile& read(const std::string& path);

  const SourceFile* file(Position position) const;  ///< null if unknown
  std::uint32_t line(Position position) const;      ///< from 1
  std::uint32_t column(Position position) const;    ///< from 1
  /// "Pendulum.mo:12"; empty if unknown.
  std::string place(Position position) const;
  std::size_t bytes() const { return next_ - 1; }
  std::size_t files() const { return files_.size(); }

 private:
  std::vector<std::unique_ptr<SourceFile>> files_;  ///< by begin
  Position next_ = 1;
};

}  // namespace multibond::modelica
