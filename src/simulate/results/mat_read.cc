// Reads MATLAB level-4 trajectories, ours and those of Modelica tools (layout: result_mat.cc).
//
// Nothing in the file is believed: each size is checked against the file's length before memory is
// asked for, each index against the table that it points into.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "detail.h"
#include "multibond/base/file.h"
#include "multibond/base/text.h"
#include "multibond/simulate/result.h"

namespace multibond {
namespace {

using result_detail::kBlockBytes;
using result_detail::kConstants;
using result_detail::kTime;
using result_detail::kTrajectories;

/// Where a matrix is in the file; its size has been checked against the file's.
struct Matrix {
  std::int32_t precision = 0;
  std::uint64_t rows = 0, columns = 0, offset = 0;
};

constexpr std::array<std::uint64_t, 6> kElementSize{8, 4, 4, 2, 2, 1};

template <typename Element>
void widen(const std::vector<char>& bytes, std::size_t count, double* values) {
  for (std::size_t i = 0; i < count; ++i) {
    Element element;
    std::memcpy(&element, bytes.data() + i * sizeof element, sizeof element);
    values[i] = static_cast<double>(element);
  }
}

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) { find_matrices(); }

  const InputFile& file() const { return file_; }

  const Matrix& matrix(const std::string& name) const {
    const auto found = matrices_.find(name);
    if (found != matrices_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& entry : matrices_) names.push_back(entry.first);
    file_.corrupt(fmt::format("it has no matrix {}; it has: {}", name, join_names(names)),
                  "A result has Aclass, name, description, dataInfo, data_1 and data_2.");
  }
  bool has(const std::string& name) const { return matrices_.contains(name); }

  /// Elements of a matrix in the order of the file, whatever their precision.
  void numbers(const Matrix& matrix, std::uint64_t first, std::size_t count, double* values) {
    const std::uint64_t size = kElementSize[static_cast<std::size_t>(matrix.precision)];
    const std::uint64_t offset = matrix.offset + first * size;
    if (matrix.precision == 0) return file_.read_at(offset, values, count * size);
    std::vector<char> bytes(count * size);
    file_.read_at(offset, bytes.data(), bytes.size());
    switch (matrix.precision) {
      case 1:
        return widen<float>(bytes, count, values);
      case 2:
        return widen<std::int32_t>(bytes, count, values);
      case 3:
        return widen<std::int16_t>(bytes, count, values);
      case 4:
        return widen<std::uint16_t>(bytes, count, values);
      default:
        return widen<std::uint8_t>(bytes, count, values);
    }
  }

  std::vector<double> numbers(const Matrix& matrix) {
    std::vector<double> values(matrix.rows * matrix.columns);
    numbers(matrix, 0, values.size(), values.data());
    return values;
  }

