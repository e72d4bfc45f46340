#include "multibond/analyze/energy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace multibond {
namespace {

using Kind = EnergyAudit::Kind;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

EnergyAudit sample() {
  EnergyAudit audit;
  audit.entries = {{"body", Kind::stored, 1, 3, 2, 0},
                   {"body.mass", Kind::stored, 0, 5, 5, 0},
                   {"coil.element", Kind::stored, 0, 0, 4, 4},
                   {"idle.mass", Kind::stored, 0, 0, 0, 0},
                   {"source.element", Kind::supplied, 0, 0, 11, 11},
                   {"gear.element", Kind::conserved, 0, 0, 1e-15, 1e-14},
                   {"leak.element", Kind::conserved, 0, 0, 0.5, 9}};
  audit.stored = 11;
  audit.supplied = 11;
  audit.scale = 11;
  return audit;
}

TEST(EnergyTable, SumsTheElementsOfAComponentAndNamesThem) {
  const std::string text = energy_table(sample());
  EXPECT_THAT(text, ContainsRegex("stored +body +7 J +8 J +itself 2 J, mass 5 J\n"));
  EXPECT_THAT(text, ContainsRegex("supplied +source +11 J\n"));
}

TEST(EnergyTable, LeavesOutZerosAndSaysSo) {
  const std::string text = energy_table(sample());
  EXPECT_THAT(text, Not(HasSubstr("idle")));
  EXPECT_THAT(text, Not(HasSubstr("gear")));
  EXPECT_THAT(text, ContainsRegex("conserved +leak +0.5 J\n"));
  EXPECT_THAT(text, HasSubstr("2 rows without energy not shown"));
}

TEST(EnergyTable, ExplainsAMissingEnergyAtTheEnd) {
  const std::string text = energy_table(sample());
  EXPECT_THAT(text, ContainsRegex("stored +coil +4 J +-\n"));
  EXPECT_THAT(text, HasSubstr("-: only the change of this energy is known"));
}

}  // namespace
}  // namespace multibond
