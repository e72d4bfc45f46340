#include "multibond/library/mechanics3d/mesh.h"

#include <Eigen/Geometry>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <unordered_map>

#include "multibond/base/text.h"
#include "multibond/diagnostic.h"

namespace multibond::mechanics3d {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Corners closer than this, relative to the size of the surface, are one.
constexpr double kSame = 1e-6;
/// A volume below this, relative to that of the box around the surface, is rounding.
constexpr double kNoVolume = 1e-9;

constexpr std::size_t kHeader = 84, kRecord = 50;  ///< bytes of a binary file

// -- reading --------------------------------------------------------------------------------------

[[noreturn]] void refuse(const std::string& name, const std::string& fact,
                         const std::string& remedy) {
  throw Error(name, name + ' ' + fact, remedy);
}

std::string contents(const std::string& file) {
  std::error_code failure;
  if (!std::filesystem::exists(file, failure)) {
    refuse(file, "does not exist.", "Check the path; it counts from the current directory.");
  }
  if (!std::filesystem::is_regular_file(file, failure)) {
    refuse(file, "is not a file.", "Name an STL file.");
  }
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) refuse(file, "cannot be read.", "Check its permissions, and that it is not empty.");
  return std::move(text).str();
}

template <typename T>
T little_endian(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return std::bit_cast<T>(value);
}

/// `place`: where the triangle is in the file.
void check_finite(const Triangle& triangle, const std::string& file, const std::string& place) {
  for (const Vector3d& corner : triangle) {
    if (!corner.allFinite()) {
      refuse(file, fmt::format("has a corner that is no finite number, {}.", place),
             "Export the file again.");
    }
  }
}

/// 80 bytes of anything, the number of triangles, and for each a normal, three corners and two
/// bytes of anything.
std::vector<Triangle> read_binary(const std::string& bytes, const std::string& file) {
  const std::size_t count = little_endian<std::uint32_t>(bytes.data() + 80);
  const std::size_t there = (bytes.size() - kHeader) / kRecord;
  if (there < count) {
    refuse(file, fmt::format("ends early: it announces {} triangles and has {}.", count, there),
           "Copy or export the file again.");
  }
  std::vector<Triangle> result(count);
  for (std::size_t i = 0; i < count; ++i) {
    const char* record = bytes.data() + kHeader + kRecord * i + 12;
    for (Vector3d& corner : result[i]) {
      for (int k = 0; k < 3; ++k, record += 4) corner(k) = little_endian<float>(record);
    }
    check_finite(result[i], file, fmt::format("in triangle {}", i + 1));
  }
  return result;
}

