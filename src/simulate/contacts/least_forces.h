/// Forces of closed contacts that give them accelerations.
///
/// A x = b for the response A of contacts to their forces. Redundant contacts have many x: the
/// least is taken, with rows and columns scaled by the diagonal. Contacts that do not feel each
/// other are problems of their own, and small ones.
#pragma once

#include <vector>

#include <Eigen/Core>

namespace multibond {

/// The least x with A x = b, as far as A has the rank for it.
Eigen::VectorXd least_forces(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

/// The same for many b, with weights.
class LeastForces {
 public:
  LeastForces(const Eigen::MatrixXd& A, const Eigen::VectorXd& weights);
  /// Adds the least x with A x = b.
  void add(const Eigen::VectorXd& b, Eigen::VectorXd& x) const;

 private:
  struct Group {
    std::vector<Eigen::Index> rows;
    Eigen::MatrixXd inverse;
  };
  std::vector<Group> groups_;
};

}  // namespace multibond
