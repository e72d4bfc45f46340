#include "impulse.h"

#include <algorithm>
#include <cmath>

#include "integrators/sparse_lu.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

/// A constraint violated by less than this, relative to its terms, counts as satisfied.
constexpr double kSatisfied = 1e-8;

std::vector<double> run(Runner& runner, const std::vector<double>& inputs, std::size_t outputs) {
  std::vector<double> values(outputs);
  if (outputs > 0) runner.run(inputs.data(), values.data());
  return values;
}

}  // namespace

Impulse::Impulse(std::shared_ptr<const ImpulseResponse> response)
    : response_(std::move(response)),
      residuals_(response_->residuals),
      matrix_(response_->matrix),
      indicators_(response_->indicators),
      gradients_(response_->gradients),
      mode_conditions_(response_->mode_conditions) {}

Impulse::Jump Impulse::solve(double t, const double* parameters,
                             const std::vector<double>& leaves) {
  const ImpulseResponse& r = *response_;
  inputs_.assign(1, t);
  inputs_.insert(inputs_.end(), parameters, parameters + r.parameters);
  inputs_.insert(inputs_.end(), leaves.begin(),
                 leaves.begin() + static_cast<std::ptrdiff_t>(r.leaves.size()));
  Jump jump;
  jump.change.assign(r.highest.size(), 0.0);
  jump.impulse.assign(r.highest.size(), 0.0);
  const std::vector<double> residual = run(residuals_, inputs_, r.residual_rows.size());
  std::vector<double> right(r.rows.size(), 0.0);
  for (std::size_t k = 0; k < residual.size(); ++k) {
    double size = 1;
    for (std::uint32_t leaf : r.residual_leaves[k]) size = std::max(size, std::abs(leaves[leaf]));
    if (std::abs(residual[k]) <= kSatisfied * size) continue;
    jump.any = true;
    jump.violated.push_back(r.residual_rows[k]);
    right[r.residual_rows[k]] = -residual[k];
  }
  if (!jump.any) return jump;
  jump.solved = r.rows.size() == r.columns.size();
  if (!jump.solved) return jump;
  const std::vector<double> values = run(matrix_, inputs_, r.entries.size());
  std::vector<Triplet> triplets;
  for (std::size_t k = 0; k < values.size(); ++k) {
    triplets.push_back({r.entries[k].row, r.entries[k].column, values[k]});
  }
  const std::vector<double> z =
      solve_sparse(static_cast<int>(r.rows.size()), std::move(triplets), std::move(right));
  jump.solved = !z.empty();
  for (std::size_t c = 0; c < z.size(); ++c) {
    (r.is_finite(r.columns[c]) ? jump.change : jump.impulse)[r.columns[c].index()] = z[c];
  }
  return jump;
}

double Impulse::change(const Jump& jump, const VariableLeaf& leaf) const {
  const std::uint32_t highest = response_->highest[leaf.variable.index()];
  if (highest == ImpulseResponse::kAbsent || leaf.order + 1 != highest) return 0;
  return jump.change[leaf.variable.index()];
}

std::string Impulse::texts(const std::vector<std::size_t>& rows) const {
  std::vector<std::string> texts;
  for (std::size_t row : rows) texts.push_back(response_->row_texts[row]);
  return join_names(texts, 4);
}

std::vector<std::optional<bool>> Impulse::modes(const Jump& jump) {
  const ImpulseResponse& r = *response_;
  // Impulsive part of each relation b - a > 0.
  std::vector<double> sum(r.conditions, 0.0), size(r.conditions, 0.0);
  const std::vector<double> gradient = run(gradients_, inputs_, r.gradients_of.size());
  for (std::size_t k = 0; k < gradient.size(); ++k) {
    const double impulse = jump.impulse[r.gradients_of[k].variable.index()];
    if (impulse == 0) continue;
    sum[r.gradients_of[k].condition] += gradient[k] * impulse;
    size[r.gradients_of[k].condition] += std::abs(gradient[k] * impulse);
  }
  const std::vector<double> indicator = run(indicators_, inputs_, r.conditions);
  std::vector<bool> decided(r.conditions, false);
  std::vector<double> with_truth = inputs_;
  for (std::size_t c = 0; c < r.conditions; ++c) {
    decided[c] = std::abs(sum[c]) > 1e-9 * size[c] && std::abs(sum[c]) > 1e-12;
    with_truth.push_back((decided[c] ? sum[c] : indicator[c]) > 0 ? 1 : 0);
  }
  const std::vector<double> truth = run(mode_conditions_, with_truth, r.mode_uses.size());
  std::vector<std::optional<bool>> result;
  for (std::size_t m = 0; m < truth.size(); ++m) {
    const bool says = std::any_of(r.mode_uses[m].begin(), r.mode_uses[m].end(),
                                  [&](std::uint32_t c) { return decided[c]; });
    result.push_back(says ? std::optional<bool>(truth[m] != 0) : std::nullopt);
  }
  return result;
}

}  // namespace multibond