std::string lower(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

/// The words of a text with the lines they are in.
class Words {
 public:
  explicit Words(const std::string& text) : stream_(text) {}
  /// The next word in lower case; empty at the end.
  std::string next() {
    std::string word;
    while (!(line_ >> word)) {
      std::string line;
      if (!std::getline(stream_, line)) return {};
      ++number_;
      line_ = std::istringstream(line);
    }
    return lower(word);
  }
  void skip_line() { line_ = std::istringstream(); }
  std::string place() const { return fmt::format("in line {}", number_); }

 private:
  std::istringstream stream_, line_;
  int number_ = 0;
};

/// solid NAME { facet normal X Y Z outer loop { vertex X Y Z } x 3 endloop endfacet } endsolid
std::vector<Triangle> read_ascii(const std::string& text, const std::string& file) {
  Words words(text);
  std::vector<Triangle> result;
  const auto expect = [&](const char* wanted) {
    const std::string word = words.next();
    if (word.empty()) {
      refuse(file, fmt::format("ends early, after {} triangles.", result.size()),
             "Copy or export the file again.");
    }
    if (word != wanted) {
      refuse(file, fmt::format("has '{}' where '{}' should be, {}.", word, wanted, words.place()),
             "Export the file again as STL.");
    }
  };
  const auto read_number = [&] {
    const std::string word = words.next();
    const std::optional<double> number = parse_number(word);
    if (word.empty()) {
      refuse(file, fmt::format("ends early, after {} triangles.", result.size()),
             "Copy or export the file again.");
    }
    if (!number) {
      refuse(file, fmt::format("has '{}' where a number should be, {}.", word, words.place()),
             "Export the file again as STL.");
    }
    return *number;
  };
  std::string word = words.next();
  while (word == "solid") {
    words.skip_line();
    while ((word = words.next()) == "facet") {
      expect("normal");
      for (int k = 0; k < 3; ++k) words.next();  // a normal says nothing that the corners do not
      expect("outer");
      expect("loop");
      Triangle triangle;
      for (Vector3d& corner : triangle) {
        expect("vertex");
        for (int k = 0; k < 3; ++k) corner(k) = read_number();
      }
      check_finite(triangle, file, words.place());
      expect("endloop");
      expect("endfacet");
      result.push_back(triangle);
    }
    if (word != "endsolid") {
      if (word.empty()) {
        refuse(file,
               fmt::format("ends early, after {} triangles: 'endsolid' is missing.", result.size()),
               "Copy or export the file again.");
      }
      refuse(file, fmt::format("has '{}' where 'facet' should be, {}.", word, words.place()),
             "Export the file again as STL.");
    }
    words.skip_line();
    word = words.next();
  }
  return result;
}

// -- closed surfaces ------------------------------------------------------------------------------

struct Extent {
  Vector3d low, high;
  explicit Extent(const std::vector<Triangle>& surface) : low(surface[0][0]), high(low) {
    for (const Triangle& triangle : surface) {
      for (const Vector3d& corner : triangle) {
        low = low.cwiseMin(corner);
        high = high.cwiseMax(corner);
      }
    }
  }
  Vector3d middle() const { return (low + high) / 2; }
  double size() const { return (high - low).norm(); }
};

/// Gives corners that are the same one number.
class Corners {
 public:
  Corners(const Vector3d& origin, double same) : origin_(origin), same_(same) {}
  std::uint32_t number(const Vector3d& corner) {
    // Corners within `same` lie in the same cell or in neighbours: look there.
    const Vector3d at = (corner - origin_) / (2 * same_);
    const Cell cell{std::llround(at(0)), std::llround(at(1)), std::llround(at(2))};
    for (std::int64_t i = cell[0] - 1; i <= cell[0] + 1; ++i) {
      for (std::int64_t j = cell[1] - 1; j <= cell[1] + 1; ++j) {
        for (std::int64_t k = cell[2] - 1; k <= cell[2] + 1; ++k) {
          const auto it = cells_.find({i, j, k});
          if (it == cells_.end()) continue;
          for (const std::uint32_t other : it->second) {
            if ((corners_[other] - corner).norm() <= same_) return other;
          }
        }
      }
    }
    corners_.push_back(corner);
    const auto added = static_cast<std::uint32_t>(corners_.size() - 1);
    cells_[cell].push_back(added);
    return added;
  }
  const Vector3d& operator[](std::uint32_t i) const { return corners_[i]; }

 private:
  using Cell = std::array<std::int64_t, 3>;
  struct Hash {
    std::size_t operator()(const Cell& cell) const {
      std::uint64_t hash = 0;
      for (const std::int64_t x : cell) {
        hash = (hash ^ static_cast<std::uint64_t>(x)) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
      }
      return static_cast<std::size_t>(hash);
    }
  };
  Vector3d origin_;
  double same_;
  std::vector<Vector3d> corners_;
  std::unordered_map<Cell, std::vector<std::uint32_t>, Hash> cells_;
};

std::string point(const Vector3d& r) {
  return fmt::format("{{{}, {}, {}}}", format_number(r(0)), format_number(r(1)),
                     format_number(r(2)));
}

/// Each edge must be run along as often in one direction as in the other: then every triangle has
/// a neighbour there that faces the same side.
void check_closed(const std::vector<Triangle>& surface, const Extent& extent,
                  const std::string& name) {
  Corners corners(extent.low, kSame * extent.size());
  struct Uses {
    int forward = 0, backward = 0;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Uses> edges;
  for (const Triangle& triangle : surface) {
    std::array<std::uint32_t, 3> ids;
    for (std::size_t k = 0; k < 3; ++k) ids[k] = corners.number(triangle[k]);
    // A triangle that is a line encloses nothing and leaves no hole.
    if (ids[0] == ids[1] || ids[1] == ids[2] || ids[2] == ids[0]) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = ids[k], to = ids[(k + 1) % 3];
      ++(from < to ? edges[{from, to}].forward : edges[{to, from}].backward);
    }
  }
  int open = 0, twisted = 0;
  std::pair<std::uint32_t, std::uint32_t> hole, twist;
  for (const auto& [edge, uses] : edges) {
    if (uses.forward == uses.backward) continue;
    const bool odd = (uses.forward + uses.backward) % 2 != 0;
    if ((odd ? open : twisted)++ == 0) (odd ? hole : twist) = edge;
  }
  if (open > 0) {
    refuse(name,
           fmt::format("is not closed: {} of its {} edges have no triangle on one side, e.g. the "
                       "one from {} to {}.",
                       open, edges.size(), point(corners[hole.first]), point(corners[hole.second])),
           "Close the holes in the program that made it, or repair the mesh.");
  }
  if (twisted > 0) {
    refuse(name,
           fmt::format("has triangles that are inside-out: at {} of its {} edges neighbours face "
                       "different sides, e.g. at the one from {} to {}.",
                       twisted, edges.size(), point(corners[twist.first]),
                       point(corners[twist.second])),
           "Let the program that made it give all triangles the same orientation.");
  }
}

}  // namespace

