// Work of flattening grows in proportion to the instances: counted as what it allocates, not timed.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "allocations.h"
#include "text.h"

namespace multibond::modelica {
namespace {

// Components with modifiers, connected in a loop; parts in parts; an array of records.
std::string ladder(int n) {
  return fmt::format(R"(
connector Pin Real v; flow Real i; end Pin;
record Data Real k = 2; Real offset = 0; end Data;
model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  R * p.i = p.v - n.v;
  p.i + n.i = 0;
end Resistor;
model Cell
  Pin p, n;
  parameter Data data;
  Resistor a(R = data.k), b(final R = 3);
equation
  connect(p, a.p);
  connect(a.n, b.p);
  connect(b.n, n);
end Cell;
model M
  constant Integer n = {};
  parameter Data data[n](k = {{2 + 0.1 * i for i in 1:n}});
  Cell cell[n](data = data);
equation
  for i in 1:n - 1 loop
    connect(cell[i].n, cell[i + 1].p);
  end for;
  cell[1].p.v = 1;
  cell[n].n.v = 0;
end M;
)",
                     n);
}

double work(int n) {
  const std::string text = ladder(n);
  const std::size_t before = test::allocations;
  const System system = flat(text, "M");
  const std::size_t used = test::allocations - before;
  EXPECT_GE(system.equations.size(), static_cast<std::size_t>(n));
  return static_cast<double>(used);
}

TEST(FlatteningWork, GrowsInProportionToTheInstances) {
  work(10);  // what is made once
  const double small = work(30), medium = work(300), large = work(3000);
  EXPECT_LT(medium / small, 11);
  EXPECT_LT(large / medium, 11);
}

}  // namespace
}  // namespace multibond::modelica
