// Every snippet of docs/user-guide.md and docs/drawings.md, as it stands there; docs_test.cc checks
// that none is missing.
// clang-format off
#include "multibond/model/system.h"
#include "multibond/view/drawing.h"
// clang-format on

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "cli/command_runner.h"
#include "multibond/analyze/linearize.h"
#include "multibond/library/bonds/fields.h"
#include "multibond/library/bonds/gyrators.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/nonlinear.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sensors.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/bonds/transformers.h"
#include "multibond/library/electrical.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/planar/planar.h"
#include "multibond/library/planar_points.h"
#include "multibond/library/translational.h"
#include "multibond/simulate/simulation.h"
#include "multibond/symbolic/function.h"
#include "multibond/view/mechanism.h"
#include "multibond/view/scene_json.h"

// clang-format off
namespace multibond {

// -- components -----------------------------------------------------------------------------------

namespace guide_drag {
/// Drag of a fluid: f = k |v| v against the motion.
class QuadraticDrag final : public Component {
 public:
  using Component::Component;
  translational::Flange flange{this, "flange"};
  Parameter<double> k{this, "k", 1.0, "N.s2/m2", "drag constant", Check::non_negative};
  Variable v{this, "v", "m/s", "velocity"};
  void equations() override {
    equation(v, der(flange.s));
    equation(flange.f, k * abs(v) * v);
  }
};
}  // namespace guide_drag

TEST(UserGuide, DragSlowsAMass) {
  struct Coasting : Model {
    translational::Mass mass{this, "mass"};
    guide_drag::QuadraticDrag drag{this, "drag"};
    Coasting() {
      mass.v.start(3.0).fixed();
      connect(mass.flange_b, drag.flange);
    }
  };
  const Result result = simulate(Coasting{}, {.stop = 4, .tolerance = 1e-8});
  EXPECT_NEAR(result.final("mass.v"), 3.0 / 13, 1e-7);
}

// -- functions ------------------------------------------------------------------------------------

class Turbulence final : public Function {  // x |x|, and its slope 2 |x|
 public:
  explicit Turbulence(bool is_slope = false)
      : slope_(is_slope ? nullptr : std::make_shared<Turbulence>(true)) {}
  std::string name() const override { return slope_ ? "turbulence" : "slope of turbulence"; }
  std::size_t arity() const override { return 1; }
  double evaluate(std::span<const double> x) const override {
    return (slope_ ? x[0] : 2.0) * std::abs(x[0]);
  }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return slope_; }

 private:
  std::shared_ptr<const Function> slope_;
};

TEST(UserGuide, AFunctionOfOnesOwnSlowsAMass) {
  struct Coasting : Model {
    std::shared_ptr<const Function> turbulence = std::make_shared<Turbulence>();
    Variable v{this, "v", "m/s", "velocity", StateHint::prefer};
    void equations() override { equation(der(v), -call(turbulence, {v})); }
    Coasting() { v.start(3.0).fixed(); }
  };
  for (const char* solver : {"dop853", "bdf"}) {
    const Result result = simulate(Coasting{}, {.stop = 4, .tolerance = 1e-8, .solver = solver});
    EXPECT_NEAR(result.final("v"), 3.0 / 13, 1e-6) << solver;
  }
}

// -- parameters and variables ---------------------------------------------------------------------

struct GuideMembers : Model {
  Parameter<double>      m{this, "m", 1.0, "kg", "mass", Check::positive};
  Parameter<Vector3>     n{this, "n", {0, 0, 1}, "1", "axis of rotation"};
  Parameter<int>         cells{this, "cells", 10, "1", "number of cells", Check::positive};
  Parameter<bool>        closed{this, "closed", true, "whether the valve is closed"};
  Parameter<std::string> law{this, "law", "linear", "interpolation", {"linear", "cubic"}};
  Variable v{this, "v", "m/s", "velocity", StateHint::prefer};
  Flow     f{this, "f", "N", "force on the component"};            // in ports: sums to zero
  Discrete count{this, "count", 0.0, "1", "number of impacts"};    // changed by `when` only
  Input    u{this, "u", 0.0, "V", "voltage"};                      // given from outside
  VariableVector<3> r{this, "r", "m", "position"};                 // r[1], r[2], r[3] as an Eigen vector
  void equations() override {
    equation(v, 2.0);
    equation(f, u.expr());
    for (int i = 0; i < 3; ++i) equation(r[i], n.element(i));
  }
};

