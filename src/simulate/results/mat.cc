// Results as MATLAB level-4 files in the layout of Modelica tools ("Atrajectory", version 1.1).
//
// A level-4 file is a row of matrices, each behind a header of five 32-bit integers and a name:
//   type = 1000 M + 100 O + 10 P + T   M machine (0 little-endian), P precision, T 1 for text
//   mrows, ncols, imagf, namlen        elements follow column by column
// The trajectory layout (OpenModelica User's Guide, "The MATv4 Result File Format"), with n
// variables, transposed throughout ("binTrans"), so that the rows of a run follow each other:
//   Aclass       4 x 11   Atrajectory, 1.1, (empty), binTrans
//   name         l x n    paths, padded with NUL
//   description  l x n    texts with the unit behind: "angle of the joint [rad]"
//   dataInfo     4 x n    table (0 time, 1 data_1, 2 data_2); +-(row of that table, from 1);
//                         0 linear interpolation; -1 not defined outside the run
//   data_1       m x 2    what never changes, at the first and at the last time
//   data_2       k x r    what changes, a column per row of the run
// The first row of both tables is the time: readers such as DyMat take row 1 for the abscissa, so
// no constant may be there, and an alias of the time gets a row of its own.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "detail.h"
#include "multibond/base/file.h"
#include "multibond/simulate/result.h"

namespace multibond {
namespace {

using result_detail::kBlockBytes;
using result_detail::kConstants;
using result_detail::kTime;
using result_detail::kTrajectories;

static_assert(std::endian::native == std::endian::little, "files are written little-endian");

constexpr std::int32_t kDouble = 0, kInteger = 20, kText = 51;

/// "description [unit]". An empty unit is spelled out only where the text would look like one.
std::string with_unit(const Signal& signal) {
  if (signal.unit.empty() && !signal.description.ends_with(']')) return signal.description;
  return signal.description + (signal.description.empty() ? "[" : " [") + signal.unit + ']';
}

class Writer {
 public:
  explicit Writer(const std::string& file) : file_(file), out_(file) {}

  void header(std::string_view name, std::int32_t type, std::size_t rows, std::size_t columns) {
    constexpr std::size_t kMost = std::numeric_limits<std::int32_t>::max();
    if (rows > kMost || columns > kMost) {
      throw Error(file_,
                  fmt::format("{} cannot be written: {} would have {} x {} elements, and a MATLAB "
                              "level-4 file counts to {}.",
                              file_, name, rows, columns, kMost),
                  "Ask for fewer output points or write .csv.");
    }
    const std::array<std::int32_t, 5> numbers{type, static_cast<std::int32_t>(rows),
                                              static_cast<std::int32_t>(columns), 0,
                                              static_cast<std::int32_t>(name.size() + 1)};
    out_.write(numbers.data(), sizeof numbers);
    out_.write(name);
    out_.write("\0", 1);
  }

  /// A text per column, padded with NUL; at least one row, as empty matrices trouble readers.
  template <typename Text>
  void texts(std::string_view name, const std::vector<Signal>& signals, Text text) {
    std::size_t length = 1;
    for (const Signal& signal : signals) length = std::max(length, text(signal).size());
    header(name, kText, length, signals.size());
    std::string padded;
    for (const Signal& signal : signals) {
      padded = text(signal);
      padded.resize(length, '\0');
      out_.write(padded);
    }
  }

  void write(const void* data, std::size_t size) { out_.write(data, size); }
  void commit() { out_.commit(); }

 private:
  std::string file_;
  OutputFile out_;
};

void write_class(Writer& out) {
  constexpr std::array<std::string_view, 4> kLines{"Atrajectory", "1.1", "", "binTrans"};
  out.header("Aclass", kText, 4, 11);
  for (std::size_t column = 0; column < 11; ++column) {
    for (const std::string_view line : kLines) {
      out.write(column < line.size() ? &line[column] : "\0", 1);
    }
  }
}

bool is_time_alias(const Signal& signal) {
  return !signal.constant && signal.column == 0 && signal.path != "time";
}

void write_places(Writer& out, const Result& result) {
  out.header("dataInfo", kInteger, 4, result.signals().size());
  for (const Signal& signal : result.signals()) {
    std::size_t row = signal.column + 1;
    if (signal.constant) ++row;                             // behind the time
    if (is_time_alias(signal)) row = result.columns() + 1;  // behind all columns
    const auto signed_row = static_cast<std::int32_t>(row) * (signal.sign < 0 ? -1 : 1);
    const std::int32_t table = signal.constant         ? kConstants
                               : signal.path == "time" ? kTime
                                                       : kTrajectories;
    const std::array<std::int32_t, 4> place{table, signed_row, 0, -1};
    out.write(place.data(), sizeof place);
  }
}

void write_constants(Writer& out, const Result& result) {
  out.header("data_1", kDouble, result.constants() + 1, 2);
  for (const bool at_end : {false, true}) {
    double time = 0;
    if (result.rows() > 0) time = at_end ? result.times().back() : result.times().front();
    out.write(&time, sizeof time);
    for (std::size_t i = 0; i < result.constants(); ++i) {
      const double value = result.constant(i);
      out.write(&value, sizeof value);
    }
  }
}

void write_trajectories(Writer& out, const Result& result) {
  const bool time_again = std::any_of(result.signals().begin(), result.signals().end(),
                                      [](const Signal& signal) { return is_time_alias(signal); });
  const std::size_t columns = result.columns(), height = columns + (time_again ? 1 : 0);
  out.header("data_2", kDouble, height, result.rows());

  // columns in memory, rows in the file: turn some rows at a time
  const std::size_t block_rows = std::max<std::size_t>(1, kBlockBytes / sizeof(double) / height);
  std::vector<double> block(block_rows * height);
  for (std::size_t first = 0; first < result.rows(); first += block_rows) {
    const std::size_t count = std::min(block_rows, result.rows() - first);
    for (std::size_t i = 0; i < height; ++i) {
      const double* column = result.column(i < columns ? i : 0).data() + first;
      for (std::size_t row = 0; row < count; ++row) block[row * height + i] = column[row];
    }
    out.write(block.data(), count * height * sizeof(double));
  }
}

}  // namespace

void write_mat(const Result& result, const std::string& file) {
  Writer out(file);
  write_class(out);
  out.texts("name", result.signals(), [](const Signal& signal) { return signal.path; });
  out.texts("description", result.signals(), with_unit);
  write_places(out, result);
  write_constants(out, result);
  write_trajectories(out, result);
  out.commit();
}

}  // namespace multibond
