#include "multibond/compile/pictures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_expression;
using test::read_system;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A picture that stands upright at (x, y, 0), of this length.
SystemPicture picture(const Expr& x, const Expr& y, const Expr& length) {
  SystemPicture picture;
  picture.shown.pose.position << x, y, 0.0;
  picture.shown.pose.rotation.setIdentity();
  picture.shown.size << length, 0.1, 0.2;
  return picture;
}

TEST(Pictures, OfAModelThatShowsNothingHaveNoNumbers) {
  System system = read_system("variable x\n equation der(x) = 1");
  const Aliases aliases = remove_aliases(system, canonical_order(system)).aliases;
  EXPECT_THAT(picture_numbers(system), IsEmpty());
  EXPECT_THAT(moving_picture_numbers(system, aliases), IsEmpty());
}

TEST(Pictures, HaveNumbersInAFixedOrder) {
  System system = read_system("parameter L = 3\n variable x, y");
  system.pictures.push_back(picture(read_expression(system, "x"), read_expression(system, "y"),
                                    read_expression(system, "L")));
  system.pictures[0].shown.corners.push_back({read_expression(system, "2*L"), 7.0});
  EXPECT_THAT(test::to_text(system, picture_numbers(system)),
              ElementsAre("x", "y", "0", "L", "0.1", "0.2", "1", "0", "0", "0", "1", "0", "0", "0",
                          "1", "2 * L", "7"));
}

TEST(Pictures, MoveAsTheRemainingVariablesDo) {
  System system = read_system(R"(
    parameter L = 3
    variable x = 1, y, fast, rest
    equation y = -x
    equation fast = 5
    equation der(x) = 2*rest
    equation rest = x^2
  )");
  const auto read = [&](const char* text) { return read_expression(system, text); };
  // y is -x, so that x and -y are one number; fast stands still, and so does L
  system.pictures.push_back(picture(read("x"), read("fast"), read("L")));
  system.pictures.push_back(picture(read("-y"), read("rest"), read("y")));
  const Aliases aliases = remove_aliases(system, canonical_order(system)).aliases;
  EXPECT_THAT(test::to_text(system, moving_picture_numbers(system, aliases)),
              ElementsAre("x", "rest", "-x"));
}

}  // namespace
}  // namespace multibond