TEST(UserGuide, MembersRegisterThemselves) {
  GuideMembers members;
  EXPECT_EQ(members.parameters().size(), 5u);
  EXPECT_EQ(members.variables().size(), 7u);
}

// -- ports and connections ------------------------------------------------------------------------

namespace guide_ports {
class Pin final : public Port {
 public:
  using Port::Port;
  Variable v{this, "v", "V", "potential"};
  Flow i{this, "i", "A", "current into the component"};
  std::string kind_name() const override { return "electrical pin"; }
};

/// A port that is a place in the plane.
class Place final : public Port {
 public:
  using Port::Port;
  Variable x{this, "x", "m", "position"}, y{this, "y", "m", "position"};
  Flow fx{this, "fx", "N", "force"}, fy{this, "fy", "N", "force"};
  std::string kind_name() const override { return "place"; }
  bool overdetermined() const override { return true; }
  std::size_t cut_size() const override { return 2; }
  std::vector<std::string> reaction_names() const override { return {"fx", "fy"}; }
  LoopCut cut(const Port& other, const std::vector<Expr>& reactions) const override;
};
LoopCut Place::cut(const Port& other, const std::vector<Expr>& reactions) const {
  const auto& place = dynamic_cast<const Place&>(other);
  return {{x - place.x, y - place.y},
          {reactions[0], reactions[1]},
          {-reactions[0], -reactions[1]}};
}
}  // namespace guide_ports

struct GuideTypedPort : Model {
  const PortType pin{"electrical pin",
                     {{"v", "V", "potential"}, {"i", "A", "current into the component", true}}};
  TypedPort plus{this, "plus", pin};   // the same as a Pin
};

TEST(UserGuide, APortCanBeMadeOfItsType) {
  struct Holder : Model {
    guide_ports::Pin pin{this, "pin"};
  } holder;
  EXPECT_TRUE(connectable(GuideTypedPort().plus.type(), holder.pin.type()));
}

TEST(UserGuide, MembersAreFoundByPath) {
  struct Crane : Component {
    using Component::Component;
    planar::Revolute joint{this, "joint"};
  };
  struct Yard : Model {
    Crane crane{this, "crane"};
  } model;
  model.part_at("crane.joint").path();                     // a Component
  model.port_at("crane.joint.frame_b").kind_name();        // a Port
  model.variable_at("crane.joint.phi").start(0.2).fixed();
  model.parameter_at("crane.joint.d").set_text("2 N.m.s/rad");
  EXPECT_TRUE(model.crane.joint.phi.data().fixed);
  EXPECT_EQ(model.crane.joint.mobility.d.value(), 2);
}

TEST(UserGuide, APinIsAPort) {
  struct Holder : Model {
    guide_ports::Pin pin{this, "pin"};
    guide_ports::Place place{this, "place"};
  } holder;
  EXPECT_EQ(holder.pin.kind_name(), "electrical pin");
  EXPECT_EQ(holder.place.cut_size(), 2u);
}

namespace guide_series {
using electrical::Pin;
using electrical::Resistor;
class SeriesR final : public Component {
 public:
  using Component::Component;
  Pin p{this, "p"}, n{this, "n"};
  Resistor a{this, "a"}, b{this, "b"};
  void build() override {
    connect(p, a.p);
    connect(a.n, b.p);
    connect(b.n, n);
  }
};
}  // namespace guide_series

struct GuideChain : Model {
  Parameter<int> n{this, "n", 3, "1", "number of resistors", Check::positive};
  ComponentArray<electrical::Resistor> resistor{this, "resistor"};   // resistor[1], resistor[2], ...
  void build() override { resistor.resize(n.value()); }
};

