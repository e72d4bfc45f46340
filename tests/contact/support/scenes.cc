#include "scenes.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace multibond::contact::test {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Free bodies with contacts between them, or to the ground (-1).
struct Bodies {
  struct Body {
    Vector3d at;
    double mass;
    Vector3d inertia;
  };
  struct Touch {
    int a, b;  ///< the normal points from b to a
    Vector3d point, normal;
  };
  std::vector<Body> bodies;
  std::vector<Touch> touches;

  FrictionProblem problem(const VectorXd& velocities, const SceneOptions& o) const {
    const int rows = o.rows == Rows::normal  ? 1
                     : o.rows == Rows::plane ? 2
                     : o.rows == Rows::space ? 3
                                             : 4;
    const auto n = static_cast<Index>(touches.size()) * rows;
    MatrixXd J = MatrixXd::Zero(n, 6 * static_cast<Index>(bodies.size()));
    FrictionProblem p;
    Index row = 0;
    for (const Touch& touch : touches) {
      p.contacts.push_back({static_cast<std::size_t>(row), rows, o.mu, 0.02});
      const Vector3d t1 = touch.normal.unitOrthogonal(), t2 = touch.normal.cross(t1);
      for (int k = 0; k < rows; ++k, ++row) {
        const Vector3d d = k == 1 ? t1 : k == 2 ? t2 : touch.normal;
        const auto side = [&](int body, double sign) {
          if (body < 0) return;
          if (k < 3) J.block<1, 3>(row, 6 * body) += sign * d.transpose();
          const Vector3d arm = touch.point - bodies[static_cast<std::size_t>(body)].at;
          const Vector3d turning = k < 3 ? Vector3d(arm.cross(d)) : d;
          J.block<1, 3>(row, 6 * body + 3) += sign * turning.transpose();
        };
        side(touch.a, 1);
        side(touch.b, -1);
      }
    }
    VectorXd inverse(J.cols());
    double weight = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      inverse.segment<3>(6 * static_cast<Index>(i)).setConstant(1 / bodies[i].mass);
      inverse.segment<3>(6 * static_cast<Index>(i) + 3) = bodies[i].inertia.cwiseInverse();
      weight = std::max(weight, 9.81 * bodies[i].mass);
    }
    const MatrixXd W = J * inverse.asDiagonal() * J.transpose();
    const VectorXd b = J * velocities;
    p.W.assign(W.data(), W.data() + W.size());  // symmetric
    p.b.assign(b.begin(), b.end());
    p.force_scale = weight;
    return p;
  }

  VectorXd falling(const Vector3d& direction) const {
    VectorXd v = VectorXd::Zero(6 * static_cast<Index>(bodies.size()));
    for (Index i = 0; i < v.size(); i += 6) v.segment<3>(i) = 9.81 * direction;
    return v;
  }
};

Vector3d box_inertia(double mass, const Vector3d& size) {
  const Vector3d s = size.cwiseProduct(size);
  return mass / 12 * Vector3d(s[1] + s[2], s[0] + s[2], s[0] + s[1]);
}

}  // namespace

FrictionProblem pile(int spheres, const SceneOptions& o, Random& random) {
  Bodies scene;
  const double width = std::cbrt(spheres), radius = 0.5;
  for (int i = 0; i < spheres; ++i) {
    const double x = random.uniform(0, width), y = random.uniform(0, width),
                 z = random.uniform(0, width);
    const double mass = o.scale * random.factor(o.mass_ratio);
    scene.bodies.push_back({{x, y, z}, mass, Vector3d::Constant(0.4 * mass * radius * radius)});
  }
  for (int i = 0; i < spheres; ++i) {
    const Vector3d& a = scene.bodies[static_cast<std::size_t>(i)].at;
    if (a[2] < 0.8 || i == 0) {
      scene.touches.push_back({i, -1, {a[0], a[1], a[2] - radius}, Vector3d::UnitZ()});
    }
    for (int j = 0; j < i; ++j) {
      const Vector3d& b = scene.bodies[static_cast<std::size_t>(j)].at;
      const double distance = (a - b).norm();
      if (distance > 0.85) continue;
      scene.touches.push_back({i, j, (a + b) / 2, (a - b) / distance});
    }
  }
  VectorXd v = scene.falling(-Vector3d::UnitZ());
  for (Index i = 0; i < v.size(); ++i) v[i] += 9.81 * o.speed * random.uniform(-1, 1);
  return scene.problem(v, o);
}

FrictionProblem wall(int columns, int rows, double slope, const SceneOptions& o) {
  Bodies scene;
  const Vector3d size(0.4, 0.2, 0.2);
  const auto corners = [&](int a, int b, double left, double right, double height) {
    for (const double x : {left, right}) {
      for (const double y : {-size[1] / 2, size[1] / 2}) {
        scene.touches.push_back({a, b, {x, y, height}, Vector3d::UnitZ()});
      }
    }
  };
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const double x = size[0] * (column + 0.5 * (row % 2)), z = size[2] * (row + 0.5);
      const double mass = o.scale * (1 + (o.mass_ratio - 1) * row);
      const int a = static_cast<int>(scene.bodies.size());
      scene.bodies.push_back({{x, 0, z}, mass, box_inertia(mass, size)});
      const double low = z - size[2] / 2;
      if (row == 0) {
        corners(a, -1, x - size[0] / 2, x + size[0] / 2, low);
        continue;
      }
      for (int below = (row - 1) * columns; below < row * columns; ++below) {
        const double other = scene.bodies[static_cast<std::size_t>(below)].at[0];
        const double left = std::max(x, other) - size[0] / 2;
        const double right = std::min(x, other) + size[0] / 2;
        if (right - left > 0.01) corners(a, below, left, right, low);
      }
    }
  }
  return scene.problem(scene.falling({std::sin(slope), 0, -std::cos(slope)}), o);
}

FrictionProblem resting_box(int side, double slope, const SceneOptions& o) {
  Bodies scene;
  const Vector3d size(1, 0.8, 0.5);
  scene.bodies.push_back({Vector3d::Zero(), o.scale, box_inertia(o.scale, size)});
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      const double x = size[0] * (double(i) / (side - 1) - 0.5);
      const double y = size[1] * (double(j) / (side - 1) - 0.5);
      scene.touches.push_back({0, -1, {x, y, -size[2] / 2}, Vector3d::UnitZ()});
    }
  }
  VectorXd v = scene.falling({std::sin(slope), 0, -std::cos(slope)});
  v[5] = o.speed;
  return scene.problem(v, o);
}

FrictionProblem row_of_masses(const std::vector<double>& masses, const std::vector<double>& v) {
  const std::size_t n = masses.size() - 1;
  FrictionProblem p;
  p.W.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    p.W[i * n + i] = 1 / masses[i] + 1 / masses[i + 1];
    if (i > 0) p.W[i * n + i - 1] = p.W[(i - 1) * n + i] = -1 / masses[i];
    p.b.push_back(v[i + 1] - v[i]);
    p.contacts.push_back({i, 1});
  }
  return p;
}

}  // namespace multibond::contact::test
