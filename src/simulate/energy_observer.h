/// EnergyObserver: the energy audit of a run.
#pragma once

#include "energy_meter.h"
#include "multibond/simulate/observer.h"

namespace multibond {

class EnergyObserver final : public RunObserver {
 public:
  explicit EnergyObserver(EnergyAudit& audit) : audit_(audit) {}

  std::optional<Diagnostic> start(const RunView& run) override {
    meter_.emplace(run.dynamics.shared_mode());
    meter_->start(run.dynamics, run.time, run.state);
    return std::nullopt;
  }
  std::optional<Diagnostic> advance(const RunView& run, double from, double to,
                                    Integrator& integrator) override {
    meter_->integrate(run.dynamics, from, to, integrator);
    return std::nullopt;
  }
  std::optional<Diagnostic> before_event(const RunView& run) override {
    before_ = meter_->stored(run.dynamics, run.time, run.state);
    return std::nullopt;
  }
  std::optional<Diagnostic> after_event(const RunView& run,
                                        const std::vector<std::string>&) override {
    meter_->jump(before_, meter_->stored(run.dynamics, run.time, run.state));
    return std::nullopt;
  }
  void finish(const RunView& run) override {
    if (meter_) audit_ = meter_->finish(run.dynamics, run.time, run.state);
  }

 private:
  EnergyAudit& audit_;
  std::optional<EnergyMeter> meter_;
  double before_ = 0;  ///< energy stored before the present event
};

}  // namespace multibond
