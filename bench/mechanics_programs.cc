#include "mechanics_programs.h"

#include <array>
#include <cmath>

#include "multibond/program/builder.h"

namespace multibond::bench {
namespace {

/// A value under construction, with operators, so that formulas read as in a textbook.
struct Number {
  ProgramBuilder* builder = nullptr;
  ProgramBuilder::Value value = 0;
};

Number emit(Code code, Number a, Number b) {
  return {a.builder, a.builder->emit(code, a.value, b.value)};
}
Number operator+(Number a, Number b) { return emit(Code::add, a, b); }
Number operator-(Number a, Number b) { return emit(Code::sub, a, b); }
Number operator*(Number a, Number b) { return emit(Code::mul, a, b); }
Number operator/(Number a, Number b) { return emit(Code::div, a, b); }
Number function(Code code, Number a) { return {a.builder, a.builder->emit(code, a.value)}; }

template <std::size_t n>
using Vector = std::array<Number, n>;
template <std::size_t n>
using Matrix = std::array<std::array<Number, n>, n>;

class Maker {
 public:
  explicit Maker(std::size_t inputs) : builder_(inputs) {}
  Number constant(double x) { return {&builder_, builder_.constant(x)}; }
  Number input(int i) { return {&builder_, builder_.input(static_cast<std::size_t>(i))}; }
  void output(Number x) { builder_.output(x.value); }
  Program finish() { return builder_.finish(); }

  template <std::size_t n>
  Vector<n> zero() {
    Vector<n> v;
    v.fill(constant(0));
    return v;
  }
  template <std::size_t n>
  Matrix<n> zero_matrix() {
    Matrix<n> m;
    m.fill(zero<n>());
    return m;
  }

 private:
  ProgramBuilder builder_;
};

template <std::size_t n>
Vector<n> operator+(const Vector<n>& a, const Vector<n>& b) {
  Vector<n> r;
  for (std::size_t i = 0; i < n; ++i) r[i] = a[i] + b[i];
  return r;
}
template <std::size_t n>
Vector<n> operator*(const Vector<n>& a, Number s) {
  Vector<n> r;
  for (std::size_t i = 0; i < n; ++i) r[i] = a[i] * s;
  return r;
}
template <std::size_t n>
Number dot(const Vector<n>& a, const Vector<n>& b) {
  Number sum = a[0] * b[0];
  for (std::size_t i = 1; i < n; ++i) sum = sum + a[i] * b[i];
  return sum;
}
template <std::size_t n>
Vector<n> operator*(const Matrix<n>& m, const Vector<n>& v) {
  Vector<n> r;
  for (std::size_t i = 0; i < n; ++i) r[i] = dot(m[i], v);
  return r;
}
template <std::size_t n>
Matrix<n> transposed(const Matrix<n>& m) {
  Matrix<n> r;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) r[i][j] = m[j][i];
  }
  return r;
}
template <std::size_t n>
Matrix<n> operator*(const Matrix<n>& a, const Matrix<n>& b) {
  const Matrix<n> t = transposed(b);
  Matrix<n> r;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) r[i][j] = dot(a[i], t[j]);
  }
  return r;
}
Vector<3> cross(const Vector<3>& a, const Vector<3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Rotation about coordinate axis `axis`, from the parent to the child frame.
Matrix<3> rotation(Maker& make, int axis, Number angle) {
  const Number c = function(Code::cos, angle), s = function(Code::sin, angle);
  const auto x = static_cast<std::size_t>(axis), y = (x + 1) % 3, z = (x + 2) % 3;
  Matrix<3> r = make.zero_matrix<3>();
  r[x][x] = make.constant(1);
  r[y][y] = r[z][z] = c;
  r[y][z] = s;
  r[z][y] = make.constant(0) - s;
  return r;
}

double parameter(int link, int which) { return 0.3 + 0.1 * std::fmod(link * 7 + which * 3, 11); }

}  // namespace

Program planar_chain(int links) {
  Maker make(static_cast<std::size_t>(2 * links));
  const auto n = static_cast<std::size_t>(links);
  std::vector<Number> s(n), c(n), w(n), b(n);
  for (int i = 0; i < links; ++i) {
    s[static_cast<std::size_t>(i)] = function(Code::sin, make.input(i));
    c[static_cast<std::size_t>(i)] = function(Code::cos, make.input(i));
    w[static_cast<std::size_t>(i)] = make.input(links + i);
  }
  // M_ij = k_ij cos(phi_i - phi_j), b_i = -sum k_ij sin(phi_i - phi_j) w_j^2 - g_i sin(phi_i)
  std::vector<std::vector<Number>> m(n, std::vector<Number>(n));
  for (std::size_t i = 0; i < n; ++i) {
    b[i] = s[i] * make.constant(-9.81 * (links - static_cast<int>(i)));
    for (std::size_t j = 0; j < n; ++j) {
      const Number k = make.constant(1.0 + 0.5 * (links - static_cast<int>(std::max(i, j))));
      m[i][j] = i == j ? make.constant(1.5 + 0.5 * (links - static_cast<int>(i)))
                       : k * (c[i] * c[j] + s[i] * s[j]);
      if (i != j) b[i] = b[i] - k * (s[i] * c[j] - c[i] * s[j]) * (w[j] * w[j]);
    }
  }
  // Elimination and back substitution.
  for (std::size_t k = 0; k < n; ++k) {
    const Number inverse = make.constant(1) / m[k][k];
    for (std::size_t i = k + 1; i < n; ++i) {
      const Number factor = m[i][k] * inverse;
      for (std::size_t j = k + 1; j < n; ++j) m[i][j] = m[i][j] - factor * m[k][j];
      b[i] = b[i] - factor * b[k];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) b[i] = b[i] - m[i][j] * b[j];
    b[i] = b[i] / m[i][i];
  }
  for (const Number x : b) make.output(x);
  return make.finish();
}

