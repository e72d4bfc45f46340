/// Wide: a number of twice the digits of a double, as the unevaluated sum of two.
///
/// Elimination orders are chosen and judged with it: what cancels in double is still there.
/// Algorithms of Dekker (1971) and Knuth (TAOCP 2, 4.2.2); about 32 digits, exponents of a double.
#pragma once

#include <cmath>

namespace multibond {

class Wide {
 public:
  Wide() = default;
  Wide(double x) : high_(x) {}  // NOLINT: numbers are wide numbers
  explicit operator double() const { return high_; }

  friend Wide operator+(const Wide& x, const Wide& y) {
    const double s = x.high_ + y.high_;
    const double t = s - x.high_;
    const double error = (x.high_ - (s - t)) + (y.high_ - t);
    const double s2 = x.low_ + y.low_;
    const double t2 = s2 - x.low_;
    const double error2 = (x.low_ - (s2 - t2)) + (y.low_ - t2);
    return normal(normal(s, error + s2), error2);
  }
  friend Wide operator-(const Wide& x) { return {-x.high_, -x.low_}; }
  friend Wide operator-(const Wide& x, const Wide& y) { return x + -y; }
  friend Wide operator*(const Wide& x, const Wide& y) {
    const double p = x.high_ * y.high_;
    const double error = std::fma(x.high_, y.high_, -p);
    return normal(p, error + (x.high_ * y.low_ + x.low_ * y.high_));
  }
  friend Wide operator/(const Wide& x, const Wide& y) {
    const double q1 = x.high_ / y.high_;
    if (!std::isfinite(q1) || q1 == 0) return q1;
    const Wide r1 = x - y * Wide(q1);
    const double q2 = r1.high_ / y.high_;
    const Wide r2 = r1 - y * Wide(q2);
    return normal(normal(q1, q2), r2.high_ / y.high_);
  }
  Wide& operator+=(const Wide& y) { return *this = *this + y; }
  Wide& operator-=(const Wide& y) { return *this = *this - y; }

 private:
  Wide(double high, double low) : high_(high), low_(low) {}
  static Wide normal(double high, double low) {  // |high| >= |low|
    const double s = high + low;
    return std::isfinite(s) ? Wide(s, low - (s - high)) : Wide(s);
  }
  static Wide normal(const Wide& x, double low) { return normal(x.high_, x.low_ + low); }

  double high_ = 0;
  double low_ = 0;
};

}  // namespace multibond
