#include "slip_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace multibond::contact {
namespace {

using Eigen::Matrix2d;
using Eigen::Matrix4d;
using Eigen::Vector2d;
using Eigen::Vector4d;

constexpr double kNever = std::numeric_limits<double>::infinity();
/// Slip below this has stopped; all numbers are of size 1.
constexpr double kStopped = 1e-14;
constexpr double kRounding = 1e-14;

/// Some of the rows t1, t2, s.
struct Rows {
  std::array<int, 3> row{};
  int count = 0;
  void add(int i) { row[static_cast<std::size_t>(count++)] = i; }
};

/// Entries of d in `rows` such that (W d) is zero there, the others being given. Rows that do not
/// respond keep zero. Elimination with the largest diagonal first.
void hold(const Matrix4d& W, const Rows& rows, Vector4d& d) {
  std::array<bool, 4> open{};
  for (int i = 0; i < rows.count; ++i) {
    d[rows.row[static_cast<std::size_t>(i)]] = 0;
    open[static_cast<std::size_t>(rows.row[static_cast<std::size_t>(i)])] = true;
  }
  Matrix4d A = W;
  Vector4d right = -(W * d);
  Rows order;
  for (int i = 0; i < rows.count; ++i) {
    int k = 0;
    for (int row = 1; row < 4; ++row) {
      if (open[static_cast<std::size_t>(row)] && (k == 0 || A(row, row) > A(k, k))) k = row;
    }
    open[static_cast<std::size_t>(k)] = false;
    if (A(k, k) <= kRounding * W(k, k) || A(k, k) <= 0) continue;
    for (int row = 1; row < 4; ++row) {
      if (!open[static_cast<std::size_t>(row)]) continue;
      const double factor = A(row, k) / A(k, k);
      A.row(row) -= factor * A.row(k);
      right[row] -= factor * right[k];
    }
    order.add(k);
  }
  for (int i = order.count - 1; i >= 0; --i) {
    const int k = order.row[static_cast<std::size_t>(i)];
    double sum = right[k];
    for (int j = i + 1; j < order.count; ++j) {
      const int other = order.row[static_cast<std::size_t>(j)];
      sum -= A(k, other) * d[other];
    }
    d[k] = sum / A(k, k);
  }
}

/// Direction in which slip starts: c - mu T e = k e with k > 0 and |e| = 1. That is
/// |(mu T + k)^-1 c| = 1, which falls with k; there is none if it is below 1 at k = 0.
bool starting_direction(const Matrix2d& T, const Vector2d& c, double mu, int tangents,
                        Vector2d& e) {
  if (tangents == 1) {
    e = {c[0] > 0 ? 1.0 : -1.0, 0};
    return std::abs(c[0]) > mu * T(0, 0);
  }
  const auto solved = [&](double k) -> Vector2d {
    const Matrix2d A = mu * T + k * Matrix2d::Identity();
    const double determinant = A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0);
    return Vector2d(A(1, 1) * c[0] - A(0, 1) * c[1], A(0, 0) * c[1] - A(1, 0) * c[0]) / determinant;
  };
  double low = 0, high = c.norm();
  if (!(high > 0)) return false;
  const Vector2d sticking = solved(0);
  if (sticking.norm() <= 1) return false;
  for (int i = 0; i < 200 && high - low > 1e-17 * high; ++i) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (solved(middle).norm() > 1 ? low : high) = middle;
  }
  e = solved(high).normalized();
  return true;
}

/// The smallest x > 0 with a x^2 / 2 + b x = c, for c >= 0.
double first_root(double a, double b, double c) {
  if (c <= 0) return 0;
  const double square = b * b + 2 * a * c;
  if (square < 0) return kNever;
  const double sum = b + std::sqrt(square);
  return sum > 0 ? 2 * c / sum : kNever;
}

// ---- turning slip

// With u_t = v e(theta) the equations are singular where the slip stops. With dp = v ds they are
// not (Batlle 1996 has the same flow): v only scales them.
//
//     dtheta/ds = e' . (W d)_t    dv/ds = v e . (W d)_t    dL/ds = v d    dA/ds = v u_n
//
// theta, v, L_n, L_t1, L_t2, L_s, A
using State = Eigen::Matrix<double, 7, 1>;

Vector2d unit(double theta) { return {std::cos(theta), std::sin(theta)}; }

