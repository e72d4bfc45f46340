/// Demands as rows of a linear problem J d = -r.
#pragma once

#include <vector>

#include "problem.h"

namespace multibond {

/// Some of the demands and the unknowns that may move for them.
struct DemandRows {
  std::vector<std::size_t> demands = {};  ///< ascending
  StartColumns columns = {};
};

/// The columns of unknowns by nominal value and weight: the least step moves most what nobody
/// asked for.
StartColumns weighted_columns(const StartProblem& problem, std::vector<std::uint32_t> unknowns);

/// Rows divided by their size. The size of a row is its length, unless that is only rounding noise
/// of the terms it is summed from: such a row is 0, and what it asks for cannot be had.
struct ScaledRows {
  Eigen::MatrixXd J;
  Eigen::VectorXd r, scale;
};
/// J and r as they are on entry. False if they have no size.
bool scale_rows(StartProblem& problem, const DemandRows& rows, ScaledRows& out);
/// The same at the present values. False if they cannot be evaluated there.
bool scaled_rows(StartProblem& problem, const DemandRows& rows, ScaledRows& out);

}  // namespace multibond
