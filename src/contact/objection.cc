#include "objection.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Core>

namespace multibond::contact {

std::string objection(const FrictionProblem& p) {
  const std::size_t n = p.b.size();
  if (p.W.size() != n * n) {
    return fmt::format("W has {} numbers, but b has {}: W must have their square", p.W.size(), n);
  }
  if (!(p.force_scale >= 0) || !std::isfinite(p.force_scale)) {
    return fmt::format("the nominal force is {}", p.force_scale);
  }
  std::vector<int> used(n, 0);
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    const ContactRows& c = p.contacts[i];
    if (c.rows < 1 || c.rows > 4 || (c.bilateral && c.rows != 1)) {
      return fmt::format("contact {} has {} rows", i, c.rows);
    }
    if (c.first > n || static_cast<std::size_t>(c.rows) > n - c.first) {
      return fmt::format("contact {} has rows beyond the {} there are", i, n);
    }
    if (!(c.mu >= 0) || !std::isfinite(c.mu) || !(c.spin >= 0) || !std::isfinite(c.spin)) {
      return fmt::format("contact {} has a friction of {} and a radius of spin of {}", i, c.mu,
                         c.spin);
    }
    for (int row = 0; row < c.rows; ++row) ++used[c.first + static_cast<std::size_t>(row)];
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (used[i] != 1) return fmt::format("row {} belongs to {} contacts", i, used[i]);
    if (!std::isfinite(p.b[i])) return fmt::format("b[{}] is {}", i, p.b[i]);
  }
  const auto rows = static_cast<Eigen::Index>(n);
  const Eigen::Map<const Eigen::MatrixXd> W(p.W.data(), rows, rows);  // symmetric, if it is right
  for (Eigen::Index i = 0; i < rows; ++i) {
    if (!(W(i, i) >= 0)) return fmt::format("W[{},{}] is {}, which is negative", i, i, W(i, i));
    for (Eigen::Index j = 0; j <= i; ++j) {
      if (!std::isfinite(W(i, j)) || !std::isfinite(W(j, i))) {
        return fmt::format("W[{},{}] is not finite", i, j);
      }
      const double size = std::sqrt(W(i, i)) * std::sqrt(W(j, j));
      if (std::abs(W(i, j) - W(j, i)) > 1e-6 * size || std::abs(W(i, j)) > (1 + 1e-6) * size) {
        return fmt::format(
            "W[{},{}] = {} and W[{},{}] = {}: W is not symmetric and positive semi-definite", i, j,
            W(i, j), j, i, W(j, i));
      }
    }
  }
  return {};
}

}  // namespace multibond::contact
