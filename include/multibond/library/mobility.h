/// What acts along a mobility of a joint, in the plane and in space.
#pragma once

#include "multibond/library/bonds/attachment.h"
#include "multibond/library/bonds/junctions.h"

namespace multibond {

/// What acts along a mobility of a joint: spring, damper, dry friction, compliant end stops.
///
///     e = c (q - q_ref) + d u                         spring and damper
///       + dry friction: holds up to e_static, slips against e_kinetic
///       + c_stop (q - q_max) + d_stop u  beyond q_max, likewise below q_min; never pulling
///
/// Only what is not zero is built. q and u are the coordinate of the joint and its rate.
class Mobility final : public Component {
 public:
  enum class Kind { rotation, translation };
  Mobility(Component* owner, std::string_view name, Kind kind);

  bonds::BondPort port{this, "port", 1};
  Parameter<double> c, q_ref, d, e_kinetic, e_static, q_min, q_max, c_stop, d_stop;

  /// Whether there is anything to build; reads the parameters.
  bool present() const;
  /// In build() of the joint: bonds it, if there is anything to build, to the 1-junction of the
  /// joint's velocity.
  void attach(bonds::J1& axis);
  /// Before its equations are stated: the coordinate and its rate.
  void along(const Expr& q, const Expr& u);
  void build() override;
  void equations() override;

 private:
  bool stops() const;
  void state_stop(const bonds::Terminal& stop, const Expr& depth, const Expr& rate, double sign);
  Expr q_ = 0.0, u_ = 0.0;
  bonds::Terminal *spring_ = nullptr, *upper_ = nullptr, *lower_ = nullptr;
};

}  // namespace multibond
