#include "../register.h"

#include "multibond/library/bonds/composition.h"
#include "multibond/library/bonds/fields.h"
#include "multibond/library/bonds/friction.h"
#include "multibond/library/bonds/gyrators.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/modulated.h"
#include "multibond/library/bonds/nonlinear.h"
#include "multibond/library/bonds/partial_junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/planar.h"
#include "multibond/library/bonds/sensors.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/bonds/space.h"
#include "multibond/library/bonds/switches.h"
#include "multibond/library/bonds/thermal.h"
#include "multibond/library/bonds/transformers.h"

namespace multibond {
namespace {

using namespace bonds;

void register_structure(Catalog& catalog) {
  catalog.add<Defaults>("Bonds.Defaults", "Default cardinality of the bonds of a model.");
  catalog.add<J0>("Bonds.J0", "Junction of type 0: common effort, the flows sum to zero.");
  catalog.add<J1>("Bonds.J1", "Junction of type 1: common flow, the efforts sum to zero.");
  catalog.add<J0Partial>("Bonds.J0Partial",
                         "Junction of type 0 for some components of a multibond.");
  catalog.add<J1Partial>("Bonds.J1Partial",
                         "Junction of type 1 for some components of a multibond.");
  catalog.add<Composition>("Bonds.Composition", "Combines two bonds into one.");
  catalog.add<Decomposition>("Bonds.Decomposition", "Splits a bond into two.");
  catalog.add<Permutation>("Bonds.Permutation", "Changes the order of the components of a bond.");
}

void register_passive(Catalog& catalog) {
  catalog.add<R>("Bonds.R", "Resistance, e = R f.");
  catalog.add<G>("Bonds.G", "Conductance, f = G e.");
  catalog.add<C>("Bonds.C", "Capacitance, f = C de/dt.");
  catalog.add<I>("Bonds.I", "Inertance, e = I df/dt.");
  catalog.add<RF>("Bonds.RF", "Resistive field, e = R f with a matrix.");
  catalog.add<GF>("Bonds.GF", "Conductive field, f = G e with a matrix.");
  catalog.add<CF>("Bonds.CF", "Capacitive field, f = C de/dt with a symmetric matrix.");
  catalog.add<IF>("Bonds.IF", "Inertial field, e = I df/dt with a symmetric matrix.");
  catalog.add<mR>("Bonds.mR", "Modulated resistance.");
  catalog.add<mG>("Bonds.mG", "Modulated conductance.");
  catalog.add<NonlinearR>("Bonds.NonlinearR", "Resistance with a law e(f) or a table.");
  catalog.add<NonlinearG>("Bonds.NonlinearG", "Conductance with a law f(e) or a table.");
  catalog.add<NonlinearC>("Bonds.NonlinearC", "Capacitance with a law e(q) or a table.");
  catalog.add<NonlinearI>("Bonds.NonlinearI", "Inertance with a law f(p) or a table.");
  catalog.add<RS>("Bonds.RS", "Resistance whose heat flows into a thermal bond.");
  catalog.add<mRS>("Bonds.mRS", "Modulated resistance whose heat flows into a thermal bond.");
}

void register_two_ports(Catalog& catalog) {
  catalog.add<TF_effort>("Bonds.TF_effort", "Transformer of efforts, e2 = M e1.");
  catalog.add<TF_flow>("Bonds.TF_flow", "Transformer of flows, f2 = M f1.");
  catalog.add<mTF_effort>("Bonds.mTF_effort", "Modulated transformer of efforts.");
  catalog.add<mTF_flow>("Bonds.mTF_flow", "Modulated transformer of flows.");
  catalog.add<TF2_effort>("Bonds.TF2_effort",
                          "Transformer of efforts between bonds of different size.");
  catalog.add<TF2_flow>("Bonds.TF2_flow", "Transformer of flows between bonds of different size.");
  catalog.add<mTF2_effort>("Bonds.mTF2_effort",
                           "Modulated transformer of efforts between bonds of different size.");
  catalog.add<mTF2_flow>("Bonds.mTF2_flow",
                         "Modulated transformer of flows between bonds of different size.");
  catalog.add<GY_effort>("Bonds.GY_effort", "Gyrator of efforts, f2 = M e1.");
  catalog.add<GY_flow>("Bonds.GY_flow", "Gyrator of flows, e2 = M f1.");
  catalog.add<mGY_effort>("Bonds.mGY_effort", "Modulated gyrator of efforts.");
  catalog.add<mGY_flow>("Bonds.mGY_flow", "Modulated gyrator of flows.");
  catalog.add<SGY>("Bonds.SGY", "Symplectic gyrator, f2 = e1 and f1 = e2.");
  catalog.add<planar::TranslationalTF>(
      "Bonds.Planar.TranslationalTF",
      "Transformer of a rigid arm that rotates with a planar frame.");
  catalog.add<planar::PrismaticTF>("Bonds.Planar.PrismaticTF",
                                   "Transformer of a line that rotates with a planar frame.");
  catalog.add<planar::Translation>("Bonds.Planar.Translation",
                                   "Position of a planar frame at the end of a rigid arm.");
}

void register_space(Catalog& catalog) {
  catalog.add<space::MGY>("Bonds.Space.MGY",
                          "Gyroscopic torque of a rotating body (Eulerian junction structure).");
  catalog.add<space::TranslationalTF>("Bonds.Space.TranslationalTF",
                                      "Transformer of a rigid arm that rotates in space.");
  catalog.add<space::TranslationalMTF>(
      "Bonds.Space.TranslationalMTF",
      "Transformer of an arm that rotates in space and is given by signals.");
  catalog.add<space::RotationTF>("Bonds.Space.RotationTF",
                                 "Transformer by a rotation matrix, computed in either direction.");
  catalog.add<space::Translation>("Bonds.Space.Translation",
                                  "Position of a frame in space at the end of a rigid arm.");
  catalog.add<space::Rotation>("Bonds.Space.Rotation",
                               "Orientation of a frame that is turned against another.");
  catalog.add<space::PlanarRotation>("Bonds.Space.PlanarRotation",
                                     "Rotation matrix of an angle about an axis.");
  catalog.add<space::CardanRotation>("Bonds.Space.CardanRotation",
                                     "Rotation matrix of three Cardan angles.");
  catalog.add<space::CardanAngles>("Bonds.Space.CardanAngles",
                                   "Cardan angles of a rotation matrix.");
  catalog.add<space::QuaternionRotation>("Bonds.Space.QuaternionRotation",
                                         "Rotation matrix of a quaternion.");
  catalog.add<space::ToCardanAngles>("Bonds.Space.ToCardanAngles",
                                     "Cardan angles that follow an angular velocity.");
  catalog.add<space::ToQuaternions>("Bonds.Space.ToQuaternions",
                                    "Quaternion that follows an angular velocity.");
}

void register_sources(Catalog& catalog) {
  catalog.add<Se>("Bonds.Se", "Source of effort.");
  catalog.add<Sf>("Bonds.Sf", "Source of flow.");
  catalog.add<mSe>("Bonds.mSe", "Modulated source of effort.");
  catalog.add<mSf>("Bonds.mSf", "Modulated source of flow.");
  catalog.add<De>("Bonds.De", "Sensor of effort.");
  catalog.add<Df>("Bonds.Df", "Sensor of flow.");
  catalog.add<Dp>("Bonds.Dp", "Sensor of the integral of effort.");
  catalog.add<Dq>("Bonds.Dq", "Sensor of the integral of flow.");
  catalog.add<Friction>("Bonds.Friction", "Dry friction with sticking and slipping.");
  catalog.add<Sw>("Bonds.Sw", "Ideal switch.");
  catalog.add<Sw2>("Bonds.Sw2", "Switch with leakage.");
  catalog.add<D>("Bonds.D", "Ideal diode.");
  catalog.add<D2>("Bonds.D2", "Diode with leakage.");
}

}  // namespace

void register_bonds(Catalog& catalog) {
  register_structure(catalog);
  register_passive(catalog);
  register_two_ports(catalog);
  register_space(catalog);
  register_sources(catalog);
}

}  // namespace multibond
