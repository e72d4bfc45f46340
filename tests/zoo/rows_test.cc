// Rows of overconstrained linkages: dozens of redundant constraints in one mechanism, other ones in
// each position.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/large_size.h"
#include "support/judge.h"
#include "support/kinematics.h"
#include "support/row.h"
#include "support/zoo.h"

namespace multibond::zoo {
namespace {

const Mechanism& linkage(const std::string& name) {
  const auto& all = zoo();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Mechanism& m) { return m.name == name; });
  if (found == all.end()) throw std::logic_error(name);
  return *found;
}

void expect_sound(const std::string& name, std::size_t count) {
  const Mechanism m = row_of(linkage(name), test::large_size(count));
  SCOPED_TRACE(m.name);
  ASSERT_EQ(Kinematics(m).mobility(vector_of(start_of(m))), 1u);
  const auto model = model_of(m);
  EXPECT_EQ(freedom_of(*model), freedom_of(m));
  const Result result = run(*model, 10, 1e-9, 100);
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(complaints(result), "");
  EXPECT_LT(result.largest_residual, 1e-10);
  const Quality quality = quality_of(m, result);
  EXPECT_LT(quality.gap, 1e-10);
  EXPECT_LT(quality.energy, 1e-7) << "of " << quality.moving << " J";
}

/// Sixty constraints, of which ten are redundant. Five turns: no fifty of them are independent on
/// all of that way, though some are wherever one looks at the start of it.
TEST(Rows, OfBricardLinkagesTurn) { expect_sound("BricardPlaneSymmetric", 10); }

TEST(Rows, OfTrihedralLinkagesTurn) { expect_sound("BricardTrihedral", 10); }

/// Half of the constraints are redundant.
TEST(Rows, OfBennettLinkagesSwing) { expect_sound("Bennett", 10); }

TEST(Rows, OfMyardLinkagesSwing) { expect_sound("Myard5R", 10); }

}  // namespace
}  // namespace multibond::zoo
