#include "tracks.h"

#include <algorithm>
#include <cstring>

namespace multibond::page {
namespace {

/// A block of about this size, in bytes before compression, is full.
constexpr std::size_t kFull = 4'000'000;

/// The column itself, to find an equal one.
std::string key_of(std::span<const double> values) {
  std::string key(values.size_bytes(), '\0');
  std::memcpy(key.data(), values.data(), values.size_bytes());
  return key;
}

}  // namespace

Json Tracks::add(std::span<const double> values, Accuracy accuracy, Grid grid) {
  const auto same = [&](double value) { return value == values.front(); };
  if (values.empty()) return 0.0;
  if (std::all_of(values.begin(), values.end(), same)) return values.front();
  const auto [known, added] = known_.try_emplace({grid, key_of(values)}, steps_.size());
  if (added) {
    if (bytes_.back().size() > kFull) new_block();
    const Track track =
        exact_ ? Track{.order = kExact, .bytes = planes(values)} : code(values, accuracy);
    offsets_.push_back(track.offset);
    steps_.push_back(track.step);
    orders_.push_back(track.order);
    grids_.push_back(static_cast<int>(grid));
    bytes_.back() += track.bytes;
  }
  return {{"t", known->second}};
}

void Tracks::new_block() {
  if (bytes_.back().empty()) return;
  first_.push_back(steps_.size());
  bytes_.emplace_back();
}

void Tracks::describe(Json& header) const {
  header["tracks"] = {{"offset", offsets_}, {"step", steps_}, {"order", orders_}, {"grid", grids_}};
  header["blocks"] = first_;
}

std::vector<std::string> Tracks::blocks() const {
  std::vector<std::string> result;
  for (const std::string& bytes : bytes_) result.push_back(deflate(bytes, exact_ ? 0 : 6));
  return result;
}

}  // namespace multibond::page
