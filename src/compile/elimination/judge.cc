#include <algorithm>
#include <cmath>
#include <limits>

#include "multibond/base/dense_in_place.h"
#include "multibond/base/side_by_side.h"
#include "replay.h"

namespace multibond {
namespace {

constexpr std::size_t kManyEntries = 1000;  ///< to solve such a block takes longer than a thread
constexpr std::size_t kManyUnknowns = 300;  ///< the same
constexpr double kUnderflow = 1e-250;       ///< wide numbers lose digits below
constexpr double kRankTolerance = 1e-8;     ///< smaller pivots of what is left count as 0
constexpr std::size_t kMostLeft = 64;       ///< of so many a solver's values are worth their price
constexpr double kNoise = 1e-15;  ///< of the terms beside an unknown that is the rounding of them
constexpr double kNoiseOfLoops = 1e-12;  ///< the same where loops are left to a solver
constexpr double kNoDoubt = 1e-15;       ///< doubt about solutions that no judgement notices
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

/// The solution of the block at one sample, by an order carried out in wide numbers.
struct PlanJudge::Solution {
  std::size_t sample = 0;
  std::vector<double> left;  ///< given to what is left to a solver; the others are not used
  std::vector<Wide> wide;
  std::vector<double> exact;  ///< the same, as it is compared
  std::vector<double> doubt;  ///< how far wide numbers cannot be trusted
};

namespace {

using Solution = PlanJudge::Solution;

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

std::vector<double> rest_of(const BlockMatrix& matrix, std::size_t sample) {
  std::vector<double> rest;
  for (const BlockMatrix::Row& row : matrix.rows) rest.push_back(matrix.rest(row, sample));
  return rest;
}

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

/// Values for what is left to a solver, of the size that the solver will give them: forces are
/// accurate to their size, and beside other forces that are much larger nothing is.
std::vector<double> values_of_the_left(const BlockMatrix& matrix, const EliminationPlan& plan,
                                       const Replay<Wide>& replay, const std::vector<Wide>& rest,
                                       const std::vector<bool>& solved) {
  const std::size_t n = matrix.unknowns.size(), left = plan.left.size();
  std::vector<double> values(n, 1.0);
  if (left == 0 || left > kMostLeft) return values;
  std::vector<std::size_t> columns, place(n);
  for (std::size_t c = 0; c < n; ++c) {
    if (solved[c]) continue;
    place[c] = columns.size();
    columns.push_back(c);
  }
  if (columns.size() != left) return values;
  const std::vector<Wide> reduced = replay.reduced(rest);
  std::vector<double> A(left * left, 0.0), b(left), x(left), work(left * (left + 3));
  for (std::size_t i = 0; i < left; ++i) {
    double largest = 0;
    for (const auto& cell : plan.cells_of(plan.left[i])) {
      const double value =
          static_cast<double>(replay.value(cell)) * matrix.column_scale[cell.column];
      A[place[cell.column] * left + i] = value;
      largest = std::max(largest, std::fabs(value));
    }
    b[i] = -static_cast<double>(reduced[plan.left[i].row]);
    if (!(largest > 0)) continue;
    for (std::size_t j = 0; j < left; ++j) A[j * left + i] /= largest;
    b[i] /= largest;
  }
  dense::solve_with_rank(left, left, A.data(), b.data(), kRankTolerance, x.data(), work.data());
  for (std::size_t j = 0; j < left; ++j) {
    const double value = x[j] * matrix.column_scale[columns[j]];
    if (std::isfinite(value) && std::fabs(value) > kUnderflow) values[columns[j]] = value;
  }
  return values;
}

Solution solve_wide(const BlockMatrix& matrix, const EliminationPlan& plan,
                    const std::vector<bool>& solved, std::size_t sample) {
  const std::size_t n = matrix.unknowns.size();
  const Replay<Wide> replay(matrix, plan, sample, plan.steps.size());
  const std::vector<double> given = rest_of(matrix, sample);
  const std::vector<Wide> rest(given.begin(), given.end());
  Solution result;
  result.sample = sample;
  result.left = values_of_the_left(matrix, plan, replay, rest, solved);
  result.wide = replay.solution(rest, std::vector<Wide>(result.left.begin(), result.left.end()));
  // One step of refinement says how far wide numbers can be trusted.
  const std::vector<Wide> step =
      replay.solution(residual(matrix, result.wide, sample), std::vector<Wide>(n, Wide(0.0)));
  for (std::size_t c = 0; c < n; ++c) {
    if (solved[c]) result.wide[c] += step[c];
    result.exact.push_back(static_cast<double>(result.wide[c]));
    result.doubt.push_back(1e3 * std::fabs(static_cast<double>(step[c])));
  }
  return result;
}

/// By unknown, the error of an order in double.
std::vector<double> errors(const BlockMatrix& matrix, const EliminationPlan& plan,
                           const Solution& solution) {
  const Replay<double> replay(matrix, plan, solution.sample, plan.steps.size());
  const std::vector<double> rounded =
      replay.solution(rest_of(matrix, solution.sample), solution.left);
  std::vector<double> result;
  for (std::size_t c = 0; c < rounded.size(); ++c) {
    const double error =
        std::fabs(static_cast<double>(solution.wide[c] - Wide(rounded[c]))) + solution.doubt[c];
    result.push_back(std::isfinite(error) ? error : kInfinity);
  }
  return result;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// How often the usual size of its unknowns a solution may have before it counts as singular.
constexpr double kSingular = 1e4;

/// Drops samples at which the block is nearly singular: there all unknowns are huge, whatever the
/// order of elimination. Of loops that are left to a solver it is enough that one is: its forces
/// are then larger than any that the solver would give, and what they add up to says nothing.
void drop_singular(std::vector<Solution>& all, const std::vector<bool>& solved) {
  if (all.size() < 3) return;
  const std::size_t n = all[0].exact.size();
  std::vector<double> typical(n), of_the_left;
  for (std::size_t c = 0; c < n; ++c) {
    std::vector<double> values;
    for (const Solution& s : all) values.push_back(std::fabs(s.exact[c]));
    typical[c] = median(std::move(values));
    if (!solved[c]) of_the_left.push_back(typical[c]);
  }
  // A force that is nearly always zero is not singular where it is not.
  const double least = 1e-3 * median(std::move(of_the_left));
  std::erase_if(all, [&](const Solution& s) {
    std::vector<double> ratios;
    bool huge = false;
    for (std::size_t c = 0; c < n; ++c) {
      if (typical[c] > 0) ratios.push_back(std::fabs(s.exact[c]) / typical[c]);
      huge =
          huge || (!solved[c] && std::fabs(s.exact[c]) > kSingular * std::max(typical[c], least));
    }
    return (huge && least > 0) || median(std::move(ratios)) > kSingular;
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

/// The solutions of a block, and how large its unknowns are. They do not depend on the order of
/// elimination by which they were found, as long as wide numbers can be trusted with it.
struct PlanJudge::Known {
  std::vector<bool> solved;         ///< unknowns that are not left to a solver
  std::vector<Solution> solutions;  ///< at the samples that count
  bool any = false;                 ///< there is a sample with a solution
  std::vector<double> size, natural;
  double noise = kNoise;
  double doubt = 0;  ///< largest doubt about an unknown, relative to its size

  Known(const BlockMatrix& matrix, const EliminationPlan& plan, std::vector<bool> columns)
      : solved(std::move(columns)) {
    const std::size_t n = matrix.unknowns.size();
    std::vector<Solution> found(matrix.samples);
    side_by_side(found.size(), matrix.entries > kManyEntries, [&](std::size_t s) {
      if (matrix.is_finite(s)) found[s] = solve_wide(matrix, plan, solved, s);
    });
    for (std::size_t s = 0; s < found.size(); ++s) {
      if (!matrix.is_finite(s) || !all_finite(found[s].exact)) continue;
      solutions.push_back(std::move(found[s]));
    }
    any = !solutions.empty();
    drop_singular(solutions, solved);
    size.assign(n, 0.0);
    for (std::size_t c = 0; c < n; ++c) {
      std::vector<double> values;
      for (const Solution& s : solutions) values.push_back(s.exact[c]);
      size[c] = values.empty() ? 0.0 : mean_size(values);
    }
    natural = natural_size(matrix, size);
    // Of loops that are left to a solver also what comes of such values is rounding: a ring of
    // parallel axes has torques across them that are zero up to the digits of its directions.
    if (matrix.kept_count > 0) {
      noise = kNoiseOfLoops;
      natural = natural_size(matrix, natural);
    }
    doubt = any ? largest([](const Solution& s) { return s.doubt; }) : kInfinity;
  }

  /// Largest of these errors at the solutions, each relative to the size of its unknown.
  template <typename Errors>
  double largest(const Errors& errors_of) const {
    double result = 0;
    std::vector<std::vector<double>> all(solutions.size());
    side_by_side(all.size(), solved.size() > kManyUnknowns,
                 [&](std::size_t k) { all[k] = errors_of(solutions[k]); });
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Solution& s = solutions[k];
      const std::vector<double>& errors = all[k];
      for (std::size_t c = 0; c < errors.size(); ++c) {
        if (!solved[c]) continue;
        const double usual = std::max(size[c], std::fabs(s.exact[c]));
        if (errors[c] == 0 || usual < kUnderflow) continue;
        const double error = errors[c] / (usual < noise * natural[c] ? natural[c] : usual);
        if (!(error <= result)) result = std::isnan(error) ? kInfinity : error;
      }
    }
    return result;
  }
};

PlanJudge::PlanJudge(const BlockMatrix& matrix) : matrix_(matrix) {}
PlanJudge::~PlanJudge() = default;

PlanJudgement PlanJudge::operator()(const EliminationPlan& plan) {
  std::vector<bool> solved = solved_columns(matrix_, plan);
  std::unique_ptr<Known> own;
  if (!known_ || known_->solved != solved) {
    own = std::make_unique<Known>(matrix_, plan, std::move(solved));
  }
  const Known& reference = own ? *own : *known_;
  PlanJudgement result;
  result.solution_size = reference.size;
  result.accuracy =
      reference.any ? reference.largest([&](const Solution& s) { return errors(matrix_, plan, s); })
                    : kInfinity;
  if (own && own->doubt <= kNoDoubt) known_ = std::move(own);
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
