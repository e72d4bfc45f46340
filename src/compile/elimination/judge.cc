#include <algorithm>
#include <cmath>
#include <limits>

#include "replay.h"

namespace multibond {
namespace {

constexpr double kUnderflow = 1e-250;  ///< wide numbers lose digits below
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Solutions at one sample, in wide numbers and in double.
struct Solutions {
  std::vector<double> exact, error;
};

/// rest + A x, in wide numbers.
std::vector<Wide> residual(const BlockMatrix& matrix, const std::vector<Wide>& x,
                           std::size_t sample) {
  std::vector<Wide> result;
  for (const BlockMatrix::Row& row : matrix.rows) {
    Wide sum = matrix.rest(row, sample);
    for (const BlockMatrix::Entry& entry : row.entries) {
      sum += Wide(matrix.value(entry, sample)) * x[entry.column];
    }
    result.push_back(sum);
  }
  return result;
}

/// By unknown: whether the plan solves for it, or leaves it to a run-time solver.
std::vector<bool> solved_columns(const BlockMatrix& matrix, const EliminationPlan& plan) {
  std::vector<bool> solved(matrix.unknowns.size(), false);
  for (const EliminationPlan::Step& step : plan.steps) solved[step.column] = true;
  return solved;
}

Solutions solve_both(const BlockMatrix& matrix, const EliminationPlan& plan,
                     const std::vector<bool>& solved, std::size_t sample) {
  const std::size_t n = matrix.unknowns.size();
  const Replay<Wide> wide(matrix, plan, sample, plan.steps.size());
  const Replay<double> narrow(matrix, plan, sample, plan.steps.size());
  // What is left to a solver is solved for elsewhere: any value will do.
  std::vector<Wide> rest;
  std::vector<double> narrow_rest;
  for (const BlockMatrix::Row& row : matrix.rows) {
    rest.push_back(matrix.rest(row, sample));
    narrow_rest.push_back(matrix.rest(row, sample));
  }
  const std::vector<double> rounded = narrow.solution(narrow_rest, std::vector<double>(n, 1.0));
  const std::vector<Wide> exact = wide.solution(rest, std::vector<Wide>(n, Wide(1.0)));
  // One step of refinement says how far wide numbers can be trusted.
  const std::vector<Wide> step =
      wide.solution(residual(matrix, exact, sample), std::vector<Wide>(n, Wide(0.0)));
  Solutions result;
  for (std::size_t c = 0; c < n; ++c) {
    const Wide x = solved[c] ? exact[c] + step[c] : exact[c];
    result.exact.push_back(static_cast<double>(x));
    const double error = std::fabs(static_cast<double>(x - Wide(rounded[c]))) +
                         1e3 * std::fabs(static_cast<double>(step[c]));
    result.error.push_back(std::isfinite(error) ? error : kInfinity);
  }
  return result;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Drops samples at which the block is nearly singular: there all unknowns are huge, whatever the
/// order of elimination.
void drop_singular(std::vector<Solutions>& all) {
  if (all.size() < 3) return;
  const std::size_t n = all[0].exact.size();
  std::vector<double> typical(n);
  for (std::size_t c = 0; c < n; ++c) {
    std::vector<double> values;
    for (const Solutions& s : all) values.push_back(std::fabs(s.exact[c]));
    typical[c] = median(std::move(values));
  }
  std::erase_if(all, [&](const Solutions& s) {
    std::vector<double> ratios;
    for (std::size_t c = 0; c < n; ++c) {
      if (typical[c] > 0) ratios.push_back(std::fabs(s.exact[c]) / typical[c]);
    }
    return median(std::move(ratios)) > 1e4;
  });
}

/// For each unknown the largest size that a row it appears in would give it: far below that, its
/// value is the rounding of the data, not something to be accurate about.
std::vector<double> natural_size(const BlockMatrix& matrix, const std::vector<double>& size) {
  std::vector<double> natural(size.size(), 0.0);
  for (const BlockMatrix::Row& row : matrix.rows) {
    double largest = 0;
    for (const BlockMatrix::Entry& entry : row.entries) {
      const double term = mean_size(matrix.values(entry)) * size[entry.column];
      if (term > largest) largest = term;
    }
    for (const BlockMatrix::Entry& entry : row.entries) {
      const double value = largest / mean_size(matrix.values(entry));
      if (value > natural[entry.column] && std::isfinite(value)) natural[entry.column] = value;
    }
  }
  return natural;
}

}  // namespace

PlanJudgement judge(const BlockMatrix& matrix, const EliminationPlan& plan) {
  PlanJudgement result;
  const std::size_t n = matrix.unknowns.size();
  const std::vector<bool> solved = solved_columns(matrix, plan);
  std::vector<Solutions> all;
  for (std::size_t s = 0; s < matrix.samples; ++s) {
    if (!matrix.is_finite(s)) continue;
    Solutions solutions = solve_both(matrix, plan, solved, s);
    const auto finite = [](double x) { return std::isfinite(x); };
    if (std::all_of(solutions.exact.begin(), solutions.exact.end(), finite)) {
      all.push_back(std::move(solutions));
    }
  }
  result.solution_size.assign(n, 0.0);
  result.accuracy = all.empty() ? kInfinity : 0.0;
  drop_singular(all);
  for (std::size_t c = 0; c < n; ++c) {
    std::vector<double> values;
    for (const Solutions& s : all) values.push_back(s.exact[c]);
    result.solution_size[c] = values.empty() ? 0.0 : mean_size(values);
  }
  const std::vector<double> natural = natural_size(matrix, result.solution_size);
  for (const Solutions& s : all) {
    for (std::size_t c = 0; c < n; ++c) {
      if (!solved[c]) continue;
      const double size = std::max(result.solution_size[c], std::fabs(s.exact[c]));
      if (s.error[c] == 0 || size < kUnderflow) continue;
      const double scale = size < 1e-15 * natural[c] ? natural[c] : size;
      const double error = s.error[c] / scale;
      if (!(error <= result.accuracy)) result.accuracy = std::isnan(error) ? kInfinity : error;
    }
  }
  return result;
}

NullSpace null_space(const BlockMatrix& matrix, const EliminationPlan& plan, std::size_t steps) {
  const std::size_t n = matrix.unknowns.size(), m = matrix.rows.size();
  std::vector<bool> in_column(n, false), in_row(m, false);
  // unknowns and rows without a pivot
  std::vector<bool> column_left(n), row_left(m, true);
  for (std::size_t c = 0; c < n; ++c) column_left[c] = !matrix.kept[c];
  for (std::size_t k = 0; k < steps; ++k) {
    column_left[plan.steps[k].column] = false;
    row_left[plan.steps[k].row] = false;
  }
  for (const EliminationPlan::Left& left : plan.left) {  // equations in kept unknowns are fine
    if (matrix.kept_count > 0 && left.last_cell > left.first_cell) row_left[left.row] = false;
  }
  const auto mark = [](const std::vector<Wide>& x, const std::vector<double>& scale,
                       std::vector<bool>& mark) {
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double size = std::fabs(static_cast<double>(x[i])) / scale[i];
      if (size > largest) largest = size;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double size = std::fabs(static_cast<double>(x[i])) / scale[i];
      if (size > 1e-9 * largest) mark[i] = true;
    }
  };
  // Different weights for the free ones, so that nothing cancels by chance.
  const auto weights = [](const std::vector<bool>& left, const std::vector<double>& scale) {
    std::vector<Wide> x(left.size(), Wide(0.0));
    double weight = 1;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!left[i]) continue;
      x[i] = weight * scale[i];
      weight = weight < 1.5 ? weight * 1.0771 : weight / 1.4142;
    }
    return x;
  };
  std::size_t used = 0;
  for (std::size_t s = 0; s < matrix.samples && used < 2; ++s) {
    if (!matrix.is_finite(s)) continue;
    ++used;
    const Replay<Wide> replay(matrix, plan, s, steps);
    const std::vector<Wide> nothing(m, Wide(0.0));
    mark(replay.solution(nothing, weights(column_left, matrix.column_scale)), matrix.column_scale,
         in_column);
    mark(replay.combination(weights(row_left, matrix.row_scale)), matrix.row_scale, in_row);
  }
  NullSpace result;
  for (std::uint32_t c = 0; c < n; ++c) {
    if (!matrix.kept[c] && (in_column[c] || column_left[c])) result.columns.push_back(c);
  }
  for (std::uint32_t r = 0; r < m; ++r) {
    if (in_row[r] || row_left[r]) result.rows.push_back(r);
  }
  return result;
}

}  // namespace multibond