Program inverse_dynamics(int links) {
  Maker make(static_cast<std::size_t>(3 * links));
  const auto n = static_cast<std::size_t>(links);
  std::vector<Matrix<3>> r(n);
  std::vector<Vector<3>> force(n), torque(n), arm(n);
  Vector<3> w = make.zero<3>(), z = make.zero<3>();
  Vector<3> a = {make.constant(0), make.constant(0), make.constant(9.81)};
  for (int i = 0; i < links; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto axis = static_cast<std::size_t>(2 - i % 2);
    const Number qd = make.input(links + i), qdd = make.input(2 * links + i);
    r[at] = rotation(make, static_cast<int>(axis), make.input(i));
    for (std::size_t k = 0; k < 3; ++k) {
      arm[at][k] = make.constant(parameter(i, static_cast<int>(k)));
    }
    // Motion of the joint's point, then into the frame of this link.
    const Vector<3> moved = a + cross(z, arm[at]) + cross(w, cross(w, arm[at]));
    Vector<3> spin = r[at] * w;
    z = r[at] * z;
    const Number spin1 = spin[(axis + 1) % 3] * qd, spin2 = spin[(axis + 2) % 3] * qd;
    z[axis] = z[axis] + qdd;
    z[(axis + 1) % 3] = z[(axis + 1) % 3] + spin2;
    z[(axis + 2) % 3] = z[(axis + 2) % 3] - spin1;
    spin[axis] = spin[axis] + qd;
    w = spin;
    a = r[at] * moved;
    // Forces of the body.
    Vector<3> centre;
    Matrix<3> inertia;
    for (std::size_t k = 0; k < 3; ++k) {
      centre[k] = make.constant(parameter(i, 3 + static_cast<int>(k)));
      for (std::size_t l = 0; l < 3; ++l) {
        inertia[k][l] = make.constant(k == l ? 1 + parameter(i, 7)
                                             : 0.1 * parameter(i, static_cast<int>(k + l)));
      }
    }
    const Vector<3> at_centre = a + cross(z, centre) + cross(w, cross(w, centre));
    force[at] = at_centre * make.constant(parameter(i, 9));
    torque[at] = inertia * z + cross(w, inertia * w) + cross(centre, force[at]);
  }
  for (int i = links; i-- > 0;) {
    const auto at = static_cast<std::size_t>(i);
    make.output(torque[at][static_cast<std::size_t>(2 - i % 2)]);
    if (i == 0) break;
    const Matrix<3> back = transposed(r[at]);
    const Vector<3> f = back * force[at];
    torque[at - 1] = torque[at - 1] + back * torque[at] + cross(arm[at], f);
    force[at - 1] = force[at - 1] + f;
  }
  return make.finish();
}

