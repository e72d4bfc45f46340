/// Models for the tests of elimination: blocks stated as equations, and their solution by the
/// assignments that come out.
#pragma once

#include <cmath>
#include <map>
#include <random>
#include <unordered_map>
#include <vector>

#include <Eigen/Core>

#include "multibond/base/dense.h"
#include "multibond/compile/elimination.h"
#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/pool.h"

namespace multibond::testing {

/// States the equations of a block; states and parameters get random values at the samples.
class Model {
 public:
  explicit Model(std::size_t count = 24, unsigned seed = 1) : count_(count), random_(seed) {}

  /// A known variable: `values` at the samples, or random in [-3, 3].
  Expr state() {
    std::uniform_real_distribution<double> uniform(-3, 3);
    std::vector<double> values(count_);
    for (double& v : values) v = uniform(random_);
    return state(values);
  }
  Expr state(std::vector<double> values) {
    const Expr leaf = pool.variable(next_++);
    known_[leaf.id()] = std::move(values);
    return leaf;
  }
  Expr parameter(double value) {
    const Expr leaf = pool.parameter(next_++);
    known_[leaf.id()] = {value};
    return leaf;
  }
  Expr unknown(std::uint32_t component = 0, bool root = false) {
    const Expr leaf = pool.variable(next_++);
    block.unknowns.push_back({leaf, component, root});
    is_unknown_[leaf.id()] = static_cast<std::uint32_t>(block.unknowns.size() - 1);
    return leaf;
  }
  /// residual = 0
  void equation(const Expr& residual, std::uint32_t component = 0, bool root = false) {
    const auto form =
        linear_form(residual, [&](const Expr& leaf) { return is_unknown_.contains(leaf.id()); });
    block.rows.push_back({form.value(), component, root});
  }

  Samples samples() {
    return Samples(count_, [this](const Expr& leaf) { return known_.at(leaf.id()); });
  }
  std::size_t count() const { return count_; }

  /// Matrix A and right-hand side b of A x = b at a sample.
  std::pair<Eigen::MatrixXd, Eigen::VectorXd> numbers(std::size_t sample) {
    const auto n = static_cast<Eigen::Index>(block.unknowns.size());
    const auto m = static_cast<Eigen::Index>(block.rows.size());
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(m, n);
    Eigen::VectorXd b(m);
    Evaluator evaluate = evaluator(sample);
    for (Eigen::Index r = 0; r < m; ++r) {
      const LinearForm& form = block.rows[static_cast<std::size_t>(r)].form;
      b(r) = -evaluate(form.rest);
      for (const LinearTerm& term : form.terms) {
        a(r, is_unknown_.at(term.unknown.id())) = evaluate(term.coefficient);
      }
    }
    return {a, b};
  }

  /// Unknowns in the order of the block, by the assignments.
  Eigen::VectorXd solve(const Elimination& elimination, std::size_t sample,
                        std::map<std::uint32_t, double> given = {}) {
    std::unordered_map<std::uint32_t, double> assigned(given.begin(), given.end());
    Evaluator evaluate([&](const Expr& leaf) {
      const auto it = assigned.find(leaf.id());
      return it != assigned.end() ? it->second : known(leaf, sample);
    });
    for (const auto& [leaf, value] : elimination.assignments) assigned[leaf.id()] = evaluate(value);
    Eigen::VectorXd x(static_cast<Eigen::Index>(block.unknowns.size()));
    for (std::size_t c = 0; c < block.unknowns.size(); ++c) {
      x(static_cast<Eigen::Index>(c)) = assigned.at(block.unknowns[c].leaf.id());
    }
    return x;
  }

  /// Largest relative error of the solution over all samples, against dense factorization.
  double error(const Elimination& elimination) {
    double largest = 0;
    for (std::size_t s = 0; s < count_; ++s) {
      const auto [a, b] = numbers(s);
      const Eigen::VectorXd exact = dense::carefully_solved(a, b);
      const double e = (solve(elimination, s) - exact).norm() / (1e-300 + exact.norm());
      largest = std::isfinite(e) ? std::max(largest, e) : 1e300;
    }
    return largest;
  }

  double known(const Expr& leaf, std::size_t sample) const {
    const std::vector<double>& values = known_.at(leaf.id());
    return values.size() == 1 ? values[0] : values[sample];
  }
  Evaluator evaluator(std::size_t sample) {
    return Evaluator([this, sample](const Expr& leaf) { return known(leaf, sample); });
  }

  ExprPool pool;
  LinearBlock block;
  std::vector<std::uint32_t> depth;  ///< for the block

 private:
  std::size_t count_;
  std::mt19937 random_;
  std::uint32_t next_ = 0;
  std::unordered_map<std::uint32_t, std::vector<double>> known_;
  std::unordered_map<std::uint32_t, std::uint32_t> is_unknown_;
};

inline Elimination eliminate(Model& model, const EliminationOptions& options = {}) {
  Samples samples = model.samples();
  model.block.depth = model.depth;
  return multibond::eliminate(model.block, samples, options);
}

}  // namespace multibond::testing
