/// StartProblem: the unknowns of a start and what is asked of them, as numbers.
///
/// Unknowns are the states and the parameters to be found. Demands must hold, wishes should.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "multibond/simulate/initialization.h"

namespace multibond {

/// Weight of what nobody asked for, the least of what somebody did, and that of what is fixed.
constexpr double kFreeWeight = 0.01, kGivenWeight = 1, kFixedWeight = 100;

struct StartUnknown {
  double wish = 0, weight = kFreeWeight, nominal = 1;
  bool given = false;  ///< somebody asked for the value
  bool angle = false;
  bool length = false;  ///< a position that is no angle, and nobody said what counts as one
  bool fixed() const { return weight >= kFixedWeight; }
};

/// Unknowns that may move, and the size of a step in each that counts as one.
struct StartColumns {
  std::vector<std::uint32_t> unknowns = {};
  Eigen::VectorXd size = {};
};

/// A direction in which slopes are taken: this unknown changes by that much.
struct StartSeed {
  std::uint32_t unknown = 0;
  double size = 0;
};

class StartProblem {
 public:
  StartProblem(CompiledDynamics& dynamics, double t, const GivenStarts& given);

  const InitializationDescription& known() const { return known_; }
  const CompiledMode& mode() const { return mode_; }
  const std::vector<StartUnknown>& unknowns() const { return unknowns_; }
  std::size_t size() const { return unknowns_.size(); }
  const DemandDescription& demand(std::size_t d) const { return known_.demands[d]; }
  bool is_fixed_value(std::size_t d) const {
    return demand(d).kind == DemandDescription::Kind::fixed;
  }
  /// Start value of the variable that demand d fixes, and that of an other wish.
  double start_of(std::size_t d) const { return starts_[demand(d).start]; }
  double wish_of(const OtherWishDescription& wish) const { return starts_[wish.start]; }
  bool is_wish(const OtherWishDescription& wish) const {
    return !wish.from_parameter || wish_of(wish) != 0;
  }
  /// By how much a value misses the wish; angles may differ by whole turns.
  double missed(const OtherWishDescription& wish, double value) const;

  /// The unknowns that are no velocities: states whose derivatives do not feel the constraints, and
  /// all that constraints of positions depend on.
  std::vector<bool> positions() const;

  /// What counts as one of those unknowns that are lengths.
  void set_length(const std::vector<std::uint32_t>& unknowns, double length);

  /// Present values of the unknowns.
  std::vector<double> values;
  void begin();  ///< at the wishes

  /// Residuals of all demands. False if a solver has no answer.
  bool demands(std::vector<double>& out);
  /// Whether all demands have a value at the present values; if not, `failure` says why.
  bool evaluates();
  /// Values of fixed variables, in the order of their demands.
  std::vector<double> fixed_values();
  /// What functions `gaps`, `joint_motions` and `wished_values` say.
  bool gaps(std::vector<double>& out);
  bool joint_motions(std::vector<double>& out);
  bool wished(std::vector<double>& out);
  /// Whether a whole turn of an angle changes nothing: there is no spring that it winds up.
  bool is_periodic(std::uint32_t unknown);
  /// Slope of a function if all these unknowns change together. It may not be finite.
  bool slope(FunctionKind kind, std::span<const StartSeed> seeds, double* out);
  /// Slopes of a function of so many outputs by the columns, scaled by their size. They may not be
  /// finite.
  bool slopes(FunctionKind kind, std::size_t outputs, const StartColumns& columns,
              Eigen::MatrixXd& out);
  /// Size of the terms that demands are summed from, for each column; empty if it is not known.
  Eigen::MatrixXd term_sizes(const std::vector<std::size_t>& demands, const StartColumns& columns);

  std::size_t gap_outputs() const { return gap_outputs_; }
  const std::string& failure() const { return failure_; }

  std::string demand_text(std::size_t d) const;
  std::string fixed_text(std::size_t d, double value) const;
  /// Size that residual d is judged by.
  double demand_size(std::size_t d) const;
  /// What the rounding of the values alone makes of each residual: much, where gains are high.
  std::vector<double> rounding();

  CompiledDynamics& dynamics() { return dynamics_; }
  std::size_t iterations = 0;

 private:
  void collect_wishes(const GivenStarts& given);
  std::vector<double> starts_as_compiled();
  void set_inputs();

  CompiledDynamics& dynamics_;
  const CompiledMode& mode_;
  const InitializationDescription& known_;
  std::vector<double> stated_, starts_;  ///< start values of the model, and those to be used
  std::vector<StartUnknown> unknowns_;
  std::size_t gap_outputs_ = 0;
  std::string failure_;
};

}  // namespace multibond
