#include "multibond/library/bonds/signal_array.h"

#include <fmt/format.h>

namespace multibond::bonds {

std::string SignalArray::signal_name(int row, int column) const {
  const Shape shape = shape_();
  if (shape.rows == 1 && shape.columns == 1) return name_;
  if (shape.columns == 1) return fmt::format("{}[{}]", name_, row + 1);
  return fmt::format("{}[{}][{}]", name_, row + 1, column + 1);
}

void SignalArray::check(int row, int column) const {
  const Shape shape = shape_();
  if (row >= 0 && column >= 0 && row < shape.rows && column < shape.columns) return;
  throw Error(owner_->path(),
              fmt::format("{} has no signal {} in row {}, column {}: there are {} rows and {} "
                          "columns.",
                          owner_->path(), name_, row + 1, column + 1, shape.rows, shape.columns),
              "Give the element its cardinality before its signals are connected.");
}

signals::Signal& SignalArray::operator()(int row, int column) {
  signals::Signal*& signal = signals_[{row, column}];
  if (!signal) {
    check(row, column);
    signal = &owner_->create<signals::Signal>(signal_name(row, column));
    owner_->when_reopened([this, row, column] { signals_.erase({row, column}); });
  }
  return *signal;
}

void SignalArray::build() {
  for (const auto& [place, signal] : signals_) {
    check(place.first, place.second);
    if (signal->name() == signal_name(place.first, place.second)) continue;
    throw Error(signal->path(),
                fmt::format("The cardinality of {} was changed after {} had been connected.",
                            owner_->path(), signal->path()),
                "Set n first.");
  }
  const Shape shape = shape_();
  for (int i = 0; i < shape.rows; ++i) {
    for (int j = 0; j < shape.columns; ++j) (*this)(i, j);
  }
}

ExprMatrix SignalArray::expr() const {
  const Shape shape = shape_();
  ExprMatrix result(shape.rows, shape.columns);
  for (const auto& [place, signal] : signals_) {
    result(place.first, place.second) = signal->value.expr();
  }
  return result;
}

void Modulation::set(std::function<ExprMatrix()> law) {
  owner().when_reopened([this, before = law_] { law_ = before; });
  law_ = std::move(law);
}

void Modulation::set(const Expr& expression) {
  set([expression] {
    ExprMatrix result(1, 1);
    result(0, 0) = expression;
    return result;
  });
}

void Modulation::build() {
  if (!law_) return SignalArray::build();
  if (empty()) return;
  throw Error(
      owner().path(),
      fmt::format("{} is given by an expression and by signals.", owner().path() + '.' + name()),
      "Remove one of the two.");
}

ExprMatrix Modulation::expr() const {
  if (!law_) return SignalArray::expr();
  ExprMatrix result = law_();
  const Shape expected = shape();
  if (result.rows() == expected.rows && result.cols() == expected.columns) return result;
  throw Error(owner().path(),
              fmt::format("{}.{} is an expression of {} rows and {} columns instead of {} and {}.",
                          owner().path(), name(), result.rows(), result.cols(), expected.rows,
                          expected.columns),
              "Give an expression of the right size.");
}

}  // namespace multibond::bonds
