#include "one_contact.h"

#include <algorithm>
#include <cmath>

namespace multibond::contact {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

/// A contact in space, with a column of its own for the normal force: the torque of a contact that
/// spins is proportional to it, which makes the matrix unsymmetric.
///
///     u_n = a  x_n + w . x_t + q_n
///     u_t = c  x_n + T   x_t + q_t
struct Slipping {
  double a;
  Vector2d w, c;
  Matrix2d T;
  double q_n;
  Vector2d q_t;
};

// Without Eigen/LU, which takes long to compile.
double determinant(const Matrix2d& A) { return A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0); }

struct Force {
  double n = 0;
  Vector2d t = Vector2d::Zero();
};

/// While slipping, u_t = -alpha x_t with alpha > 0 and |x_t| = mu x_n. For a given alpha the rest
/// is linear; with x_n from u_n = 0,
///
///     (S + alpha) x_t = -s,   S = T - c w' / a,   s = q_t - c q_n / a
///
/// At alpha = 0 the contact sticks. For alpha to infinity x_t vanishes, x_n = -q_n / a: between a
/// force outside the cone and one inside it there is one at its border.
class AlphaSearch {
 public:
  AlphaSearch(const Slipping& contact, double mu)
      : p_(contact),
        mu_(mu),
        S_(contact.T - contact.c * contact.w.transpose() / contact.a),
        s_(contact.q_t - contact.c * (contact.q_n / contact.a)),
        size_(contact.T.trace()) {}

  Force solve() {
    // A matrix without full rank leaves forces undetermined: take small ones.
    const bool regular = determinant(S_) > 1e-13 * size_ * size_;
    const double least = regular ? 0.0 : 1e-13 * size_;
    if (size_ <= 0 && s_.isZero(0)) return {-p_.q_n / p_.a, Vector2d::Zero()};
    evaluate(least);
    if (force_.t.norm() <= mu_ * force_.n) return force_;
    double low = least, high = size_ > 0 ? size_ : 1.0;
    while (evaluate(high) > 0) {
      low = high;
      high *= 16;
      if (!(high < 1e200)) return force_;
    }
    // excess = 1 - mu x_n / |x_t| is a straight line in alpha for a sphere, and nearly for others.
    double alpha = high;
    for (int step = 0; step < 100; ++step) {
      const double excess = evaluate(alpha);
      (excess > 0 ? low : high) = alpha;
      double next = alpha - excess / slope_;
      if (!(next > low && next < high))
        next = low > 0 ? std::sqrt(low) * std::sqrt(high) : high / 16;
      if (std::abs(next - alpha) <= 4e-16 * alpha || excess == 0) break;
      alpha = next;
    }
    // Exactly on the border, with u_n = 0.
    const Vector2d e = force_.t.normalized();
    const double n = -p_.q_n / (p_.a + mu_ * p_.w.dot(e));
    return {n, mu_ * n * e};
  }

 private:
  double evaluate(double alpha) {
    const Matrix2d A = S_ + alpha * Matrix2d::Identity();
    const double scale = 1 / determinant(A);
    const auto solved = [&](const Vector2d& r) -> Vector2d {
      return Vector2d(A(1, 1) * r[0] - A(0, 1) * r[1], A(0, 0) * r[1] - A(1, 0) * r[0]) * scale;
    };
    force_.t = solved(-s_);
    force_.n = (-p_.q_n - p_.w.dot(force_.t)) / p_.a;
    const Vector2d dt = -solved(force_.t);
    const double dn = -p_.w.dot(dt) / p_.a;
    const double length = force_.t.norm();
    slope_ = mu_ * (force_.n * force_.t.dot(dt) / (length * length) - dn) / length;
    return 1 - mu_ * force_.n / length;
  }

  const Slipping& p_;
  double mu_;
  Matrix2d S_;
  Vector2d s_;
  double size_;
  Force force_;
  double slope_ = 0;
};

