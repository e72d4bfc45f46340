#include "zoo.h"

#include <iterator>

namespace multibond::zoo {

const std::vector<Mechanism>& zoo() {
  static const std::vector<Mechanism> all = [] {
    std::vector<Mechanism> list;
    for (auto family : {overconstrained_linkages, straight_line_linkages, planar_linkages, engines,
                        parallel_robots, suspensions, gear_trains, chains, deployables}) {
      std::vector<Mechanism> members = family();
      std::move(members.begin(), members.end(), std::back_inserter(list));
    }
    return list;
  }();
  return all;
}

Mechanism in_space(Mechanism mechanism) {
  mechanism.planar = false;
  mechanism.name += "InSpace";
  return mechanism;
}

}  // namespace multibond::zoo
