/// EnergyObserver: the energy audit of a run.
#pragma once

#include "energy_meter.h"
#include "multibond/simulate/observer.h"
#include "multibond/simulate/result.h"

namespace multibond {

class EnergyObserver final : public RunObserver {
 public:
  /// With `recorded`, energies are noted at each of its rows: it observes the run before this does.
  explicit EnergyObserver(EnergyAudit& audit, const Result* recorded = nullptr)
      : audit_(audit), recorded_(recorded) {}

  std::optional<Diagnostic> start(const RunView& run) override {
    meter_.emplace(run.dynamics.shared_mode());
    meter_->start(run.dynamics, run.time, run.state);
    record(run);
    return std::nullopt;
  }
  std::optional<Diagnostic> advance(const RunView& run, double from, double to,
                                    Integrator& integrator) override {
    meter_->integrate(run.dynamics, from, to, integrator);
    for (; rows_ < rows(); ++rows_) {
      meter_->record(run.dynamics, recorded_->times()[rows_], integrator);
    }
    return std::nullopt;
  }
  std::optional<Diagnostic> before_event(const RunView& run) override {
    before_ = meter_->stored(run.dynamics, run.time, run.state);
    record(run);
    return std::nullopt;
  }
  std::optional<Diagnostic> after_event(const RunView& run,
                                        const std::vector<std::string>&) override {
    meter_->jump(before_, meter_->stored(run.dynamics, run.time, run.state));
    record(run);
    return std::nullopt;
  }
  void finish(const RunView& run) override {
    if (!meter_) return;
    record(run);
    audit_ = meter_->finish(run.dynamics, run.time, run.state);
  }

 private:
  std::size_t rows() const { return recorded_ ? recorded_->rows() : 0; }
  /// Rows of the present instant. Where a run failed within a step, rows of it are left over.
  void record(const RunView& run) {
    for (; rows_ < rows(); ++rows_) {
      if (recorded_->times()[rows_] == run.time) {
        meter_->record(run.dynamics, run.time, run.state);
      } else {
        meter_->record_nothing();
      }
    }
  }

  EnergyAudit& audit_;
  const Result* recorded_;
  std::size_t rows_ = 0;  ///< whose energies are noted
  std::optional<EnergyMeter> meter_;
  double before_ = 0;  ///< energy stored before the present event
};

}  // namespace multibond
