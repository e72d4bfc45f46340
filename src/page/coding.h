/// How numbers are packed: whole multiples of a step, their differences, bytes of one weight side
/// by side, and zlib. A smooth trajectory then takes about a byte per value.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace multibond::page {

/// A column of numbers: value = offset + step * whole number. A number that is not finite is
/// `kNothing`.
struct Track {
  double offset = 0, step = 1;
  int order = 0;      ///< how often differences were taken, 0 to 3
  std::string bytes;  ///< four planes, the lowest bytes first
};

constexpr std::int32_t kNothing = INT32_MIN;

/// Order of a track that is exact: its doubles as eight planes of bytes.
constexpr int kExact = -1;

/// How exactly a column is kept.
enum class Accuracy {
  place,   ///< 2.5e-7 m, and finer for what is small
  signal,  ///< 3e-8 of the range
};

Track code(std::span<const double> values, Accuracy accuracy);

/// What the page will make of it.
std::vector<double> decode(const Track& track);

/// Doubles as eight planes of bytes.
std::string planes(std::span<const double> values);

/// Level 0 takes no time, and saves no space.
std::string deflate(std::string_view bytes, int level = 6);
std::string inflate(std::string_view bytes);
std::string base64(std::string_view bytes);

}  // namespace multibond::page
