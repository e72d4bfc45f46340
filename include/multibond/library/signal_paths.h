/// Signals: paths of several axes from point to point.
#pragma once

#include "multibond/library/signal_port.h"

namespace multibond::signals {

/// Path from the point q_begin to the point q_end as fast as the limits of all axes allow.
///
///     speed                   q[i] = q_begin[i] + (q_end[i] - q_begin[i]) s
///       |   .---------.
///       |  /           \      All axes move together: the common s goes from 0 to 1 with a
///       constant | /             \     acceleration, a constant speed, and a constant
///       deceleration. The
///       +--------------------> t      slowest axis decides; a short path has no constant speed.
///
/// Beside the positions there are their rates qd and qdd. Before startTime the axes rest at
/// q_begin, afterwards at q_end. The changes of acceleration are time events.
///
/// The outputs exist once the model is built: connect them in build(), after `axes(n)`.
class KinematicPTP final : public Component {
 public:
  using Component::Component;
  Parameter<VectorX> q_begin{this, "q_begin", VectorX::Zero(1), "", "start of each axis"};
  Parameter<VectorX> q_end{this, "q_end", VectorX::Ones(1), "", "end of each axis"};
  Parameter<VectorX> qd_max{
      this, "qd_max", VectorX::Ones(1), "", "largest speed of each axis", Check::positive};
  Parameter<VectorX> qdd_max{
      this, "qdd_max", VectorX::Ones(1), "", "largest acceleration of each axis", Check::positive};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "time at which the motion begins"};
  ComponentArray<Signal> q{this, "q"}, qd{this, "qd"}, qdd{this, "qdd"};
  Signal moving{this, "moving"};
  /// Makes the outputs now, so that they can be connected.
  KinematicPTP& axes(int count);
  /// Time at which the end is reached, of the parameters as they are now.
  double end_time() const;
  void build() override;
  void equations() override;

 private:
  /// Duration of the acceleration, and of the motion as a whole.
  struct Times {
    Expr acceleration, motion;
  };
  Times times() const;
};

}  // namespace multibond::signals