Program articulated_chain(int links) {
  Maker make(static_cast<std::size_t>(2 * links));
  const auto n = static_cast<std::size_t>(links);
  std::vector<Matrix<6>> x(n), inertia(n);
  std::vector<Vector<6>> bias(n), coriolis(n), u(n);
  std::vector<Number> d(n), torque(n);
  Vector<6> v = make.zero<6>();
  const auto axis_of = [](int i) { return static_cast<std::size_t>(2 - i % 2); };
  for (int i = 0; i < links; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::size_t axis = axis_of(i);
    const Number qd = make.input(links + i);
    // Spatial transform (Featherstone 2008, eq. 2.24): [E 0; -E rx, E], r along the link.
    const Matrix<3> e = rotation(make, static_cast<int>(axis), make.input(i));
    Matrix<3> skew = make.zero_matrix<3>();
    const Number rx = make.constant(parameter(i, 0)), rz = make.constant(parameter(i, 1));
    skew[0][1] = make.constant(0) - rz;
    skew[1][0] = rz;
    skew[1][2] = make.constant(0) - rx;
    skew[2][1] = rx;
    const Matrix<3> coupling = e * skew;
    x[at] = make.zero_matrix<6>();
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t l = 0; l < 3; ++l) {
        x[at][k][l] = x[at][k + 3][l + 3] = e[k][l];
        x[at][k + 3][l] = make.constant(0) - coupling[k][l];
      }
    }
    v = x[at] * v;
    // Velocity product v x S qd, S = unit vector of the axis.
    const std::size_t b = (axis + 1) % 3, c = (axis + 2) % 3;
    coriolis[at] = make.zero<6>();
    coriolis[at][b] = v[c] * qd;
    coriolis[at][c] = make.constant(0) - v[b] * qd;
    coriolis[at][3 + b] = v[3 + c] * qd;
    coriolis[at][3 + c] = make.constant(0) - v[3 + b] * qd;
    v[axis] = v[axis] + qd;
    // Rigid-body inertia with the centre of mass off the axes, and v x* I v.
    const double m = parameter(i, 9), cx = parameter(i, 3), cy = parameter(i, 4);
    Matrix<6>& body = inertia[at];
    body = make.zero_matrix<6>();
    for (std::size_t k = 0; k < 3; ++k) {
      body[k][k] = make.constant(1 + parameter(i, 5 + static_cast<int>(k)));
      body[k + 3][k + 3] = make.constant(m);
    }
    body[2][3] = body[3][2] = make.constant(-m * cy);
    body[2][4] = body[4][2] = make.constant(m * cx);
    body[0][5] = body[5][0] = make.constant(m * cy);
    body[1][5] = body[5][1] = make.constant(-m * cx);
    const Vector<6> h = body * v;
    const Vector<3> w = {v[0], v[1], v[2]}, lin = {v[3], v[4], v[5]};
    const Vector<3> couple = cross(w, {h[0], h[1], h[2]}) + cross(lin, {h[3], h[4], h[5]});
    const Vector<3> force = cross(w, {h[3], h[4], h[5]});
    bias[at] = {couple[0], couple[1], couple[2], force[0], force[1], force[2]};
  }
  for (int i = links; i-- > 0;) {
    const auto at = static_cast<std::size_t>(i);
    const std::size_t axis = axis_of(i);
    for (std::size_t k = 0; k < 6; ++k) u[at][k] = inertia[at][k][axis];
    d[at] = make.constant(1) / u[at][axis];
    torque[at] = make.constant(0) - bias[at][axis];
    if (i == 0) break;
    Matrix<6> reduced = inertia[at];
    for (std::size_t k = 0; k < 6; ++k) {
      const Number scaled = u[at][k] * d[at];
      for (std::size_t l = 0; l < 6; ++l) {
        reduced[k][l] =
            k == axis || l == axis ? make.constant(0) : inertia[at][k][l] - scaled * u[at][l];
      }
    }
    const Vector<6> p = bias[at] + reduced * coriolis[at] + u[at] * (d[at] * torque[at]);
    const Matrix<6> back = transposed(x[at]);
    const Matrix<6> moved = back * reduced * x[at];
    const Vector<6> moved_bias = back * p;
    for (std::size_t k = 0; k < 6; ++k) {
      bias[at - 1][k] = bias[at - 1][k] + moved_bias[k];
      for (std::size_t l = 0; l < 6; ++l) {
        // Symmetric: the lower half repeats the upper one.
        inertia[at - 1][k][l] = inertia[at - 1][k][l] + (l < k ? moved[l][k] : moved[k][l]);
      }
    }
  }
  Vector<6> a = make.zero<6>();
  a[5] = make.constant(9.81);
  for (int i = 0; i < links; ++i) {
    const auto at = static_cast<std::size_t>(i);
    a = x[at] * a + coriolis[at];
    const Number qdd = d[at] * (torque[at] - dot(u[at], a));
    make.output(qdd);
    a[axis_of(i)] = a[axis_of(i)] + qdd;
  }
  return make.finish();
}

Program dense_solve(int size) {
  const auto n = static_cast<std::size_t>(size);
  Maker make(n * (n + 1) / 2 + n);
  std::vector<std::vector<Number>> m(n, std::vector<Number>(n));
  std::vector<Number> b(n);
  int next = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const Number x = make.input(next++);
      m[i][j] = m[j][i] = i == j ? x + make.constant(static_cast<double>(n)) : x;
    }
  }
  for (std::size_t i = 0; i < n; ++i) b[i] = make.input(next++);
  // L D L^T on the lower half.
  std::vector<Number> inverse(n);
  for (std::size_t k = 0; k < n; ++k) {
    inverse[k] = make.constant(1) / m[k][k];
    for (std::size_t i = k + 1; i < n; ++i) {
      const Number factor = m[i][k] * inverse[k];
      for (std::size_t j = k + 1; j <= i; ++j) m[i][j] = m[i][j] - factor * m[j][k];
      b[i] = b[i] - factor * b[k];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) b[i] = b[i] - m[j][i] * b[j];
    b[i] = b[i] * inverse[i];
  }
  for (const Number x : b) make.output(x);
  return make.finish();
}

}  // namespace multibond::bench
