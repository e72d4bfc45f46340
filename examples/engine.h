/// Combustion engines: cylinders with gas forces on a common crankshaft.
#pragma once

#include <cmath>
#include <numbers>

#include "examples/steel.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/rotational_sensors.h"
#include "multibond/library/signals.h"

namespace multibond::examples {

/// Force of the gas in a cylinder on its piston: a pressure over the position and direction.
///
///     x = 1 - s_rel / L            0 where the volume is largest
///     f = -p(x, sign of v) area    pushes the flanges apart
///
/// Of the two strokes of a turn one compresses, the other burns and expands. Both curves are
/// polynomials of measured pressures, each in two pieces.
class GasForce final : public translational::CompliantWithRate {
 public:
  using CompliantWithRate::CompliantWithRate;
  Parameter<double> L{this, "L", 0.35, "m", "length of the cylinder", Check::positive};
  Parameter<double> d{this, "d", 0.1, "m", "diameter of the cylinder", Check::positive};
  Variable p{this, "p", "bar", "pressure of the gas"};
  void equations() override {
    CompliantWithRate::equations();
    const Expr x = 1 - s_rel / L;
    const auto polynomial = [&](double c4, double c3, double c2, double c1, double c0) {
      return (((c4 * x + c3) * x + c2) * x + c1) * x + c0;
    };
    const Expr compression =
        select(x < 0.986061, polynomial(177.4132, -287.2189, 151.8252, -24.9973, 2.4),
               polynomial(2836360, -10569296, 14761814, -9158505, 2129670));
    const Expr expansion =
        select(x > 0.933, polynomial(-3929704, 14748765, -20747000, 12964477, -3036495),
               polynomial(145.930, -131.707, 17.3438, 17.9272, 2.4));
    equation(p, select(v_rel < 0.0, compression, expansion));
    equation(f, -1e5 * p * std::numbers::pi / 4 * d * d);
    supplies(-f * v_rel);
  }
};

/// Cylinder of an engine with its part of the crankshaft: all but the joints between crank pin,
/// rod, piston and housing.
///
///     frame_a --> mounting --> inclination --> top        gas force on the piston
///        +--> next --> frame_b
///     crank_a --> crank --> crank pin, mid
///                               +--> crank --> crank_b
class CylinderParts : public Component {
 public:
  CylinderParts(Component* owner, std::string_view name) : Component(owner, name) {
    const Vector3 x(1, 0, 0);
    for (auto* turn : {&crankAngle1, &crankAngle2, &inclination}) turn->n = x;
    mounting.r = Vector3(0.15, 0, 0);
    top.r = Vector3(0, 0.42, 0);
    next.r = Vector3(0.2, 0, 0);
    mid.r = Vector3(0.05, 0, 0);
    gasForce.L = 0.22;
    examples::cylinder(piston, Vector3(0, 0.1, 0), 0.1);
    box(rod, Vector3(0, 0.2, 0), 0.02, 0.06, x, Vector3(0, -0.02, 0));
    examples::cylinder(crank1, Vector3(0.1, 0, 0), 0.05, Vector3(-0.01, 0, 0), 0.12);
    box(crank2, Vector3(0, 0.1, 0), 0.02, 0.05, x);
    examples::cylinder(crank3, Vector3(0.1, 0, 0), 0.03, Vector3(-0.01, 0, 0), 0.12);
    box(crank4, Vector3(0, -0.1, 0), 0.02, 0.05, x);
    connect(frame_a, mounting.frame_a);
    connect(mounting.frame_b, inclination.frame_a);
    connect(inclination.frame_b, top.frame_a);
    connect(frame_a, next.frame_a);
    connect(next.frame_b, frame_b);
    connect(crank_a, crankAngle1.frame_a);
    connect(crankAngle1.frame_b, crank1.frame_a);
    connect(crank1.frame_b, crank2.frame_a);
    connect(crank2.frame_b, crank3.frame_a);
    connect(crank2.frame_b, mid.frame_a);
    connect(crank3.frame_b, crank4.frame_a);
    connect(crank4.frame_b, crankAngle2.frame_a);
    connect(crankAngle2.frame_b, crank_b);
  }
  mechanics3d::Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};  ///< of the housing
  mechanics3d::Frame crank_a{this, "crank_a"}, crank_b{this, "crank_b"};
  mechanics3d::FixedTranslation mounting{this, "mounting"}, top{this, "top"}, next{this, "next"},
      mid{this, "mid"};
  mechanics3d::FixedRotation inclination{this, "inclination"}, crankAngle1{this, "crankAngle1"},
      crankAngle2{this, "crankAngle2"};
  mechanics3d::BodyShape piston{this, "piston"}, rod{this, "rod"}, crank1{this, "crank1"},
      crank2{this, "crank2"}, crank3{this, "crank3"}, crank4{this, "crank4"};
  GasForce gasForce{this, "gasForce"};

  /// Angles of the crank and of the cylinder about the crankshaft, in radians.
  void place(double crank, double lean) {
    crankAngle1.angle = crank;
    crankAngle2.angle = -crank;
    inclination.angle = lean;
    // Where the rod is, seen along the cylinder, while the crankshaft is at zero.
    const double pin = crank - lean, rod_angle = std::asin(-0.5 * std::sin(pin));
    start_joints(rod_angle - pin, -rod_angle,
                 0.32 - 0.1 * std::cos(pin) - 0.2 * std::cos(rod_angle));
  }

