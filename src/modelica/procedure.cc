#include "procedure.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>

#include "multibond/symbolic/derivative.h"
#include "procedure_code.h"

namespace multibond::modelica {
namespace {

/// Rounds of all loops of a call. Beyond, it counts as one that does not end, and has no result.
constexpr std::size_t kMostRounds = 1'000'000;

/// Derivatives are made when they are asked for, by any thread, in pools that procedures share.
std::recursive_mutex& workshop() {
  static std::recursive_mutex mutex;
  return mutex;
}

enum class Flow : std::uint8_t { on, leave, finish, fail };

struct Execution {
  std::vector<double> slots, values = {};
  std::size_t rounds = 0;

  bool holds(const CodeStep& step) {
    step.formula.evaluate(slots, values);
    return values[step.formula.results[0]] != 0;
  }

  Flow run(const std::vector<CodeStep>& steps) {
    for (const CodeStep& step : steps) {
      const Flow flow = run(step);
      if (flow != Flow::on) return flow;
    }
    return Flow::on;
  }

  Flow run(const CodeStep& step) {
    switch (step.kind) {
      case Step::Kind::assign:
        step.formula.evaluate(slots, values);
        for (std::size_t k = 0; k < step.targets.size(); ++k) {
          slots[step.targets[k]] = values[step.formula.results[k]];
        }
        return Flow::on;
      case Step::Kind::choose:
        return run(holds(step) ? step.body : step.otherwise);
      case Step::Kind::loop:
        while (holds(step)) {
          if (++rounds > kMostRounds) return Flow::fail;
          const Flow flow = run(step.body);
          if (flow == Flow::leave) break;
          if (flow != Flow::on) return flow;
        }
        return Flow::on;
      case Step::Kind::leave:
        return Flow::leave;
      case Step::Kind::finish:
        return Flow::finish;
      case Step::Kind::fail:
        return holds(step) ? Flow::fail : Flow::on;
    }
    return Flow::on;
  }
};

/// Slot k moves at the rate in slot k + slots of the draft.
Draft derived(const Draft& draft) {
  ExprPool& pool = *draft.pool;
  const std::uint32_t offset = draft.slots;
  Differentiator rate([&](const Expr& leaf) { return pool.variable(leaf.index() + offset); });
  const auto steps = [&](const auto& self, const std::vector<Step>& list) -> std::vector<Step> {
    std::vector<Step> result;
    for (const Step& step : list) {
      Step& own = result.emplace_back(Step{step.kind, step.targets, step.values,
                                           self(self, step.body), self(self, step.otherwise)});
      if (step.kind != Step::Kind::assign) continue;
      for (std::size_t k = 0; k < step.targets.size(); ++k) {
        own.targets.push_back(step.targets[k] + offset);
        own.values.push_back(rate(step.values[k]));
      }
    }
    return result;
  };
  Draft result{draft.name, draft.pool, 2 * offset, draft.inputs, {}, steps(steps, draft.steps)};
  for (const std::uint32_t input : draft.inputs) result.inputs.push_back(input + offset);
  for (const Expr& output : draft.outputs) result.outputs.push_back(rate(output));
  return result;
}

/// The first inputs of a procedure; the others are given. A derivative by an input is that of the
/// procedure in this direction.
class Directed final : public VectorFunction, public std::enable_shared_from_this<Directed> {
 public:
  Directed(std::shared_ptr<const Procedure> procedure, std::vector<double> rest)
      : procedure_(std::move(procedure)), rest_(std::move(rest)) {}

