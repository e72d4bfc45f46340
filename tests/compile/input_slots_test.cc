#include "src/compile/input_slots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/compile/canonical.h"
#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_system;
using ::testing::ElementsAre;

InputSlots lay_out(const System& system) {
  return lay_out_inputs(
      system, select_states(system, reduce_index(system), canonical_order(system).variable_rank));
}

TEST(InputSlots, OfAnEmptyModelHoldTheTime) {
  const System system = read_system("");
  const InputSlots slots = lay_out(system);
  EXPECT_EQ(slots.layout.size, 1u);
  EXPECT_EQ(slots.slot_of_leaf.find(system.pool->time().id()), slots.layout.time);
}

TEST(InputSlots, StandOneKindAfterTheOther) {
  System system = read_system(R"(
    parameter k = 3, m = 4
    variable x, y
    discrete n
    input u
    reaction f
    equation der(der(x)) = -k*x*f + u
    equation der(der(y)) = -m*y*f + pre(n)
    constraint x^2 + y^2 = 1 by f
    when x < 0 then assign(n, pre(n) + 1)
  )");
  system.indicators.push_back(test::read_expression(system, "0 - x"));
  const InputSlots slots = lay_out(system);
  const auto slot = [&](const char* leaf) {
    return slots.slot_of_leaf.find(test::read_expression(system, leaf).id());
  };
  EXPECT_EQ(slots.layout.states, 1u);
  EXPECT_THAT((std::vector{slot("x"), slot("der(x)"), slot("y"), slot("der(y)")}),
              ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(slots.layout.discretes, 5u);
  EXPECT_EQ(slot("n"), 5u);
  EXPECT_EQ(slot("u"), 6u);
  EXPECT_THAT(test::paths(system, slots.discretes), ElementsAre("n", "u"));
  EXPECT_EQ(slots.layout.conditions, 7u);
  EXPECT_EQ(slot("condition[1]"), 7u);
  EXPECT_EQ(slots.layout.pres, 8u);
  EXPECT_EQ(slot("pre(n)"), 8u);
  EXPECT_EQ(slots.pres.size(), 1u);  // asked for twice
  EXPECT_EQ(slots.layout.corrections, 9u);
  EXPECT_EQ(slots.slot_of_leaf.find(system.pool->correction(0).id()), 9u);
  EXPECT_EQ(slots.layout.parameters, 10u);
  EXPECT_EQ(slot("m"), 11u);
  EXPECT_EQ(slots.layout.constants, 12u);
  EXPECT_EQ(slots.layout.size, 12u);
}

TEST(InputSlots, AreNotForWhatIsComputed) {
  const System system = read_system("variable x, y\n equation der(x) = y\n equation y = 2*x");
  const InputSlots slots = lay_out(system);
  EXPECT_FALSE(slots.slot_of_leaf.contains(test::read_expression(system, "y").id()));
  EXPECT_FALSE(slots.slot_of_leaf.contains(test::read_expression(system, "der(x)").id()));
}

}  // namespace
}  // namespace multibond
