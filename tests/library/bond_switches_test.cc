// Switches and diodes.
#include "multibond/library/bonds/switches.h"

#include <cmath>
#include <numbers>

#include "bond_bench.h"
#include "multibond/library/signal_sources.h"

namespace multibond::bonds {
namespace {

using ::testing::HasSubstr;

/// Se -> 1 -> R, part: the part is open from 1 s on.
template <typename Part>
struct Switched : Model {
  signals::Step step{this, "step"};
  Se source{this, "source"};
  J1 loop{this, "loop"};
  R r{this, "r"};
  Part part{this, "part"};
  explicit Switched(int n = 1) {
    for (Element* element : std::initializer_list<Element*>{&source, &loop, &r, &part}) {
      element->n = n;
    }
    step.startTime = 1.0;
    source.e0 = 10.0;
    r.R = 2.0;
    connect(step.y, part.open);
    bond(*this, source, loop);
    bond(*this, loop, r);
    bond(*this, loop, part);
  }
};

/// mSe of a sine -> 1 -> R, part.
template <typename Part>
struct Rectifier : Model {
  mSe source{this, "source"};
  J1 loop{this, "loop"};
  R r{this, "r"};
  Part part{this, "part"};
  Rectifier() {
    source.s.set(sin(time()));
    r.R = 2.0;
    bond(*this, source, loop);
    bond(*this, loop, r);
    bond(*this, loop, part);
  }
};

TEST(Switches, ALeakingSwitchIsAResistanceOrAConductance) {
  Switched<Sw2> model(3);
  model.part.Ron = {0.5, 0.5, 3};
  model.part.Goff = 0.01;
  const Result result = simulate(model, {.stop = 2});
  EXPECT_NEAR(result.at("part.port.f[1]", 0.5), 10 / 2.5, 1e-12);
  EXPECT_NEAR(result.at("part.port.f[3]", 0.5), 10 / 5.0, 1e-12);
  EXPECT_NEAR(result.final("part.port.f[1]"), 10 / 102.0, 1e-12);
  EXPECT_NEAR(result.final("part.port.e[1]"), 1000 / 102.0, 1e-12);
}

TEST(Switches, ALeakingDiodeBlocksPositiveEffort) {
  Rectifier<D2> model;
  model.part.Ron = 0.5;
  model.part.Goff = 0.01;
  const Result result = simulate(model, {.stop = 6, .tolerance = 1e-9});
  EXPECT_NEAR(result.at("part.port.f", 1.5), std::sin(1.5) / 102, 1e-7);
  EXPECT_NEAR(result.at("part.port.f", 4.5), std::sin(4.5) / 2.5, 1e-4);
  ASSERT_FALSE(result.events.empty());
  EXPECT_NEAR(result.events.back().time, std::numbers::pi, 1e-7);
}

TEST(Switches, AKneeIsPassedBeforeALeakingDiodeConducts) {
  Rectifier<D2> model;
  model.part.Ron = 0.0;
  model.part.Goff = 0.0;
  model.part.e0 = -0.25;
  const Result result = simulate(model, {.stop = 4.5, .tolerance = 1e-9});
  EXPECT_NEAR(result.at("part.port.f", 3.2), 0, 1e-9);
  EXPECT_NEAR(result.final("part.port.e"), -0.25, 1e-9);
  EXPECT_NEAR(result.final("part.port.f"), (std::sin(4.5) + 0.25) / 2, 1e-9);
}

TEST(Switches, ADiodeOfAMultibondActsAlongItsDirection) {
  struct Plane : Model {
    Se source{this, "source"};
    J1 loop{this, "loop"};
    R r{this, "r"};
    D2 part{this, "part"};
    explicit Plane(const VectorX& direction) {
      for (Element* element : std::initializer_list<Element*>{&source, &loop, &r, &part}) {
        element->n = 2;
      }
      source.e0 = {5, 1};
      part.d = direction;
      part.Ron = 0.0;
      part.Goff = 0.0;
      bond(*this, source, loop);
      bond(*this, loop, r);
      bond(*this, loop, part);
    }
  };
  // It blocks along (0.6, 0.8), where the effort is 3.8, and lets the flow across it pass.
  const Result blocking = simulate(Plane(VectorX{{3, 4}}), {.stop = 1, .intervals = 1});
  expect_near(final_vector(blocking, "part.port.f", 2), VectorX{{2.72, -2.04}}, 1e-12);
  expect_near(final_vector(blocking, "part.port.e", 2), VectorX{{2.28, 3.04}}, 1e-12);
  const Result conducting = simulate(Plane(VectorX{{-3, -4}}), {.stop = 1, .intervals = 1});
  expect_near(final_vector(conducting, "part.port.f", 2), VectorX{{5, 1}}, 1e-12);
}

TEST(Switches, IdealOnesHaveTwoModes) {
  Switched<Sw> model(3);
  const System system = flatten(model);
  ASSERT_EQ(system.modes.size(), 1u);
  EXPECT_EQ(system.modes[0].then.size(), 3u);
  EXPECT_EQ(system.text(system.modes[0].then[1]), "part.port.f[2] = 0");
  EXPECT_EQ(system.text(system.modes[0].otherwise[1]), "part.port.e[2] = 0");
  EXPECT_EQ(sample::missing_equations(system), 0);

  Rectifier<D> diode;
  const System rectifier = flatten(diode);
  ASSERT_EQ(rectifier.modes.size(), 1u);
  EXPECT_EQ(rectifier.text(rectifier.modes[0].then[0]), "part.f_d = 0");
  EXPECT_EQ(rectifier.text(rectifier.modes[0].then[1]), "part.e_d = part.s");
  EXPECT_EQ(rectifier.text(rectifier.modes[0].otherwise[0]), "part.f_d = part.s");
  EXPECT_EQ(rectifier.text(rectifier.modes[0].otherwise[1]), "part.e_d = 0");
}

TEST(Switches, DiodesThatMakeNoSenseAreRefused) {
  Rectifier<D2> knee;
  knee.part.e0 = 0.7;
  EXPECT_THAT(sample::message_of([&] { flatten(knee); }),
              HasSubstr("part has the knee e0 = 0.7: it conducts negative flow, so that it would "
                        "supply power there."));
  Rectifier<D> nowhere;
  nowhere.part.d = 0.0;
  EXPECT_THAT(sample::message_of([&] { flatten(nowhere); }),
              HasSubstr("part has the direction d = {0}. Give it a direction other than zero."));
  Switched<Sw2> negative;
  negative.part.Ron = -1.0;
  EXPECT_THAT(sample::message_of([&] { flatten(negative); }),
              HasSubstr("part.Ron (resistances when closed) must not be negative"));
}

// -- runs with ideal switches ---------------------------------------------------------------------

TEST(Switches, AnIdealSwitchInterruptsTheFlow) {
  for (const int n : {1, 3}) {
    Switched<Sw> model(n);
    const Result result = simulate(model, {.stop = 2});
    const std::string last = n == 1 ? "" : "[3]";
    EXPECT_NEAR(result.at("part.port.f" + last, 0.5), 5, 1e-12);
    EXPECT_NEAR(result.at("part.port.e" + last, 0.5), 0, 1e-12);
    EXPECT_NEAR(result.final("part.port.f" + last), 0, 1e-12);
    EXPECT_NEAR(result.final("part.port.e" + last), 10, 1e-12);
  }
}

TEST(Switches, AnIdealDiodeConductsNegativeFlowOnly) {
  Rectifier<D> model;
  const Result result = simulate(model, {.stop = 12, .tolerance = 1e-9});
  const std::vector<double> t = result.times(), e = result["part.port.e"],
                            f = result["part.port.f"];
  for (std::size_t k = 0; k < t.size(); ++k) {
    ASSERT_NEAR(f[k], std::min(std::sin(t[k]), 0.0) / 2, 1e-8) << t[k];
    ASSERT_NEAR(e[k], std::max(std::sin(t[k]), 0.0), 1e-8) << t[k];
  }
}

TEST(Switches, AnIdealDiodeAgreesWithALeakingOneInTheLimit) {
  /// A capacitance in series, which the diode lets charge to one side only.
  struct Loop : Model {
    mSe source{this, "source"};
    J1 loop{this, "loop"};
    R r{this, "r"};
    C c{this, "c"};
    Loop() {
      source.s.set(3 * sin(2 * time()));
      bond(*this, source, loop);
      bond(*this, loop, r);
      bond(*this, loop, c);
    }
  };
  struct Ideal : Loop {
    D part{this, "part"};
    Ideal() { bond(*this, loop, part); }
  } ideal;
  struct Leaking : Loop {
    D2 part{this, "part"};
    Leaking() {
      part.Ron = 1e-7;
      part.Goff = 1e-7;
      bond(*this, loop, part);
    }
  } leaking;
  const Result a = simulate(ideal, {.stop = 10, .tolerance = 1e-9});
  const Result b = simulate(leaking, {.stop = 10, .tolerance = 1e-9});
  EXPECT_NEAR(a.final("c.port.e"), b.final("c.port.e"), 1e-5);
}

}  // namespace
}  // namespace multibond::bonds
