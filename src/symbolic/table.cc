#include "multibond/symbolic/table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "multibond/base/text.h"
#include "multibond/diagnostic.h"

namespace multibond {
namespace {

/// c[0] + c[1] d + c[2] d^2 + c[3] d^3, where d is the distance from the start of the piece.
using Cubic = std::array<double, 4>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double derivative_at(const Cubic& c, double d, int order) {
  switch (order) {
    case 0:
      return c[0] + d * (c[1] + d * (c[2] + d * c[3]));
    case 1:
      return c[1] + d * (2 * c[2] + d * 3 * c[3]);
    case 2:
      return 2 * c[2] + d * 6 * c[3];
    case 3:
      return 6 * c[3];
    default:
      return 0 * c[3];  // NaN outside a table that ends with an error
  }
}

/// Pieces: left of the points, n - 1 between them, the last point, right of the points.
struct Pieces {
  std::string name;
  std::vector<double> x;
  std::vector<Cubic> cubics;  ///< n + 2
  int degree = 3;

  /// Number of a piece and the place from which it counts.
  std::pair<std::size_t, double> locate(double at) const {
    const std::size_t n = x.size();
    if (at < x.front()) return {0, x.front()};
    if (at > x.back()) return {n + 1, x.back()};
    const auto next = std::upper_bound(x.begin(), x.end(), at);
    return {static_cast<std::size_t>(next - x.begin()), *(next - 1)};
  }
};

class Table final : public Function, public std::enable_shared_from_this<Table> {
 public:
  Table(std::shared_ptr<const Pieces> pieces, int order)
      : pieces_(std::move(pieces)), order_(order) {
    if (order_ <= pieces_->degree) next_ = std::make_shared<Table>(pieces_, order_ + 1);
  }

  std::string name() const override {
    std::string text = pieces_->name;
    for (int i = 0; i < order_; ++i) text = "der(" + text + ")";
    return text;
  }
  bool ends() const { return std::isnan(pieces_->cubics.front()[0]); }
  std::pair<double, double> range() const { return {pieces_->x.front(), pieces_->x.back()}; }
  std::size_t arity() const override { return 1; }
  double evaluate(std::span<const double> arguments) const override {
    const double at = arguments[0];
    if (std::isnan(at)) return at;
    const auto [piece, start] = pieces_->locate(at);
    if (piece == 0 || piece == pieces_->x.size() + 1) {  // straight; infinity times 0 is 0 here
      const double slope = derivative_at(pieces_->cubics[piece], 0, order_ + 1);
      const double end = derivative_at(pieces_->cubics[piece], 0, order_);
      return slope == 0 ? end : end + slope * (at - start);
    }
    return derivative_at(pieces_->cubics[piece], at - start, order_);
  }
  std::shared_ptr<const Function> derivative(std::size_t) const override {
    if (next_) return next_;
    return shared_from_this();  // zero
  }
  std::string c99(std::string_view function_name) const override;

