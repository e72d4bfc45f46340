/// EliminationPlan: an order of elimination as a program on numbered slots, and how it is chosen.
///
/// The plan says which entries meet in which step. It is carried out three times: in double and in
/// wide numbers to judge it, and with expressions to emit it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "matrix.h"

namespace multibond {

struct EliminationPlan {
  struct Cell {
    std::uint32_t column = 0;
    std::uint32_t slot = 0;
  };
  struct Update {  ///< to -= factor * from
    std::uint32_t from = 0, to = 0;
  };
  /// A row from which the pivot row is subtracted: factor = slot / pivot.
  struct Target {
    std::uint32_t row = 0, slot = 0;
    std::size_t first_update = 0, last_update = 0;
  };
  struct Step {
    std::uint32_t row = 0, column = 0, pivot = 0;  ///< `pivot` is a slot
    EntryKind kind = EntryKind::unit;
    bool doubtful = false;                      ///< the pivot may be rounding noise
    double size = 1;                            ///< of the pivot: root mean square over the samples
    std::size_t first_cell = 0, last_cell = 0;  ///< the rest of the pivot row
    std::size_t first_target = 0, last_target = 0;
  };
  struct Left {  ///< a row without a pivot
    std::uint32_t row = 0;
    std::size_t first_cell = 0, last_cell = 0;
  };

  EliminationOrder order = EliminationOrder::components;
  std::vector<Step> steps;
  std::vector<Cell> cells;
  std::vector<Target> targets;
  std::vector<Update> updates;
  std::vector<Left> left;
  bool abandoned = false;      ///< too expensive
  std::size_t slots = 0;       ///< the first ones are the entries of the matrix, row by row
  std::size_t varying = 0;     ///< pivots that vary
  std::size_t operations = 0;  ///< estimate of the arithmetic at run time

  std::span<const Cell> cells_of(const Step& step) const {
    return std::span(cells).subspan(step.first_cell, step.last_cell - step.first_cell);
  }
  std::span<const Cell> cells_of(const Left& row) const {
    return std::span(cells).subspan(row.first_cell, row.last_cell - row.first_cell);
  }
  std::span<const Target> targets_of(const Step& step) const {
    return std::span(targets).subspan(step.first_target, step.last_target - step.first_target);
  }
  std::span<const Update> updates_of(const Target& target) const {
    return std::span(updates).subspan(target.first_update,
                                      target.last_update - target.first_update);
  }
};

struct PlanOptions {
  EliminationOrder order = EliminationOrder::components;
  /// Levels by which pivots other than 1 and -1 wait.
  std::uint32_t lag = 0;
  /// Typical sizes of the unknowns. If given, every pivot has to carry a good part of its row at
  /// the solution: nothing is computed as the small difference of large terms.
  std::vector<double> solution_size;
  /// Least part of its row, in that sense, that a pivot has to carry.
  double least_share = 0.03;
  /// Use equations that all but equate two unknowns before others.
  bool tight_rows_first = false;
  /// Gives up when more updates than this are needed, which may become less at any time.
  const std::atomic<std::size_t>* limit = nullptr;
};

EliminationPlan plan_elimination(const BlockMatrix& matrix, const PlanOptions& options);

}  // namespace multibond
