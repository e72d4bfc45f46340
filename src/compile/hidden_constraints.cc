#include "multibond/compile/hidden_constraints.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

#include "multibond/base/dense.h"

namespace multibond {
namespace {

/// Factors of a combination below this, relative to the largest, are rounding.
constexpr double kRounding = 1e-12;
/// Larger blocks are not searched: the dense decomposition would take too long.
constexpr std::size_t kLargestBlock = 600;

bool is_constant(const Expr& e) {
  return !depends_on(e, [](const Expr& leaf) { return leaf.op() != Op::parameter; });
}

/// The rows whose coefficients are all constant, as a matrix, each divided by its largest entry.
class ConstantRows {
 public:
  ConstantRows(const System& system, const std::vector<SingularBlock::Row>& rows) {
    std::vector<std::vector<std::pair<Eigen::Index, double>>> entries;
    std::unordered_map<std::uint32_t, Eigen::Index> column;
    for (const SingularBlock::Row& row : rows) {
      const bool constant =
          std::all_of(row.form.terms.begin(), row.form.terms.end(),
                      [](const LinearTerm& term) { return is_constant(term.coefficient); });
      if (!constant) continue;
      auto& list = entries.emplace_back();
      double size = 0;
      for (const LinearTerm& term : row.form.terms) {
        const auto place = static_cast<Eigen::Index>(column.size());
        const auto it = column.try_emplace(term.unknown.id(), place).first;
        list.emplace_back(it->second, system.evaluate(term.coefficient));
        size = std::max(size, std::abs(list.back().second));
      }
      if (size == 0 || !std::isfinite(size)) {
        entries.pop_back();
        continue;
      }
      this->rows.push_back(&row);
      scales.push_back(1 / size);
    }
    matrix = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(entries.size()),
                                   static_cast<Eigen::Index>(column.size()));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      for (const auto& [j, value] : entries[i]) {
        matrix(static_cast<Eigen::Index>(i), j) = value * scales[i];
      }
    }
  }

  std::vector<const SingularBlock::Row*> rows;
  std::vector<double> scales;
  Eigen::MatrixXd matrix;
};

}  // namespace

std::optional<HiddenConstraint> find_hidden_constraint(const System& system,
                                                       const ReducedSystem& reduced,
                                                       const SingularBlock& block) {
  if (block.rows().size() > kLargestBlock) return std::nullopt;
  const ConstantRows constant(system, block.rows());
  if (constant.rows.empty()) return std::nullopt;
  const Unknowns unknown(system);
  const Eigen::MatrixXd kernel = dense::kernel(constant.matrix.transpose(), 1e-11);
  for (Eigen::Index k = 0; k < kernel.cols(); ++k) {
    const Eigen::VectorXd weights = kernel.col(k);
    const double largest = weights.cwiseAbs().maxCoeff();
    if (!(largest > 0)) continue;
    // The equation to be replaced: of those differentiated least, the one that counts most.
    std::vector<std::pair<const SingularBlock::Row*, double>> terms;
    const SingularBlock::Row* target = nullptr;
    double target_weight = 0;
    for (std::size_t i = 0; i < constant.rows.size(); ++i) {
      const double weight = weights(static_cast<Eigen::Index>(i));
      if (std::abs(weight) <= kRounding * largest) continue;
      const SingularBlock::Row* row = constant.rows[i];
      terms.emplace_back(row, weight * constant.scales[i]);
      const bool lower = !target || row->level < target->level;
      if (lower || (row->level == target->level && std::abs(weight) > std::abs(target_weight))) {
        target = row;
        target_weight = weight;
      }
    }
    const EquationRole role = system.equations[target->equation].role;
    if (role != EquationRole::plain && role != EquationRole::connection) continue;

    HiddenConstraint found;
    found.equation = target->equation;
    found.residual = 0.0;
    double own = 1;
    for (const auto& [row, weight] : terms) {
      if (row == target) own = weight;
    }
    bool usable = true;
    for (const auto& term_of_row : terms) {
      const SingularBlock::Row* row = term_of_row.first;
      const double weight = term_of_row.second;
      const Expr& residual = reduced.levels[row->equation][row->level - target->level];
      const auto form = linear_form(residual, [&](const Expr& leaf) {
        return std::any_of(
            row->form.terms.begin(), row->form.terms.end(), [&](const LinearTerm& term) {
              return leaf.op() == Op::variable && leaf.index() == term.unknown.index() &&
                     leaf.order() + target->level == term.unknown.order();
            });
      });
      if (!form || form->terms.size() != row->form.terms.size()) {
        usable = false;
        break;
      }
      const double factor = weight / own;
      found.residual += factor == 1 ? form->rest : factor * form->rest;
      for (const LinearTerm& term : row->form.terms) {
        for (const Expr& leaf : leaves(term.coefficient, [](const Expr&) { return true; })) {
          found.parameters.push_back(leaf.index());
        }
      }
    }
    const bool speaks = depends_on(found.residual, std::cref(unknown));
    if (usable && speaks) return found;
  }
  return std::nullopt;
}

}  // namespace multibond
