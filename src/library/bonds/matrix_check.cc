#include "matrix_check.h"

#include "multibond/base/text.h"

namespace multibond::bonds {

void check_matrix(Component& component, const RealParameter& matrix, const MatrixFault& fault) {
  std::vector<Expr> elements;
  for (int i = 0; i < matrix.elements(); ++i) elements.push_back(matrix.element(i));
  component.check_values(elements,
                         [fault, rows = matrix.actual_rows(),
                          columns = matrix.actual_columns()](const std::vector<double>& x) {
                           return fault(Eigen::Map<const MatrixX>(x.data(), rows, columns));
                         });
}

std::string matrix_text(const MatrixX& values) {
  std::string text = "[";
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    if (i > 0) text += "; ";
    for (Eigen::Index j = 0; j < values.cols(); ++j) {
      text += (j > 0 ? ", " : "") + format_number(values(i, j));
    }
  }
  return text + "]";
}

std::string vector_text(const MatrixX& values) {
  std::string text = "{";
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    text += (i > 0 ? ", " : "") + format_number(values.data()[i]);
  }
  return text + "}";
}

}  // namespace multibond::bonds
