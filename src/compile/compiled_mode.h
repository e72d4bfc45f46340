/// A mode of a compiled model, made of a plan.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "judgement.h"
#include "mode_functions.h"
#include "multibond/compile/compiled_model.h"
#include "multibond/compile/plan.h"

namespace multibond {

class PlanMode;

/// How often a run calls a function.
enum class Use { often, each_step, seldom };

/// The functions of one choice of pivots. While another choice is in use, the expressions that
/// belong to this one alone are put aside.
class PlanFunctions final : public Functions {
 public:
  explicit PlanFunctions(const PlanMode& mode) : mode_(mode) {}

  std::shared_ptr<const Executable> get(FunctionKind kind) const override;
  const ColouredPattern& jacobian_pattern() const override;
  const std::vector<std::uint32_t>& checked_columns() const override;
  std::shared_ptr<const Executable> probe(const std::vector<VariableLeaf>& leaves) const override;
  std::shared_ptr<const Executable> slopes(const std::vector<VariableLeaf>& leaves,
                                           const std::vector<std::uint32_t>& slots) const override;
  Program program(const std::vector<FunctionKind>& kinds,
                  const std::vector<VariableLeaf>& leaves) const override;
  Backend backend() const override;

  Plan::Pivots pivots;
  ExprPool::Tail tail;
  /// By which choices are told apart; empty for the usual one of a system without invariants.
  Program derivatives;

 private:
  static constexpr std::size_t kKinds = static_cast<std::size_t>(FunctionKind::count);
  using ProbeKey = std::pair<std::vector<VariableLeaf>, std::vector<std::uint32_t>>;
  std::shared_ptr<const Executable> make(FunctionKind kind) const;
  Backend backend_for(Use use, const Program& program) const;
  std::vector<std::uint32_t> columns_to_check(const Plan& plan) const;
  std::shared_ptr<const Executable> make_probe(const ProbeKey& key) const;

  const PlanMode& mode_;
  /// Made functions, in the order of FunctionKind: found without a lock once they are there.
  mutable std::array<std::atomic<bool>, kKinds> made_{};
  mutable std::array<std::mutex, kKinds> making_;  ///< never asked for while the plan is locked
  mutable std::array<std::shared_ptr<const Executable>, kKinds> functions_;
  mutable std::atomic<bool> pattern_made_{false};
  mutable ColouredPattern pattern_;
  mutable std::vector<std::uint32_t> checked_columns_;  ///< known once `checked_outputs` is made
  mutable std::map<ProbeKey, std::shared_ptr<const Executable>> probes_;
};

/// The plan is changed while it makes functions, and is afterwards as it was: all that goes through
/// `lock`, which the modes of a model share.
class PlanMode final : public CompiledMode, public std::enable_shared_from_this<PlanMode> {
 public:
  PlanMode(Plan plan, std::shared_ptr<std::recursive_mutex> lock, Backend backend,
           std::shared_ptr<const SharedColumns> columns);

  std::shared_ptr<const Functions> usual() const override;
  std::shared_ptr<const Functions> choose(PivotStrategy strategy,
                                          const std::vector<double>& inputs) const override;
  std::shared_ptr<const ImpulseResponse> impulse() const override;
  const InitializationDescription& initialization() const override;

  /// Calls task(plan) with the pivots of a choice in place, and takes back what it makes.
  template <typename Task>
  auto with(const PlanFunctions& choice, Task&& task) const;
  /// Whether it would have been made in the same way for these values of the parameters.
  bool serves(const std::vector<double>& parameters) const;
  /// The parameters on which that depends.
  const std::vector<bool>& judged_parameters() const { return judgement().parameters(); }
  const Plan& plan() const { return plan_; }
  std::recursive_mutex& lock() const { return *lock_; }
  Backend backend() const { return backend_; }
  const SharedColumns& columns() const { return *columns_; }

 private:
  void describe();
  void describe_powers();
  void describe_states();
  void describe_events();
  void describe_contacts(const std::function<std::size_t(std::uint32_t discrete)>& place_of);
  void describe_invariants();
  void find_velocities();
  void find_contact_positions();
  void find_contact_islands();
  InitializationDescription describe_initialization() const;
  void describe(PlanFunctions& functions) const;
  Judgement& judgement() const;

  mutable Plan plan_;
  std::shared_ptr<std::recursive_mutex> lock_;
  Backend backend_;
  std::shared_ptr<const SharedColumns> columns_;
  ExprPool::Mark mark_;
  mutable std::unique_ptr<PlanFunctions> usual_;
  mutable std::vector<std::unique_ptr<PlanFunctions>> choices_;
  /// Points at which was asked for a choice, and the answers: runs that are alike ask alike.
  using Question = std::pair<PivotStrategy, std::vector<double>>;
  mutable std::map<Question, const PlanFunctions*> answers_;
  mutable std::once_flag initialization_once_;
  mutable InitializationDescription initialization_;
  mutable std::shared_ptr<const ImpulseResponse> impulse_;
  mutable std::unique_ptr<Judgement> judgement_;  ///< made when first asked for
};

template <typename Task>
auto PlanMode::with(const PlanFunctions& choice, Task&& task) const {
  const std::lock_guard guard(*lock_);
  PlanFunctions& functions = const_cast<PlanFunctions&>(choice);
  const bool other = usual_ && &functions != usual_.get();
  // What the usual choice is put aside into, while another one is in use.
  if (other) {
    plan_.system.pool->append(functions.tail);
    plan_.exchange_pivots(functions.pivots);
  }
  struct Restore {
    const PlanMode& mode;
    PlanFunctions& functions;
    bool other;
    ~Restore() {
      if (other) mode.plan_.exchange_pivots(functions.pivots);
      mode.plan_.cut(mode.mark_);
    }
  } restore{*this, functions, other};
  return task(plan_);
}

}  // namespace multibond
