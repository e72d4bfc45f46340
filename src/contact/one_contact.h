/// One contact alone, solved exactly: by itself, and as a part of Gauss-Seidel sweeps.
#pragma once

#include <Eigen/Core>

#include "cone_problem.h"

namespace multibond::contact {

using Matrix4 = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 4, 4>;
using Vector4 = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 4, 1>;

/// x of u = W x + q for the rows of one cone (`first` is not used).
Vector4 one_contact(const Matrix4& W, const Vector4& q, const Cone& cone);

}  // namespace multibond::contact