  std::string name() const override { return procedure_->name(); }
  std::size_t arity() const override { return procedure_->inputs() - rest_.size(); }
  std::size_t results() const override { return procedure_->outputs(); }
  void evaluate(std::span<const double> arguments, std::span<double> results) const override {
    procedure_->run(joined(arguments, rest_), results);
  }
  void tangent(std::span<const double> arguments, std::span<const double> rates,
               std::span<double> result_rates) const override {
    std::vector<double> all = joined(arguments, rest_);
    all.insert(all.end(), rates.begin(), rates.end());
    all.insert(all.end(), rest_.size(), 0.0);
    procedure_->derivative()->run(all, result_rates);
  }
  std::shared_ptr<const Function> result(std::size_t k) const;
  std::shared_ptr<const Directed> partial(std::size_t argument) const {
    const std::lock_guard guard(workshop());
    std::shared_ptr<const Directed>& known = partials_[argument];
    if (!known) {
      std::vector<double> rest = rest_;
      rest.resize(rest_.size() + procedure_->inputs(), 0.0);
      rest[rest_.size() + argument] = 1;
      known = std::make_shared<const Directed>(procedure_->derivative(), std::move(rest));
    }
    return known;
  }

 private:
  static std::vector<double> joined(std::span<const double> a, const std::vector<double>& b) {
    std::vector<double> all(a.begin(), a.end());
    all.insert(all.end(), b.begin(), b.end());
    return all;
  }

  std::shared_ptr<const Procedure> procedure_;
  std::vector<double> rest_;
  mutable std::map<std::size_t, std::shared_ptr<const Directed>> partials_;
  mutable std::map<std::size_t, std::weak_ptr<const Function>> functions_;
};

class DirectedResult final : public Function {
 public:
  DirectedResult(std::shared_ptr<const Directed> whole, std::size_t result)
      : whole_(std::move(whole)), result_(result) {}
  std::string name() const override { return whole_->name(); }
  std::size_t arity() const override { return whole_->arity(); }
  double evaluate(std::span<const double> arguments) const override {
    std::vector<double> results(whole_->results());
    whole_->evaluate(arguments, results);
    return results[result_];
  }
  std::shared_ptr<const Function> derivative(std::size_t argument) const override {
    return whole_->partial(argument)->result(result_);
  }
  Part part() const override { return {whole_, result_}; }

 private:
  std::shared_ptr<const Directed> whole_;
  std::size_t result_;
};

/// The same object whenever it is asked for: equal derivatives are one expression. Who keeps a
/// function keeps all of them, so the function must not be kept by what it belongs to.
std::shared_ptr<const Function> Directed::result(std::size_t k) const {
  const std::lock_guard guard(workshop());
  std::weak_ptr<const Function>& known = functions_[k];
  if (std::shared_ptr<const Function> function = known.lock()) return function;
  auto made = std::make_shared<const DirectedResult>(shared_from_this(), k);
  known = made;
  return made;
}

}  // namespace

struct Procedure::Code {
  std::vector<CodeStep> steps;
  Formula outputs;
};

Procedure::Procedure(Draft draft, std::shared_ptr<const Procedure> derivative)
    : draft_(std::move(draft)),
      code_(std::make_unique<const Code>(
          Code{lower(draft_.steps, *draft_.pool), Formula(draft_.outputs, *draft_.pool)})),
      derivative_(std::move(derivative)) {}

Procedure::~Procedure() = default;

void Procedure::run(std::span<const double> arguments, std::span<double> results) const {
  Execution execution{std::vector<double>(draft_.slots, 0.0)};
  for (std::size_t k = 0; k < draft_.inputs.size(); ++k) {
    execution.slots[draft_.inputs[k]] = arguments[k];
  }
  if (execution.run(code_->steps) == Flow::fail) {
    std::fill(results.begin(), results.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  code_->outputs.evaluate(execution.slots, execution.values);
  for (std::size_t k = 0; k < results.size(); ++k) {
    results[k] = execution.values[code_->outputs.results[k]];
  }
}

std::shared_ptr<const Procedure> Procedure::derivative() const {
  const std::lock_guard guard(workshop());
  if (!derivative_) derivative_ = std::make_shared<const Procedure>(derived(draft_));
  return derivative_;
}

std::vector<std::shared_ptr<const Function>> functions_of(
    const std::shared_ptr<const Procedure>& procedure) {
  const auto whole = std::make_shared<const Directed>(procedure, std::vector<double>());
  std::vector<std::shared_ptr<const Function>> list;
  for (std::size_t k = 0; k < procedure->outputs(); ++k) list.push_back(whole->result(k));
  return list;
}

}  // namespace multibond::modelica
