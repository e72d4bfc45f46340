#include "src/compile/part_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/system_text.h"

namespace multibond {
namespace {

using ::testing::ElementsAre;

System parts() {
  return test::read_system(R"(
    component g
    component s
    component s.a
    component s.a.x
    component s.a.y
    component s.b
  )");
}

TEST(PartNames, AreThoseOnTheLevelWhereTheyDiffer) {
  EXPECT_THAT(part_names(parts(), {1, 4}), ElementsAre("g", "s"));
  EXPECT_THAT(part_names(parts(), {4, 6}), ElementsAre("s.a", "s.b"));
  EXPECT_THAT(part_names(parts(), {4, 5}), ElementsAre("s.a.x", "s.a.y"));
}

TEST(PartNames, AreNamedOnce) {
  EXPECT_THAT(part_names(parts(), {1, 4, 5, 4}), ElementsAre("g", "s"));
  EXPECT_THAT(part_names(parts(), {4}), ElementsAre("s"));
}

TEST(PartNames, OfTheModelItselfSayThatItIsTheModel) {
  EXPECT_THAT(part_names(parts(), {0}), ElementsAre("the model"));
  EXPECT_THAT(part_names(parts(), {0, 1}), ElementsAre("g", "the model"));
}

TEST(PartNames, OfAPartAndItsInsideAreThatPart) {
  EXPECT_THAT(part_names(parts(), {2, 4}), ElementsAre("s"));
}

}  // namespace
}  // namespace multibond
