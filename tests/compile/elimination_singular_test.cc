#include <gtest/gtest.h>

#include <algorithm>

#include "elimination_models.h"

namespace multibond::testing {
namespace {

bool same_list(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Expr& x, const Expr& y) { return same(x, y); });
}

TEST(SingularBlock, UndeterminedUnknownsAndRepeatedRowsAreNamed) {
  Model model;
  const Expr q = model.state();
  const Expr x = model.unknown(), y = model.unknown(), z = model.unknown();
  model.equation(x + sin(q) * y - 1.0);
  model.equation(2.0 * z - q);
  model.equation(q * x + q * sin(q) * y - q);  // q times the first
  const Elimination result = eliminate(model);
  EXPECT_FALSE(result.regular);
  EXPECT_TRUE(same_list(result.undetermined, std::vector<Expr>{x, y}));
  EXPECT_EQ(result.dependent_rows, (std::vector<std::size_t>{0, 2}));
  EXPECT_TRUE(result.assignments.empty());
}

TEST(SingularBlock, RoundingDoesNotHideASingularity) {
  Model model;
  const Expr x = model.unknown(), y = model.unknown();
  model.equation(0.3 * x + 0.1 * y - 1.0);
  model.equation((0.1 + 0.2) * 3.0 * x + 0.3 * y - 1.0);  // 0.9000000000000001 and 0.3
  EXPECT_FALSE(eliminate(model).regular);
}

TEST(SingularBlock, StructurallySingularBlockIsFound) {
  Model model;
  const Expr q = model.state();
  const Expr x = model.unknown(), y = model.unknown(), z = model.unknown();
  model.equation(x - q);
  model.equation(2.0 * x + 1.0);
  model.equation(x + y + z);
  const Elimination result = eliminate(model);
  EXPECT_FALSE(result.regular);
  EXPECT_TRUE(same_list(result.undetermined, std::vector<Expr>{y, z}));
  EXPECT_EQ(result.dependent_rows, (std::vector<std::size_t>{0, 1}));
}

TEST(SingularBlock, EmptyRowIsNoCrash) {
  Model model;
  const Expr x = model.unknown(), y = model.unknown();
  model.equation(x + y);
  model.equation(model.state());
  const Elimination result = eliminate(model);
  EXPECT_FALSE(result.regular);
  EXPECT_TRUE(same_list(result.undetermined, std::vector<Expr>{x, y}));
  EXPECT_EQ(result.dependent_rows, (std::vector<std::size_t>{1}));
}

TEST(SingularBlock, TooFewRowsAreNoCrash) {
  Model model;
  const Expr x = model.unknown(), y = model.unknown();
  model.equation(x + 2.0 * y);
  EXPECT_FALSE(eliminate(model).regular);
}

TEST(SingularBlock, FloatingNetworkNamesItsPotentials) {
  // Three nodes in a ring of conductances without a ground: the level of the potentials is free.
  Model model;
  std::vector<Expr> v, i;
  for (int k = 0; k < 3; ++k) v.push_back(model.unknown());
  for (int k = 0; k < 3; ++k) i.push_back(model.unknown());
  for (std::size_t k = 0; k < 3; ++k) {
    model.equation(i[k] - model.parameter(0.3 + double(k)) * (v[k] - v[(k + 1) % 3]));
    model.equation(i[k] - i[(k + 1) % 3]);
  }
  const Elimination result = eliminate(model);
  EXPECT_FALSE(result.regular);
  EXPECT_TRUE(same_list(result.undetermined, std::vector<Expr>{v[0], v[1], v[2]}));
  EXPECT_EQ(result.dependent_rows, (std::vector<std::size_t>{1, 3, 5}));
}

TEST(SingularBlock, ParameterThatIsZeroIsNoPivot) {
  Model model;
  const Expr x = model.unknown();
  model.equation(model.parameter(0.0) * x - 1.0);
  EXPECT_FALSE(eliminate(model).regular);
}

TEST(SingularBlock, SingularityAtOneSampleIsNoneOfTheBlock) {
  Model model;
  std::vector<double> values(24, 1.0);
  values[0] = 0.0;
  const Expr q = model.state(values), x = model.unknown();
  model.equation(q * x - 1.0);
  EXPECT_TRUE(eliminate(model).regular);
}

}  // namespace
}  // namespace multibond::testing