TEST(UserGuide, PartsAreConnectedAndCounted) {
  struct Divider : Model {
    electrical::ConstantVoltage source{this, "source"};
    guide_series::SeriesR pair{this, "pair"};
    electrical::Ground ground{this, "ground"};
    Divider() {
      connect(source.p, pair.p);
      connect(pair.n, ground.p);
      connect(source.n, ground.p);
    }
  };
  EXPECT_NEAR(simulate(Divider{}, {.stop = 1}).final("pair.a.i"), 0.5, 1e-12);
  GuideChain chain;
  chain.build();
  EXPECT_EQ(chain.resistor.size(), 3u);
}

/// A rod with a constraint, and what falls in the surrounding gravity.
struct GuideFalling : Component {
  using Component::Component;
  Variable h{this, "h", "m", "height", StateHint::prefer};
  Variable w{this, "w", "m/s", "velocity", StateHint::prefer};
  void equations() override {
    const ExprVector2 g = outer<planar_points::Gravity>("Gravity").g;
    equation(w, der(h));
    equation(der(w), g[1]);
  }
};
struct GuidePendulum : Model {
  Parameter<double> length{this, "length", 1.0, "m", "length", Check::positive};
  Variable dx{this, "dx", "m", "place", StateHint::prefer}, dy{this, "dy", "m", "place"};
  Variable vx{this, "vx", "m/s", "velocity"}, vy{this, "vy", "m/s", "velocity"};
  Variable f{this, "f", "N/m", "force by length"};
  void equations() override {
    dx.start(1.0);
    equation(vx, der(dx));
    equation(vy, der(dy));
    equation(der(vx), -2.0 * f * dx);
    equation(der(vy), -2.0 * f * dy - 9.81);
    constraint(dx * dx + dy * dy - length * length, f);   // residual = 0, enforced by the reaction f
  }
};

TEST(UserGuide, SurroundingsAndConstraints) {
  struct Fall : Model {
    planar_points::Gravity gravity{this, "gravity"};
    GuideFalling stone{this, "stone"};
    Fall() {
      stone.h.start(0.0).fixed();
      stone.w.start(0.0).fixed();
    }
  };
  EXPECT_NEAR(simulate(Fall{}, {.stop = 1}).final("stone.h"), -9.81 / 2, 1e-6);
  const Result swing = simulate(GuidePendulum{}, {.stop = 3, .tolerance = 1e-8});
  EXPECT_NEAR(std::hypot(swing.final("dx"), swing.final("dy")), 1, 1e-7);
}

// -- bond graphs ----------------------------------------------------------------------------------

