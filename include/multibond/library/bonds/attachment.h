/// Attachment: the end of a bond at a port of a domain, such as an electrical pin.
///
/// A wrapped component has one for each of its ports; its inner graph begins there. Seen from the
/// whole model, ports that are connected form one junction, and the attachments are its bonds.
#pragma once

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

class Attachment : public OnePort {
 public:
  using OnePort::OnePort;
  /// The port of the domain.
  virtual const Port& outside() const = 0;
  /// Whether connected ports have a common effort (a 0-junction) or a common flow (1).
  virtual bool common_effort() const = 0;
  std::string code() const override { return common_effort() ? "0" : "1"; }
  std::vector<CausalRule> causal_rules() const override { return {}; }
};

}  // namespace multibond::bonds
