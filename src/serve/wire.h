/// How the data of a run are sent: the number of blocks, their sizes (32 bits each, lowest byte
/// first), and the blocks.
#pragma once

#include <string>

#include "multibond/page/page.h"

namespace multibond::serve {

inline void append_number(std::string& bytes, std::size_t number) {
  for (int k = 0; k < 4; ++k) bytes += static_cast<char>(number >> (8 * k));
}

inline std::string joined(const PageData& data) {
  std::string bytes;
  append_number(bytes, data.blocks.size());
  for (const std::string& block : data.blocks) append_number(bytes, block.size());
  for (const std::string& block : data.blocks) bytes += block;
  return bytes;
}

}  // namespace multibond::serve
