#include "multibond/library/one_dimensional.h"

#include <fmt/format.h>

#include "multibond/symbolic/table.h"

namespace multibond::one_dimensional {
namespace {

void check_points(const Parameter<FrictionPoints>& table, const FrictionPoints& points) {
  if (points.rows() == 0 || points(0, 0) != 0) {
    throw Error(table.path(), fmt::format("{} does not begin at speed 0.", table.path()),
                "The first point tells the friction of a motion that just begins.");
  }
  if (!(points.col(1).minCoeff() >= 0)) {
    throw Error(table.path(), fmt::format("{} has a negative friction.", table.path()),
                "Friction is given for forward motion, where it is positive.");
  }
}

}  // namespace

void slip_by_table(bonds::Friction& friction, const Parameter<FrictionPoints>& table,
                   const Expr& peak) {
  const FrictionPoints points = table.value();
  check_points(table, points);
  const auto column = [&](Eigen::Index j) {
    return std::vector<double>(points.col(j).begin(), points.col(j).end());
  };
  friction.e_kinetic = points(0, 1);
  friction.e_static = peak * points(0, 1);
  if (points.rows() == 1) return;
  const auto law =
      make_table(table.path(), column(0), column(1), Interpolation::linear, Extrapolation::linear);
  friction.slip_against([law](const Expr& speed, const Expr&) { return call(law, {speed}); });
}

}  // namespace multibond::one_dimensional
