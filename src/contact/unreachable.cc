#include "multibond/contact/unreachable.h"

#include <Eigen/Eigenvalues>

namespace multibond::contact {

bool remove_unreachable(FrictionProblem& problem) {
  constexpr double kNoAnswer = 1e-12, kRounding = 1e-9;
  const auto n = static_cast<Eigen::Index>(problem.b.size());
  if (n == 0) return false;
  const Eigen::Map<const Eigen::MatrixXd> W(problem.W.data(), n, n);  // symmetric
  Eigen::Map<Eigen::VectorXd> b(problem.b.data(), n);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(W);
  if (eigen.info() != Eigen::Success) return false;
  const Eigen::VectorXd& values = eigen.eigenvalues();  // ascending
  Eigen::Index free = 0;
  while (free < n && values[free] < kNoAnswer * values[n - 1]) ++free;
  if (free == 0 || free == n) return false;
  const Eigen::VectorXd part = eigen.eigenvectors().leftCols(free).transpose() * b;
  const double size = part.norm();
  if (size == 0 || size > kRounding * b.cwiseAbs().maxCoeff()) return false;
  b -= eigen.eigenvectors().leftCols(free) * part;
  return true;
}

}  // namespace multibond::contact
