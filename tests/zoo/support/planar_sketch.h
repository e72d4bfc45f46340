/// PlanarSketch: a planar linkage by its points.
///
///     PlanarSketch s("Four-bar");
///     const int A = s.point(0, 0), B = s.point(0, 1), C = s.meet(B, 2, D, 1.5), D = s.point(2, 0);
///     s.ground({A, D});
///     s.link({A, B}); s.link({B, C}); s.link({C, D});
///     s.crank(A, 3.0);                       // the first pin at A turns with 3 rad/s
///     return s.mechanism();
///
/// Links that have a point in common are pinned there. A link has its frame in its first point,
/// with x towards the second.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "mechanism.h"

namespace multibond::zoo {

class PlanarSketch {
 public:
  explicit PlanarSketch(std::string name, std::size_t mobility = 1);

  int point(double x, double y);
  int point(const Vector3d& p) { return point(p.x(), p.y()); }
  /// A new point on the line through p and q: p + share (q - p).
  int between(int p, int q, double share);
  /// A new point at the distances r_p from p and r_q from q, on the left of the way from p to q.
  /// Throws std::runtime_error if there is none.
  int meet(int p, double r_p, int q, double r_q);
  /// A new point at a distance and an angle from p.
  int polar(int p, double distance, double angle);
  const Vector3d& at(int p) const { return points_[static_cast<std::size_t>(p)]; }
  double distance(int p, int q) const { return (at(p) - at(q)).norm(); }

  void ground(std::vector<int> points) { on_ground_ = std::move(points); }
  /// A rigid link with these points; returns its number. Points it only carries need no other link.
  std::size_t link(const std::vector<int>& points);
  /// Link b slides along link a (0: the ground) in a direction of the world; pins where both have
  /// a point do not count.
  std::size_t slider(std::size_t a, std::size_t b, int at, const Vector3d& direction);
  std::size_t gear(std::size_t a, double r_a, std::size_t b, double r_b);

  /// Pins of a point, numbers of joints, in order of the links.
  void crank(int point, double rate, std::size_t which = 0);
  void drive_slider(std::size_t slider, double rate);
  Mechanism& mechanism();

 private:
  struct Slider {
    std::size_t a, b;
    int at;
    Vector3d direction;
    std::size_t joint;
  };
  std::vector<Vector3d> points_;
  std::vector<int> on_ground_;
  std::vector<std::vector<int>> on_link_;  ///< by link, less one
  std::vector<Slider> sliders_;
  struct Gears {
    std::size_t a;
    double r_a;
    std::size_t b;
    double r_b;
  };
  std::vector<Gears> gears_;
  struct Crank {
    int point;
    double rate;
    std::size_t which;
  };
  std::vector<Crank> cranks_;
  std::vector<std::pair<std::size_t, double>> driven_sliders_;
  Mechanism mechanism_;
};

}  // namespace multibond::zoo
