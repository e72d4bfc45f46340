/// Mechanisms of points and rods in the plane.
#pragma once

#include "multibond/library/planar_points.h"

namespace multibond::examples {

/// Pendulum of an anchor, a rod and a point mass.
///
///     anchor o------ rod ------O bob        1 kg at 1 m, released from the horizontal
///                                           | g
///                                           v
///
/// The same mechanics as CartesianPendulum, wrapped into parts. It swings through +-90 degrees with
/// the period 2.3678 s (4 K(sin(pi/4)) sqrt(L/g)); in the lowest point the rod carries 3 m g.
class PointPendulum final : public Model {
 public:
  planar_points::Gravity gravity{this, "gravity"};
  planar_points::Anchor anchor{this, "anchor"};
  planar_points::Rod rod{this, "rod"};
  planar_points::PointMass bob{this, "bob"};

  PointPendulum() {
    bob.x.start(1.0);
    bob.y.start(0.0);
    connect(anchor.point, rod.point_a);
    connect(rod.point_b, bob.point);
  }
};

/// Double pendulum of two rods and two point masses.
///
///     anchor o------ rod1 ------O------ rod2 ------O       1 kg each, rods of 1 m
///                              bob1               bob2
///
/// Released from the horizontal. The motion is chaotic; the energy stays what it is.
class DoublePendulum final : public Model {
 public:
  planar_points::Gravity gravity{this, "gravity"};
  planar_points::Anchor anchor{this, "anchor"};
  planar_points::Rod rod1{this, "rod1"}, rod2{this, "rod2"};
  planar_points::PointMass bob1{this, "bob1"}, bob2{this, "bob2"};

  DoublePendulum() {
    bob1.x.start(1.0);
    bob2.x.start(2.0);
    connect(anchor.point, rod1.point_a);
    connect(rod1.point_b, bob1.point);
    connect(bob1.point, rod2.point_a);
    connect(rod2.point_b, bob2.point);
  }
};

/// Square of rods with both diagonals, hung up at one corner.
///
///     anchor o------- top -------O B
///            | \               / |
///            |   diagonal1   /   |          1 kg at B, C, D; sides of 1 m
///       left |      \      /     | right
///            |        \  / diagonal2
///            |        /  \       |          | g
///          D O------ bottom -----O C        v
///
/// Three free points have six degrees of freedom, five rods leave one, and the sixth rod is
/// redundant: the motion is unique, the distribution of forces is not. The truss swings as one
/// body, with 4 kg.m2 about the anchor and its centre of mass sqrt(8)/3 m away: small oscillations
/// have the angular frequency sqrt(3 g sqrt(8)/3 / 4) = 2.634 rad/s, and from this position it
/// swings through +-45 degrees.
class Truss final : public Model {
 public:
  planar_points::Gravity gravity{this, "gravity"};
  planar_points::Anchor anchor{this, "anchor"};
  planar_points::PointMass B{this, "B"}, C{this, "C"}, D{this, "D"};
  planar_points::Rod top{this, "top"}, right{this, "right"}, bottom{this, "bottom"},
      left{this, "left"};
  planar_points::Rod diagonal1{this, "diagonal1"}, diagonal2{this, "diagonal2"};

  Truss() {
    place(B, 1.0, 0.0);
    place(C, 1.0, -1.0);
    place(D, 0.0, -1.0);
    diagonal1.length = diagonal2.length = std::sqrt(2.0);
    span(top, anchor.point, B.point);
    span(right, B.point, C.point);
    span(bottom, C.point, D.point);
    span(left, D.point, anchor.point);
    span(diagonal1, anchor.point, C.point);
    span(diagonal2, B.point, D.point);
  }

 private:
  static void place(planar_points::PointMass& mass, double x, double y) {
    mass.x.start(x);
    mass.y.start(y);
  }
  void span(planar_points::Rod& rod, planar_points::Point& a, planar_points::Point& b) {
    connect(a, rod.point_a);
    connect(rod.point_b, b);
  }
};

}  // namespace multibond::examples
