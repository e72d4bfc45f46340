/// ResultObserver: rows of a Result, and of its Scene, at equal distances in time and at events.
#pragma once

#include <memory>

#include "multibond/simulate/observer.h"
#include "recorder.h"
#include "scene_recorder.h"

namespace multibond {

class ResultObserver final : public RunObserver {
 public:
  ResultObserver(Result& result, double start, double stop, int intervals, bool pictures)
      : result_(result), start_(start), stop_(stop), intervals_(intervals), pictures_(pictures) {}

  std::optional<Diagnostic> start(const RunView& run) override;
  std::optional<Diagnostic> advance(const RunView& run, double from, double to,
                                    Integrator& integrator) override;
  std::optional<Diagnostic> before_event(const RunView& run) override;
  std::optional<Diagnostic> after_event(const RunView& run,
                                        const std::vector<std::string>& conditions) override;
  void finish(const RunView& run) override;

 private:
  double output_time(int k) const;
  void show(CompiledDynamics& dynamics, double t, const double* y);
  std::optional<Diagnostic> record(CompiledDynamics& dynamics, double t, const double* y);

  Result& result_;
  double start_, stop_;
  int intervals_;
  bool pictures_;
  int next_ = 0;
  bool at_start_ = true;  ///< the row of the present instant has been written
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<SceneRecorder> scenery_;
  std::vector<double> times_, states_;  ///< of the rows within a step
};

}  // namespace multibond
