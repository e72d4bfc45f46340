#include "tables.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <mutex>
#include <sstream>

#include <fmt/format.h>

#include "multibond/diagnostic.h"

namespace multibond::modelica {
namespace {

constexpr double kNever = 1e60;  // Modelica.Constants.inf
constexpr double kSameTime = 1e-13;

bool is_smooth(Smoothness smoothness) {
  return smoothness != Smoothness::linear && smoothness != Smoothness::constant;
}

/// Slopes at the points from the secants between them.
std::vector<double> slopes_of(const TableColumn& column) {
  const std::vector<double>&x = column.x, &y = column.y;
  const std::size_t n = x.size();
  std::vector<double> secant(n - 1), slope(n);
  for (std::size_t i = 0; i + 1 < n; ++i) secant[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  if (n == 2) return {secant[0], secant[0]};
  // Secants beyond the ends go on in a straight line.
  const auto at = [&](std::ptrdiff_t i) {
    const auto last = static_cast<std::ptrdiff_t>(n) - 2;
    if (i < 0) {
      const double step = secant[1] - secant[0];
      return secant[0] + static_cast<double>(i) * step;
    }
    if (i > last) {
      const auto m = static_cast<std::size_t>(last);
      return secant[m] + static_cast<double>(i - last) * (secant[m] - secant[m - 1]);
    }
    return secant[static_cast<std::size_t>(i)];
  };
  for (std::size_t k = 0; k < n; ++k) {
    const auto i = static_cast<std::ptrdiff_t>(k);
    const double before = at(i - 1), after = at(i);
    const bool end = k == 0 || k + 1 == n;
    if (column.smoothness == Smoothness::akima || column.smoothness == Smoothness::modified_akima) {
      const double more = column.smoothness == Smoothness::akima ? 0.0 : 0.5;
      const double w1 = std::abs(at(i + 1) - after) + more * std::abs(at(i + 1) + after);
      const double w2 = std::abs(before - at(i - 2)) + more * std::abs(before + at(i - 2));
      slope[k] = w1 + w2 > 0 ? (w1 * before + w2 * after) / (w1 + w2) : (before + after) / 2;
      continue;
    }
    if (end) {
      slope[k] = k == 0 ? secant.front() : secant.back();
      continue;
    }
    const double h1 = x[k] - x[k - 1], h2 = x[k + 1] - x[k];
    if (before * after <= 0) {
      slope[k] = 0;
    } else if (column.smoothness == Smoothness::fritsch_butland) {
      slope[k] = 3 * (h1 + h2) / ((2 * h2 + h1) / before + (h2 + 2 * h1) / after);
    } else {  // Steffen
      const double p = (before * h2 + after * h1) / (h1 + h2);
      slope[k] =
          std::copysign(std::min({2 * std::abs(before), 2 * std::abs(after), std::abs(p)}), before);
    }
  }
  return slope;
}

/// A point brought into the table where that repeats.
double folded(const TableColumn& column, double u) {
  const double period = column.x.back() - column.x.front();
  if (column.beyond != Beyond::periodic || period <= 0) return u;
  return u - period * std::floor((u - column.x.front()) / period);
}

/// The piece that begins at or before u.
std::size_t piece_of(const TableColumn& column, double u) {
  const auto above = std::upper_bound(column.x.begin() + 1, column.x.end() - 1, u);
  return static_cast<std::size_t>(above - column.x.begin()) - 1;
}

/// Value or derivative in a piece.
double in_piece(const TableColumn& column, std::size_t i, double u, int order) {
  const std::vector<double>&x = column.x, &y = column.y;
  if (column.smoothness == Smoothness::constant) return order == 0 ? y[i] : 0.0;
  const double h = x[i + 1] - x[i], s = u - x[i];
  if (h <= 0) return order == 0 ? y[i + 1] : 0.0;  // a jump
  const double secant = (y[i + 1] - y[i]) / h;
  if (!is_smooth(column.smoothness)) {
    return order == 0 ? y[i] + secant * s : order == 1 ? secant : 0.0;
  }
  const double a = column.slopes[i], b = column.slopes[i + 1];
  const double c2 = (3 * secant - 2 * a - b) / h, c3 = (a + b - 2 * secant) / (h * h);
  switch (order) {
    case 0:
      return y[i] + s * (a + s * (c2 + s * c3));
    case 1:
      return a + s * (2 * c2 + 3 * s * c3);
    case 2:
      return 2 * c2 + 6 * s * c3;
    case 3:
      return 6 * c3;
    default:
      return 0;
  }
}

double column_value(const TableColumn& column, double given, int order) {
  const double u = folded(column, given);
  const std::vector<double>& x = column.x;
  if (x.size() == 1) return order == 0 ? column.y[0] : 0.0;
  const bool below = u<x.front(), above = u> x.back();
  if (!below && !above) {
    if (column.smoothness == Smoothness::constant && u == x.back()) {
      return order == 0 ? column.y.back() : 0.0;
    }
    return in_piece(column, piece_of(column, u), u, order);
  }
  if (column.beyond == Beyond::none) return std::nan("");
  const double end = below ? x.front() : x.back(),
               value = below ? column.y.front() : column.y.back();
  if (column.beyond == Beyond::hold || column.smoothness == Smoothness::constant) {
    return order == 0 ? value : 0.0;
  }
  const double slope = in_piece(column, below ? 0 : x.size() - 2, end, 1);
  return order == 0 ? value + slope * (u - end) : order == 1 ? slope : 0.0;
}

/// Keeps its derivatives, so that equal ones are one object.
class TableCall : public Function {
 public:
  TableCall(std::size_t arity, int order) : order_(order), derivatives_(arity) {}
  std::size_t arity() const override { return derivatives_.size(); }
  std::shared_ptr<const Function> derivative(std::size_t argument) const override {
    const std::lock_guard guard(lock_);
    if (!derivatives_[argument]) derivatives_[argument] = make_derivative(argument);
    return derivatives_[argument];
  }

 protected:
  virtual std::shared_ptr<const Function> make_derivative(std::size_t argument) const = 0;
  int order_;

 private:
  mutable std::mutex lock_;
  mutable std::vector<std::shared_ptr<const Function>> derivatives_;
};

class ColumnCall final : public TableCall {
 public:
  ColumnCall(std::shared_ptr<const TableColumn> column, int order)
      : TableCall(1, order), column_(std::move(column)) {}
  std::string name() const override { return column_->name; }
  double evaluate(std::span<const double> arguments) const override {
    return column_value(*column_, arguments[0], order_);
  }

 private:
  std::shared_ptr<const Function> make_derivative(std::size_t) const override {
    return std::make_shared<ColumnCall>(column_, order_ + 1);
  }
  std::shared_ptr<const TableColumn> column_;
};

class TimeCall final : public TableCall {
 public:
  TimeCall(std::shared_ptr<const TableColumn> column, double start, double shift, int order,
           bool zero)
      : TableCall(2, order),
        column_(std::move(column)),
        start_(start),
        shift_(shift),
        zero_(zero) {}
  std::string name() const override { return column_->name; }

  double evaluate(std::span<const double> arguments) const override {
    const double t = arguments[0], next = arguments[1];
    const double rounding = kSameTime * std::max(1.0, std::abs(t));
    const bool before_event = t >= next - rounding && t <= next + rounding;
    if (zero_ || t < start_ - rounding) return 0;
    if (before_event && next <= start_ + rounding) return 0;
    const TableColumn& column = *column_;
    if (column.x.size() < 2) return column_value(column, t - shift_, order_);
    double u = folded(column, t - shift_);
    if (!before_event) return column_value(column, snapped(u, rounding), order_);
    // The piece that ends at the event.
    const double end = column.x.back();
    if (column.beyond == Beyond::periodic && u <= column.x.front() + rounding) u = end;
    if (u > end + rounding || u < column.x.front() - rounding) {
      return column_value(column, u, order_);
    }
    const auto at = std::lower_bound(column.x.begin(), column.x.end(), u - rounding);
    const auto i = std::max<std::ptrdiff_t>(at - column.x.begin() - 1, 0);
    return in_piece(column, std::min(static_cast<std::size_t>(i), column.x.size() - 2), u, order_);
  }

 private:
  /// A point that is missed by rounding only is meant.
  double snapped(double u, double rounding) const {
    const auto near = std::upper_bound(column_->x.begin(), column_->x.end(), u + rounding);
    if (near == column_->x.begin()) return u;
    return std::abs(*(near - 1) - u) <= rounding ? *(near - 1) : u;
  }
  std::shared_ptr<const Function> make_derivative(std::size_t argument) const override {
    return std::make_shared<TimeCall>(column_, start_, shift_, order_ + 1, argument == 1);
  }
  std::shared_ptr<const TableColumn> column_;
  double start_, shift_;
  bool zero_;
};

class NextEvent final : public Function {
 public:
  NextEvent(std::shared_ptr<const TableColumn> column, double start, double shift,
            TimeEvents events)
      : column_(std::move(column)), start_(start), shift_(shift) {
    const std::vector<double>& x = column_->x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const bool jump = (i > 0 && x[i] == x[i - 1]) || (i + 1 < x.size() && x[i] == x[i + 1]);
      const bool end = column_->beyond == Beyond::periodic && (i == 0 || i + 1 == x.size());
      if (events == TimeEvents::never) continue;
      if (events == TimeEvents::at_jumps && !jump && !end) continue;
      if (points_.empty() || points_.back() < x[i]) points_.push_back(x[i]);
    }
  }
  std::string name() const override { return column_->name + ".next"; }
  std::size_t arity() const override { return 1; }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }

