#include "multibond/compile/impulse_response.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "multibond/compile/plan.h"
#include "multibond/program/runner.h"
#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_system;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// The response of a mode, with the values of leaves just before it is entered.
struct Entered {
  Plan plan;
  std::shared_ptr<const ImpulseResponse> response;

  Entered(std::string_view text, std::vector<bool> modes)
      : plan(compile(read_system(text), {.modes = std::move(modes)})),
        response(make_impulse_response(plan)) {}

  std::string leaf_name(const VariableLeaf& leaf) const {
    return plan.original.leaf_name(plan.original.pool->variable(leaf.variable.index(), leaf.order));
  }

  std::vector<double> run(const std::shared_ptr<const Executable>& function, std::size_t outputs,
                          const std::map<std::string, double>& before,
                          const std::vector<double>& conditions = {}) const {
    std::vector<double> in{0.0}, out(outputs);
    for (const SystemParameter& parameter : plan.original.parameters) in.push_back(parameter.value);
    for (const VariableLeaf& leaf : response->leaves) in.push_back(before.at(leaf_name(leaf)));
    in.insert(in.end(), conditions.begin(), conditions.end());
    Runner runner(function);
    EXPECT_TRUE(runner.run(in.data(), out.data()));
    return out;
  }
};

// Two flywheels and a clutch between them.
constexpr const char* kClutch = R"(
  parameter J1 = 2, J2 = 3
  variable w1 = 10, w2 = 0, torque
  discrete engaged = 0
  equation J1*der(w1) = -torque
  equation J2*der(w2) = torque
  either engaged > 0.5 then w1 = w2 else torque = 0
)";

TEST(ImpulseResponse, OfAClutchThatEngagesConservesMomentum) {
  const Entered clutch(kClutch, {true});
  const ImpulseResponse& response = *clutch.response;
  const std::map<std::string, double> before{{"w1", 10}, {"w2", 0}, {"torque", 0}, {"engaged", 1}};
  // One equation was differentiated: it makes up for the difference of the speeds.
  ASSERT_EQ(response.residual_rows.size(), 1u);
  EXPECT_THAT(response.row_texts[response.residual_rows[0]], HasSubstr("w1 = w2"));
  EXPECT_THAT(clutch.run(response.residuals, 1, before), ElementsAre(10));

  // J z = -residual, for jumps of w1 and w2 and the impulse of the torque
  const auto entries = clutch.run(response.matrix, response.entries.size(), before);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, 3);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    J(response.entries[k].row, response.entries[k].column) = entries[k];
  }
  Eigen::VectorXd right = Eigen::VectorXd::Zero(3);
  right[static_cast<Eigen::Index>(response.residual_rows[0])] = -10;
  const Eigen::VectorXd z = J.inverse() * right;
  const auto jump = [&](const char* path) {
    const VariableId variable(test::variable(clutch.plan.original, path));
    const auto at = std::ranges::find(response.columns, variable);
    return z[at - response.columns.begin()];
  };
  EXPECT_NEAR(jump("w1"), -6, 1e-12);  // both at 4: 2 * 10 = (2 + 3) * 4
  EXPECT_NEAR(jump("w2"), 4, 1e-12);
  EXPECT_NEAR(jump("torque"), 12, 1e-12);
}

TEST(ImpulseResponse, TellsWhatCanJumpFromWhatCanBeAnImpulse) {
  const Entered clutch(kClutch, {true});
  const auto finite = [&](const char* path) {
    return clutch.response->is_finite(VariableId(test::variable(clutch.plan.original, path)));
  };
  EXPECT_TRUE(finite("w1"));
  EXPECT_TRUE(finite("w2"));
  EXPECT_FALSE(finite("torque"));
  EXPECT_FALSE(finite("engaged"));
}

TEST(ImpulseResponse, OfAModeThatForbidsNothingIsNone) {
  const Entered clutch(kClutch, {false});
  EXPECT_THAT(clutch.response->residual_rows, IsEmpty());
  EXPECT_THAT(clutch.response->entries, IsEmpty());
}

TEST(ImpulseResponse, SaysWhereTheStatesOfTheModeComeFrom) {
  const Entered clutch(kClutch, {true});
  ASSERT_EQ(clutch.plan.states(), 1u);
  ASSERT_EQ(clutch.response->states.size(), 1u);
  const ImpulseResponse::StateSource& source = clutch.response->states[0];
  EXPECT_EQ(std::string(clutch.plan.original.variables[source.leaf.variable.index()].path)[0], 'w');
  EXPECT_EQ(source.sign, 1);
}

// A switch that closes by a voltage or by hand.
constexpr const char* kSwitch = R"(
  variable v = 1, i, q = 1
  discrete hand = 0
  equation 2*der(v) = -i
  equation der(q) = -q
  either v > 3*q or hand > 0.5 then v = 0 else i = 0
)";

TEST(ImpulseResponse, TakesTheConditionsOfTheModesApart) {
  const Entered switched(kSwitch, {false});
  const ImpulseResponse& response = *switched.response;
  EXPECT_EQ(response.conditions, 2u);
  ASSERT_EQ(response.mode_uses.size(), 1u);
  EXPECT_EQ(response.mode_uses[0].size(), 2u);
  const std::map<std::string, double> before{{"v", 7}, {"q", 2}, {"hand", 0}};
  EXPECT_THAT(switched.run(response.indicators, 2, before), UnorderedElementsAre(1, -0.5));
  EXPECT_THAT(switched.run(response.mode_conditions, 1, before, {1, 0}), ElementsAre(1));
  EXPECT_THAT(switched.run(response.mode_conditions, 1, before, {0, 0}), ElementsAre(0));
}

TEST(ImpulseResponse, SaysHowIndicatorsFollowTheVariables) {
  const Entered switched(kSwitch, {false});
  const ImpulseResponse& response = *switched.response;
  const auto slopes = switched.run(response.gradients, response.gradients_of.size(),
                                   {{"v", 7}, {"q", 2}, {"hand", 0}});
  std::map<std::string, double> by_variable;
  for (std::size_t k = 0; k < slopes.size(); ++k) {
    const ImpulseResponse::Gradient& of = response.gradients_of[k];
    by_variable[std::string(switched.plan.original.variables[of.variable.index()].path)] =
        slopes[k];
  }
  EXPECT_EQ(by_variable.at("v"), 1);
  EXPECT_EQ(by_variable.at("q"), -3);
}

}  // namespace
}  // namespace multibond
