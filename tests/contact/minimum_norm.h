/// Distance of convex hulls by another way than that of the library.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <limits>
#include <vector>

#include "multibond/contact/gap.h"

namespace multibond::contact {

/// The point of the convex hull of points that is nearest to the origin (Wolfe 1976, "Finding the
/// nearest point in a polytope").
inline Vector3 minimum_norm_point(const std::vector<Vector3>& points) {
  std::vector<std::size_t> corral = {0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].norm() < points[corral[0]].norm()) corral[0] = i;
  }
  std::vector<double> weights = {1};
  Vector3 x = points[corral[0]];
  for (int major = 0; major < 1000; ++major) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (x.dot(points[i]) < x.dot(points[best])) best = i;
    }
    if (x.dot(points[best]) >= x.squaredNorm() - 1e-15) return x;
    if (std::find(corral.begin(), corral.end(), best) != corral.end()) return x;
    corral.push_back(best);
    weights.push_back(0);
    for (int minor = 0; minor < 10; ++minor) {
      // The nearest point of the flat through the corral.
      const Eigen::Index n = static_cast<Eigen::Index>(corral.size());
      Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n + 1, n + 1);
      Eigen::VectorXd rhs = Eigen::VectorXd::Zero(n + 1);
      for (Eigen::Index i = 0; i < n; ++i) {
        A(i, n) = A(n, i) = 1;
        for (Eigen::Index j = 0; j < n; ++j) A(i, j) = points[corral[i]].dot(points[corral[j]]);
      }
      rhs(n) = 1;
      const Eigen::VectorXd solution = A.fullPivLu().solve(rhs);
      // As far towards it as the corral allows.
      double step = 1;
      for (Eigen::Index i = 0; i < n; ++i) {
        if (solution(i) < 1e-14 && weights[i] - solution(i) > 0) {
          step = std::min(step, weights[i] / (weights[i] - solution(i)));
        }
      }
      x.setZero();
      std::vector<std::size_t> left;
      std::vector<double> left_weights;
      for (Eigen::Index i = 0; i < n; ++i) {
        const double weight = weights[i] + step * (solution(i) - weights[i]);
        if (weight <= 1e-14 && step < 1) continue;
        left.push_back(corral[i]);
        left_weights.push_back(weight);
        x += weight * points[corral[i]];
      }
      corral = left;
      weights = left_weights;
      if (step == 1) break;
    }
  }
  return x;
}

/// Vector from the nearest point of the core of b to that of the core of a.
inline Vector3 core_distance(const MovingShape& a, const MovingShape& b) {
  std::vector<Vector3> differences;
  for (const Vector3& p : a.shape->vertices) {
    for (const Vector3& q : b.shape->vertices) {
      differences.push_back(a.pose.position + a.pose.rotation * p - b.pose.position -
                            b.pose.rotation * q);
    }
  }
  return minimum_norm_point(differences);
}

}  // namespace multibond::contact
