#include "planar_sketch.h"

#include <algorithm>
#include <stdexcept>

namespace multibond::zoo {

PlanarSketch::PlanarSketch(std::string name, std::size_t mobility) {
  mechanism_.name = std::move(name);
  mechanism_.mobility = mobility;
  mechanism_.planar = true;
}

int PlanarSketch::point(double x, double y) {
  points_.emplace_back(x, y, 0.0);
  return static_cast<int>(points_.size()) - 1;
}

int PlanarSketch::between(int p, int q, double share) {
  return point(at(p) + share * (at(q) - at(p)));
}

int PlanarSketch::meet(int p, double r_p, int q, double r_q) {
  const Vector3d way = at(q) - at(p);
  const double d = way.norm(), along = (d * d + r_p * r_p - r_q * r_q) / (2 * d);
  const double square = r_p * r_p - along * along;
  if (!(square > 0)) throw std::runtime_error(mechanism_.name + ": circles do not meet");
  const Vector3d e = way / d, left(-e.y(), e.x(), 0);
  return point(at(p) + along * e + std::sqrt(square) * left);
}

int PlanarSketch::polar(int p, double distance, double angle) {
  return point(at(p) + distance * Vector3d(std::cos(angle), std::sin(angle), 0));
}

std::size_t PlanarSketch::link(const std::vector<int>& points) {
  const Vector3d origin = at(points[0]);
  Pose start{origin, Matrix3d::Identity()};
  if (points.size() > 1) {
    const Vector3d x = at(points[1]) - origin;
    start.A = turn(Vector3d::UnitZ(), std::atan2(x.y(), x.x()));
  }
  on_link_.push_back(points);
  return mechanism_.link(start);
}

std::size_t PlanarSketch::slider(std::size_t a, std::size_t b, int at, const Vector3d& direction) {
  sliders_.push_back({a, b, at, direction, 0});
  return sliders_.size() - 1;
}

std::size_t PlanarSketch::gear(std::size_t a, double r_a, std::size_t b, double r_b) {
  gears_.push_back({a, r_a, b, r_b});
  return gears_.size() - 1;
}

void PlanarSketch::crank(int point, double rate, std::size_t which) {
  cranks_.push_back({point, rate, which});
}

void PlanarSketch::drive_slider(std::size_t slider, double rate) {
  driven_sliders_.emplace_back(slider, rate);
}

Mechanism& PlanarSketch::mechanism() {
  const auto has = [](const std::vector<int>& list, int p) {
    return std::find(list.begin(), list.end(), p) != list.end();
  };
  for (int p = 0; p < static_cast<int>(points_.size()); ++p) {
    std::vector<std::size_t> there;
    if (has(on_ground_, p)) there.push_back(0);
    for (std::size_t l = 0; l < on_link_.size(); ++l) {
      if (has(on_link_[l], p)) there.push_back(l + 1);
    }
    std::vector<std::size_t> pins;
    for (std::size_t k = 1; k < there.size(); ++k) {
      pins.push_back(mechanism_.joint(JointKind::revolute, there[0], there[k], at(p)));
    }
    for (const Crank& crank : cranks_) {
      if (crank.point == p) mechanism_.drive(pins.at(crank.which), crank.rate);
    }
  }
  for (Slider& s : sliders_) {
    s.joint = mechanism_.joint(JointKind::prismatic, s.a, s.b, at(s.at), s.direction);
  }
  for (const auto& [slider, rate] : driven_sliders_) {
    mechanism_.drive(sliders_[slider].joint, rate);
  }
  for (const Gears& g : gears_) mechanism_.gear(g.a, g.r_a, g.b, g.r_b);
  return mechanism_.with_masses();
}

}  // namespace multibond::zoo
