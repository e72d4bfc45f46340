#include "kinematics.h"

#include <Eigen/QR>
#include <Eigen/SVD>

#include <stdexcept>

namespace multibond::zoo {
namespace {

bool in_graph(const Joint& joint) {
  return joint.kind != JointKind::rod && joint.kind != JointKind::gear;
}

}  // namespace

Eigen::VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

Kinematics::Kinematics(const Mechanism& mechanism) : mechanism_(mechanism) {
  std::size_t next = 0;
  for (const Joint& joint : mechanism.joints) {
    place_.push_back(next);
    next += coordinates(joint.kind);
  }
  std::vector<bool> reached(mechanism.links.size(), false), used(mechanism.joints.size(), false);
  reached[0] = true;
  for (bool found = true; found;) {
    found = false;
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      if (used[j] || !in_graph(joint) || reached[joint.a] == reached[joint.b]) continue;
      tree_.push_back(j);
      used[j] = found = reached[joint.a] = reached[joint.b] = true;
    }
  }
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    if (!used[j] && in_graph(mechanism.joints[j])) chords_.push_back(j);
  }
}

std::vector<Pose> Kinematics::poses(const Eigen::VectorXd& q) const {
  std::vector<Pose> all(mechanism_.links.size());
  std::vector<bool> known(all.size(), false);
  known[0] = true;
  for (const std::size_t j : tree_) {
    const Joint& joint = mechanism_.joints[j];
    const Pose step = joint.on_a * relative(joint, q.data() + place_[j]) * joint.on_b.inverse();
    if (known[joint.a]) {
      all[joint.b] = all[joint.a] * step;
    } else {
      all[joint.a] = all[joint.b] * step.inverse();
    }
    known[joint.a] = known[joint.b] = true;
  }
  return all;
}

Eigen::VectorXd Kinematics::gaps(const Eigen::VectorXd& q) const {
  const std::vector<Pose> at = poses(q);
  std::vector<double> all;
  for (const std::size_t j : chords_) {
    const Joint& joint = mechanism_.joints[j];
    const Pose wanted = at[joint.a] * joint.on_a * relative(joint, q.data() + place_[j]);
    const Pose gap = wanted.inverse() * (at[joint.b] * joint.on_b);
    const Vector3d turned = rotation_vector(gap.A);
    all.insert(all.end(), gap.x.data(), gap.x.data() + 3);
    all.insert(all.end(), turned.data(), turned.data() + 3);
  }
  for (const Joint& joint : mechanism_.joints) {
    if (joint.kind != JointKind::rod) continue;
    const Vector3d a = (at[joint.a] * joint.on_a).x, b = (at[joint.b] * joint.on_b).x;
    all.push_back((b - a).norm() - joint.r_a);
  }
  return vector_of(all);
}

Eigen::VectorXd Kinematics::gear_changes(const std::vector<Pose>& from,
                                         const std::vector<Pose>& to) const {
  std::vector<double> all;
  for (const Joint& joint : mechanism_.joints) {
    if (joint.kind != JointKind::gear) continue;
    const auto moved = [&](std::size_t l) -> Vector3d { return to[l].x - from[l].x; };
    const auto turned = [&](std::size_t l) {
      return rotation_vector(from[l].A.transpose() * to[l].A).z();
    };
    Vector3d along = (to[joint.b].x + from[joint.b].x - to[joint.a].x - from[joint.a].x) / 2;
    along = along.normalized() * (joint.r_a + joint.r_b > 0 ? 1 : -1);
    const Vector3d across(-along.y(), along.x(), 0);
    all.push_back(across.dot(moved(joint.a) - moved(joint.b)) + joint.r_a * turned(joint.a) +
                  joint.r_b * turned(joint.b));
  }
  return vector_of(all);
}

Eigen::MatrixXd Kinematics::jacobian(const Eigen::VectorXd& q) const {
  constexpr double step = 1e-6;
  Eigen::MatrixXd result;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    Eigen::VectorXd before = q, after = q;
    before(i) -= step;
    after(i) += step;
    const Eigen::VectorXd loops = gaps(after) - gaps(before),
                          gears = gear_changes(poses(before), poses(after));
    if (i == 0) result.resize(loops.size() + gears.size(), q.size());
    result.col(i) << loops / (2 * step), gears / (2 * step);
  }
  return result;
}

std::size_t Kinematics::mobility(const Eigen::VectorXd& q) const {
  const Eigen::MatrixXd J = jacobian(q);
  const auto n = static_cast<std::size_t>(q.size());
  if (J.rows() == 0) return n;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(J.rows(), J.cols());
  decomposition.setThreshold(1e-7);
  const auto rank = static_cast<std::size_t>(decomposition.compute(J).rank());
  return n - rank;
}

double Kinematics::regularity(const Eigen::VectorXd& q) const {
  const Eigen::Index rank = q.size() - static_cast<Eigen::Index>(mechanism_.mobility);
  const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(jacobian(q)).singularValues();
  return values(rank - 1) / values(0);
}

Eigen::VectorXd Kinematics::closed(Eigen::VectorXd q, const std::vector<std::size_t>& held) const {
  for (int iteration = 0; iteration < 200; ++iteration) {
    const Eigen::VectorXd r = gaps(q);
    if (r.norm() < 1e-14) return q;
    Eigen::MatrixXd J = jacobian(q).topRows(r.size());
    for (const std::size_t i : held) J.col(static_cast<Eigen::Index>(i)).setZero();
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition(J.rows(), J.cols());
    decomposition.setThreshold(r.norm() > 1e-4 ? 1e-3 : 1e-5);
    Eigen::VectorXd d = decomposition.compute(J).solve(-r);
    const double most = d.cwiseAbs().maxCoeff();
    if (most > 0.3) d *= 0.3 / most;
    q += d;
  }
  if (gaps(q).norm() > 1e-13) throw std::runtime_error(mechanism_.name + " does not close");
  return q;
}

}  // namespace multibond::zoo
