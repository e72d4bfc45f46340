#include "gauss_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "multibond/base/dense.h"

namespace multibond {
namespace {

constexpr int kMostIterations = 200;
constexpr double kLeastDamping = 1e-8;
/// An angle, in rad, beyond which slopes say nothing of what turns; a longer step must find by far
/// the most of the solution, as that of a linear equation does.
constexpr double kTurn = 1;
constexpr double kFound = 1e-3;

/// The steps of one group. Whoever drives it evaluates the model in between.
class GroupSearch {
 public:
  explicit GroupSearch(const DemandRows& rows) : rows_(&rows) {}

  const StartColumns& columns() const { return rows_->columns; }
  bool is_done() const { return done_; }
  bool is_trying() const { return !done_ && damping_ > 0; }

  /// A new iteration at the present values, where all demands have these residuals.
  void begin(const std::vector<double>& residuals) {
    const auto rows = static_cast<Eigen::Index>(rows_->demands.size());
    now_.r.resize(rows);
    for (Eigen::Index k = 0; k < rows; ++k) now_.r[k] = residuals[rows_->demands[k]];
    now_.J.resize(rows, static_cast<Eigen::Index>(columns().unknowns.size()));
    if (!now_.r.allFinite()) done_ = true;
  }
  /// The slopes of all demands by its column j.
  void take_slopes(Eigen::Index j, const std::vector<double>& slopes) {
    for (Eigen::Index k = 0; k < now_.J.rows(); ++k) now_.J(k, j) = slopes[rows_->demands[k]];
  }
  /// Finds the step, from what was given.
  void aim(StartProblem& problem) {
    ++problem.iterations;
    if (!scale_rows(problem, *rows_, now_)) return finish();
    norm_ = now_.r.norm();
    if (norm_ < 1e-14) return finish();
    step_ = -dense::least_norm_solution(now_.J, now_.r, 1e-10);
    if (norm_ < 1e-14 * (1 + step_.norm()) || step_.norm() < 1e-15) return finish();
    from_.clear();
    double turn = 0;
    for (Eigen::Index j = 0; j < step_.size(); ++j) {
      const std::uint32_t i = columns().unknowns[static_cast<std::size_t>(j)];
      from_.push_back(problem.values[i]);
      if (problem.unknowns()[i].angle) {
        turn = std::max(turn, std::abs(columns().size[j] * step_[j]));
      }
    }
    share_ = std::min(1.0, kTurn / turn);
    leaps_ = share_ < 1;
    damping_ = 1;
  }
  /// Moves its unknowns by the step, as far as it is damped.
  void move(StartProblem& problem) const {
    for (Eigen::Index j = 0; j < step_.size(); ++j) {
      problem.values[columns().unknowns[j]] = from_[j] + damping_ * columns().size[j] * step_[j];
    }
  }
  /// Goes on to the next iteration if the residuals there are smaller; else with half the step, and
  /// at last back to where it came from. None: the model has no residuals there.
  void judge(StartProblem& problem, const std::vector<double>* residuals) {
    if (residuals && improves(*residuals)) {
      damping_ = 0;
      done_ = (norm_ > 0.999 * last_ && norm_ < 1e-12) || ++iteration_ == kMostIterations;
      last_ = norm_;
      return;
    }
    if (leaps_) {
      step_ *= share_;
      leaps_ = false;
      return;
    }
    damping_ /= 2;
    if (damping_ <= kLeastDamping) give_up(problem);
  }
  /// Back to where the present iteration began.
  void go_back(StartProblem& problem) {
    damping_ = 0;
    put_back(problem);
  }

