#include "multibond/model/class_name.h"

#include "model/sample.h"

namespace multibond {

struct Outside : Model {};

namespace {

struct Hidden : Model {};

TEST(ClassName, LeavesOutOurOwnNamespace) {
  EXPECT_EQ(class_name(typeid(Outside)), "Outside");
  EXPECT_EQ(class_name(typeid(sample::Element)), "sample::Element");
  EXPECT_EQ(short_class_name(typeid(sample::Element)), "Element");
  EXPECT_EQ(short_class_name(typeid(Hidden)), "Hidden");
}

TEST(ClassName, OfAClassInsideOfAFunctionIsItsLastPart) {
  struct Local : Model {};
  EXPECT_EQ(short_class_name(typeid(Local)), "Local");
}

TEST(ModelName, IsTheGivenOneOrThatOfTheClass) {
  EXPECT_EQ(model_name(Hidden()), "Hidden");
  EXPECT_EQ(model_name(Model(nullptr, "crane")), "crane");
}

}  // namespace
}  // namespace multibond