  double evaluate(std::span<const double> arguments) const override {
    const double rounding = kSameTime * std::max(1.0, std::abs(arguments[0]));
    const double t = arguments[0] + rounding;
    if (t < start_) return start_;
    if (points_.empty()) return kNever;
    const double u = t - shift_;
    double turns = 0;
    const double period = column_->x.back() - column_->x.front();
    if (column_->beyond == Beyond::periodic && period > 0) {
      turns = period * std::floor((u - column_->x.front()) / period);
    }
    auto next = std::upper_bound(points_.begin(), points_.end(), u - turns);
    if (next == points_.end()) {
      if (turns == 0 && column_->beyond != Beyond::periodic) return kNever;
      return shift_ + turns + period + points_.front();
    }
    return shift_ + turns + *next;
  }

 private:
  std::shared_ptr<const TableColumn> column_;
  double start_, shift_;
  std::vector<double> points_;
};

/// Straight in both directions, or constant.
class GridCall final : public TableCall {
 public:
  GridCall(std::shared_ptr<const TableGrid> grid, int by_x, int by_y)
      : TableCall(2, by_x + by_y), grid_(std::move(grid)), by_x_(by_x), by_y_(by_y) {}
  std::string name() const override { return grid_->name; }
  double evaluate(std::span<const double> arguments) const override {
    const std::size_t row = grid_->y.size();
    TableColumn across{"", grid_->y, {}, smoothness(), grid_->beyond};
    TableColumn along{"", grid_->x, {}, smoothness(), grid_->beyond};
    for (std::size_t i = 0; i < grid_->x.size(); ++i) {
      across.y.assign(grid_->z.begin() + static_cast<std::ptrdiff_t>(i * row),
                      grid_->z.begin() + static_cast<std::ptrdiff_t>((i + 1) * row));
      along.y.push_back(column_value(across, arguments[1], by_y_));
    }
    return column_value(along, arguments[0], by_x_);
  }

