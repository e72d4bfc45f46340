#include "machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "multibond/base/text.h"

namespace multibond {

Machine::Machine(Plan plan, Backend backend)
    : dynamics(std::move(plan), backend), events(dynamics), crossings(dynamics, nullptr) {}

void Machine::use(const std::string& solver, const IntegratorOptions& options) {
  solver_ = solver;
  integrator = make_integrator(solver, dynamics, options);
  crossings.use(integrator.get());
}

Impulse& Machine::impulse() {
  if (!impulse_) impulse_ = std::make_unique<Impulse>(dynamics.plan());
  return *impulse_;
}

/// Values of the old mode that the new one needs: a program, and where each leaf stands in it.
struct Machines::Transfer {
  struct StateSource {
    Expr leaf;  ///< of the original system
    double sign = 1;
  };
  std::vector<StateSource> states;
  std::vector<Expr> leaves;
  NodeMap place;
  std::size_t revision = 0;
  std::unique_ptr<Runner> program;
};

Machines::Machines(Plan plan, Backend backend)
    : source_(plan.source), options_(plan.options), backend_(backend) {
  const std::vector<bool> modes = plan.options.modes;
  auto machine = std::make_unique<Machine>(std::move(plan), backend);
  first_ = machine.get();
  machines_.emplace(modes, std::move(machine));
}

Machine& Machines::machine(const std::vector<bool>& modes) {
  const auto found = machines_.find(modes);
  if (found != machines_.end()) return *found->second;
  CompileOptions options = options_;
  options.modes = modes;
  auto machine = std::make_unique<Machine>(compile(*source_, options), backend_);
  return *machines_.emplace(modes, std::move(machine)).first->second;
}

Machines::Transfer& Machines::transfer(Machine& from, Machine& to) {
  auto& place = transfers_[{&from, &to}];
  if (!place) {
    place = std::make_shared<Transfer>();
    Transfer& t = *place;
    const Plan& plan = to.dynamics.plan();
    ExprPool& pool = *plan.system.pool;
    const auto need = [&](const Expr& leaf) {
      if (leaf.op() != Op::variable || t.place.contains(leaf.id())) return;
      t.place.insert(leaf.id(), static_cast<std::uint32_t>(t.leaves.size()));
      t.leaves.push_back(leaf);
    };
    // A state is carried over by the variable whose jump is known: one that is differentiated.
    NodeMap source;
    for (std::uint32_t v = 0; v < plan.original.variables.size(); ++v) {
      const AliasTarget& target = plan.aliases.targets[v];
      if (target.constant) continue;
      const std::uint32_t leaf = pool.variable(target.root, target.order).id();
      if (!source.contains(leaf) || to.impulse().is_finite(v)) {
        if (!source.contains(leaf) || !to.impulse().is_finite(source.find(leaf))) {
          source.insert(leaf, v);
        }
      }
    }
    for (const State& state : plan.selection.states) {
      const std::uint32_t v = source.find(state.leaf.id());
      Transfer::StateSource carried{state.leaf, 1};
      if (v != NodeMap::kMissing) carried = {pool.variable(v), plan.aliases.targets[v].sign};
      need(carried.leaf);
      t.states.push_back(carried);
    }
    for (const Expr& leaf : to.impulse().leaves()) need(leaf);
    for (const Expr& leaf : plan.pres) need(pool.variable(leaf.index()));
  }
  Transfer& t = *place;
  if (t.revision != from.dynamics.revision()) {
    t.revision = from.dynamics.revision();
    const Plan& plan = from.dynamics.plan();
    std::vector<Expr> outputs;
    for (const Expr& leaf : t.leaves) {
      const Expr image = plan.image(leaf.index(), leaf.order());
      outputs.push_back(plan.computes(image) ? image : Expr(0.0));
    }
    t.program = from.dynamics.make(outputs);
  }
  return t;
}

ModeEntry Machines::enter(Machine& from, double t, const std::vector<double>& y,
                          std::vector<bool> modes) {
  ModeEntry entry;
  std::set<std::vector<bool>> tried;
  for (;;) {
    if (!tried.insert(modes).second) {
      entry.failure = "The impulses of the change demand modes in turn without end.";
      return entry;
    }
    Machine* to = nullptr;
    try {
      to = &machine(modes);
    } catch (const Error& error) {
      entry.failure = error.diagnostics().front().text;
      return entry;
    }
    Transfer& carried = transfer(from, *to);
    from.dynamics.set_point(t, y.data());
    std::vector<double> values(carried.leaves.size() + 1);
    carried.program->run(from.dynamics.inputs().data(), values.data());
    const Plan& old_plan = from.dynamics.plan();
    const LeafValue value = [&](const Expr& leaf) -> double {
      if (leaf.op() == Op::time) return t;
      if (leaf.op() == Op::parameter) return old_plan.system.parameters[leaf.index()].value;
      if (leaf.op() != Op::variable) return 0.0;
      const std::uint32_t at = carried.place.find(leaf.id());
      return at == NodeMap::kMissing ? 0.0 : values[at];
    };
    const Impulse::Jump jump = to->impulse().solve(value);
    if (!jump.solved) {
      entry.failure =
          fmt::format("No finite impulse satisfies {}.", to->impulse().texts(jump.violated));
      return entry;
    }
    if (jump.any) {
      std::vector<bool> demanded = modes;
      const auto says = to->impulse().modes(jump, value);
      for (std::size_t m = 0; m < demanded.size(); ++m) demanded[m] = says[m].value_or(modes[m]);
      if (demanded != modes) {
        modes = demanded;
        continue;
      }
    }
    entry.machine = to;
    entry.jumped = jump.any;
    entry.y.clear();
    for (const Transfer::StateSource& state : carried.states) {
      const double change = jump.any ? to->impulse().change(jump, state.leaf) : 0.0;
      entry.y.push_back(state.sign * (value(state.leaf) + change));
    }
    const Plan& plan = to->dynamics.plan();
    std::copy_n(
        from.dynamics.inputs().begin() + static_cast<std::ptrdiff_t>(old_plan.layout.discretes),
        plan.discretes.size(),
        to->dynamics.inputs().begin() + static_cast<std::ptrdiff_t>(plan.layout.discretes));
    for (std::size_t k = 0; k < plan.pres.size(); ++k) {
      const auto old = std::find_if(old_plan.pres.begin(), old_plan.pres.end(),
                                    [&](const Expr& pre) { return same(pre, plan.pres[k]); });
      to->dynamics.inputs()[plan.layout.pres + k] =
          old != old_plan.pres.end()
              ? from.dynamics.inputs()[old_plan.layout.pres +
                                       static_cast<std::size_t>(old - old_plan.pres.begin())]
              : value(plan.system.pool->variable(plan.pres[k].index()));
    }
    to->events.take_over(from.events);
    return entry;
  }
}

}  // namespace multibond
