#include "inverse_dynamics.h"

#include <Eigen/QR>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "kinematics.h"

namespace multibond::zoo {
namespace {

/// How a link moves: velocity and acceleration of its origin, and of its turning.
struct Moving {
  Vector3d v = Vector3d::Zero(), w = Vector3d::Zero(), a = Vector3d::Zero(), z = Vector3d::Zero();
};

/// A joint in the world: the screw of its motion, counted from the link nearer to the ground.
struct Screw {
  std::size_t before = 0, after = 0;  ///< links
  Vector3d at = Vector3d::Zero(), axis = Vector3d::Zero();
  bool turns = true;
  double sign = 1;  ///< of the coordinate
};

class Balance {
 public:
  Balance(const Mechanism& mechanism, const JointMotion& motion)
      : mechanism_(mechanism),
        motion_(motion),
        kinematics_(mechanism),
        poses_(kinematics_.poses(motion.q)),
        moving_(poses_.size()),
        into_(poses_.size(), kNone) {
    std::vector<bool> known(poses_.size(), false);
    known[0] = true;
    for (const std::size_t j : kinematics_.tree()) {
      const Screw screw = screw_of(j, known[mechanism.joints[j].a]);
      moving_[screw.after] = moved(screw, j, poses_[screw.after].x);
      into_[screw.after] = tree_.size();
      tree_.push_back(screw);
      known[screw.after] = true;
    }
  }

  Imbalance judge() {
    weigh();
    Imbalance result;
    const auto n = static_cast<Eigen::Index>(mechanism_.joints.size());
    const auto cuts = static_cast<Eigen::Index>(kinematics_.chords().size());
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(6 * cuts, n);
    double largest = 0;
    for (const Moving& m : moving_) largest = std::max({largest, m.a.norm(), m.z.norm()});
    for (Eigen::Index k = 0; k < cuts; ++k) {
      const std::size_t j = kinematics_.chords()[static_cast<std::size_t>(k)];
      const Screw screw = screw_of(j, true);
      const Moving beyond = moved(screw, j, poses_[screw.after].x), there = moving_[screw.after];
      const double open = std::max((beyond.a - there.a).norm(), (beyond.z - there.z).norm());
      result.loops = std::max(result.loops, open / largest);
      J.block<6, 1>(6 * k, index(j)) = twist(screw);
      add_path(J, 6 * k, screw.before, 1);
      add_path(J, 6 * k, screw.after, -1);
    }
    Eigen::VectorXd rest = forces_;
    if (cuts > 0) {
      // Reactions of the cuts balance what they can; the rest is along free directions.
      Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition(n, 6 * cuts);
      decomposition.setThreshold(1e-9);
      rest -= J.transpose() * decomposition.compute(J.transpose()).solve(forces_);
    }
    result.forces = rest.cwiseAbs().maxCoeff() / size_;
    return result;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  static Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

  Screw screw_of(std::size_t j, bool from_a) const {
    const Joint& joint = mechanism_.joints[j];
    if (coordinates(joint.kind) != 1) throw std::logic_error("one coordinate per joint");
    const Pose at = poses_[joint.a] * joint.on_a;
    Screw screw{.at = at.x, .axis = at.A * joint.n.normalized()};
    screw.before = from_a ? joint.a : joint.b;
    screw.after = from_a ? joint.b : joint.a;
    screw.turns = joint.kind == JointKind::revolute;
    screw.sign = from_a ? 1 : -1;
    return screw;
  }

  /// The motion, at x, of what is behind the joint.
  Moving moved(const Screw& screw, std::size_t j, const Vector3d& x) const {
    const Moving& from = moving_[screw.before];
    const double rate = screw.sign * motion_.rate(index(j)),
                 acceleration = screw.sign * motion_.acceleration(index(j));
    const Vector3d& u = screw.axis;
    Moving to = from;
    if (!screw.turns) {
      const Vector3d r = x - poses_[screw.before].x;
      to.v += from.w.cross(r) + u * rate;
      to.a += from.z.cross(r) + from.w.cross(from.w.cross(r)) + 2 * from.w.cross(u) * rate +
              u * acceleration;
      return to;
    }
    const Vector3d r = screw.at - poses_[screw.before].x, s = x - screw.at;
    to.w += u * rate;
    to.z += from.w.cross(u) * rate + u * acceleration;
    to.v += from.w.cross(r) + to.w.cross(s);
    to.a +=
        from.z.cross(r) + from.w.cross(from.w.cross(r)) + to.z.cross(s) + to.w.cross(to.w.cross(s));
    return to;
  }

  /// Forces along the joints of the tree that this motion would need.
  void weigh() {
    std::vector<Vector3d> force(poses_.size(), Vector3d::Zero()), moment = force;
    std::vector<double> size(poses_.size(), 0);  // of what was added up
    for (std::size_t l = 1; l < poses_.size(); ++l) {
      const Link& link = mechanism_.links[l];
      const Moving& m = moving_[l];
      const Matrix3d& A = poses_[l].A;
      const Vector3d r = A * link.centre, c = poses_[l].x + r;
      const Vector3d a = m.a + m.z.cross(r) + m.w.cross(m.w.cross(r));
      const Matrix3d inertia = A * link.inertia.asDiagonal() * A.transpose();
      force[l] = link.mass * (a - mechanism_.gravity);
      moment[l] = inertia * m.z + m.w.cross(inertia * m.w) + c.cross(force[l]);
      size[l] = (1 + c.norm()) * force[l].norm() + moment[l].norm();
    }
    forces_ = Eigen::VectorXd::Zero(index(mechanism_.joints.size()));
    for (std::size_t k = tree_.size(); k-- > 0;) {
      const Screw& screw = tree_[k];
      const Vector3d &f = force[screw.after], &m = moment[screw.after];
      const std::size_t j = kinematics_.tree()[k];
      forces_(index(j)) =
          screw.sign * screw.axis.dot(screw.turns ? Vector3d(m - screw.at.cross(f)) : f);
      size_ = std::max(size_, size[screw.after]);
      force[screw.before] += f;
      moment[screw.before] += m;
      size[screw.before] += size[screw.after];
    }
  }

  /// Motion of the point at the origin of the world, per rate of the coordinate.
  Eigen::Matrix<double, 6, 1> twist(const Screw& screw) const {
    Eigen::Matrix<double, 6, 1> t;
    if (screw.turns) {
      t << screw.axis, screw.at.cross(screw.axis);
    } else {
      t << Vector3d::Zero(), screw.axis;
    }
    return screw.sign * t;
  }

  void add_path(Eigen::MatrixXd& J, Eigen::Index row, std::size_t link, double sign) const {
    for (; into_[link] != kNone; link = tree_[into_[link]].before) {
      const std::size_t k = into_[link];
      J.block<6, 1>(row, index(kinematics_.tree()[k])) += sign * twist(tree_[k]);
    }
  }

  const Mechanism& mechanism_;
  const JointMotion& motion_;
  Kinematics kinematics_;
  std::vector<Pose> poses_;
  std::vector<Moving> moving_;
  std::vector<std::size_t> into_;  ///< by link: the joint of the tree that leads to it
  std::vector<Screw> tree_;
  Eigen::VectorXd forces_;
  double size_ = 0;
};

}  // namespace

Imbalance imbalance_of(const Mechanism& mechanism, const JointMotion& motion) {
  return Balance(mechanism, motion).judge();
}

}  // namespace multibond::zoo