 private:
  Smoothness smoothness() const {
    return grid_->constant ? Smoothness::constant : Smoothness::linear;
  }
  std::shared_ptr<const Function> make_derivative(std::size_t argument) const override {
    return std::make_shared<GridCall>(grid_, by_x_ + (argument == 0), by_y_ + (argument == 1));
  }
  std::shared_ptr<const TableGrid> grid_;
  int by_x_, by_y_;
};

void require_rising(const std::string& name, const std::vector<double>& x, bool strictly) {
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] > x[i - 1] || (!strictly && x[i] == x[i - 1])) continue;
    throw Error(name,
                fmt::format("The points of the table {} do not rise: {} is followed by {}.", name,
                            x[i - 1], x[i]),
                "Sort the rows.");
  }
}

}  // namespace

std::shared_ptr<const TableColumn> make_column(TableColumn column) {
  if (column.x.empty()) throw Error(column.name, "A table has no rows.", "Give it some.");
  require_rising(column.name, column.x, is_smooth(column.smoothness));
  if (is_smooth(column.smoothness) && column.x.size() > 1) column.slopes = slopes_of(column);
  if (is_smooth(column.smoothness) && column.x.size() == 1)
    column.smoothness = Smoothness::constant;
  return std::make_shared<const TableColumn>(std::move(column));
}

