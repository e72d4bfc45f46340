// The worked example of CONTRIBUTING.md.
#include "docs/quadratic_drag.h"

#include <gtest/gtest.h>

#include "multibond/model/catalog_description.h"
#include "multibond/simulate/simulation.h"

namespace multibond {

// clang-format off
TEST(QuadraticDrag, SlowsAMassHyperbolically) {
  struct Coasting : Model {
    translational::Mass mass{this, "mass"};
    translational::QuadraticDrag drag{this, "drag"};
    Coasting() {
      mass.m = 2.0;
      mass.v.start(3.0).fixed();
      drag.k = 0.5;
      connect(mass.flange_b, drag.flange);
    }
  };
  const Result result = simulate(Coasting{}, {.stop = 4, .tolerance = 1e-8});
  // 3 / (1 + 0.5 * 3 * 4 / 2); ten times the tolerance for the whole run
  EXPECT_NEAR(result.final("mass.v"), 0.75, 1e-7);
}
// clang-format on

TEST(QuadraticDrag, CanBeFoundInACatalog) {
  using translational::QuadraticDrag;
  Catalog catalog;
  // clang-format off
  catalog.add<QuadraticDrag>("Translational.QuadraticDrag", "Drag of a fluid, f = k |v| v.");
  // clang-format on
  EXPECT_EQ(describe(catalog.find("Translational.QuadraticDrag")).parameters.at(0).name, "k");
}

}  // namespace multibond