Vector4 in_the_plane(const Matrix4& W, const Vector4& q, double mu) {
  Vector4 x = Vector4::Zero(2);
  const double a = W(0, 0), w = W(0, 1), S = W(1, 1) - w * w / a, s = q[1] - w * q[0] / a;
  if (S > 1e-15 * W(1, 1)) {
    x[1] = -s / S;
    x[0] = (-q[0] - w * x[1]) / a;
    if (std::abs(x[1]) <= mu * x[0]) return x;
  } else if (s == 0) {
    x << -q[0] / a, 0;
    return x;
  }
  const double direction = s > 0 ? -mu : mu;
  x[0] = -q[0] / (a + direction * w);
  x[1] = direction * x[0];
  return x;
}

Vector4 in_space(const Matrix4& W, const Vector4& q, double mu) {
  const Slipping contact{W(0, 0), W.block<2, 1>(1, 0), W.block<2, 1>(1, 0), W.block<2, 2>(1, 1),
                         q[0],    q.segment<2>(1)};
  const Force force = AlphaSearch(contact, mu).solve();
  Vector4 x(3);
  x << force.n, force.t;
  return x;
}

/// Of the three things that spin can do, each a contact in space, the one that is consistent.
Vector4 with_spin(const Matrix4& W, const Vector4& q, const Cone& cone) {
  const Vector2d w = W.block<2, 1>(1, 0), W_ts = W.block<2, 1>(1, 3);
  const Matrix2d W_tt = W.block<2, 2>(1, 1);
  const double W_ss = W(3, 3), limit = cone.spin_mu;
  Vector4 x = Vector4::Zero(4);
  const bool turns = W_ss > 0;

  // It holds: its torque follows from u_s = 0 and is eliminated.
  if (turns && limit > 0) {
    const Vector2d share = W_ts / W_ss;
    const double a = W(0, 0) - W(0, 3) * W(0, 3) / W_ss;
    const Vector2d coupled = w - share * W(0, 3);
    if (a > 1e-14 * W(0, 0)) {
      const Slipping contact{a,
                             coupled,
                             coupled,
                             W_tt - share * W_ts.transpose(),
                             q[0] - W(0, 3) / W_ss * q[3],
                             q.segment<2>(1) - share * q[3]};
      if (contact.q_n < 0) {
        const Force f = AlphaSearch(contact, cone.mu).solve();
        const double torque = -(q[3] + W(0, 3) * f.n + W_ts.dot(f.t)) / W_ss;
        x << f.n, f.t, torque;
        if (std::abs(torque) <= limit * f.n) return x;
      }
    }
  }
  // It turns in one of two directions, against the largest torque.
  Vector4 best = x;
  double best_speed = -1;
  for (const double side : {-1.0, 1.0}) {
    const double torque = side * limit;
    const double a = W(0, 0) + torque * W(0, 3);
    if (!(a > 0)) continue;
    const Slipping contact{a, w, w + torque * W_ts, W_tt, q[0], q.segment<2>(1)};
    const Force f = AlphaSearch(contact, cone.mu).solve();
    if (!(f.n >= 0)) continue;
    x << f.n, f.t, torque * f.n;
    const double speed = -side * (q[3] + W.row(3).dot(x));
    if (best_speed < 0 && (speed > best_speed || best_speed == -1)) {
      best = x;
      best_speed = speed;
    }
  }
  return best;
}

}  // namespace

Vector4 one_contact(const Matrix4& W, const Vector4& q, const Cone& cone) {
  if (q[0] >= 0 || !(W(0, 0) > 0)) return Vector4::Zero(cone.rows);
  if (cone.rows == 1 || (cone.mu == 0 && cone.spin_mu == 0)) {
    Vector4 x = Vector4::Zero(cone.rows);
    x[0] = -q[0] / W(0, 0);
    return x;
  }
  if (cone.rows == 2) return in_the_plane(W, q, cone.mu);
  if (cone.rows == 3) return in_space(W, q, cone.mu);
  return with_spin(W, q, cone);
}

}  // namespace multibond::contact
