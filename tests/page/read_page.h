/// Reads the data of a page back, as the browser does.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "multibond/page/page.h"
#include "src/page/coding.h"

namespace multibond::test {

class PageReader {
 public:
  explicit PageReader(const PageData& data)
      : header(nlohmann::json::parse(page::inflate(data.blocks.at(0)))) {
    const std::string instants = page::inflate(data.blocks.at(1));
    std::size_t start = 0;
    for (const std::size_t rows : header["instants"]) {
      times.push_back(doubles(instants.substr(start, 8 * rows)));
      start += 8 * rows;
    }
    for (std::size_t k = 2; k < data.blocks.size(); ++k) {
      blocks_.push_back(page::inflate(data.blocks[k]));
    }
  }

  /// Values of what the header has as a number or as {"t": track}, one per instant of its grid.
  std::vector<double> values(const nlohmann::json& value, std::size_t rows) const {
    if (value.is_number()) return std::vector<double>(rows, value.get<double>());
    const std::size_t track = value["t"];
    const auto first = header["blocks"].get<std::vector<std::size_t>>();
    std::size_t block = first.size() - 1;
    while (first[block] > track) --block;
    const auto& tracks = header["tracks"];
    const auto length = [&](std::size_t t) {
      return times[tracks["grid"][t].get<std::size_t>()].size();
    };
    std::size_t start = 0;
    for (std::size_t t = first[block]; t < track; ++t) start += 4 * length(t);
    return page::decode({tracks["offset"][track], tracks["step"][track], tracks["order"][track],
                         blocks_[block].substr(start, 4 * length(track))});
  }

  /// All values of a variable.
  std::vector<double> signal(const std::string& path) const {
    for (const auto& row : header["signals"]) {
      if (row[0] != path) continue;
      std::vector<double> result = values(row[3], times[0].size());
      for (double& value : result) value *= row.size() > 4 ? row[4].get<double>() : 1.0;
      return result;
    }
    return {};
  }

  nlohmann::json header;
  std::vector<std::vector<double>> times;  ///< of the rows, of the scene, of some of the rows

 private:
  static std::vector<double> doubles(const std::string& planes) {
    const std::size_t rows = planes.size() / 8;
    std::vector<double> result(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      std::uint64_t bits = 0;
      for (std::size_t plane = 0; plane < 8; ++plane) {
        bits |= std::uint64_t{static_cast<unsigned char>(planes[plane * rows + i])} << (8 * plane);
      }
      std::memcpy(&result[i], &bits, sizeof bits);
    }
    return result;
  }

  std::vector<std::string> blocks_;
};

}  // namespace multibond::test