std::vector<Triangle> read_stl(const std::string& file) {
  const std::string bytes = contents(file);
  // Binary files may begin with the word `solid` too. Their length gives them away; if they were
  // cut off, the zeros in them do.
  const bool long_enough = bytes.size() >= kHeader;
  const bool exact =
      long_enough &&
      bytes.size() ==
          kHeader + kRecord * std::size_t{little_endian<std::uint32_t>(bytes.data() + 80)};
  const bool solid = lower(bytes.substr(0, 5)) == "solid";
  const bool binary = exact || (long_enough && bytes.find('\0') != std::string::npos);
  if (!binary && !solid) {
    refuse(file, "is no STL file: it neither begins with 'solid' nor has the length it announces.",
           "Export the shape as STL, ASCII or binary.");
  }
  std::vector<Triangle> result = binary ? read_binary(bytes, file) : read_ascii(bytes, file);
  if (result.empty()) refuse(file, "has no triangles.", "Export the shape again.");
  return result;
}

/// With corners a, b, c, their sum s and d = a.(b x c), a tetrahedron with its fourth corner at the
/// origin has the volume d/6 and the moments
///     int r = d/24 s,   int r r' = d/120 (a a' + b b' + c c' + s s')
Solid enclosed(const std::vector<Triangle>& surface, const std::string& name) {
  if (surface.empty()) refuse(name, "has no triangles.", "Export the shape again.");
  const Extent extent(surface);
  const Vector3d sides = extent.high - extent.low;
  const auto flat = [&] {
    refuse(name, "encloses no volume: all of it lies in a plane, or its parts cancel.",
           "Export a solid shape.");
  };
  if (!(sides.minCoeff() > kNoVolume * extent.size())) flat();
  check_closed(surface, extent, name);
  // About the middle, so that a far-away origin costs no digits.
  const Vector3d origin = extent.middle();
  double volume = 0;
  Vector3d first = Vector3d::Zero();
  Matrix3d second = Matrix3d::Zero();
  for (const Triangle& triangle : surface) {
    const Vector3d a = triangle[0] - origin, b = triangle[1] - origin, c = triangle[2] - origin;
    const Vector3d sum = a + b + c;
    const double d = a.dot(b.cross(c));
    volume += d / 6;
    first += d / 24 * sum;
    second += d / 120 *
              (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
  }
  if (!(std::abs(volume) > kNoVolume * sides.prod())) flat();
  // Inside-out as a whole: all signs are wrong.
  if (volume < 0) {
    volume = -volume;
    first = -first;
    second = -second;
  }
  Solid result;
  result.volume = volume;
  const Vector3d centre = first / volume;
  second -= volume * centre * centre.transpose();
  result.centre = origin + centre;
  result.inertia = second.trace() * Matrix3d::Identity() - second;
  return result;
}

}  // namespace multibond::mechanics3d
