/// Mechanics about one axis: gears that lose power.
#pragma once

#include "multibond/library/rotational.h"

namespace multibond::rotational {

/// Gear with losses in the mesh of its teeth and in its bearings; its housing is fixed.
///
///     phi_a = ratio phi_b,   tau_b = -ratio (tau_a - tau_loss)
///
///     w_a    power from     tau_loss
///     > 0    flange_a       (1 - eta_mf1) tau_a + tau_bf1
///     > 0    flange_b       (1 - 1 / eta_mf2) tau_a + tau_bf2
///     = 0                   what holds it, between the values for either direction
///     < 0    flange_a       (1 - eta_mf1) tau_a - tau_bf1
///     < 0    flange_b       (1 - 1 / eta_mf2) tau_a - tau_bf2
///
/// The rows of lossTable are points |w_a|, eta_mf1, eta_mf2, tau_bf1, tau_bf2 with |w_a| rising
/// from 0: efficiencies of the mesh and torques of friction of the bearings, as seen from flange_a.
/// Without losses it is an IdealGear.
class LossyGear final : public one_dimensional::Lossy<Component> {
 public:
  LossyGear(Component* owner, std::string_view name);
  using Losses = Eigen::Matrix<double, Eigen::Dynamic, 5>;
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Parameter<double> ratio{this,           "ratio", 1.0, "1", "ratio of speeds, flange_a : flange_b",
                          Check::non_zero};
  Parameter<Losses> lossTable{this, "lossTable", Losses{{0.0, 1.0, 1.0, 0.0, 0.0}}, "",
                              "points |w_a|, eta_mf1, eta_mf2, tau_bf1, tau_bf2"};
  Variable w_a{this, "w_a", "rad/s", "angular velocity of flange_a"};
  Variable tau_loss{this, "tau_loss", "N.m", "torque that is lost, at flange_a"};
  FlangeBond end_a{this, "end_a", flange_a, w_a}, end_b{this, "end_b", flange_b};
  bonds::J1 node{this, "node"};
  bonds::PositionTransformer element{this, "element"};
  void build() override;
  void equations() override;

 private:
  bonds::Friction* loss_ = nullptr;
};

}  // namespace multibond::rotational
