/// Crossings: where in the latest step an indicator first changes sign.
#pragma once

#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/integrator.h"

namespace multibond {

/// Watches the indicators of a model from step to step.
class CrossingFinder {
 public:
  CrossingFinder(CompiledDynamics& dynamics, Integrator* integrator);
  void use(Integrator* integrator) { integrator_ = integrator; }
  /// Forgets the previous step, after a restart at (t, y).
  bool restart(double t, const double* y);

  struct Found {
    bool any = false;
    bool failed = false;
    double time = 0;
    std::vector<std::size_t> conditions;  ///< those at their zero at that time
  };
  /// Looks at the step the integrator has just made. `truth[i]` says which sign indicator i should
  /// have: positive if true.
  Found search(const std::vector<bool>& truth);

  /// Values and rates of all indicators at one instant.
  struct Sample {
    double t = 0;
    std::vector<double> g, rate;
  };
  using Memory = Sample;  ///< at the end of the latest step
  const Memory& memory() const { return last_; }
  void restore(const Memory& memory) { last_ = memory; }

 private:
  /// Where a crossing is, and the indicators at both ends.
  struct Bracket {
    double begin, end;
    std::vector<double> at_begin, at_end;
  };

  bool take(double t, const double* y, const double* slope, Sample& sample);
  void interpolate(double t);
  bool take_inside(double t, Sample& sample);
  void search(const Sample& a, const Sample& b, int depth, Found& found);
  std::vector<double> deviations(const Sample& a, const Sample& b);
  void locate(const Sample& a, const Sample& b, const std::vector<std::size_t>& crossed,
              Found& found);
  bool evaluate(double t);
  void narrow(std::size_t i, Bracket& bracket);
  double band() const;

  CompiledDynamics& dynamics_;
  Integrator* integrator_;
  Sample last_;               ///< at the end of the latest step
  Sample end_;                ///< at the end of the step that is looked at
  std::vector<double> sign_;  ///< that each indicator should have
  std::vector<double> y_, f_, g_, unclosed_;
};

}  // namespace multibond