  /// The texts of a matrix, one per column if `transposed`, else one per row.
  std::vector<std::string> texts(const Matrix& matrix, bool transposed) {
    const std::vector<double> values = numbers(matrix);
    const std::size_t count = transposed ? matrix.columns : matrix.rows;
    const std::size_t length = transposed ? matrix.rows : matrix.columns;
    std::vector<std::string> texts(count);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < length; ++j) {
        const double code = values[transposed ? i * length + j : j * count + i];
        if (!(code >= 1 && code <= 255)) break;  // NUL ends a text
        texts[i] += static_cast<char>(static_cast<unsigned char>(code));
      }
      texts[i].resize(texts[i].find_last_not_of(' ') + 1);
    }
    return texts;
  }

 private:
  void find_matrices() {
    std::array<char, 10> start{};
    if (file_.size() >= start.size()) file_.read_at(0, start.data(), start.size());
    if (std::string_view(start.data(), start.size()) == "MATLAB 5.0") {
      file_.corrupt("it is a MATLAB level-5 file", "Save it as level 4: save -v4 file.mat.");
    }
    for (std::uint64_t at = 0; at < file_.size();) at = find_matrix(at);
    if (!has("Aclass")) {
      file_.corrupt("it is not a MATLAB level-4 file with a trajectory",
                    "Results of this and of Modelica tools begin with a matrix Aclass.");
    }
  }

  /// Notes the matrix at an offset; returns the offset behind it.
  std::uint64_t find_matrix(std::uint64_t at) {
    std::array<std::int32_t, 5> header;
    std::uint64_t left = file_.size() - at;
    if (left < sizeof header) file_.corrupt("it ends within the header of a matrix");
    file_.read_at(at, header.data(), sizeof header);
    left -= sizeof header;
    const auto [type, rows, columns, imaginary, name_length] = header;
    const std::int32_t precision = type / 10 % 10, kind = type % 10;
    if (type < 0 || type >= 100 || precision > 5 || kind > 1 || rows < 0 || columns < 0 ||
        imaginary < 0 || imaginary > 1 || name_length < 1) {
      file_.corrupt(fmt::format("at byte {} there is no header of a little-endian full matrix", at),
                    "Results must be MATLAB level-4 files.");
    }
    // sizes against the file before anything is allocated
    const std::uint64_t size = kElementSize[static_cast<std::size_t>(precision)];
    const auto m = static_cast<std::uint64_t>(rows), n = static_cast<std::uint64_t>(columns);
    if (static_cast<std::uint64_t>(name_length) > left) too_large(at);
    left -= static_cast<std::uint64_t>(name_length);
    if (m > file_.size() || n > file_.size()) too_large(at);
    const std::uint64_t elements = m * n;  // both below 2^31
    const std::uint64_t parts = imaginary == 1 ? 2 : 1;
    if (elements > left / size / parts) too_large(at);

    std::string name(static_cast<std::size_t>(name_length), '\0');
    const std::uint64_t name_offset = at + sizeof header;
    file_.read_at(name_offset, name.data(), name.size());
    name.resize(std::min(name.find('\0'), name.size()));
    const std::uint64_t offset = name_offset + static_cast<std::uint64_t>(name_length);
    if (imaginary == 0) matrices_.try_emplace(name, Matrix{precision, m, n, offset});
    return offset + elements * size * parts;
  }

  [[noreturn]] void too_large(std::uint64_t at) const {
    file_.corrupt(
        fmt::format("the matrix at byte {} is larger than the rest of the file ({} bytes in all)",
                    at, file_.size()),
        "The file is damaged or was not written to its end.");
  }

  InputFile file_;
  std::map<std::string, Matrix> matrices_;
};

/// Splits "text [unit]". Dymola writes more into the brackets, "[unit|display unit]" and
/// "[:#(type=Boolean)]": the unit is what stands before the bar or the colon.
void split_unit(const std::string& text, Signal& signal) {
  signal.description = text;
  if (!text.ends_with(']')) return;
  const std::size_t open = text.rfind('[');
  if (open == std::string::npos || (open > 0 && text[open - 1] != ' ')) return;
  const std::string inside = text.substr(open + 1, text.size() - open - 2);
  signal.unit = inside.substr(0, inside.find_first_of("|:"));
  signal.description.resize(open == 0 ? 0 : open - 1);
  signal.description.resize(signal.description.find_last_not_of(' ') + 1);
}

/// Whether the matrices are transposed, from Aclass.
bool read_class(Reader& reader) {
  const std::vector<std::string> lines = reader.texts(reader.matrix("Aclass"), false);
  if (lines.size() < 4 || lines[0] != "Atrajectory") {
    reader.file().corrupt("its Aclass does not announce a trajectory");
  }
  if (lines[1] != "1.1") {
    reader.file().corrupt(fmt::format("it has version \"{}\" of the layout", lines[1]),
                          "Version 1.1 is known; save the result again in that version.");
  }
  if (lines[3] == "binTrans") return true;
  if (lines[3] == "binNormal") return false;
  reader.file().corrupt(fmt::format("its Aclass says \"{}\"", lines[3]),
                        "Known are binTrans and binNormal.");
}

/// data_2 into the columns of the result.
void read_trajectories(Reader& reader, bool transposed, Result& result) {
  const Matrix& data = reader.matrix("data_2");
  const std::size_t columns = transposed ? data.rows : data.columns;
  const std::size_t rows = transposed ? data.columns : data.rows;
  if (columns == 0) reader.file().corrupt("its data_2 has no variables, not even the time");
  while (result.columns() < columns) result.add_column();
  if (transposed) {
    const std::size_t block_rows = std::max<std::size_t>(1, kBlockBytes / sizeof(double) / columns);
    std::vector<double> block(std::min(block_rows, rows) * columns);
    for (std::size_t first = 0; first < rows; first += block_rows) {
      const std::size_t count = std::min(block_rows, rows - first);
      reader.numbers(data, std::uint64_t{first} * columns, count * columns, block.data());
      for (std::size_t row = 0; row < count; ++row) {
        result.append({block.data() + row * columns, columns});
      }
    }
  } else {
    const std::vector<double> values = reader.numbers(data);
    std::vector<double> line(columns);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < columns; ++i) line[i] = values[i * rows + row];
      result.append(line);
    }
  }
}

