#include "multibond/library/bonds/rest.h"

namespace multibond::bonds {

void require_rest(const Sf& source) {
  if (source.f0.values().isZero(0)) return;
  const std::string wall = source.owner()->path();
  throw Error(source.f0.path(),
              source.f0.path() + " is " + source.f0.value_text() + ", but " + wall +
                  " is fixed and cannot move.",
              "Leave it at 0, and drive a joint for a frame that moves.");
}

}  // namespace multibond::bonds
