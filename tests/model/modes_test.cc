// `either` as flattened: branches, their sizes and how they are nested.
#include "multibond/model/branches.h"
#include "sample.h"

namespace multibond {
namespace {

using namespace sample;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Either, ANestedOneComesAfterTheBranchItIsIn) {
  struct Nested : Model {
    Variable x{this, "x"}, y{this, "y"};
    void equations() override {
      either(
          time() > 1, [&] { equation(x, 1.0); },
          [&] {
            either(
                time() > 2, [&] { equation(x, 2.0); }, [&] { equation(x, 3.0); });
          });
      either(
          time() > 3, [&] { equation(y, 4.0); }, [&] { equation(y, 5.0); });
    }
  } model;
  const System system = flatten(model);
  EXPECT_THAT(system.nesting(),
              ElementsAre(BranchOfMode{}, BranchOfMode{0, false}, BranchOfMode{}));
  EXPECT_EQ(system.modes[0].then.size(), 1u);
  EXPECT_EQ(system.modes[0].otherwise.size(), 0u);
  EXPECT_EQ(system.text(system.modes[1].otherwise[0]), "x = 3");
}

TEST(Either, CountsTheEquationsOfNestedOnes) {
  struct Uneven : Model {
    Variable x{this, "x"}, y{this, "y"};
    void equations() override {
      either(
          time() > 1,
          [&] {
            either(
                time() > 2, [&] { equation(x, 1.0); }, [&] { equation(x, 2.0); });
          },
          [&] {
            equation(x, 3.0);
            equation(y, 3.0);
          });
    }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("states 1 equations while its condition holds and 2 while it does not"));
}

TEST(Either, AChoiceInABranchThatDoesNotHoldIsFalse) {
  const std::vector<BranchOfMode> nesting{{}, {0, true}, {1, false}, {0, false}};
  std::vector<bool> choice{true, true, true, true};
  EXPECT_THAT(counting_modes(nesting, choice), ElementsAre(true, true, false, false));
  EXPECT_THAT(choice, ElementsAre(true, true, false, false));
  choice = {false, true, true, true};
  EXPECT_THAT(counting_modes(nesting, choice), ElementsAre(true, false, false, true));
  EXPECT_THAT(choice, ElementsAre(false, false, false, true));
}

TEST(Either, UnitsAreCheckedInItsBranches) {
  struct Mixed : Model {
    Variable s{this, "s", "m"};
    Parameter<double> v{this, "v", 2.0, "m/s"};
    void equations() override {
      either(
          time() > 1, [&] { equation(s, v); }, [&] { equation(s, 0.0); });
    }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }), HasSubstr("in \"s = v\" the left side is m"));
}

}  // namespace
}  // namespace multibond