namespace guide_bonds {
struct Charging : Model {
  bonds::Se source{this, "source"};
  bonds::J1 loop{this, "loop"};
  bonds::R r{this, "r"};
  bonds::C c{this, "c"};
  Charging() {
    source.e0 = 10.0;
    c.C = 0.25;
    bond(*this, source, loop);   // junctions make a port for each bond
    bond(*this, loop, r);
    bond(*this, loop, c);
  }
};

struct TwoNodes : Model {
  bonds::Defaults defaults{this, "defaults"};
  bonds::Sf source{this, "source"};
  bonds::J0 nodes{this, "nodes"};
  bonds::R r{this, "r"};
  bonds::CF c{this, "c"};
  TwoNodes() {
    defaults.n = 2;
    source.f0 = {0.5, 0};
    r.R = {30, 75};
    c.C = MatrixX{{0.045, -0.025}, {-0.025, 0.075}};
    bond(*this, source, nodes);
    bond(*this, nodes, r);
    bond(*this, nodes, c);
  }
};

/// Coil: L di/dt = v - R i.
class Coil final : public electrical::OnePort {
 public:
  Coil(Component* owner, std::string_view name) : OnePort(owner, name) {
    i.hint(StateHint::prefer);
    core.state_outside = true;     // the state is i, not the flow of the element
    core.I = L;
    wire.R = R;
    wrap(loop);
    bonds::bond(*this, loop, wire);
    bonds::bond(*this, loop, core);
  }
  Parameter<double> R{this, "R", 1.0, "Ohm", "resistance of the wire", Check::non_negative};
  Parameter<double> L{this, "L", 1.0, "H", "inductance", Check::positive};
  bonds::J1 loop{this, "loop"};
  bonds::R wire{this, "wire"};
  bonds::I core{this, "core"};
};

/// Voice coil: v = k times the velocity, and the force on the cone is k i.
class VoiceCoil final : public electrical::OnePort {
 public:
  VoiceCoil(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.M = k;
    wrap(element, element.port_a);
    bonds::bond(*this, element.port_b, cone);
  }
  translational::Flange flange{this, "flange"};
  Parameter<double> k{this, "k", 1.0, "N/A", "force per current", Check::non_zero};
  translational::FlangeBond cone{this, "cone", flange};
  bonds::GY_flow element{this, "element"};
};

struct Loudspeaker : Model {
  electrical::SineVoltage amplifier{this, "amplifier"};
  Coil coil{this, "coil"};
  VoiceCoil drive{this, "drive"};
  electrical::Ground ground{this, "ground"};
  translational::Mass cone{this, "cone"};
  translational::SpringDamper suspension{this, "suspension"};
  translational::Fixed frame{this, "frame"};
  Loudspeaker() {
    connect(amplifier.p, coil.p);
    connect(coil.n, drive.p);
    connect(drive.n, ground.p);
    connect(amplifier.n, ground.p);
    connect(drive.flange, cone.flange_a);
    connect(cone.flange_b, suspension.flange_a);
    connect(suspension.flange_b, frame.flange);
  }
};

struct Asserted : Model {
  bonds::Se source{this, "source"};
  bonds::J1 loop{this, "loop"};
  bonds::R r{this, "r"};
  Asserted() {
    create<bonds::EffortBond>("asserted", source, loop);   // refused if the loop cannot be given the effort
    bond(*this, loop, r);
  }
};

struct Modulated : Model {
  bonds::De sensor{this, "sensor"};
  bonds::mSe source{this, "source"};
  bonds::mTF_flow rotation{this, "rotation"};
  bonds::NonlinearR friction{this, "friction"};
  Parameter<double> phi{this, "phi", 0.5, "rad", "angle"};
  Modulated() {
    rotation.n = 2;
    connect(sensor.y(0), source.s(0));                       // counted from 0
    rotation.M.set([this] { return ExprMatrix{{cos(phi), -sin(phi)}, {sin(phi), cos(phi)}}; });
    friction.law = [](const Expr& v) { return 3.0 * tanh(v / 0.01); };
  }
};
}  // namespace guide_bonds

TEST(UserGuide, AFirstGraphRuns) {
  using guide_bonds::Charging;
  const Result result = simulate(Charging{}, {.stop = 1});
  const double voltage = result.final("c.port.e");   // 10 (1 - exp(-4)), since R C is 0.25 s
  EXPECT_NEAR(voltage, 10 * (1 - std::exp(-4.0)), 1e-4);
}

TEST(UserGuide, BondGraphsRun) {
  EXPECT_NEAR(simulate(guide_bonds::Asserted{}, {.stop = 1}).final("r.port.f"), 1, 1e-12);
  const Result charging = simulate(guide_bonds::Charging{}, {.stop = 1, .tolerance = 1e-9});
  EXPECT_NEAR(charging.final("c.port.e"), 10 * (1 - std::exp(-4.0)), 1e-7);
  // In the end all current goes through the left resistor, and none into the capacitances.
  const Result nodes = simulate(guide_bonds::TwoNodes{}, {.stop = 200, .tolerance = 1e-9});
  EXPECT_NEAR(nodes.final("c.port.e[1]"), 15, 1e-6);
  EXPECT_NEAR(nodes.final("c.port.e[2]"), 0, 1e-6);
  guide_bonds::Modulated modulated;
  EXPECT_TRUE(modulated.friction.law(Expr(0.0)).is_number(0));
}

TEST(UserGuide, ALoudspeakerHasTheImpedanceOfItsParts) {
  using guide_bonds::Loudspeaker;
  const Result result = simulate(Loudspeaker{}, {.stop = 60, .tolerance = 1e-9});
  // v = (R + j w L + k^2 / (j w m + d + c / (j w))) i, with all parameters 1 and w = 2 pi
  const std::complex<double> s(0, 2 * std::numbers::pi);
  const std::complex<double> current = 1.0 / (1.0 + s + 1.0 / (s + 1.0 + 1.0 / s));
  EXPECT_NEAR(result.final("coil.i"), std::imag(current * std::exp(s * 60.0)), 1e-6);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-7);
}

