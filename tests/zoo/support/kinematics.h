/// Kinematics of a mechanism in joint coordinates, to judge results with: nothing of it is taken
/// from the library.
#pragma once

#include <Eigen/Core>

#include <vector>

#include "mechanism.h"

namespace multibond::zoo {

class Kinematics {
 public:
  explicit Kinematics(const Mechanism& mechanism);

  /// Where the first coordinate of a joint stands among all.
  std::size_t place(std::size_t joint) const { return place_[joint]; }
  /// Joints of the tree, outwards, and those that close loops.
  const std::vector<std::size_t>& tree() const { return tree_; }
  const std::vector<std::size_t>& chords() const { return chords_; }
  /// Poses of all links, along the tree of joints.
  std::vector<Pose> poses(const Eigen::VectorXd& q) const;
  /// What is open: of each joint that is not in the tree the distance and the rotation vector, of
  /// each rod the missing length.
  Eigen::VectorXd gaps(const Eigen::VectorXd& q) const;
  /// Derivative of the gaps, and the rates of the gears, by the coordinates.
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& q) const;
  /// Coordinates less the rank of the Jacobian.
  std::size_t mobility(const Eigen::VectorXd& q) const;
  /// The least singular value of the Jacobian that the literature's mobility counts, by the
  /// largest: 0 where the mechanism could go on in more ways than elsewhere.
  double regularity(const Eigen::VectorXd& q) const;
  /// Newton's method of least change from a guess, the given coordinates held. Throws
  /// std::runtime_error if the mechanism does not close.
  Eigen::VectorXd closed(Eigen::VectorXd guess, const std::vector<std::size_t>& held = {}) const;

 private:
  Eigen::VectorXd gear_changes(const std::vector<Pose>& from, const std::vector<Pose>& to) const;

  const Mechanism& mechanism_;
  std::vector<std::size_t> place_;
  std::vector<std::size_t> tree_, chords_;  ///< joints, in order of the search; those that close
};

Eigen::VectorXd vector_of(const std::vector<double>& values);

}  // namespace multibond::zoo
