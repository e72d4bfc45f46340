/// LoopKinematics of coupled loops: closing them, moving them, and the rates of their constraints.
///
/// Part of the redundancy pass (redundancy.cc), which asks at which configurations constraints say
/// something new.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "multibond/compile/index_reduction.h"
#include "multibond/compile/redundancy.h"
#include "multibond/program/runner.h"
#include "multibond/symbolic/fingerprint.h"
#include "multibond/symbolic/node_map.h"

namespace multibond {

/// Constraints coupled by common velocities, with the equations that relate those velocities.
struct LoopCluster {
  std::vector<std::uint32_t> constraints;  ///< equations of the system
  std::vector<std::uint32_t> kinematic;    ///< equations between velocities
  std::vector<std::uint32_t> positions;    ///< position equations
};

/// Relative size of a row of rates that says nothing new.
constexpr double kDependentRate = 1e-9;

bool is_velocity(const System& system, const Expr& leaf);

/// Whether the values of parameters and start values are those that a system has when its loops are
/// looked at first (faster, once), or may be changed in it afterwards.
enum class LoopValues : std::uint8_t { fixed, adjustable };

/// One cluster, in a configuration that is changed by assembling and moving it.
class LoopKinematics {
 public:
  LoopKinematics(const System& system, const LoopCluster& cluster, Differentiator& derivative,
                 LoopValues values = LoopValues::fixed);

  /// To the start values, with the present values of parameters if they are adjustable.
  void begin();
  /// If values are adjustable: the parameters that matter here.
  std::vector<std::uint32_t> parameters() const;

  /// Closes the mechanism from the start values: first the positions that follow from given ones,
  /// then all of it.
  bool assemble();

  /// The first constraint that does not hold where assembling ended, and that nothing can change,
  /// neither there nor at the start, nor where joints are bent.
  std::optional<std::size_t> immovable();
  /// Closes the mechanism from where its joints are bent: a straight chain feels no direction.
  bool assemble_bent();

  /// Back to where assembling began.
  bool restart();

  /// The position variables and their present values.
  void note(Redundancy::Configuration& configuration);

  bool close() { return approach(0, Eigen::VectorXd::Ones(q_.size())); }

  /// Leaves the present configuration along the constraints and closes again.
  bool move();

  /// Whether what is constrained depends on positions at all.
  bool has_positions() const { return !positions_.empty(); }
  /// Back to where assembling ended.
  void restart_closed();
  /// A step of a walk along the constraints, in one direction as far as they allow.
  bool walk();

  /// Rates of the constraints in terms of independent velocities, rows scaled; as they are, or all
  /// by what is usual at the configuration in which assembling ended. Lengths count in levers of
  /// the mechanism, so that one of millimetres is judged as one of metres.
  Eigen::MatrixXd scaled_rates();
  Eigen::MatrixXd comparable_rates();

 private:
  /// Gauss-Newton steps of least length on the rows from `first_row` on, moving positions by
  /// `weight`.
  bool approach(Eigen::Index first_row, const Eigen::VectorXd& weight);
  Eigen::MatrixXd tangent_space();

  /// A leaf that follows from others.
  struct Given {
    Expr leaf, value;
  };

  /// Takes equations that give one leaf in terms of others out of the list, in an order in which
  /// they can be evaluated. Joint coordinates and their rates are not given by others if that can
  /// be avoided; along a tree of parts everything else is.
  template <typename MayBeGiven>
  void substitute(std::vector<Expr>& equations, std::vector<Given>& given,
                  const MayBeGiven& may_be_given);

  /// Coefficients of the rates, before anything is put in place of velocities: the size of a row.
  void find_sizes(const std::vector<Expr>& rates, const NodeMap& positions);

  Eigen::VectorXd sizes();
  /// Finds which velocities are speeds, and the longest lever by which what turns moves something.
  void measure();
  bool is_turning(const Expr& velocity) const;
  bool is_shifting(const Expr& velocity) const;
  /// Rates as they are, and the sizes of their rows.
  Eigen::MatrixXd rates(Eigen::VectorXd& sizes);

  std::vector<Expr> variable_leaves(const Expr& expr) const;

  void make_adjustable(const std::vector<const std::vector<Expr>*>& lists);

  /// Value of a leaf that is neither a position nor a velocity.
  double given_value(const Expr& leaf) const;

  void position(const Expr& leaf);

  void velocity(const Expr& leaf);

  Program build(const std::vector<Expr>& outputs) const;

  std::vector<double> point(std::size_t seeds) const;

  Eigen::VectorXd residual();

  Eigen::MatrixXd slope(Runner& tangent, std::size_t rows, std::size_t columns);

  /// Where assembling began, with the joints bent in one way of several.
  Eigen::VectorXd bent(int way) const;

  const System& system_;
  mutable Fingerprints fingerprints_;  ///< of all functions here
  std::vector<Expr> positions_, velocities_;
  std::vector<Expr> adjustable_;  ///< leaves that are inputs and no numbers in the programs
  std::vector<double> adjusted_;  ///< their values
  NodeMap position_index_, velocity_index_, adjustable_index_, is_given_;
  std::vector<Given> given_positions_, given_velocities_;
  Program closure_, rates_, kinematic_;
  std::unique_ptr<Runner> closure_value_, closure_slope_, rates_slope_, kinematic_slope_;
  std::unique_ptr<Runner> places_;  ///< the positions that are given by others
  std::unique_ptr<Runner> sizes_;   ///< coefficients of the rates
  std::size_t size_count_ = 0;
  std::vector<std::size_t> size_end_;  ///< where those of a rate end
  Eigen::VectorXd q_, start_;
  Eigen::VectorXd assembled_;              ///< where assembling ended
  Eigen::VectorXd heading_;                ///< of the latest step of a walk
  std::vector<Eigen::Index> turning_;      ///< rows of the closure that hold but for whole turns
  std::vector<Eigen::Index> closure_row_;  ///< of each constraint; -1 if it constrains velocities
  Eigen::Index constraints_ = 0;           ///< rows of the closure before the position equations
  std::vector<bool> holds_length_;  ///< by constraint: its rate is a speed, and no rate of turning
  std::vector<bool> shifts_;        ///< by velocity: it is a speed
  double lever_ = 1;
};

}  // namespace multibond
