/// Runs of one executable by several threads at once.
#pragma once

#include <barrier>
#include <bit>
#include <cstdint>
#include <thread>
#include <vector>

#include "multibond/program/runner.h"

namespace multibond::test {

/// The bits of all outputs of a new runner that goes through the points some times, and whether
/// each run succeeded.
inline std::vector<std::uint64_t> history(const std::shared_ptr<const Executable>& executable,
                                          std::size_t outputs,
                                          const std::vector<std::vector<double>>& points,
                                          int times) {
  Runner runner(executable);
  std::vector<std::uint64_t> bits;
  std::vector<double> out(outputs);
  for (int i = 0; i < times; ++i) {
    for (const std::vector<double>& in : points) {
      bits.push_back(runner.run(in.data(), out.data()));
      for (const double value : out) bits.push_back(std::bit_cast<std::uint64_t>(value));
    }
  }
  return bits;
}

/// The histories of two threads that run the executable at the same time.
inline std::vector<std::vector<std::uint64_t>> histories_of_two_threads(
    const std::shared_ptr<const Executable>& executable, std::size_t outputs,
    const std::vector<std::vector<double>>& points, int times) {
  std::vector<std::vector<std::uint64_t>> histories(2);
  std::barrier start(2);
  std::vector<std::thread> threads;
  for (auto& mine : histories) {
    threads.emplace_back([&] {
      start.arrive_and_wait();
      mine = history(executable, outputs, points, times);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return histories;
}

}  // namespace multibond::test