/// One step of length h by extrapolation of the midpoint rule (Gragg, Bulirsch, Stoer; Hairer,
/// Norsett, Wanner I, II.9), of order 14. `error` gets what the last order changed. It is the
/// increments that are extrapolated, so that rounding falls with h.
template <typename Slope>
State extrapolated(const Slope& slope, const State& y, double h, double& error) {
  constexpr std::array<int, 7> kParts = {2, 4, 6, 8, 10, 12, 14};
  std::array<State, kParts.size()> table;
  const State first = slope(y);
  State before_last = State::Zero();
  for (std::size_t j = 0; j < kParts.size(); ++j) {
    const int n = kParts[j];
    const double part = h / n;
    State a = State::Zero(), b = part * first;
    for (int i = 1; i < n; ++i) {
      State next = a + 2 * part * slope(State(y + b));
      a = std::exchange(b, next);
    }
    table[j] = b;
    if (j + 1 == kParts.size()) before_last = table[0];
    for (std::size_t k = j; k-- > 0;) {
      const double ratio = static_cast<double>(n) / kParts[k];
      table[k] = table[k + 1] + (table[k + 1] - table[k]) / (ratio * ratio - 1);
    }
  }
  error = ((table[0] - before_last).array() / (1 + y.array().abs())).abs().maxCoeff();
  return y + table[0];
}

/// The s in (0, h] at which f becomes zero from below, given that it is not below at h. f returns
/// its value and its derivative: Newton's method, with halving where it leaves the interval.
template <typename F>
double located(const F& f, double h) {
  double low = 0, high = h, s = h;
  for (int i = 0; i < 100; ++i) {
    const auto [value, slope] = f(s);
    (value >= 0 ? high : low) = s;
    double next = s - value / slope;
    if (!(slope > 0 && next > low && next < high)) {
      if (value == 0 || std::abs(next - s) <= 4e-16 * s) return s;
      next = (low + high) / 2;
    }
    if (std::abs(next - s) <= 4e-16 * s || high - low <= 4e-16 * high) return next;
    s = next;
  }
  return high;
}

}  // namespace

SlipPath::SlipPath(const Impacting& contact) : c_(contact) {
  now_.u = contact.before;
  choose();
}

double SlipPath::energy(const Point& point) const { return point.L.dot(point.u + c_.before) / 2; }

double SlipPath::value(const Point& point, const Goal& goal) const {
  switch (goal.of) {
    case Goal::Of::normal_velocity:
      return point.u[0] - goal.value;
    case Goal::Of::impulse:
      return point.L[0] - goal.value;
    case Goal::Of::normal_work:
      return point.A - goal.value;
    case Goal::Of::energy:
      return energy(point) - goal.value;
  }
  return 0;
}

/// d = dL/dp for slip in direction e, if it slips.
Vector4d SlipPath::direction(const Vector2d& e) const {
  Vector4d d(1, 0, 0, 0);
  Rows held;
  if (tangent_ == Slip::straight || tangent_ == Slip::turns) {
    d.segment<2>(1) = -c_.mu * e;
  } else if (tangent_ == Slip::sticks) {
    for (int i = 0; i < c_.tangents; ++i) held.add(1 + i);
  }
  if (spin_ == Slip::straight) {
    d[3] = -c_.spin_mu * side_;
  } else if (spin_ == Slip::sticks) {
    held.add(3);
  }
  if (held.count > 0) hold(c_.W, held, d);
  return d;
}

