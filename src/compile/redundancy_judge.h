/// RedundancyJudge: which constraints of a system say a thing twice, at the values it has.
///
/// The redundancy pass asks once. A compiled model asks again when lengths or axes are set, with
/// the same programs.
#pragma once

#include <memory>
#include <vector>

#include "loop_kinematics.h"

namespace multibond {

class RedundancyJudge {
 public:
  /// The system must outlive the judge, and keep its equations. `known`: reactions whose values
  /// other equations give.
  RedundancyJudge(const System& system, LoopValues values, std::vector<std::uint32_t> known = {});
  /// At the values of parameters and the start values that the system has now, if these are
  /// adjustable. Throws Error if a constraint cannot hold.
  Redundancy judge();
  /// If values are adjustable: the parameters that matter.
  std::vector<std::uint32_t> parameters() const;

 private:
  /// Returns the configurations in which it saw the cluster closed.
  std::vector<Redundancy::Configuration> judge(const LoopCluster& cluster,
                                               LoopKinematics& kinematics,
                                               Redundancy& result) const;
  /// Whether the constraints beside the kept ones have forces to stay for.
  bool can_stay(const LoopCluster& cluster, const std::vector<std::size_t>& kept) const;

  const System& system_;
  std::vector<std::uint32_t> known_;
  std::vector<LoopCluster> clusters_;
  std::vector<std::unique_ptr<LoopKinematics>> kinematics_;  ///< of each cluster
};

}  // namespace multibond
