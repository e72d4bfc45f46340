/// For tests: whether two expressions are one.
#pragma once

#include <algorithm>

#include <gtest/gtest.h>

#include "multibond/symbolic/expr.h"

namespace multibond::test {

inline bool is_same(const Expr& a, const Expr& b) { return same(a, b); }

/// The same of all elements of two lists or vectors.
template <typename A, typename B>
bool is_same_list(const A& a, const B& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same);
}

}  // namespace multibond::test

#define EXPECT_SAME(a, b) EXPECT_PRED2(::multibond::test::is_same, a, b)
#define ASSERT_SAME(a, b) ASSERT_PRED2(::multibond::test::is_same, a, b)
#define EXPECT_SAME_LIST(a, b) EXPECT_TRUE(::multibond::test::is_same_list(a, b))
