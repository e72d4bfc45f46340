/// The way of one contact through an impact, as the normal impulse grows (impact_law.h).
#pragma once

#include <Eigen/Core>

namespace multibond::contact {

/// A contact in numbers of size 1: velocities by the largest, W by its largest diagonal. Always
/// four rows n, t1, t2, s; those that are not there are zero.
struct Impacting {
  Eigen::Matrix4d W = Eigen::Matrix4d::Zero();
  Eigen::Vector4d before = Eigen::Vector4d::Zero();  ///< u-
  int tangents = 0;                                  ///< 0, 1, 2
  bool spins = false;
  double mu = 0;       ///< of |L_t| <= mu L_n
  double spin_mu = 0;  ///< of |L_s| <= spin_mu L_n
};

/// Where a path stands.
struct Point {
  Eigen::Vector4d u = Eigen::Vector4d::Zero();
  Eigen::Vector4d L = Eigen::Vector4d::Zero();
  double A = 0;  ///< integral of u_n dp
};

/// What a path is to reach: one of these becomes `value`, from below.
struct Goal {
  enum class Of { normal_velocity, impulse, normal_work, energy } of = Of::normal_velocity;
  double value = 0;
};

class SlipPath {
 public:
  explicit SlipPath(const Impacting& contact);

  const Point& point() const { return now_; }
  /// du_n/dp where the path stands.
  double normal_slope();
  /// Goes on to the goal. False if the path never gets there: it stays where u_n grows no more.
  bool advance(const Goal& goal);
  /// L . (u + u-) / 2
  double energy() const { return energy(now_); }

 private:
  enum class Slip { none, sticks, straight, turns };

  double energy(const Point& point) const;
  double value(const Point& point, const Goal& goal) const;
  void choose();
  Eigen::Vector4d direction(const Eigen::Vector2d& e) const;
  bool straight(const Goal& goal);
  bool turning(const Goal& goal);

  Impacting c_;
  Point now_;
  // How it slips: the tangent in direction e_, the spin to side_.
  Slip tangent_ = Slip::none, spin_ = Slip::none;
  Eigen::Vector2d e_ = Eigen::Vector2d::Zero();
  double side_ = 0;
  bool stays_ = false;  ///< nothing would ever end the present phase
};

}  // namespace multibond::contact
