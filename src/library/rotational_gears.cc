#include "multibond/library/rotational_gears.h"

#include <fmt/format.h>

#include "multibond/symbolic/table.h"

namespace multibond::rotational {
namespace {

using Losses = LossyGear::Losses;
enum Column { kSpeed, kEta1, kEta2, kBearing1, kBearing2 };

void check_losses(const Parameter<Losses>& parameter, const Losses& table) {
  const auto refuse = [&](const char* fact, const char* remedy) {
    throw Error(parameter.path(), fmt::format("{} {}", parameter.path(), fact), remedy);
  };
  if (table.rows() == 0 || table(0, kSpeed) != 0) {
    refuse("does not begin at speed 0.", "The first row tells the losses of a gear that starts.");
  }
  const auto etas = table.middleCols(kEta1, 2);
  if (!(etas.minCoeff() > 0 && etas.maxCoeff() <= 1)) {
    refuse("has an efficiency that is not above 0 and up to 1.",
           "Efficiencies are in columns 2 and 3.");
  }
  if (!(table.rightCols(2).minCoeff() >= 0)) {
    refuse("has a negative friction.",
           "Torques of friction, without sign, are in columns 4 and 5.");
  }
}

/// Column of the table over the speed.
std::function<Expr(const Expr&)> over_speed(const Parameter<Losses>& parameter, const Losses& table,
                                            Column column) {
  if (table.rows() == 1) {
    return [value = table(0, column)](const Expr&) { return Expr(value); };
  }
  const auto values = [&](int j) {
    return std::vector<double>(table.col(j).begin(), table.col(j).end());
  };
  const auto law = make_table(fmt::format("{}[:, {}]", parameter.path(), column + 1),
                              values(kSpeed), values(column));
  return [law](const Expr& speed) { return call(law, {speed}); };
}

}  // namespace

LossyGear::LossyGear(Component* owner, std::string_view name) : Lossy(owner, name) {
  node.n = 1;
  element.ratio = ratio;
  bonds::bond(*this, {end_a, node, element, end_b});
}

void LossyGear::build() {
  loss_ = nullptr;
  const Losses table = lossTable.value();
  check_losses(lossTable, table);
  const bool ideal =
      (table.middleCols(kEta1, 2).array() == 1).all() && table.rightCols(2).isZero(0);
  if (ideal) return;
  loss_ = &create<bonds::Friction>("loss");
  bonds::bond(*this, node, *loss_);
  const auto eta1 = over_speed(lossTable, table, kEta1), eta2 = over_speed(lossTable, table, kEta2),
             bearing1 = over_speed(lossTable, table, kBearing1),
             bearing2 = over_speed(lossTable, table, kBearing2);
  // Against the motion. Whether flange_a drives is an event where its torque changes its sign.
  const auto law = [=, tau_a = Expr(flange_a.tau)](const Expr& speed, const Expr& direction) {
    const Expr drive = direction * tau_a;
    return select(drive >= 0.0, (1 - eta1(speed)) * drive + bearing1(speed),
                  (1 - 1 / eta2(speed)) * drive + bearing2(speed));
  };
  loss_->slip_against(law);
  loss_->hold_between(law(0.0, -1.0), law(0.0, 1.0));
}

void LossyGear::equations() {
  equation(flange_a.phi, ratio * flange_b.phi);
  equation(w_a, der(flange_a.phi));
  if (!loss_) {
    equation(tau_loss, 0.0);
    lose(Expr(0.0));
    return;
  }
  equation(tau_loss, loss_->port.e[0]);
  lose(*loss_);
}

}  // namespace multibond::rotational
