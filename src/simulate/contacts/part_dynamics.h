/// PartDynamics: a part of a model as the Dynamics that an integrator sees.
///
/// One for all parts of a kind: `use` says which it is now.
#pragma once

#include "multibond/simulate/dynamics.h"
#include "parts.h"

namespace multibond {

class PartDynamics final : public Dynamics {
 public:
  /// `projects`: states are moved onto the invariants.
  PartDynamics(const CompiledMode& mode, bool projects) : mode_(mode), projects_(projects) {}

  /// A part of the same kind as those before.
  void use(Part& part) { part_ = &part; }

  std::size_t size() const override { return part_->states.size(); }
  Evaluation derivatives(double t, const double* y, double* ydot) override;
  std::string state_name(std::size_t i) const override {
    return mode_.states[part_->states[i]].name;
  }
  const SparsePattern& jacobian_pattern() override { return pattern_; }
  Evaluation jacobian(double, const double*, double*) override { return Evaluation::failed; }
  void error_scale(const double* y, double* scale) const override;
  std::size_t invariants() const override { return projects_ ? part_->invariants.size() : 0; }
  Evaluation project(double t, double* y) override;

 private:
  const CompiledMode& mode_;
  bool projects_;
  Part* part_ = nullptr;
  SparsePattern pattern_;  ///< explicit methods ask for none
  std::vector<double> values_;
};

/// The part is at this point from now on.
inline void set_point(Part& part, double t, const double* y) {
  part.point[0] = t;
  std::copy_n(y, part.states.size(), part.point.begin() + 1);
}

}  // namespace multibond
