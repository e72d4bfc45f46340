// Where statements stand: from the line of a model to the message.
#include "multibond/base/source_location.h"

#include "sample.h"

namespace multibond {
namespace {

using namespace sample;
using testing::HasSubstr;
using testing::Not;

/// "source_location_test.cc:12"
std::string here(std::uint32_t line) { return "source_location_test.cc:" + std::to_string(line); }

TEST(SourceLocation, IsWrittenWithoutFolders) {
  EXPECT_EQ(to_string(SourceLocation{"/home/ada/models/crane.cc", 42}), "crane.cc:42");
  EXPECT_EQ(to_string(SourceLocation{"crane.cc", 42}), "crane.cc:42");
  EXPECT_EQ(to_string(SourceLocation{}), "");
}

TEST(SourceLocation, OfTheLibraryIsNotShown) {
  EXPECT_EQ(to_string(SourceLocation{"/usr/include/multibond/library/electrical.h", 7}), "");
  EXPECT_EQ(to_string(SourceLocation{"src/library/mine.cc", 7}), "mine.cc:7");
}

TEST(SourceTable, KeepsAPlaceOnce) {
  SourceTable table;
  const SourceLocation place = SourceLocation::here();
  const std::uint32_t first = table.add(place);
  EXPECT_EQ(table.add(place), first);
  EXPECT_NE(table.add({place.file, place.line + 1}), first);
  EXPECT_EQ(table.add({}), SourceTable::kUnknown);
  EXPECT_EQ(table[first].line, place.line);
}

/// All kinds of statements, each on a line of its own, counted from `first`.
struct Stated : Model {
  Variable x{this, "x"}, z{this, "z"}, r{this, "r"}, y{this, "y"};
  VariableVector<2> v{this, "v"};
  Discrete n{this, "n"};
  Element left{this, "left"}, right{this, "right"};
  std::uint32_t first = 0, connected = 0;
  Stated() {
    connected = __LINE__ + 1;
    connect(left.b, right.a);
    x.start(1.0);
  }
  void equations() override {
    first = __LINE__ + 1;
    equation(der(x), 1.0);
    constraint(z - 1.0, r);
    equation(v, Eigen::Vector2d(1, 2));
    either(
        x > 1, [&] { equation(y, 1.0); }, [&] { equation(y, 2.0); });
    when(x > 2, [&] {
      assign(n, 3.0);  // on a line of its own
    });
    initial_equation(x, 1.0);
    dissipates(x);
  }
};

TEST(SourceLocation, OfEveryStatementIsKept) {
  Stated model;
  const System system = flatten(model);
  const auto place_of = [&](const std::string& text) {
    for (const SystemEquation& e : system.equations) {
      if (system.text(e) == text) return system.place_text(e.place);
    }
    return std::string("not stated");
  };
  const std::uint32_t first = model.first;
  EXPECT_EQ(place_of("der(x) = 1"), here(first));
  EXPECT_EQ(place_of("z - 1 = 0"), here(first + 1));
  EXPECT_EQ(place_of("v[1] = 1"), here(first + 2));
  EXPECT_EQ(place_of("v[2] = 2"), here(first + 2));
  EXPECT_EQ(system.place_text(system.modes[0].place), here(first + 3));
  EXPECT_EQ(system.place_text(system.modes[0].otherwise[0].place), here(first + 4));
  EXPECT_EQ(system.place_text(system.whens[0].place), here(first + 5));
  EXPECT_EQ(system.place_text(system.whens[0].actions[0].place), here(first + 6));
  EXPECT_EQ(system.place_text(system.initial_equations[0].place), here(first + 8));
  EXPECT_EQ(system.place_text(system.powers[0].place), here(first + 9));
  EXPECT_EQ(place_of("right.a.e = left.b.e"), here(model.connected));
  EXPECT_EQ(system.place_text(variable(system, "x").start_place), here(model.connected + 1));
}

TEST(SourceLocation, FollowsTheFactInMessages) {
  struct Mixed : Model {
    Variable s{this, "s", "m"};
    Parameter<double> v{this, "v", 2.0, "m/s"};
    std::uint32_t line = 0;
    void equations() override {
      line = __LINE__ + 1;
      equation(s, v);
    }
  } model;
  const std::string message = message_of([&] { flatten(model); });
  EXPECT_THAT(message, HasSubstr("the right side m/s (velocity) (" + here(model.line) +
                                 "). Correct the equation"));
}

TEST(SourceLocation, OfAWrongConnectionIsTold) {
  struct Wrong : Model {
    Node node{this, "node"};
    Pipe pipe{this, "pipe"};
  } model;
  const std::uint32_t line = __LINE__ + 1;
  const std::string message = message_of([&] { model.connect(model.node, model.pipe); });
  EXPECT_THAT(message, HasSubstr("they cannot be connected (" + here(line) + "). Connect ports"));
}

TEST(SourceLocation, OfAWrongSettingIsTold) {
  Stated model;
  const std::uint32_t line = __LINE__ + 1;
  model.set("left.mm", 3.0);
  model.set("right.m", "heavy");
  const std::string message = message_of([&] { flatten(model); });
  EXPECT_THAT(message, HasSubstr("The model has no parameter left.mm (" + here(line) + ")."));
  EXPECT_THAT(message, HasSubstr("(" + here(line + 1) + ")."));
}

TEST(SourceLocation, OfTextModelsIsWhateverTheySay) {
  struct Read : Model {
    Variable x{this, "x"};
    void equations() override { equation(x, 1.0, {"crane.mo", 7}); }
  } model;
  const System system = flatten(model);
  EXPECT_EQ(system.cited(system.equations[0]), "'x = 1' of the model (crane.mo:7)");
}

}  // namespace
}  // namespace multibond
