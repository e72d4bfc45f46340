/// Small vectors and matrices of numbers.
#pragma once

#include <Eigen/Core>

namespace multibond {

using Vector2 = Eigen::Matrix<double, 2, 1>;
using Vector3 = Eigen::Matrix<double, 3, 1>;
using Matrix3 = Eigen::Matrix<double, 3, 3>;

}  // namespace multibond