TEST(UserGuide, OpenedBoxesAreDrawn) {
  using guide_bonds::Loudspeaker;
  const std::filesystem::path before = std::filesystem::current_path();
  const ScratchDirectory scratch;
  std::filesystem::current_path(scratch.file(""));
  Loudspeaker model;
  flatten(model);
  std::ofstream("loudspeaker.svg") << to_svg(draw(model, {.open = {"coil", "drive"}}));
  EXPECT_TRUE(std::filesystem::exists("loudspeaker.svg"));
  std::filesystem::current_path(before);
}

/// A crane with a box to be opened: docs/drawings.md.
struct GuideCrane : Model {
  struct Crane : Component {
    Crane(Component* owner, std::string_view name) : Component(owner, name) {
      connect(wall.flange, joint.flange_a);
    }
    translational::Fixed wall{this, "wall"};
    translational::Damper joint{this, "joint"};
  };
  Crane crane{this, "crane"};
  translational::Mass mass{this, "mass"};
  GuideCrane() { connect(crane.joint.flange_b, mass.flange_a); }
};

TEST(Drawings, CanBeMadeInCpp) {
  GuideCrane model;
  flatten(model);
  Drawing drawing = draw(model, {.open = {"crane.joint"}, .simplify = Simplification::all});
  std::string svg = to_svg(drawing);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
}

// -- events and modes -----------------------------------------------------------------------------

struct GuideEvents : Model {
  Parameter<double> e{this, "e", 0.5, "1", "restitution"}, c{this, "c", 100.0, "N/m", "stiffness"};
  Variable h{this, "h", "m", "height", StateHint::always}, v{this, "v", "m/s", "velocity"};
  Variable s{this, "s", "m", "position"}, f{this, "f", "N", "force"};
  Variable u{this, "u", "1", "signal"}, temperature{this, "temperature", "K", "temperature"};
  Discrete bounces{this, "bounces", 0.0, "1", "number of bounces"};
  Discrete held{this, "held", 0.0, "1", "sampled signal"};
  void equations() override {
    h.start(1.0).fixed();
    v.start(0.0).fixed();
    v.hint(StateHint::always);
    equation(der(h), v);
    equation(der(v), -2.0);
    equation(s, h - 0.5);
    equation(u, time());
    equation(temperature, 300.0 + 80.0 * time());
    when(h <= 0.0, [&] {                        // once, when the condition becomes true
      reinit(v, -e * pre(v));                   // a state jumps
      assign(bounces, pre(bounces) + 1);        // a Discrete changes
    });
    when(sample(0.0, 0.1), [&] { assign(held, u); });              // at 0, 0.1, 0.2, ...
    when(temperature > 400.0, [&] { terminate("too hot"); });      // the run ends
    equation(f, select(s < 0.0, c * s, 0.0));                      // a value that depends on a condition
  }
};

TEST(UserGuide, EventsHappen) {
  const Result result = simulate(GuideEvents{}, {.stop = 2});
  EXPECT_EQ(result.status, RunStatus::terminated);
  EXPECT_NEAR(result.times().back(), 1.25, 1e-9);
  EXPECT_NEAR(result.final("bounces"), 1, 0);
}

struct GuideSwitch : Model {
  Variable v{this, "v", "V", "voltage"}, i{this, "i", "A", "current"};
  Discrete open{this, "open", 0.0, "1", "1 while open"};
  void equations() override {
    when(time() > 0.5, [&] { assign(open, 1.0); });
    equation(v + 2.0 * i, 10.0);
    either(
        open > 0.5,                               // a relation, or a Discrete that `when` changes
        [&] { limit_equation(i, 0.0, v); },       // while it holds
        [&] { equation(v, 0.0); });               // while it does not; as many equations
  }
};

TEST(UserGuide, ModesChange) {
  const Result result = simulate(GuideSwitch{}, {.stop = 1});
  EXPECT_NEAR(result.initial("i"), 5, 1e-12);
  EXPECT_NEAR(result.final("v"), 10, 1e-9);
}