std::shared_ptr<const Function> table_function(const std::shared_ptr<const TableColumn>& column) {
  return std::make_shared<ColumnCall>(column, 0);
}

std::shared_ptr<const Function> time_table_function(
    const std::shared_ptr<const TableColumn>& column, double start, double shift) {
  return std::make_shared<TimeCall>(column, start, shift, 0, false);
}

std::shared_ptr<const Function> next_event_function(
    const std::shared_ptr<const TableColumn>& column, double start, double shift,
    TimeEvents events) {
  return std::make_shared<NextEvent>(column, start, shift, events);
}

std::shared_ptr<const Function> grid_function(TableGrid grid) {
  require_rising(grid.name, grid.x, true);
  require_rising(grid.name, grid.y, true);
  return std::make_shared<GridCall>(std::make_shared<const TableGrid>(std::move(grid)), 0, 0);
}

TableMatrix read_table(const std::string& file, const std::string& name) {
  std::ifstream in(file);
  if (!in) {
    throw Error(file, fmt::format("The file {} with the table {} cannot be read.", file, name),
                "Check the name of the file.");
  }
  std::string line;
  bool first = true;
  while (std::getline(in, line)) {
    if (first && !line.starts_with("#1")) {
      throw Error(file,
                  fmt::format("The file {} is no text table: it does not begin with #1.", file),
                  "Tables are read from text files.");
    }
    first = false;
    std::istringstream words(line);
    std::string type, rest;
    words >> type;
    if (type != "double" && type != "float") continue;
    std::getline(words, rest);
    const std::size_t open = rest.find('(');
    const std::size_t begin = rest.find_first_not_of(' ');
    if (open == std::string::npos || begin >= open) continue;
    if (rest.substr(begin, rest.find_last_not_of(' ', open - 1) + 1 - begin) != name) continue;
    TableMatrix matrix;
    char comma = 0;
    std::istringstream sizes(rest.substr(open + 1));
    sizes >> matrix.rows >> comma >> matrix.columns;
    const auto wanted = static_cast<std::size_t>(std::max(0, matrix.rows)) *
                        static_cast<std::size_t>(std::max(0, matrix.columns));
    while (matrix.values.size() < wanted && std::getline(in, line)) {
      line = line.substr(0, line.find('#'));
      for (char& c : line) {
        if (c == ',' || c == ';') c = ' ';
      }
      std::istringstream numbers(line);
      double value = 0;
      while (matrix.values.size() < wanted && numbers >> value) matrix.values.push_back(value);
    }
    if (!sizes || wanted == 0 || matrix.values.size() != wanted) {
      throw Error(file,
                  fmt::format("The table {} in {} has {} numbers instead of {} by {}.", name, file,
                              matrix.values.size(), matrix.rows, matrix.columns),
                  "Correct its size.");
    }
    return matrix;
  }
  throw Error(file, fmt::format("The file {} has no table {}.", file, name),
              "Check the name of the table.");
}

}  // namespace multibond::modelica
