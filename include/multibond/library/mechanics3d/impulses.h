/// Impulses that are given from outside: a cue, an explosion.
///
/// They pass through whatever is connected, as those of contacts do.
#pragma once

#include <limits>

#include "multibond/library/mechanics3d/signal_forces.h"
#include "multibond/model/contact.h"

namespace multibond::mechanics3d {

/// Base of what strikes a frame in one direction.
class Striker : public Component {
 public:
  Striker(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"};
  Parameter<Vector3> n{this, "n", Vector3(1, 0, 0), "1", "direction of the impulse"};
  Parameter<std::string> resolveInFrame{
      this, "resolveInFrame", "world", "frame of n", {"world", "frame_a"}};
  Parameter<double> start{this, "start", 0.0, "s", "when it strikes, unless the signal u says"};
  signals::Signal u{this, "u"};
  Variable rate{this, "rate", "m/s", "velocity of the frame along n"};
  ContactEffort push{this, "push", "N", "force along n: an impulse at an instant, else zero"};
  FrameBonds end{this, "end", frame_a};
  bonds::VectorTerminal source_t{this, "source_t"}, source_r{this, "source_r"};
  Picture picture{this, "picture"};

 protected:
  /// In equations(): the sources, and when to strike.
  Expr state_sources();
};

/// Impulse P along n, at the time `start`, or each time the signal u becomes larger than 0.5.
class Impulse final : public Striker {
 public:
  using Striker::Striker;
  Parameter<double> P{this, "P", 1.0, "N.s", "impulse"};
  void equations() override;
};

/// Energy E given along n, at the time `start`, or each time the signal u becomes larger than 0.5.
///
/// The impulse pushes along n, whichever way the frame moves: it does the work E if the frame moves
/// along n, and -E if it moves against it.
class EnergyInjection final : public Striker {
 public:
  using Striker::Striker;
  Parameter<double> E{this, "E", 1.0, "J", "energy", Check::non_negative};
  void equations() override;
};

}  // namespace multibond::mechanics3d
