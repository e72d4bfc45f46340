#include "sum_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "multibond/base/dense.h"

namespace multibond {
namespace {

using Key = std::pair<std::uint32_t, int>;  // variable and order

Key key(const SumTerm& term) { return {term.variable, term.order}; }

/// Rows that hang together with row r, nearest first, r itself left out.
std::vector<std::uint32_t> neighbourhood(const std::vector<SumRow>& rows, std::uint32_t r,
                                         std::size_t most) {
  std::map<Key, std::vector<std::uint32_t>> rows_of;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (i != r && rows[i].active) continue;
    for (const SumTerm& term : rows[i].terms) rows_of[key(term)].push_back(i);
  }
  std::vector<bool> met(rows.size(), false);
  std::vector<std::uint32_t> found{r};
  met[r] = true;
  for (std::size_t next = 0; next < found.size() && found.size() <= most; ++next) {
    for (const SumTerm& term : rows[found[next]].terms) {
      for (const std::uint32_t other : rows_of[key(term)]) {
        if (!met[other]) found.push_back(other);
        met[other] = true;
      }
    }
  }
  found.erase(found.begin());
  return found;
}

}  // namespace

std::vector<std::uint32_t> rows_that_agree(const std::vector<SumRow>& rows, std::uint32_t r) {
  constexpr std::size_t kMost = 400;
  constexpr double kZero = 1e-9;
  const std::vector<std::uint32_t> others = neighbourhood(rows, r, kMost);
  if (others.empty() || others.size() > kMost) return {r};
  // row r = sum of weight * other row
  std::map<Key, Eigen::Index> column;
  const auto place = [&](const SumTerm& term) {
    return column.try_emplace(key(term), static_cast<Eigen::Index>(column.size())).first->second;
  };
  for (const SumTerm& term : rows[r].terms) place(term);
  for (const std::uint32_t other : others) {
    for (const SumTerm& term : rows[other].terms) place(term);
  }
  const auto n = static_cast<Eigen::Index>(column.size());
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(others.size()));
  Eigen::VectorXd b = Eigen::VectorXd::Zero(n);
  for (const SumTerm& term : rows[r].terms) b(place(term)) += term.sign;
  for (std::size_t j = 0; j < others.size(); ++j) {
    for (const SumTerm& term : rows[others[j]].terms) {
      A(place(term), static_cast<Eigen::Index>(j)) += term.sign;
    }
  }
  const Eigen::VectorXd weights = dense::least_norm_solution(A, b, kZero);
  std::vector<std::uint32_t> result{r};
  if ((A * weights - b).cwiseAbs().maxCoeff() > kZero) return result;
  for (std::size_t j = 0; j < others.size(); ++j) {
    if (std::abs(weights(static_cast<Eigen::Index>(j))) > kZero) result.push_back(others[j]);
  }
  return result;
}

}  // namespace multibond