/// How it goes on from here: what moves slips; what does not, sticks if friction can hold it.
void SlipPath::choose() {
  const bool tangent = c_.tangents > 0 && c_.mu > 0, spin = c_.spins && c_.spin_mu > 0;
  const Vector2d slip = now_.u.segment<2>(1);
  const bool tangent_moves = slip.norm() > kStopped, spin_moves = std::abs(now_.u[3]) > kStopped;
  if (!tangent) tangent_ = Slip::none;
  if (!spin) spin_ = Slip::none;
  if (spin && spin_moves) {
    spin_ = Slip::straight;
    side_ = now_.u[3] > 0 ? 1 : -1;
  }
  if (tangent && tangent_moves) {
    tangent_ = Slip::turns;
    e_ = slip.normalized();
  }
  const auto holds = [&](const Vector4d& d) {
    const double more = 1 + kRounding;
    return (tangent_ != Slip::sticks || d.segment<2>(1).norm() <= more * c_.mu) &&
           (spin_ != Slip::sticks || std::abs(d[3]) <= more * c_.spin_mu);
  };
  // What stands still is tried to stick first, then to start.
  struct Try {
    Slip tangent, spin;
    double side;
  };
  std::array<Try, 6> tries{};
  std::size_t count = 0;
  for (const Slip t : {Slip::sticks, Slip::straight}) {
    if (tangent ? (tangent_moves && t == Slip::sticks) : t == Slip::straight) continue;
    const Slip t_now = !tangent ? Slip::none : tangent_moves ? Slip::turns : t;
    if (!spin) tries[count++] = {t_now, Slip::none, 0};
    if (spin && spin_moves) tries[count++] = {t_now, Slip::straight, side_};
    if (spin && !spin_moves) {
      tries[count++] = {t_now, Slip::sticks, 0};
      tries[count++] = {t_now, Slip::straight, 1};
      tries[count++] = {t_now, Slip::straight, -1};
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Try& t = tries[i];
    tangent_ = t.tangent;
    spin_ = t.spin;
    side_ = t.side;
    if (tangent_ == Slip::straight) {
      // With the spin eliminated where it sticks.
      Vector2d c = c_.W.block<2, 1>(1, 0);
      Matrix2d T = c_.W.block<2, 2>(1, 1);
      if (spin_ == Slip::sticks && c_.W(3, 3) > 0) {
        const Vector2d share = c_.W.block<2, 1>(1, 3) / c_.W(3, 3);
        c -= share * c_.W(3, 0);
        T -= share * c_.W.block<1, 2>(3, 1);
      } else if (spin_ == Slip::straight) {
        c -= c_.spin_mu * side_ * c_.W.block<2, 1>(1, 3);
      }
      if (!starting_direction(T, c, c_.mu, c_.tangents, e_)) continue;
    }
    const Vector4d d = direction(e_);
    if (!holds(d)) continue;
    const Vector4d slope = c_.W * d;
    if (spin && !spin_moves && spin_ == Slip::straight && slope[3] * side_ < 0) continue;
    break;
  }
  if (tangent_ == Slip::turns) {
    // A sphere keeps the direction of its slip, and so does any contact in the plane.
    const Vector4d slope = c_.W * direction(e_);
    const double across = slope[2] * e_[0] - slope[1] * e_[1];
    if (c_.tangents == 1 || std::abs(across) <= 1e-16) tangent_ = Slip::straight;
  }
}

double SlipPath::normal_slope() { return c_.W.row(0).dot(direction(e_)); }

bool SlipPath::advance(const Goal& goal) {
  for (int phase = 0; phase < 100; ++phase) {
    if (value(now_, goal) >= 0 && phase > 0) return true;
    const bool reached = tangent_ == Slip::turns ? turning(goal) : straight(goal);
    if (reached) return true;
    if (tangent_ == Slip::none && spin_ == Slip::none) return false;
    const Slip before[] = {tangent_, spin_};
    const Vector2d e = e_;
    choose();
    // Everything sticks and nothing changes: it is jammed.
    if (before[0] == tangent_ && before[1] == spin_ && e == e_ && tangent_ != Slip::turns &&
        stays_) {
      return false;
    }
  }
  return false;
}

/// A phase of constant d: velocities are linear in p, works quadratic.
bool SlipPath::straight(const Goal& goal) {
  const Vector4d d = direction(e_), slope = c_.W * d;
  double to_goal = kNever;
  switch (goal.of) {
    case Goal::Of::normal_velocity:
      if (slope[0] > kRounding * c_.W(0, 0)) to_goal = (goal.value - now_.u[0]) / slope[0];
      break;
    case Goal::Of::impulse:
      to_goal = goal.value - now_.L[0];
      break;
    case Goal::Of::normal_work:
      to_goal = first_root(slope[0], now_.u[0], goal.value - now_.A);
      break;
    case Goal::Of::energy:
      to_goal = first_root(d.dot(slope), now_.u.dot(d), goal.value - energy(now_));
      break;
  }
  double to_stop = kNever, to_spin_stop = kNever;
  if (tangent_ == Slip::straight) {
    const double slip = now_.u.segment<2>(1).dot(e_), rate = slope.segment<2>(1).dot(e_);
    if (rate < 0) to_stop = std::max(0.0, -slip / rate);
  }
  if (spin_ == Slip::straight && slope[3] * side_ < 0) {
    to_spin_stop = std::max(0.0, -now_.u[3] / slope[3]);
  }
  const double length = std::min({to_goal, to_stop, to_spin_stop});
  stays_ = !(length < kNever);
  if (stays_) return false;
  now_.A += length * (now_.u[0] + length * slope[0] / 2);
  now_.u += length * slope;
  now_.L += length * d;
  // What is zero is so exactly.
  if (to_stop <= length || tangent_ == Slip::sticks) now_.u.segment<2>(1).setZero();
  if (to_spin_stop <= length || spin_ == Slip::sticks) now_.u[3] = 0;
  if (to_goal > length) return false;
  if (goal.of == Goal::Of::normal_velocity) now_.u[0] = goal.value;
  return true;
}

/// A phase in space whose slip turns.
bool SlipPath::turning(const Goal& goal) {
  const Point start = now_;
  const auto slope = [&](const State& y) -> State {
    const Vector2d e = unit(y[0]);
    const double v = y[1];
    const Vector4d d = direction(e), rate = c_.W * d;
    const double u_n = start.u[0] + c_.W.row(0).dot(y.segment<4>(2));
    State result;
    result << rate[2] * e[0] - rate[1] * e[1], v * rate.segment<2>(1).dot(e), v * d, v * u_n;
    return result;
  };
  const auto at = [&](const State& y) -> Point {
    Point point;
    point.L = start.L + y.segment<4>(2);
    point.u = start.u + c_.W * y.segment<4>(2);
    point.u.segment<2>(1) = y[1] * unit(y[0]);
    if (spin_ == Slip::sticks) point.u[3] = 0;
    point.A = start.A + y[6];
    return point;
  };
  // What ends the phase, positive where it has happened, and its derivative by s.
  const auto spin_event = [&](const State& y) {
    if (spin_ == Slip::straight) return -at(y).u[3] * side_;
    if (spin_ == Slip::sticks) return std::abs(direction(unit(y[0]))[3]) - c_.spin_mu * (1 + 1e-13);
    return -1.0;
  };
  const auto goal_rate = [&](const State& y) {
    const Vector4d dL = slope(y).segment<4>(2);
    switch (goal.of) {
      case Goal::Of::normal_velocity:
        return c_.W.row(0).dot(dL);
      case Goal::Of::impulse:
        return dL[0];
      case Goal::Of::normal_work:
        return at(y).u[0] * dL[0];
      case Goal::Of::energy:
        return at(y).u.dot(dL);
    }
    return 0.0;
  };
  stays_ = false;

  State y = State::Zero();
  y[0] = std::atan2(e_[1], e_[0]);
  y[1] = start.u.segment<2>(1).norm();
  double h = 0.25 / std::max(1e-3, (1 + c_.mu) * c_.W.diagonal().segment<2>(1).maxCoeff());
  const double smallest = 1e-3 * h;  // below it, only rounding is left
  for (int step = 0; step < 10000; ++step) {
    double error = 0;
    State next = extrapolated(slope, y, h, error);
    constexpr double kError = 1e-14;
    const double growth =
        std::isfinite(error) ? 0.8 * std::pow(kError / std::max(error, 1e-18), 1.0 / 13) : 0.1;
    if (!(error <= kError) && h > smallest) {
      h = std::max(smallest, h * std::clamp(growth, 0.1, 0.7));
      continue;
    }
    const auto state_at = [&](double s) -> State {
      double ignored = 0;
      return s == 0 ? y : s == h ? next : extrapolated(slope, y, s, ignored);
    };
    double s = h;
    bool reached = false, spin_changes = false;
    if (value(at(next), goal) >= 0) {
      s = located(
          [&](double x) {
            const State state = state_at(x);
            return std::pair(value(at(state), goal), goal_rate(state));
          },
          h);
      reached = true;
    }
    if (spin_event(next) > 0) {
      // Without a derivative: halving. It happens once or twice in an impact with spin.
      const double other =
          located([&](double x) { return std::pair(spin_event(state_at(x)), 0.0); }, h);
      if (other < s || !reached) {
        s = other;
        reached = false;
        spin_changes = true;
      }
    }
    y = state_at(s);
    if (reached || spin_changes) {
      now_ = at(y);
      e_ = unit(y[0]);
      if (spin_changes && spin_ == Slip::straight) now_.u[3] = 0;
      if (reached && goal.of == Goal::Of::normal_velocity) now_.u[0] = goal.value;
      return reached;
    }
    if (y[1] <= kStopped / 10) {
      now_ = at(y);
      now_.u.segment<2>(1).setZero();
      return false;
    }
    h *= std::clamp(growth, 0.3, 4.0);
  }
  now_ = at(y);
  return false;
}

}  // namespace multibond::contact
