/// Small graphs for the tests of single elements.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "model/sample.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/simulate/simulation.h"

namespace multibond::bonds {

/// Value of a bond's variable at the end of a run: all components.
inline VectorX final_vector(const Result& result, const std::string& path, int n) {
  if (n == 1) return VectorX::Constant(1, result.final(path));
  VectorX values(n);
  for (int i = 0; i < n; ++i) values(i) = result.final(path + '[' + std::to_string(i + 1) + ']');
  return values;
}

inline void expect_near(const VectorX& actual, const VectorX& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (int i = 0; i < actual.size(); ++i) {
    EXPECT_NEAR(actual(i), expected(i), tolerance) << "component " << i + 1;
  }
}

/// A one-port fed by a source of effort, or of flow.
template <typename Source, typename Part>
struct Fed : Model {
  Source source{this, "source"};
  Part part{this, "part"};
  explicit Fed(int n = 1) {
    source.n = n;
    part.n = n;
    bond(*this, source, part);
  }
};

/// Se -> part -> R: a two-port between a source of effort and a resistance.
template <typename Part>
struct Between : Model {
  Se source{this, "source"};
  Part part{this, "part"};
  R load{this, "load"};
  Between(int nA, int nB) {
    source.n = nA;
    load.n = nB;
    part.n = nA;
    bond(*this, source, part.port_a);
    bond(*this, part.port_b, load);
  }
  explicit Between(int n = 1) : Between(n, n) {}
};

}  // namespace multibond::bonds
