/// Tracks: the columns of a page, coded and put into blocks.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "coding.h"

namespace multibond::page {

using Json = nlohmann::ordered_json;

class Tracks {
 public:
  /// Exact tracks are neither rounded nor compressed.
  explicit Tracks(bool exact = false) : exact_(exact) {}

  /// Which instants a track has values at.
  enum class Grid { rows, scene, sparse, modes };

  /// A column of values, coded: a number, if it never changes, or {"t": number of the track}.
  Json add(std::span<const double> values, Accuracy accuracy, Grid grid);
  /// Tracks from here on are in a block of their own: it is read when one of them is wanted.
  void new_block();
  /// "tracks" and "blocks" of the header.
  void describe(Json& header) const;
  /// Compressed, unless they are exact.
  std::vector<std::string> blocks() const;

 private:
  bool exact_;
  std::map<std::pair<Grid, std::string>, std::size_t> known_;  ///< equal tracks are one
  std::vector<double> offsets_, steps_;
  std::vector<int> orders_, grids_;
  std::vector<std::size_t> first_{0};  ///< track of each block
  std::vector<std::string> bytes_{std::string()};
};

}  // namespace multibond::page
