#include "coding.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "multibond/diagnostic.h"

namespace multibond::page {
namespace {

constexpr int kOrders = 4;

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
};

Range range_of(std::span<const double> values) {
  Range range;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
  return range;
}

/// The largest power of two that is at most x.
double power_of_two(double x) { return std::exp2(std::floor(std::log2(x))); }

double step_for(const Range& range, double offset, Accuracy accuracy) {
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  const double reach = std::max(range.high - offset, offset - range.low);
  // Digits that a double has not would only be noise; and whole numbers must fit.
  const double finest = std::max(
      {std::ldexp(largest, -48), std::ldexp(reach, -30), std::numeric_limits<double>::min()});
  const double wanted = accuracy == Accuracy::place
                            ? std::min(5e-7, std::ldexp(largest, -22))
                            : std::ldexp(range.high / 2 - range.low / 2, -23);
  return power_of_two(std::max(wanted, 2 * finest));
}

/// Small numbers of either sign as small numbers.
std::uint32_t zigzag(std::uint32_t k) { return (k << 1) ^ (k >> 31 ? 0xffffffffu : 0u); }
std::uint32_t unzigzag(std::uint32_t k) { return (k >> 1) ^ (k & 1 ? 0xffffffffu : 0u); }

/// Differences modulo 2^32, the first value stays.
void difference(std::vector<std::uint32_t>& k) {
  for (std::size_t i = k.size(); i-- > 1;) k[i] -= k[i - 1];
}

/// About how many bits they take.
double cost(const std::vector<std::uint32_t>& k) {
  double bits = 0;
  for (const std::uint32_t value : k) bits += std::log2(1.0 + zigzag(value));
  return bits;
}

void check(int code) {
  if (code == Z_OK || code == Z_STREAM_END) return;
  throw Error("page", "The data of the page could not be compressed.",
              "Give the program more memory, or ask for fewer --intervals.");
}

}  // namespace

Track code(std::span<const double> values, Accuracy accuracy) {
  Track track;
  const Range range = range_of(values);
  const bool any = range.low <= range.high;
  if (any) {
    // Halves first: the sum may be too large.
    if (accuracy == Accuracy::signal) track.offset = range.low / 2 + range.high / 2;
    track.step = step_for(range, track.offset, accuracy);
  }
  std::vector<std::uint32_t> best(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    best[i] = static_cast<std::uint32_t>(
        std::isfinite(values[i])
            ? static_cast<std::int32_t>(std::llround((values[i] - track.offset) / track.step))
            : kNothing);
  }
  std::vector<std::uint32_t> next = best;
  double least = cost(best);
  for (int order = 1; order < kOrders; ++order) {
    difference(next);
    const double bits = cost(next);
    if (bits >= least) continue;
    least = bits;
    best = next;
    track.order = order;
  }
  track.bytes.resize(4 * values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t k = zigzag(best[i]);
    for (std::size_t plane = 0; plane < 4; ++plane) {
      track.bytes[plane * values.size() + i] = static_cast<char>(k >> (8 * plane));
    }
  }
  return track;
}

std::vector<double> decode(const Track& track) {
  const std::size_t rows = track.bytes.size() / 4;
  std::vector<std::uint32_t> k(rows, 0);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t plane = 0; plane < 4; ++plane) {
      k[i] |= std::uint32_t{static_cast<unsigned char>(track.bytes[plane * rows + i])}
              << (8 * plane);
    }
    k[i] = unzigzag(k[i]);
  }
  for (int order = 0; order < track.order; ++order) {
    for (std::size_t i = 1; i < rows; ++i) k[i] += k[i - 1];
  }
  std::vector<double> values(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto whole = static_cast<std::int32_t>(k[i]);
    values[i] = whole == kNothing ? std::numeric_limits<double>::quiet_NaN()
                                  : track.offset + track.step * whole;
  }
  return values;
}

std::string planes(std::span<const double> values) {
  std::string bytes(8 * values.size(), '\0');
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &values[i], sizeof bits);
    for (std::size_t plane = 0; plane < 8; ++plane) {
      bytes[plane * values.size() + i] = static_cast<char>(bits >> (8 * plane));
    }
  }
  return bytes;
}

std::string deflate(std::string_view bytes, int level) {
  uLongf size = compressBound(bytes.size());
  std::string result(size, '\0');
  check(compress2(reinterpret_cast<Bytef*>(result.data()), &size,
                  reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), level));
  result.resize(size);
  return result;
}

std::string inflate(std::string_view bytes) {
  z_stream stream{};
  check(inflateInit(&stream));
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string result;
  std::array<char, 1 << 16> buffer;
  int code = Z_OK;
  while (code == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    code = ::inflate(&stream, Z_NO_FLUSH);
    result.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  check(code);
  return result;
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(4 * (bytes.size() / 3 + 1));
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= count ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

}  // namespace multibond::page
