/// Carrying out an elimination plan with numbers, at one sample.
#pragma once

#include <memory>
#include <vector>

#include "plan.h"
#include "wide.h"

namespace multibond {

/// A plan carried out in numbers of type T; `steps` of them, the others are left out.
template <typename T>
class Replay {
 public:
  Replay(const BlockMatrix& matrix, const EliminationPlan& plan, std::size_t sample,
         std::size_t steps)
      : plan_(plan),
        steps_(steps),
        value_(plan.slots, T(0.0)),
        factor_(plan.targets.size(), T(0.0)) {
    std::size_t slot = 0;
    for (const BlockMatrix::Row& row : matrix.rows) {
      for (const BlockMatrix::Entry& entry : row.entries) {
        value_[slot++] = matrix.value(entry, sample);
      }
    }
    for (std::size_t k = 0; k < steps_; ++k) {
      const EliminationPlan::Step& step = plan.steps[k];
      for (std::size_t t = step.first_target; t < step.last_target; ++t) {
        const EliminationPlan::Target& target = plan.targets[t];
        factor_[t] = value_[target.slot] / value_[step.pivot];
        for (const auto& update : plan.updates_of(target)) {
          value_[update.to] -= factor_[t] * value_[update.from];
        }
      }
    }
  }

  /// The solution of A x + rest = 0; `x` holds the unknowns that have no pivot.
  std::vector<T> solution(std::vector<T> rest, std::vector<T> x) const {
    rest = reduced(std::move(rest));
    for (std::size_t k = steps_; k-- > 0;) {
      const EliminationPlan::Step& step = plan_.steps[k];
      T sum = rest[step.row];
      for (const auto& cell : plan_.cells_of(step)) sum += value_[cell.slot] * x[cell.column];
      x[step.column] = -sum / value_[step.pivot];
    }
    return x;
  }
  /// `rest` after the steps: rows without a pivot have that of the system that is left.
  std::vector<T> reduced(std::vector<T> rest) const {
    for (std::size_t k = 0; k < steps_; ++k) {
      const EliminationPlan::Step& step = plan_.steps[k];
      for (std::size_t t = step.first_target; t < step.last_target; ++t) {
        rest[plan_.targets[t].row] -= factor_[t] * rest[step.row];
      }
    }
    return rest;
  }
  /// Coefficient of the system that is left, if no step was left out.
  T value(const EliminationPlan::Cell& cell) const { return value_[cell.slot]; }

  /// The combination of the original rows that the rows without a pivot, weighted by y, are.
  std::vector<T> combination(std::vector<T> y) const {
    for (std::size_t k = steps_; k-- > 0;) {
      const EliminationPlan::Step& step = plan_.steps[k];
      for (std::size_t t = step.first_target; t < step.last_target; ++t) {
        y[step.row] -= factor_[t] * y[plan_.targets[t].row];
      }
    }
    return y;
  }

 private:
  const EliminationPlan& plan_;
  std::size_t steps_;
  std::vector<T> value_, factor_;
};

/// What a plan is worth at the samples.
struct PlanJudgement {
  /// Largest error of an unknown in double, relative to its typical size; infinite if unknown.
  double accuracy = 0;
  /// Typical size of each unknown: root mean square over the samples.
  std::vector<double> solution_size;
};

/// Judges the plans of one block. The solutions at the samples are found once, in wide numbers.
class PlanJudge {
 public:
  explicit PlanJudge(const BlockMatrix& matrix);
  ~PlanJudge();
  PlanJudgement operator()(const EliminationPlan& plan);

  struct Solution;

 private:
  struct Known;
  const BlockMatrix& matrix_;
  std::unique_ptr<Known> known_;  ///< of an order that wide numbers can be trusted with
};

/// Columns with entries in a vector of the null space, and rows with entries in one of the left
/// null space, after the first `steps` steps.
struct NullSpace {
  std::vector<std::uint32_t> columns, rows;
};
NullSpace null_space(const BlockMatrix& matrix, const EliminationPlan& plan, std::size_t steps);

}  // namespace multibond
