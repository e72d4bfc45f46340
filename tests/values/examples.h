/// Example models of the library, and results compared to the last bit.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "base/large_size.h"
#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"

namespace multibond::test {

inline const Catalog& catalog() {
  static const Catalog catalog = library_catalog();
  return catalog;
}

/// Many contacts at once: each run takes seconds, with the sanitizers minutes.
inline bool is_heap(const std::string& name) {
  return name == "BrickWall" || name == "MarbleBox" || name == "ChainOnDrum" ||
         name == "SphereBox" || name == "BodyCloud";
}

/// All of them; with the sanitizers every twelfth that is no heap, since they are slow.
inline std::vector<std::string> example_names() {
  constexpr std::size_t kStride = kSanitized ? 12 : 1;
  std::vector<std::string> names;
  std::size_t number = 0;
  for (const CatalogEntry& entry : catalog().entries()) {
    if (!entry.is_model || (kSanitized && is_heap(entry.path))) continue;
    if (number++ % kStride == 0) names.push_back(entry.path);
  }
  return names;
}

inline std::unique_ptr<Component> make(const std::string& name) {
  return catalog().find(name).make(nullptr, name);
}

/// The experiment of a model, the first `part` of it.
inline SimulationOptions options_of(const std::string& name, double part, int intervals = 20) {
  const Experiment& experiment = catalog().find(name).experiment;
  SimulationOptions options;
  options.stop = part * experiment.stop;
  options.solver = experiment.solver;
  options.tolerance = experiment.tolerance;
  options.intervals = intervals;
  return options;
}

/// A name that gtest takes.
inline std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param) {
    if (std::isalnum(static_cast<unsigned char>(c))) name += c;
  }
  return name;
}

inline void expect_identical(const Result& a, const Result& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.events, b.events);
  ASSERT_EQ(a.signals(), b.signals());
  ASSERT_EQ(a.rows(), b.rows());
  for (std::size_t k = 0; k < a.constants(); ++k) {
    ASSERT_EQ(std::bit_cast<std::uint64_t>(a.constant(k)),
              std::bit_cast<std::uint64_t>(b.constant(k)));
  }
  for (std::size_t c = 0; c < a.columns(); ++c) {
    for (std::size_t row = 0; row < a.rows(); ++row) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(a.column(c)[row]),
                std::bit_cast<std::uint64_t>(b.column(c)[row]))
          << "column " << c << " row " << row << ": " << a.column(c)[row] << " and "
          << b.column(c)[row];
    }
  }
}

}  // namespace multibond::test
