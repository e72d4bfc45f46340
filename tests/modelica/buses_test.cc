// Expandable connectors: what is connected to a bus makes up its variables.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "modelica/text.h"

namespace multibond::modelica {
namespace {

using testing::HasSubstr;

constexpr const char* kParts = R"(
  connector Out = output Real; connector In = input Real; connector Truth = output Boolean;
  expandable connector Bus Real declared; Real unused; end Bus;
  expandable connector Main Bus sub; end Main;
  block Source parameter Real k = 1; Out y; equation y = k * time; end Source;
  block Sink In u; Real twice; equation twice = 2 * u; end Sink;
  model Sender Bus bus; Source a(k = 3), b(k = 5);
  equation connect(a.y, bus.declared); connect(b.y, bus.made); end Sender;
  model Receiver Bus bus; Sink a, b;
  equation connect(bus.declared, a.u); connect(bus.made, b.u); end Receiver;)";

bool has_variable(const System& system, std::string_view path) {
  for (const SystemVariable& variable : system.variables) {
    if (variable.path == path) return true;
  }
  return false;
}

TEST(Buses, SignalsReachWhoAsksForThem) {
  const Result result = run(std::string(kParts) + R"(
    model M Sender sender; Receiver receiver;
    equation connect(sender.bus, receiver.bus); end M;)");
  EXPECT_NEAR(result.final("receiver.a.twice"), 6, 1e-12);
  EXPECT_NEAR(result.final("receiver.b.twice"), 10, 1e-12);
}

TEST(Buses, SignalsPassThroughBusesOfBuses) {
  // The bus in the middle declares nothing but a bus, which gets its names from both sides.
  const Result result = run(std::string(kParts) + R"(
    model M Sender sender; Receiver receiver; Main main;
    equation connect(sender.bus, main.sub); connect(main.sub, receiver.bus); end M;)");
  EXPECT_NEAR(result.final("receiver.b.twice"), 10, 1e-12);
  EXPECT_NEAR(result.final("main.sub.made"), 5, 1e-12);
}

TEST(Buses, WhatIsConnectedToNothingIsAbsent) {
  const System system = flat(std::string(kParts) + R"(
    model M Sender sender; Receiver receiver;
    equation connect(sender.bus, receiver.bus); end M;)",
                             "M");
  EXPECT_TRUE(has_variable(system, "sender.bus.declared"));
  EXPECT_TRUE(has_variable(system, "receiver.bus.made"));
  EXPECT_FALSE(has_variable(system, "sender.bus.unused"));
}

TEST(Buses, ANewSignalHasTheTypeOfItsSource) {
  const Result result = run(std::string(kParts) + R"(
    model M Bus bus; Truth late = time > 0.5; Boolean seen; Truth copy;
    equation connect(late, bus.flag); connect(bus.flag, copy); seen = not copy; end M;)");
  EXPECT_EQ(result.at("seen", 0.4), 1);
  EXPECT_EQ(result.final("seen"), 0);
}

TEST(Buses, ANameWithoutATypeIsToldOf) {
  EXPECT_THAT(refusal(std::string(kParts) + R"(
    model M Bus a; Bus b; equation connect(a.x, b.y); end M;)"),
              HasSubstr("a.x is connected to names of buses only"));
}

}  // namespace
}  // namespace multibond::modelica
