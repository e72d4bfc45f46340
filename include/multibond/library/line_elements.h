/// What acts along the line between two frames, in the plane and in space: springs, dampers, and
/// any parts of one-dimensional mechanics.
///
/// `Line` is the base of such elements (planar/forces.h, mechanics3d/forces.h): a 0-junction `node`
/// of the relative velocity v, the distance s and the force f, positive in tension.
#pragma once

#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/translational.h"

namespace multibond {

/// Spring along a line: f = c (s - s0).
template <typename Line>
class LineSpring : public Line {
 public:
  LineSpring(Component* owner, std::string_view name);
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness", Check::non_negative};
  Parameter<double> s0{this, "s0", 0.0, "m", "unstretched length", Check::non_negative};
  bonds::Terminal element{this, "element", "C", bonds::CausalRule::Kind::capacitive};
  void equations() override;
};

/// Damper along a line: f = d v.
template <typename Line>
class LineDamper : public Line {
 public:
  LineDamper(Component* owner, std::string_view name);
  Parameter<double> d{this, "d", 1.0, "N.s/m", "damping constant", Check::non_negative};
  bonds::R element{this, "element"};
};

/// Spring and damper in parallel along a line: f = c (s - s0) + d v.
template <typename Line>
class LineSpringDamper : public Line {
 public:
  LineSpringDamper(Component* owner, std::string_view name);
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness", Check::non_negative};
  Parameter<double> d{this, "d", 1.0, "N.s/m", "damping constant", Check::non_negative};
  Parameter<double> s0{this, "s0", 0.0, "m", "unstretched length", Check::non_negative};
  bonds::J1 parallel{this, "parallel"};
  bonds::Terminal spring{this, "spring", "C", bonds::CausalRule::Kind::capacitive};
  bonds::R damper{this, "damper"};
  void equations() override;
};

/// Spring and damper in series along a line: f = c (s_spring - s0) = d (v - der(s_spring)).
template <typename Line>
class LineSpringDamperSeries : public Line {
 public:
  LineSpringDamperSeries(Component* owner, std::string_view name);
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness", Check::positive};
  Parameter<double> d{this, "d", 1.0, "N.s/m", "damping constant", Check::positive};
  Parameter<double> s0{
      this, "s0", 0.0, "m", "unstretched length of the spring", Check::non_negative};
  Variable s_spring{this, "s_spring", "m", "length of the spring", StateHint::prefer};
  bonds::Terminal spring{this, "spring", "C", bonds::CausalRule::Kind::capacitive};
  bonds::G damper{this, "damper"};
  void equations() override;
};

/// Line of action of one-dimensional parts: what is connected between the flanges acts along it,
/// and so does the signal `tension`, zero if it is not connected.
///
/// flange_b.s - flange_a.s is the distance of the frames, flange_a.s = 0.
template <typename Line>
class LineOfAction : public Line {
 public:
  LineOfAction(Component* owner, std::string_view name);
  translational::Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  signals::Signal tension{this, "tension"};
  translational::FlangeBond flange_end{this, "flange_end", flange_b, this->v};
  bonds::J1 parallel{this, "parallel"};
  bonds::VectorTerminal drive{this, "drive", 1};
  translational::FlangeBond base_end{this, "base_end", flange_a};
  bonds::Terminal housing{this, "housing", "Sf", bonds::CausalRule::Kind::flow_source};
  void equations() override;
};

template <typename Line>
LineSpring<Line>::LineSpring(Component* owner, std::string_view name) : Line(owner, name) {
  bonds::bond(*this, this->node, element);
}

template <typename Line>
void LineSpring<Line>::equations() {
  Line::equations();
  const Expr stretch = this->s - s0;
  this->equation(element.effort(), c * stretch);
  this->stores(0.5 * c * stretch * stretch);
}

template <typename Line>
LineDamper<Line>::LineDamper(Component* owner, std::string_view name) : Line(owner, name) {
  element.n = 1;
  element.R = d.expr();
  bonds::bond(*this, this->node, element);
}

template <typename Line>
LineSpringDamper<Line>::LineSpringDamper(Component* owner, std::string_view name)
    : Line(owner, name) {
  parallel.n = 1;
  damper.n = 1;
  damper.R = d.expr();
  bonds::bond(*this, {this->node, parallel, spring});
  bonds::bond(*this, parallel, damper);
}

template <typename Line>
void LineSpringDamper<Line>::equations() {
  Line::equations();
  const Expr stretch = this->s - s0;
  this->equation(spring.effort(), c * stretch);
  this->stores(0.5 * c * stretch * stretch);
}

template <typename Line>
LineSpringDamperSeries<Line>::LineSpringDamperSeries(Component* owner, std::string_view name)
    : Line(owner, name) {
  damper.n = 1;
  damper.G = 1 / d.expr();
  bonds::bond(*this, this->node, spring);
  bonds::bond(*this, this->node, damper);
}

template <typename Line>
void LineSpringDamperSeries<Line>::equations() {
  Line::equations();
  const Expr stretch = s_spring - s0;
  this->equation(spring.effort(), c * stretch);
  this->equation(spring.flow(), der(s_spring));
  this->stores(0.5 * c * stretch * stretch);
}

template <typename Line>
LineOfAction<Line>::LineOfAction(Component* owner, std::string_view name) : Line(owner, name) {
  this->flange_tells_rate_ = true;
  parallel.n = 1;
  bonds::bond(*this, {this->node, parallel, flange_end});
  bonds::bond(*this, drive, parallel);
  bonds::bond(*this, housing, base_end);
}

template <typename Line>
void LineOfAction<Line>::equations() {
  Line::equations();
  this->equation(flange_a.s, 0.0);
  this->equation(flange_b.s, this->s);
  if (!this->is_connected(tension)) this->equation(tension.value, 0.0);
  this->equation(drive.port.e[0], -tension.value);  // a source pushes, a tension pulls
  this->supplies(-drive.port.power());
}

}  // namespace multibond