 private:
  /// Start values of the joints at the crank pin and at the piston, and of the piston's travel.
  virtual void start_joints(double pin, double wrist, double travel) = 0;
};

/// Cylinder whose parts are held by plain joints.
///
///     top --> prismatic joint --> piston --> revolute joint --> rod --> revolute joint --> mid
class EngineCylinder final : public CylinderParts {
 public:
  EngineCylinder(Component* owner, std::string_view name) : CylinderParts(owner, name) {
    for (auto* joint : {&B1, &B2}) joint->n = Vector3(1, 0, 0);
    cylinder.n = Vector3(0, -1, 0);
    connect(top.frame_b, cylinder.frame_a);
    connect(cylinder.frame_b, piston.frame_b);
    connect(piston.frame_a, B1.frame_b);
    connect(B1.frame_a, rod.frame_b);
    connect(rod.frame_a, B2.frame_b);
    connect(B2.frame_a, mid.frame_b);
    connect(cylinder.bearing, gasForce.flange_a);
    connect(gasForce.flange_b, cylinder.axis);
  }
  mechanics3d::ActuatedPrismatic cylinder{this, "cylinder"};
  mechanics3d::Revolute B1{this, "B1"}, B2{this, "B2"};

 private:
  void start_joints(double pin, double wrist, double travel) override {
    B2.phi.start(pin);
    B1.phi.start(wrist);
    cylinder.s.start(travel);
  }
};

/// Cylinder whose parts are held by one joint assembly from mid to top, with rod and piston on it.
class AssemblyCylinder final : public CylinderParts {
 public:
  AssemblyCylinder(Component* owner, std::string_view name) : CylinderParts(owner, name) {
    for (auto* axis : {&jointRRP.n_a, &jointRRP.nR_b}) *axis = Vector3(1, 0, 0);
    jointRRP.n_b = Vector3(0, -1, 0);
    jointRRP.rRod1_ia = rod.r;
    jointRRP.rRod2_ib = -piston.r.expr();
    connect(mid.frame_b, jointRRP.frame_a);
    connect(jointRRP.frame_b, top.frame_b);
    connect(jointRRP.frame_ia, rod.frame_a);
    connect(jointRRP.frame_ib, piston.frame_b);
    connect(jointRRP.bearing, gasForce.flange_a);
    connect(gasForce.flange_b, jointRRP.axis);
  }
  mechanics3d::JointRRP jointRRP{this, "jointRRP"};

 private:
  void start_joints(double pin, double wrist, double travel) override {
    jointRRP.first.phi.start(pin);
    jointRRP.middle.phi.start(wrist);
    jointRRP.joint.s.start(travel);
  }
};

/// V6 engine: six cylinders in a row, inclined by 30 degrees to either side, that drive a load.
///
/// The model of the Modelica Standard Library: six closed loops, one degree of freedom. The loops
/// are planar, so each states three of its conditions twice, which the compiler finds. The load
/// runs up from 10 to 565 rad/s within 1.01 s.
template <typename Cylinder>
class SixCylinders : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::ActuatedRevolute bearing{this, "bearing"};
  Cylinder cylinder1{this, "cylinder1"}, cylinder2{this, "cylinder2"}, cylinder3{this, "cylinder3"},
      cylinder4{this, "cylinder4"}, cylinder5{this, "cylinder5"}, cylinder6{this, "cylinder6"};
  rotational::TorqueSensor torqueSensor{this, "torqueSensor"};
  rotational::Inertia load{this, "load"};
  rotational::Torque load2{this, "load2"};
  signals::RealExpression load_torque{this, "load_torque"};
  signals::CriticalDamping filter{this, "filter"};

  SixCylinders() {
    world.g = 9.80665;
    const double degree = std::numbers::pi / 180;
    bearing.n = Vector3(1, 0, 0);
    cylinder1.place(-30 * degree, -30 * degree);
    cylinder2.place(90 * degree, 30 * degree);
    cylinder3.place(210 * degree, -30 * degree);
    cylinder4.place(210 * degree, 30 * degree);
    cylinder5.place(90 * degree, -30 * degree);
    cylinder6.place(-30 * degree, 30 * degree);
    load.phi.start(0.0).fixed();
    load.w.start(10.0).fixed();
    load_torque.set(-100.0 * load.w * load.w / (200.0 * 200.0));
    filter.f = 5.0;
    filter.initType = "steady";
    connect(world.frame_b, bearing.frame_a);
    connect(bearing.frame_b, cylinder1.crank_a);
    connect(world.frame_b, cylinder1.frame_a);
    Cylinder* row[] = {&cylinder1, &cylinder2, &cylinder3, &cylinder4, &cylinder5, &cylinder6};
    for (std::size_t i = 0; i + 1 < std::size(row); ++i) {
      connect(row[i]->crank_b, row[i + 1]->crank_a);
      connect(row[i]->frame_b, row[i + 1]->frame_a);
    }
    connect(bearing.axis, torqueSensor.flange_a);
    connect(torqueSensor.flange_b, load.flange_a);
    connect(load2.flange, load.flange_b);
    connect(load_torque.y, load2.tau);
    connect(torqueSensor.tau, filter.u);
  }
};

/// The engine from plain joints.
class EngineV6 final : public SixCylinders<EngineCylinder> {};

/// The same from joint assemblies: one per cylinder.
class EngineV6Assemblies final : public SixCylinders<AssemblyCylinder> {};

}  // namespace multibond::examples
