/// Demands on matrices of parameters.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "multibond/model/component.h"

namespace multibond::bonds {

using MatrixFault = std::function<std::optional<Fault>(const MatrixX& values)>;

/// What `fault` finds in the matrix is refused, now and when an element is set later. It must not
/// refer to the component.
void check_matrix(Component& component, const RealParameter& matrix, const MatrixFault& fault);

/// "[1, 0; 0, 1]", as parameters are written.
std::string matrix_text(const MatrixX& values);
/// "{1, 0}"
std::string vector_text(const MatrixX& values);

}  // namespace multibond::bonds
