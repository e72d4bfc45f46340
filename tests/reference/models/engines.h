/// Reference models of engines with one cylinder.
#pragma once

#include "examples/engine.h"
#include "reference/models/parts.h"

namespace multibond::reference {

class Engine1 : public StandardWorld {
 public:
  mechanics3d::ActuatedRevolute bearing{this, "bearing"};
  rotational::Inertia inertia{this, "inertia"};
  mechanics3d::FixedTranslation mid{this, "mid"}, cylPosition{this, "cylPosition"};
  mechanics3d::ActuatedPrismatic cylinder{this, "cylinder"};
  mechanics3d::Revolute b1{this, "b1"}, b2{this, "b2"};
  mechanics3d::BodyShape crank1{this, "crank1"}, crank2{this, "crank2"}, crank3{this, "crank3"},
      crank4{this, "crank4"}, piston{this, "piston"}, connectingRod{this, "connectingRod"};
  Engine1() {
    const Vector3 x(1, 0, 0);
    for (mechanics3d::Revolute* joint : {static_cast<mechanics3d::Revolute*>(&bearing), &b1, &b2}) {
      joint->n = x;
    }
    inertia.phi.start(0.0).fixed();
    inertia.w.start(10.0).fixed();
    examples::cylinder(crank1, Vector3(0.1, 0, 0), 0.05);
    box(crank2, Vector3(0, 0.1, 0), 0.02, 0.05, x);
    examples::cylinder(crank3, Vector3(0.1, 0, 0), 0.03);
    box(crank4, Vector3(0, -0.1, 0), 0.02, 0.05, x);
    mid.r = Vector3(0.05, 0, 0);
    cylPosition.r = Vector3(0.15, 0.45, 0);
    cylinder.n = Vector3(0, -1, 0);
    cylinder.s.start(0.05);
    examples::cylinder(piston, Vector3(0, -0.1, 0), 0.1);
    box(connectingRod, Vector3(0, -0.2, 0), 0.02, 0.06, x);
    connect(world.frame_b, bearing.frame_a);
    connect(bearing.axis, inertia.flange_b);
    connect(bearing.frame_b, crank1.frame_a);
    connect(crank1.frame_b, crank2.frame_a);
    connect(crank2.frame_b, crank3.frame_a);
    connect(crank3.frame_b, crank4.frame_a);
    connect(crank2.frame_b, mid.frame_a);
    connect(world.frame_b, cylPosition.frame_a);
    connect(cylPosition.frame_b, cylinder.frame_a);
    connect(cylinder.frame_b, piston.frame_a);
    connect(piston.frame_b, b1.frame_a);
    connect(b1.frame_b, connectingRod.frame_a);
    connect(connectingRod.frame_b, b2.frame_a);
    connect(b2.frame_b, mid.frame_b);
  }
};

class Engine1a final : public Engine1 {};

class Engine1b final : public Engine1 {
 public:
  examples::GasForce gasForce{this, "gasForce"};
  Engine1b() {
    connect(cylinder.bearing, gasForce.flange_a);
    connect(gasForce.flange_b, cylinder.axis);
  }
};

}  // namespace multibond::reference
