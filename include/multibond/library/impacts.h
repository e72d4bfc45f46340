/// How impacts are resolved, for all contacts of a model.
#pragma once

#include "multibond/model/component.h"
#include "multibond/model/contact.h"

namespace multibond {

/// Rules of all impacts of a model; without it the defaults hold.
///
///     law     energetic   the work of restitution is e^2 times that of compression: no energy is
///                         ever gained
///             newton      the velocity after is e times that before
///             poisson     the impulse of restitution is e times that of compression
///     order   sequential    contacts that are hit at one instant have their impacts one after the
///                           other, the fastest first: a cradle of balls
///             simultaneous  all at once, by Newton's law
///
/// The laws differ only where friction couples the normal with the tangents. Contacts that approach
/// slower than v_rest do not rebound: bouncing comes to its end.
class Impacts final : public Component {
 public:
  using Component::Component;
  Parameter<std::string> law{
      this, "law", "energetic", "law of restitution", {"energetic", "newton", "poisson"}};
  Parameter<std::string> order{this,
                               "order",
                               "sequential",
                               "how several contacts share an impact",
                               {"sequential", "simultaneous"}};
  Parameter<double> v_rest{this,           "v_rest", 1e-6, "m/s", "approach without rebound",
                           Check::positive};
  void equations() override;
};

}  // namespace multibond
