/// Modes of a linear system whose states have very different sizes, and of which some are free.
#pragma once

#include "multibond/base/dense.h"

namespace multibond {

/// Eigenvalues of A with their eigenvectors, as columns of unit length. Eigenvalues of coordinates
/// on which nothing depends are zero exactly. The others do not depend on the units of the states:
/// a pressure of 1e7 Pa beside a path of 1e-3 m hides no slow mode.
dense::Modes modes_of(const Eigen::MatrixXd& A);

}  // namespace multibond
