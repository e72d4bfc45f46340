/// Surfaces of triangles for tests, and STL files of them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "multibond/library/mechanics3d/mesh.h"

namespace multibond::mechanics3d {

/// Corners at the origin and at 1 on each axis.
inline std::vector<Triangle> tetrahedron() {
  const Eigen::Vector3d o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  return {{o, y, x}, {o, x, z}, {o, z, y}, {x, y, z}};
}

/// Side 1, from the origin along the axes.
inline std::vector<Triangle> cube() {
  std::vector<Triangle> result;
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector3d n = Eigen::Vector3d::Unit(i), u = Eigen::Vector3d::Unit((i + 1) % 3),
                          v = Eigen::Vector3d::Unit((i + 2) % 3);
    result.push_back({n, n + u, n + u + v});
    result.push_back({n, n + u + v, n + v});
    result.push_back({Eigen::Vector3d::Zero(), u + v, u});
    result.push_back({Eigen::Vector3d::Zero(), v, u + v});
  }
  return result;
}

inline std::vector<Triangle> flipped(std::vector<Triangle> surface) {
  for (Triangle& triangle : surface) std::swap(triangle[0], triangle[1]);
  return surface;
}

/// Sphere of radius 1 by 2 n meridians and n parallels.
inline std::vector<Triangle> ball(int n) {
  const auto at = [&](int i, int j) {
    const double theta = std::numbers::pi * i / n, phi = std::numbers::pi * (j % (2 * n)) / n;
    if (i == 0 || i == n) return Eigen::Vector3d(0, 0, i == 0 ? 1 : -1);
    return Eigen::Vector3d(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                           std::cos(theta));
  };
  std::vector<Triangle> result;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 2 * n; ++j) {
      if (i < n - 1) result.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      if (i > 0) result.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return result;
}

inline std::string ascii_stl(const std::vector<Triangle>& surface) {
  std::string text = "solid a part of tests\n";
  for (const Triangle& triangle : surface) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (const Eigen::Vector3d& corner : triangle) {
      text +=
          fmt::format("      vertex {:.17g} {:.17g} {:.17e}\n", corner(0), corner(1), corner(2));
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid a part of tests\n";
}

inline std::string binary_stl(const std::vector<Triangle>& surface, std::string header = "part") {
  header.resize(80, '\0');
  const auto append = [&](std::uint32_t word) {
    for (int i = 0; i < 4; ++i) header += static_cast<char>(word >> (8 * i) & 0xFF);
  };
  append(static_cast<std::uint32_t>(surface.size()));
  for (const Triangle& triangle : surface) {
    for (int i = 0; i < 3; ++i) append(0);
    for (const Eigen::Vector3d& corner : triangle) {
      for (int i = 0; i < 3; ++i) {
        append(std::bit_cast<std::uint32_t>(static_cast<float>(corner(i))));
      }
    }
    header += std::string(2, '\0');
  }
  return header;
}

/// A folder for files, gone with the object.
class StlFolder {
 public:
  StlFolder() { std::filesystem::create_directories(path_); }
  ~StlFolder() { std::filesystem::remove_all(path_); }
  StlFolder(const StlFolder&) = delete;
  StlFolder& operator=(const StlFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return file(name);
  }

 private:
  static std::filesystem::path next() {
    static int count = 0;
    return std::filesystem::temp_directory_path() /
           fmt::format("multibond-stl-{}-{}", getpid(), ++count);
  }
  std::filesystem::path path_ = next();
};

}  // namespace multibond::mechanics3d
