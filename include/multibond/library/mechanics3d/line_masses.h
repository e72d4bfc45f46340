/// Masses on the line between two frames, and line forces that have some.
///
/// A point mass at x = x_a + lambda (x_b - x_a) moves with a matrix of each end's velocity:
///
///     frame_a ---> mTF (1 - P) ---> 0 ---> 1 ---> I (m)        v = (1 - P) v_a + P v_b
///     frame_b ---> mTF (P) -------> 0      ^
///                                        gravity
///
/// It has no inertia about the line, and the frames feel no torque.
#pragma once

#include "multibond/library/mechanics3d/forces.h"
#include "multibond/library/mechanics3d/parts.h"

namespace multibond::mechanics3d {

/// Base of the masses between two frames.
class MassOnLine : public Component {
 public:
  MassOnLine(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::non_negative};
  VariableVector<3> x{this, "x", "m", "position of the mass in the world"};
  TranslationBond end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  GivenTransformer share_a{this, "share_a", 3, 3}, share_b{this, "share_b", 3, 3};
  bonds::J0 sum{this, "sum"};
  bonds::J1 motion{this, "motion"};
  bonds::I mass{this, "mass"};
  bonds::VectorTerminal gravity{this, "gravity"};
  Picture picture{this, "picture"};

 protected:
  /// In equations(): where it is, and P.
  void move(const ExprVector3& place, const ExprMatrix3& share);
};

/// Point mass at a fraction of the line from frame_a to frame_b.
class MassAtFraction final : public MassOnLine {
 public:
  using MassOnLine::MassOnLine;
  Parameter<double> lengthFraction{this,
                                   "lengthFraction",
                                   0.5,
                                   "1",
                                   "where it is: 0 at frame_a, 1 at frame_b",
                                   Check::non_negative};
  void equations() override;
};

/// Point mass on the line from frame_a to frame_b, at the distance L from frame_a.
///
/// The line must have a direction: the frames must not meet.
class MassAtDistance final : public MassOnLine {
 public:
  using MassOnLine::MassOnLine;
  Parameter<double> L{this, "L", 0.0, "m", "distance from frame_a", Check::non_negative};
  void equations() override;
};

/// Spring with a point mass on its line.
class SpringWithMass final : public Component {
 public:
  SpringWithMass(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness", Check::non_negative};
  Parameter<double> s0{this, "s0", 0.0, "m", "unstretched length", Check::non_negative};
  Parameter<double> m{this, "m", 1.0, "kg", "mass of the spring", Check::non_negative};
  Parameter<double> lengthFraction{this,
                                   "lengthFraction",
                                   0.5,
                                   "1",
                                   "where the mass is: 0 at frame_a, 1 at frame_b",
                                   Check::non_negative};
  Spring spring{this, "spring"};
  MassAtFraction mass{this, "mass"};
};

/// Line force with a point mass at a fraction of its line.
class LineForceWithMass final : public Component {
 public:
  LineForceWithMass(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  translational::Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::non_negative};
  Parameter<double> lengthFraction{this,
                                   "lengthFraction",
                                   0.5,
                                   "1",
                                   "where the mass is: 0 at frame_a, 1 at frame_b",
                                   Check::non_negative};
  LineForce line{this, "line"};
  MassAtFraction mass{this, "mass"};
};

/// Line force with two point masses at constant distances from its ends: the body and the rod of a
/// hydraulic cylinder.
class LineForceWithTwoMasses final : public Component {
 public:
  LineForceWithTwoMasses(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  translational::Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Parameter<double> m_a{this, "m_a", 1.0, "kg", "mass near frame_a", Check::non_negative};
  Parameter<double> m_b{this, "m_b", 1.0, "kg", "mass near frame_b", Check::non_negative};
  Parameter<double> L_a{this, "L_a", 0.0, "m", "distance of m_a from frame_a", Check::non_negative};
  Parameter<double> L_b{this, "L_b", 0.0, "m", "distance of m_b from frame_b", Check::non_negative};
  LineForce line{this, "line"};
  MassAtDistance mass_a{this, "mass_a"}, mass_b{this, "mass_b"};
};

}  // namespace multibond::mechanics3d