// -- runs -----------------------------------------------------------------------------------------

struct GuideMass : Model {
  translational::Fixed wall{this, "wall"};
  translational::Spring spring{this, "spring"};
  translational::Mass mass{this, "mass"};
  GuideMass() {
    mass.s.start(1.0).fixed();
    mass.v.start(0.0).fixed();
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, mass.flange_a);
  }
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-value"
TEST(UserGuide, ResultsAreReadByName) {
  const std::filesystem::path before = std::filesystem::current_path();
  const ScratchDirectory scratch;
  std::filesystem::current_path(scratch.file(""));
  GuideMass model;
  Result result = simulate(model, {.stop = 5, .tolerance = 1e-8, .solver = "bdf"});
  result.times();                   // one entry per row
  result["mass.s"];                 // all values
  result.final("mass.s");           // also initial(...)
  result.at("mass.s", 2.5);         // linear between rows
  result.events;                    // time, conditions that changed, rounds of the iteration
  result.statistics.steps;          // also rejected, evaluations, jacobians, projections, restarts
  write_result(result, "run.mat");  // or .csv; read_result reads both
  EXPECT_NEAR(result.final("mass.s"), std::cos(5.0), 1e-6);
  EXPECT_EQ(read_result("run.mat").rows(), result.rows());
  std::filesystem::current_path(before);
}

#pragma GCC diagnostic pop

TEST(UserGuide, ModelsAreLinearized) {
  GuideMass model;
  const Linearization l = linearize(model, {.time = 0, .outputs = {"mass.s"}});
  ASSERT_EQ(l.eigenvalues.size(), 2u);
  EXPECT_NEAR(std::abs(l.eigenvalues[0]), 1, 1e-9);
}

// -- planar mechanics -----------------------------------------------------------------------------

namespace guide_planar {
struct Crab : Model {
  planar::World world{this, "world"};
  planar::Fixed rail{this, "rail"};
  planar::Prismatic slide{this, "slide"};
  planar::Body trolley{this, "trolley"};
  planar::Revolute hinge{this, "hinge"};
  planar::FixedTranslation rope{this, "rope"};
  planar::PointMass load{this, "load"};
  Crab() {
    trolley.m = 2.0;
    rope.r = Vector2(0, -3);
    slide.mobility.d = 0.5;              // damping of the joint
    hinge.phi.start(0.6).fixed();
    connect(rail.frame_b, slide.frame_a);
    connect(slide.frame_b, trolley.frame_a);
    connect(trolley.frame_a, hinge.frame_a);
    connect(hinge.frame_b, rope.frame_a);
    connect(rope.frame_b, load.frame_a);
  }
};

struct FourBar : Model {
  planar::World world{this, "world"};
  planar::Fixed left{this, "left"}, right{this, "right"};
  planar::Revolute a{this, "a"}, b{this, "b"}, c{this, "c"}, d{this, "d"};
  planar::Body crank{this, "crank"}, coupler{this, "coupler"}, rocker{this, "rocker"};
  FourBar() {
    right.r = Vector2(2, 0);
    crank.r_ports = Vector2(1, 0);       // one further frame, 1 m along x of the body
    coupler.r_ports = Vector2(2, 0);
    rocker.r_ports = Vector2(1.5, 0);
    a.phi.start(1.0).fixed();            // this angle holds; the others are moved to close the loop
    d.phi.start(1.0);
    connect(left.frame_b, a.frame_a);
    connect(a.frame_b, crank.frame_a);
    connect(crank.port(0), b.frame_a);
    connect(b.frame_b, coupler.frame_a);
    connect(coupler.port(0), c.frame_a);
    connect(c.frame_b, rocker.port(0));
    connect(right.frame_b, d.frame_a);
    connect(d.frame_b, rocker.frame_a);
  }
};

struct PaintedCrab : Crab {
  planar::FixedShape hook{this, "hook"};             // a shape that moves with a frame
  Picture mark{this, "mark"};                        // or anything this model wants to show
  PaintedCrab() {
    load.picture.colour = "gold";                    // name, #rrggbb or #rrggbbaa
    load.picture.length = 0.5;                       // m; width and height likewise
    trolley.picture_CM.visible = false;
    set("rope.picture.shape", "coil");
    world.jointLength = 0.4;                         // usual sizes of all pictures
    hook.picture.shape = "cone";
    connect(rope.frame_b, hook.frame_a);
  }
  void equations() override {
    mark.show(Shape::box, "seagreen", planar::pose(rail.frame_b.position(), 0.0), {1.0, 0.1, 0.1});
  }
};
}  // namespace guide_planar

