// The maps of traversals, against std::map.
#include "multibond/symbolic/node_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "multibond/symbolic/fingerprint_map.h"

namespace multibond {
namespace {

void expect_same(const NodeMap& map, const std::map<std::uint32_t, std::uint32_t>& expected,
                 std::uint32_t beyond) {
  ASSERT_EQ(map.size(), expected.size());
  for (const auto& [key, value] : expected) ASSERT_EQ(map.find(key), value) << key;
  for (std::uint32_t key = 0; key < beyond; key += 1 + key / 100) {
    ASSERT_EQ(map.contains(key), expected.contains(key)) << key;
  }
}

TEST(NodeMap, KnowsWhatWasInsertedScatteredOrInARow) {
  std::mt19937 random(3);
  // From few nodes of a large pool to nearly all of a small one.
  for (const std::uint32_t range : {1000000u, 100000u, 30000u, 6000u, 100u}) {
    NodeMap map;
    std::map<std::uint32_t, std::uint32_t> expected;
    for (int k = 0; k < 20000; ++k) {
      const std::uint32_t key = random() % range, value = random() % 1000;
      map.insert(key, value);
      expected[key] = value;
      if (k % 4999 == 0) expect_same(map, expected, 2 * range);
    }
    expect_same(map, expected, 2 * range);
    if (HasFatalFailure()) return;
  }
}

TEST(NodeMap, TakesAFarNodeAfterFewOrManyNearOnes) {
  for (const std::uint32_t near : {40u, 700u, 10000u}) {
    NodeMap map;
    std::map<std::uint32_t, std::uint32_t> expected;
    const auto insert = [&](std::uint32_t key, std::uint32_t value) {
      map.insert(key, value);
      expected[key] = value;
    };
    for (std::uint32_t key = 0; key < near; ++key) insert(key, key + 1);
    for (const std::uint32_t key : {5000000u, 70000u, 9u}) insert(key, 7);
    for (std::uint32_t key = 0; key < 3 * near; ++key) insert(2 * key, key + 2);
    expect_same(map, expected, 6000000);
    if (HasFatalFailure()) return;
  }
}

TEST(FingerprintMap, KnowsWhatWasInserted) {
  FingerprintMap map;
  EXPECT_EQ(map.find({1, 2}), FingerprintMap::kMissing);
  const auto key = [](std::uint32_t k) { return Fingerprints::Value{k / 3, k % 3}; };
  for (std::uint32_t k = 0; k < 5000; ++k) map.insert(key(k), k);
  for (std::uint32_t k = 0; k < 5000; k += 7) map.insert(key(k), k + 1);
  for (std::uint32_t k = 0; k < 5000; ++k) ASSERT_EQ(map.find(key(k)), k + (k % 7 == 0 ? 1 : 0));
  for (std::uint32_t k = 5000; k < 9000; ++k) {
    ASSERT_EQ(map.find(key(k)), FingerprintMap::kMissing);
  }
}

}  // namespace
}  // namespace multibond
