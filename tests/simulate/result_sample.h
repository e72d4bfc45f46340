/// A small result with everything in it, and a directory for files, for the tests of results.
#pragma once

#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "multibond/simulate/result.h"

namespace multibond::result_test {

inline std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Equal to the last bit; not-a-number equals not-a-number.
inline bool same(double a, double b) {
  return bits(a) == bits(b) || (std::isnan(a) && std::isnan(b));
}

/// Values that decimal texts and careless code get wrong.
inline std::vector<double> difficult_values() {
  using Limits = std::numeric_limits<double>;
  return {0.0,
          -0.0,
          0.1 + 0.2,
          1.0 / 3,
          -1e-300,
          Limits::denorm_min(),
          -Limits::denorm_min(),
          Limits::min(),
          Limits::max(),
          Limits::lowest(),
          Limits::epsilon(),
          Limits::quiet_NaN(),
          Limits::infinity(),
          -Limits::infinity(),
          9007199254740993.0,
          123456789.123456789};
}

/// Two trajectories with difficult values, aliases of both signs, constants, a double row.
inline Result sample_result() {
  Result result;
  const std::size_t x = result.add_column(), y = result.add_column();
  const std::size_t g = result.add_constant(9.81), nan = result.add_constant(std::nan(""));
  result.add_signal({"crane.joint1.phi", "rad", "angle of the joint", false, x, 1});
  result.add_signal({"crane.joint1.w", "rad/s", "", false, y, 1});
  result.add_signal({"motor.tau", "N.m", "torque, from \"left\"", false, x, -1});
  result.add_signal({"world.g", "m/s2", "acceleration of gravity", true, g, 1});
  result.add_signal({"world.minus_g", "m/s2", "", true, g, -1});
  result.add_signal({"world.unknown", "", "not known [yet]", true, nan, 1});
  result.add_signal({"R[1,2]", "", "a name with a comma", false, y, 1});
  result.add_signal({"say \"hello\"", "", "", false, y, -1});
  result.add_signal({"Größe.ω", "°C", "UTF-8 throughout: ü", false, x, 1});
  result.add_signal({"clock.time", "s", "an alias of the time", false, 0, 1});
  result.add_signal({"clock.left", "s", "a negated one", false, 0, -1});
  std::mt19937_64 random(5);
  std::vector<double> values = difficult_values();
  for (int i = 0; i < 200; ++i) values.push_back(std::bit_cast<double>(random()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double time = 0.1 * static_cast<double>(i - (i > 50 ? 1 : 0));  // row 50 is doubled
    result.append(std::vector<double>{time, values[i], values[values.size() - 1 - i]});
  }
  return result;
}

inline void expect_same_values(const Result& a, const Result& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.signals().size(), b.signals().size());
  for (const Signal& signal : a.signals()) {
    ASSERT_TRUE(b.has(signal.path)) << signal.path;
    for (std::size_t row = 0; row < a.rows(); ++row) {
      const double left = a.value(signal, row), right = b.value(b.signal(signal.path), row);
      ASSERT_TRUE(same(left, right))
          << signal.path << " row " << row << ": " << left << ' ' << right;
    }
  }
}

/// A directory that is removed at the end of the test.
class Directory {
 public:
  Directory() {
    std::string name = (std::filesystem::temp_directory_path() / "multibond-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    path_ = name;
  }
  ~Directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string operator/(const std::string& name) const { return path_ / name; }
  std::string path() const { return path_; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

inline std::string content(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void put(const std::string& file, const std::string& text) {
  std::filesystem::remove(file);  // file systems write an overwritten file to the disk at once
  std::ofstream(file, std::ios::binary) << text;
}

/// The only diagnostic that a call throws.
template <typename Call>
Diagnostic complaint(Call call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics().size(), 1u);
    return error.diagnostics().front();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

/// Damages a file in many ways; each version must be read or refused with Error, nothing else.
template <typename Read>
void survive_damage(const std::string& good, const std::string& file, int trials, Read read) {
  std::mt19937 random(17);
  int read_well = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::string bad = good;
    const auto place = [&] { return bad.empty() ? 0 : random() % bad.size(); };
    switch (trial % 5) {
      case 0:  // cut off
        bad.resize(place());
        break;
      case 1:  // some bytes changed
        for (unsigned n = 1 + random() % 8; n > 0; --n) bad[place()] = static_cast<char>(random());
        break;
      case 2:  // a 32-bit number changed, near the front, where the sizes are
        for (std::size_t at = random() % std::min<std::size_t>(bad.size() - 4, 400), i = 0; i < 4;
             ++i) {
          const std::uint32_t wild[] = {0, 1, 0x7fffffff, 0xffffffff, 0x10000, 2, 12, 0x80000000};
          bad[at + i] = static_cast<char>(wild[trial / 5 % 8] >> (8 * i));
        }
        break;
      case 3:  // a piece taken out
        bad.erase(place(), random() % 64);
        break;
      default:  // a piece doubled
        bad.insert(place(), bad.substr(place(), random() % 64));
        break;
    }
    put(file, bad);
    try {
      const Result result = read(file);
      for (const Signal& signal : result.signals()) {
        const std::vector<double> values = result[signal.path];
        if (!values.empty()) (void)result.final(signal.path);
      }
      ++read_well;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(file), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(read_well, 0);
  EXPECT_LT(read_well, trials);
}

}  // namespace multibond::result_test