TEST(UserGuide, PlanarMechanismsMoveByConnection) {
  const Result crab = simulate(guide_planar::Crab{}, {.stop = 5, .tolerance = 1e-9});
  EXPECT_EQ(crab.status, RunStatus::completed);
  EXPECT_LT(std::abs(crab.energy.relative_error()), 1e-7);
  EXPECT_NEAR(crab.at("load.x", 0), 3 * std::sin(0.6), 1e-9);
  const Result linkage = simulate(guide_planar::FourBar{}, {.stop = 2, .tolerance = 1e-9});
  EXPECT_EQ(linkage.status, RunStatus::completed);
  EXPECT_NEAR(linkage.at("a.phi", 0), 1, 1e-12);
  const double dx = linkage.final("coupler.ports[1].x") - linkage.final("rocker.ports[1].x");
  EXPECT_NEAR(dx, 0, 1e-9);
}

TEST(UserGuide, PicturesAreChangedAndAdded) {
  guide_planar::PaintedCrab model;
  Result result = simulate(model, {.stop = 2, .pictures = true});
  std::string drawing = draw_mechanism(result.scene, {.poses = 12});
  std::string document = scene_json(result.scene);
  const Scene& scene = result.scene;
  EXPECT_EQ(scene.item("load.picture").colour, "#ffd700");
  EXPECT_EQ(scene.item("load.picture").size[0].value, 0.5);
  EXPECT_EQ(scene.item("rope.picture").shape, Shape::coil);
  EXPECT_EQ(scene.item("hinge.picture").size[0].value, 0.4);
  EXPECT_EQ(scene.item("hook.picture").shape, Shape::cone);
  EXPECT_EQ(scene.item("mark").colour, "#2e8b57");
  EXPECT_THROW(scene.item("trolley.picture_CM"), Error);
  EXPECT_NE(drawing.find("12 positions"), std::string::npos);
  EXPECT_NE(document.find("\"load.picture\""), std::string::npos);
}

TEST(UserGuide, PicturesAreReadByPath) {
  struct Painted : guide_planar::Crab {};
  Painted model;
  Result result = simulate(model, {.stop = 2, .pictures = true});
  std::string drawing = draw_mechanism(result.scene, {.poses = 12});
  std::string document = scene_json(result.scene);
  Scene::Placed rope = result.scene.placed(result.scene.item("rope.picture"), 0);  // position, rotation, size
  EXPECT_NEAR(rope.size(0), 3, 1e-12);
  EXPECT_NEAR(rope.rotation(0, 0), std::sin(0.6), 1e-9);
}

// -- initialization -------------------------------------------------------------------------------

namespace guide_found {
struct Hanging : Model {
  translational::Fixed ceiling{this, "ceiling"};
  translational::Spring spring{this, "spring"};
  translational::Mass mass{this, "mass"};
  translational::ConstantForce weight{this, "weight"};
  Hanging() {
    mass.m = 2.0;                    // kg
    weight.f_constant = 2.0 * 9.81;  // N
    mass.s.start(0.1).fixed();       // m
    mass.v.start(0.0).fixed();
    mass.a.start(0.0).fixed();
    spring.c.fixed(false);
    connect(ceiling.flange, spring.flange_a);
    connect(spring.flange_b, mass.flange_a);
    connect(weight.flange, mass.flange_b);
  }
};
}  // namespace guide_found

TEST(UserGuide, AStiffnessIsFound) {
  const Result result = simulate(guide_found::Hanging{}, {.stop = 1});
  EXPECT_NEAR(result.initial("spring.c"), 196.2, 1e-8);
  EXPECT_NEAR(result.final("mass.s"), 0.1, 1e-9);
}

}  // namespace multibond