/// The first column of data_1.
std::vector<double> read_constants(Reader& reader, bool transposed) {
  if (!reader.has("data_1")) return {};
  const Matrix& data = reader.matrix("data_1");
  const std::vector<double> values = reader.numbers(data);
  if (values.empty()) return {};
  std::vector<double> constants(transposed ? data.rows : data.columns);
  for (std::size_t i = 0; i < constants.size(); ++i) {
    constants[i] = values[transposed ? i : i * data.rows];
  }
  return constants;
}

/// Table and signed row (from 1) of every variable.
std::vector<std::pair<double, double>> read_places(Reader& reader, bool transposed) {
  const Matrix& data = reader.matrix("dataInfo");
  const std::size_t width = transposed ? data.rows : data.columns;
  const std::size_t count = transposed ? data.columns : data.rows;
  if (width < 2) reader.file().corrupt("its dataInfo is too narrow");
  const std::vector<double> values = reader.numbers(data);
  std::vector<std::pair<double, double>> places(count);
  for (std::size_t i = 0; i < count; ++i) {
    places[i] = transposed ? std::pair{values[i * width], values[i * width + 1]}
                           : std::pair{values[i], values[count + i]};
  }
  return places;
}

/// A signed row from 1 as a column from 0, if it exists.
std::optional<std::size_t> column_of(double row, std::size_t columns) {
  const double size = std::abs(row);
  if (!(size >= 1 && size <= static_cast<double>(columns))) return std::nullopt;
  return static_cast<std::size_t>(size) - 1;
}

}  // namespace

Result read_mat(const std::string& file) {
  Reader reader(file);
  const bool transposed = read_class(reader);
  const std::vector<std::string> names = reader.texts(reader.matrix("name"), transposed);
  const auto places = read_places(reader, transposed);
  std::vector<std::string> descriptions(names.size());
  if (reader.has("description")) {
    descriptions = reader.texts(reader.matrix("description"), transposed);
  }
  if (places.size() != names.size() || descriptions.size() != names.size()) {
    reader.file().corrupt(fmt::format("it has {} names, {} descriptions and {} entries in dataInfo",
                                      names.size(), descriptions.size(), places.size()));
  }

  Result result;
  read_trajectories(reader, transposed, result);
  const std::vector<double> constants = read_constants(reader, transposed);
  // the first row of data_1 is the time, unless a variable claims it
  const bool claimed = std::any_of(places.begin(), places.end(), [](const auto& place) {
    return place.first == kConstants && std::abs(place.second) == 1;
  });
  const std::size_t skipped = claimed ? 0 : 1;
  for (std::size_t i = skipped; i < constants.size(); ++i) result.add_constant(constants[i]);

  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [table, row] = places[i];
    Signal signal;
    signal.path = table == kTime ? "time" : names[i];
    split_unit(descriptions[i], signal);
    signal.constant = table == kConstants;
    signal.sign = row < 0 ? -1 : 1;
    if (table != kTime && table != kConstants && table != kTrajectories) {
      result.diagnostics.push_back(
          {Severity::warning, names[i],
           fmt::format("{} is left out: it is stored in data_{}, with times of its own.", names[i],
                       format_number(table)),
           ""});
      continue;
    }
    const auto column = column_of(row, signal.constant ? constants.size() : result.columns());
    if (!column || (table == kTime && row != 1)) {
      reader.file().corrupt(fmt::format("{} refers to row {} of data_{}, which does not exist",
                                        names[i], format_number(row), signal.constant ? 1 : 2));
    }
    signal.column = signal.constant ? *column - skipped : *column;
    if (signal.path.empty()) reader.file().corrupt(fmt::format("variable {} has no name", i + 1));
    const bool is_time = !signal.constant && *column == 0 && signal.sign > 0;
    if (result.has(signal.path) && !(signal.path == "time" && is_time)) {
      reader.file().corrupt(fmt::format("two variables are named {}", signal.path));
    }
    result.add_signal(std::move(signal));
  }
  if (result.rows() > 0) result.stop_time = result.times().back();
  return result;
}

}  // namespace multibond