 private:
  std::shared_ptr<const Pieces> pieces_;
  int order_;
  std::shared_ptr<const Table> next_;
};

/// A number as C reads it, exactly.
std::string c_number(double value) {
  if (std::isnan(value)) return "(0.0 / 0.0)";
  const std::string number = format_number(value);
  return number.find_first_of(".e") == std::string::npos ? number + ".0" : number;
}

std::string Table::c99(std::string_view function_name) const {
  const Pieces& t = *pieces_;
  std::string grid, cubics;
  for (double at : t.x) grid += (grid.empty() ? "" : ", ") + c_number(at);
  for (const Cubic& c : t.cubics) {
    // the coefficients of the derivative itself: value and derivatives at the start, by factorial
    std::string row;
    double factorial = 1;
    for (int k = 0; k < 4; ++k) {
      factorial *= std::max(k, 1);
      row += (row.empty() ? "" : ", ") + c_number(derivative_at(c, 0, order_ + k) / factorial);
    }
    cubics += (cubics.empty() ? "" : ",\n") + ("    {" + row + "}");
  }
  const std::string n = std::to_string(t.x.size());
  std::string code = "static double " + std::string(function_name) + "(const double* x) {\n";
  code += "  static const double grid[" + n + "] = {" + grid + "};\n";
  code += "  static const double c[" + n + " + 2][4] = {\n" + cubics + "};\n";
  code += "  int low = 0, high = " + n + ", piece;\n  double d;\n";
  code += "  if (x[0] != x[0]) return x[0];\n";
  code += "  while (low < high) { /* points up to x */\n    const int middle = (low + high) / 2;\n";
  code += "    if (grid[middle] <= x[0]) low = middle + 1; else high = middle;\n  }\n";
  code += "  piece = x[0] > grid[" + n + " - 1] ? " + n + " + 1 : low;\n";
  code += "  d = x[0] - grid[low > 0 ? low - 1 : 0];\n";
  code += "  if ((piece == 0 || piece > " + n + ") && c[piece][1] == 0.0) return c[piece][0];\n";
  code += "  if (piece == 0 || piece > " + n + ") return c[piece][0] + d * c[piece][1];\n";
  code += "  return c[piece][0] + d * (c[piece][1] + d * (c[piece][2] + d * c[piece][3]));\n}\n";
  return code;
}

/// Slope at an end of the table: parabola through three points, bent back to keep the shape.
double end_slope(double h0, double h1, double s0, double s1) {
  const double slope = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1);
  if (slope * s0 <= 0) return 0;
  if (s0 * s1 <= 0 && std::fabs(slope) > 3 * std::fabs(s0)) return 3 * s0;
  return slope;
}

/// Slopes at the points; zero where the data turn, else a harmonic mean of the secants h, s.
std::vector<double> monotone_slopes(const std::vector<double>& h, const std::vector<double>& s) {
  const std::size_t n = h.size();  // intervals
  if (n == 1) return {s[0], s[0]};
  std::vector<double> slopes(n + 1, 0.0);
  slopes[0] = end_slope(h[0], h[1], s[0], s[1]);
  slopes[n] = end_slope(h[n - 1], h[n - 2], s[n - 1], s[n - 2]);
  for (std::size_t i = 1; i < n; ++i) {
    if ((s[i - 1] > 0) != (s[i] > 0) || s[i - 1] == 0 || s[i] == 0) continue;
    const double w0 = 2 * h[i] + h[i - 1], w1 = h[i] + 2 * h[i - 1];
    slopes[i] = (w0 + w1) / (w0 / s[i - 1] + w1 / s[i]);
  }
  return slopes;
}

void check(const std::string& name, const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<Diagnostic> findings;
  const auto report = [&](const std::string& text, const std::string& hint) {
    findings.push_back({Severity::error, name, "Table " + name + text, hint});
  };
  const auto point = [&](const char* list, const std::vector<double>& values, std::size_t i) {
    return std::string(list) + "[" + std::to_string(i) + "] = " + format_number(values[i]);
  };
  constexpr std::size_t kShown = 5;
  if (x.size() != y.size()) {
    report(" has " + std::to_string(x.size()) + " values of x and " + std::to_string(y.size()) +
               " of y.",
           "Give one y for each x.");
  }
  if (x.size() < 2) {
    report(" has " + std::to_string(x.size()) + (x.size() == 1 ? " point" : " points") +
               "; it needs two or more.",
           "For a constant use a parameter.");
  }
  for (const auto& [list, values] : {std::pair("x", &x), std::pair("y", &y)}) {
    for (std::size_t i = 0; i < values->size() && findings.size() < kShown; ++i) {
      if (std::isfinite((*values)[i])) continue;
      report(": " + point(list, *values, i) + " is not a finite number (counting from 0).", {});
    }
  }
  for (std::size_t i = 1; i < x.size() && findings.size() < kShown; ++i) {
    if (!(x[i] <= x[i - 1])) continue;  // not finite ones are reported above
    report(": " + point("x", x, i) + " is not greater than " + point("x", x, i - 1) +
               " (counting from 0).",
           "Sort the points and keep one of equal ones; for a jump use Interpolation::step.");
  }
  if (!findings.empty()) throw Error(std::move(findings));
}

}  // namespace

std::shared_ptr<const Function> make_table(std::string name, std::vector<double> x,
                                           std::vector<double> y, Interpolation interpolation,
                                           Extrapolation extrapolation) {
  check(name, x, y);
  const std::size_t n = x.size();
  std::vector<double> h(n - 1), s(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = x[i + 1] - x[i];
    s[i] = (y[i + 1] - y[i]) / h[i];
  }
  // pieces between the points
  std::vector<Cubic> cubics{Cubic{}};
  if (interpolation == Interpolation::cubic) {
    const std::vector<double> d = monotone_slopes(h, s);
    for (std::size_t i = 0; i + 1 < n; ++i) {
      const double c2 = (3 * s[i] - 2 * d[i] - d[i + 1]) / h[i];
      const double c3 = (d[i] + d[i + 1] - 2 * s[i]) / (h[i] * h[i]);
      cubics.push_back({y[i], d[i], c2, c3});
    }
  } else {
    const bool step = interpolation == Interpolation::step;
    for (std::size_t i = 0; i + 1 < n; ++i) cubics.push_back({y[i], step ? 0.0 : s[i], 0, 0});
  }
  // the last point: the last piece seen from its end
  Cubic end = cubics.back();
  for (int k = 1; k < 4; ++k) {
    end[static_cast<std::size_t>(k)] = derivative_at(cubics.back(), h.back(), k) / (k == 3 ? 6 : k);
  }
  end[0] = y.back();
  cubics.push_back(end);
  // beyond the points
  const auto outside = [&](const Cubic& c) -> Cubic {
    if (extrapolation == Extrapolation::error) return {kNaN, kNaN, kNaN, kNaN};
    return {c[0], extrapolation == Extrapolation::linear ? c[1] : 0.0, 0, 0};
  };
  cubics.front() = outside(cubics[1]);
  cubics.push_back(outside(end));

  auto pieces = std::make_shared<Pieces>();
  pieces->name = std::move(name);
  pieces->x = std::move(x);
  pieces->cubics = std::move(cubics);
  pieces->degree = interpolation == Interpolation::cubic    ? 3
                   : interpolation == Interpolation::linear ? 1
                                                            : 0;
  return std::make_shared<Table>(std::move(pieces), 0);
}

std::optional<std::pair<double, double>> table_range(const Function& function) {
  const auto* const table = dynamic_cast<const Table*>(&function);
  if (!table || !table->ends()) return std::nullopt;
  return table->range();
}

}  // namespace multibond
