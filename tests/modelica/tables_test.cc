// Tables behind the names of the C functions of the Modelica Standard Library.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "modelica/text.h"

namespace multibond::modelica {
namespace {

using testing::HasSubstr;

/// A table over one input, as a library declares it.
const std::string kTable = R"(
  class Table extends ExternalObject;
    function constructor
      input String tableName; input String fileName; input Real table[:, :];
      input Integer columns[:]; input Integer smoothness; input Integer extrapolation;
      output Table object;
      external "C" object = ModelicaStandardTables_CombiTable1D_init2(
        fileName, tableName, table, columns, smoothness, extrapolation);
    end constructor;
    function destructor input Table object;
      external "C" ModelicaStandardTables_CombiTable1D_close(object); end destructor;
  end Table;
  function value input Table table; input Integer column; input Real u; output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(table, column, u); end value;
  function last input Table table; output Real u;
    external "C" u = ModelicaStandardTables_CombiTable1D_maximumAbscissa(table); end last;
)";

TEST(Tables, ValuesLieOnStraightLines) {
  const Result result = run(kTable + R"(
    model M Table t = Table("NoName", "NoName", [0, 0, 5; 1, 2, 5; 2, 0, 7], {2, 3}, 1, 2);
      parameter Real end_ = last(t);
      Real u = 4 * time - 0.5, y = value(t, 1, u), z = value(t, 2, u), x(start = 0, fixed = true);
    equation der(x) = y; end M;)");
  EXPECT_NEAR(result.at("y", 0.25), 1, 1e-9);  // u = 0.5
  EXPECT_NEAR(result.at("z", 0.5), 6, 1e-9);   // u = 1.5
  EXPECT_NEAR(result.at("y", 0.0), -1, 1e-9);  // the first line goes on
  EXPECT_NEAR(result.final("y"), -3, 1e-9);    // and the last one
  EXPECT_EQ(result.final("end_"), 2);
}

TEST(Tables, BeyondTheEndsTheyHoldOrRepeat) {
  const std::string model = R"(
    model M Table t = Table("NoName", "NoName", [0, 1; 1, 3; 2, 1], {2}, 1, KIND);
      Real y = value(t, 1, 10 * time - 3.5); end M;)";
  const auto with = [&](const std::string& kind) {
    std::string text = kTable + model;
    return run(text.replace(text.find("KIND"), 4, kind));
  };
  EXPECT_NEAR(with("1").final("y"), 1, 1e-12);
  EXPECT_NEAR(with("3").final("y"), 2, 1e-12);  // 6.5 is 0.5
  EXPECT_NEAR(with("3").at("y", 0), 2, 1e-12);  // -3.5 is 0.5
}

TEST(Tables, SmoothOnesGoThroughTheirPointsWithoutOvershoot) {
  const std::string model = R"(
    model M Table t = Table("NoName", "NoName", [0, 0; 1, 0; 2, 0; 3, 1; 4, 1; 5, 1], {2}, KIND, 1);
      Real y = value(t, 1, 5 * time), d = der(y); end M;)";
  for (const std::string kind : {"2", "4", "5", "6"}) {
    std::string text = kTable + model;
    const Result result = run(text.replace(text.find("KIND"), 4, kind));
    EXPECT_NEAR(result.at("y", 0.4), 0, 1e-9) << kind;
    EXPECT_NEAR(result.at("y", 0.5), 0.5, 1e-6) << kind;
    EXPECT_NEAR(result.at("y", 0.3), 0, 1e-9) << kind;
    EXPECT_NEAR(result.at("y", 0.9), 1, 1e-9) << kind;
    EXPECT_GT(result.at("d", 0.5), 5.0) << kind;  // 1 per unit of u, five units per second
  }
}

TEST(Tables, AreReadFromTextFiles) {
  const std::string file = testing::TempDir() + "table.txt";
  std::ofstream(file) << "#1\ndouble other(1,2)\n 0 0\n# remark\ndouble mine(3, 2)  # two columns\n"
                         "0 1\n1, 2\n2; 5\n";
  const Result result = run(kTable + R"(
    model M Table t = Table("mine", ")" +
                            file + R"(", fill(0.0, 0, 2), {2}, 1, 1);
      Real y = value(t, 1, 2 * time); end M;)");
  EXPECT_NEAR(result.final("y"), 5, 1e-12);
  EXPECT_NEAR(result.at("y", 0.75), 3.5, 1e-9);
  EXPECT_THAT(refusal(kTable + R"(
    model M Table t = Table("yours", ")" +
                      file + R"(", fill(0.0, 0, 2), {2}, 1, 1);
      Real y = value(t, 1, time); end M;)"),
              HasSubstr("has no table yours"));
}

TEST(Tables, PointsMustRise) {
  EXPECT_THAT(refusal(kTable + R"(
    model M Table t = Table("NoName", "NoName", [0, 0; 2, 1; 1, 2], {2}, 1, 1);
      Real y = value(t, 1, time); end M;)"),
              HasSubstr("2 is followed by 1"));
}

TEST(Tables, OfTimeJumpAtTheirEvents) {
  const Result result = run(R"(
  class Table extends ExternalObject;
    function constructor
      input String tableName; input String fileName; input Real table[:, :]; input Real startTime;
      input Integer columns[:]; input Integer smoothness; input Integer extrapolation;
      input Real shiftTime; input Integer timeEvents; output Table object;
      external "C" object = ModelicaStandardTables_CombiTimeTable_init2(
        fileName, tableName, table, startTime, columns, smoothness, extrapolation, shiftTime,
        timeEvents);
    end constructor;
    function destructor input Table object;
      external "C" ModelicaStandardTables_CombiTimeTable_close(object); end destructor;
  end Table;
  function value input Table table; input Integer column; input Real t; input Real next;
    input Real before; output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(table, column, t, next, before);
  end value;
  function following input Table table; input Real t; output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(table, t); end following;
  model M Table t = Table("NoName", "NoName", [0, 0; 0.5, 1; 0.5, 3; 1, 3], 0.25, {2}, 1, 3, 0.25, 1);
    discrete Real next(start = 0); Real y, area(start = 0, fixed = true);
  equation
    when {time >= pre(next), initial()} then next = following(t, time); end when;
    y = value(t, 1, time, next, pre(next)); der(area) = y; end M;)",
                            "M", 2);
  EXPECT_NEAR(result.at("y", 0.2), 0, 1e-12);  // before it starts
  EXPECT_NEAR(result.at("y", 0.5), 0.5, 1e-9);
  EXPECT_NEAR(result.at("y", 0.8), 3, 1e-9);
  EXPECT_NEAR(result.at("y", 1.5), 0.5, 1e-9);  // again, after one second
  // A triangle of 1/4 and a rectangle of 3/2, and of the next turn the triangle and half of the
  // rectangle.
  EXPECT_NEAR(result.final("area"), 0.25 + 1.5 + 0.25 + 0.75, 1e-8);
}

}  // namespace
}  // namespace multibond::modelica