 private:
  void finish() {
    damping_ = 0;
    done_ = true;
  }
  void put_back(StartProblem& problem) const {
    for (std::size_t j = 0; j < from_.size(); ++j) {
      problem.values[columns().unknowns[j]] = from_[j];
    }
  }
  void give_up(StartProblem& problem) {
    put_back(problem);
    finish();
  }
  bool improves(const std::vector<double>& residuals) const {
    Eigen::VectorXd next(now_.r.size());
    for (Eigen::Index k = 0; k < next.size(); ++k) next[k] = residuals[rows_->demands[k]];
    const double wanted = leaps_ ? kFound : 1 - 0.1 * damping_ * share_;
    return next.allFinite() && next.cwiseQuotient(now_.scale).norm() < wanted * norm_;
  }

  const DemandRows* rows_;
  ScaledRows now_;
  Eigen::VectorXd step_;
  std::vector<double> from_;  ///< values of its unknowns
  double norm_ = 0, last_ = std::numeric_limits<double>::infinity();
  double damping_ = 0;  ///< 0: no step is being tried
  double share_ = 1;    ///< of the step, to where angles turn by kTurn
  bool leaps_ = false;  ///< the whole step is tried, and it turns angles by more
  int iteration_ = 0;
  bool done_ = false;
};

/// All groups side by side.
class Search {
 public:
  Search(StartProblem& problem, std::span<const DemandRows> groups)
      : problem_(problem), slopes_(problem.known().demands.size()) {
    for (const DemandRows& rows : groups) {
      if (!rows.columns.unknowns.empty() && !rows.demands.empty()) groups_.emplace_back(rows);
    }
  }

  /// False if the model has no residuals at a place where several groups tried a step: it is not
  /// known which of them is to blame, and all are where their latest iteration began.
  bool run() {
    for (;;) {
      std::erase_if(groups_, [](const GroupSearch& group) { return group.is_done(); });
      if (groups_.empty()) return true;
      if (!problem_.demands(residuals_)) return true;
      for (GroupSearch& group : groups_) group.begin(residuals_);
      std::erase_if(groups_, [](const GroupSearch& group) { return group.is_done(); });
      if (!take_slopes()) return groups_.size() < 2;
      for (GroupSearch& group : groups_) group.aim(problem_);
      if (!try_steps()) return false;
    }
  }

 private:
  /// One column of each group at a time.
  bool take_slopes() {
    Eigen::Index most = 0;
    for (const GroupSearch& group : groups_) most = std::max(most, group.columns().size.size());
    for (Eigen::Index j = 0; j < most; ++j) {
      seeds_.clear();
      for (const GroupSearch& group : groups_) {
        const StartColumns& columns = group.columns();
        if (j < columns.size.size()) seeds_.push_back({columns.unknowns[j], columns.size[j]});
      }
      if (!problem_.slope(FunctionKind::demand_slopes, seeds_, slopes_.data())) return false;
      for (GroupSearch& group : groups_) {
        if (j < group.columns().size.size()) group.take_slopes(j, slopes_);
      }
    }
    return true;
  }

  bool try_steps() {
    for (;;) {
      std::size_t trying = 0;
      for (const GroupSearch& group : groups_) {
        if (!group.is_trying()) continue;
        group.move(problem_);
        ++trying;
      }
      if (trying == 0) return true;
      const bool evaluated = problem_.demands(residuals_);
      for (GroupSearch& group : groups_) {
        if (!group.is_trying()) continue;
        if (!evaluated && trying > 1) {
          group.go_back(problem_);
        } else {
          group.judge(problem_, evaluated ? &residuals_ : nullptr);
        }
      }
      if (!evaluated && trying > 1) return false;
    }
  }

  StartProblem& problem_;
  std::vector<GroupSearch> groups_;
  std::vector<double> residuals_, slopes_;
  std::vector<StartSeed> seeds_;
};

}  // namespace

void gauss_newton(StartProblem& problem, const std::vector<DemandRows>& groups) {
  if (Search(problem, groups).run()) return;
  for (const DemandRows& rows : groups) gauss_newton(problem, rows);
}

void gauss_newton(StartProblem& problem, const DemandRows& rows) {
  Search(problem, {&rows, 1}).run();
}

}  // namespace multibond
