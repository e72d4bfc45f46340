/// Locks: rows that do not move, whatever forces that takes.
#pragma once

#include <vector>

#include <Eigen/Core>

namespace multibond::contact {

/// With the rows b locked, the others respond by
///
///     W' = W - W_b+ W_bb^+ W_+b,   velocities u' = u - W_b+ W_bb^+ u_b
///
/// and the locks take l_b = -W_bb^+ (u_b + W_b+ l). The pseudo-inverse gives redundant locks the
/// forces of least length.
class Locks {
 public:
  Locks() = default;
  Locks(const Eigen::MatrixXd& W, const std::vector<Eigen::Index>& rows);

  bool any() const { return !rows_.empty(); }
  /// W', with zeros in the rows and columns of the locks.
  const Eigen::MatrixXd& response() const { return response_; }
  /// u', with zeros in the rows of the locks.
  Eigen::VectorXd velocity(const Eigen::VectorXd& u) const;
  /// Forces of the locks for the forces l of the other rows; zeros elsewhere.
  Eigen::VectorXd forces(const Eigen::VectorXd& u, const Eigen::VectorXd& l) const;

 private:
  std::vector<Eigen::Index> rows_;
  Eigen::MatrixXd inverse_;  ///< W_bb^+
  Eigen::MatrixXd columns_;  ///< W_+b
  Eigen::MatrixXd response_;
};

}  // namespace multibond::contact
