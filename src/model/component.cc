#include "multibond/model/component.h"

#include <fmt/format.h>

#include "multibond/model/context.h"
#include "multibond/model/port.h"

namespace multibond {

Component::Component(Component* owner, std::string_view name)
    : owner_(owner),
      name_(name),
      context_(owner ? owner->context_ : std::make_shared<ModelContext>()),
      serial_(context_->components++) {
  if (!owner) {
    context_->root = this;
    return;
  }
  if (context_->phase == Phase::equations || context_->phase == Phase::done) {
    throw Error(path(), fmt::format("{} is made after the model was built.", path()),
                "Make parts in constructors or in build().");
  }
  owner->children_.push_back(this);
}

Component::~Component() = default;

std::string Component::path() const {
  if (!owner_) return {};
  const std::string above = owner_->path();
  return above.empty() ? name_ : above + '.' + name_;
}

void Component::set(std::string_view path, std::string_view text) {
  if (context_->phase != Phase::construction) {
    throw Error(std::string(path),
                fmt::format("{} cannot be set: the model is already built.", path),
                "Set parameters before the model is compiled.");
  }
  std::string full = this->path();
  if (!full.empty()) full += '.';
  full += path;
  for (Override& earlier : context_->overrides) {
    if (earlier.path == full) {
      earlier.text = text;
      return;
    }
  }
  context_->overrides.push_back({std::move(full), std::string(text)});
}

void Component::set(std::string_view path, double value) { set(path, fmt::format("{}", value)); }

void Component::own(std::unique_ptr<Component> part) { owned_.push_back(std::move(part)); }

Expr Component::time() const { return context_->pool->time(); }

void Component::connect(Port& a, Port& b) {
  const auto name = [](const Port& port) { return port.path(); };
  if (a.context_ != context_ || b.context_ != context_) {
    throw Error(name(a), fmt::format("{} and {} belong to different models.", name(a), name(b)),
                "Connect ports of one model.");
  }
  if (typeid(a) != typeid(b)) {
    throw Error(
        name(a),
        fmt::format("{} is a port of kind '{}' and {} of kind '{}': they cannot be connected.",
                    name(a), a.kind_name(), name(b), b.kind_name()),
        "Connect ports of the same kind, or put a transducer between them.");
  }
  if (&a == &b) {
    throw Error(name(a), fmt::format("{} is connected to itself.", name(a)),
                "Remove the connection or name the other port.");
  }
  check_connectable(a);
  check_connectable(b);
  if (context_->phase != Phase::construction && context_->phase != Phase::build) {
    fail(fmt::format("connects {} and {} in equations(), when connections are already known.",
                     name(a), name(b)),
         "Connect ports in the constructor or in build().");
  }
  context_->connections.push_back({this, &a, &b});
}

void Component::check_connectable(const Port& port) const {
  for (const Component* c = port.owner_; c; c = c->owner_) {
    if (c == this) return;
  }
  fail(fmt::format("connects {}, which is not one of its parts.", port.path()),
       "State the connection in the component that contains both ports.");
}

void Component::check_frame(const Port& port) const {
  if (port.context_ != context_) {
    fail(fmt::format("declares {} of another model.", port.path()), "Use ports of one model.");
  }
  if (!port.overdetermined()) {
    fail(fmt::format("declares {} a root or a branch, but a port of kind '{}' has no position.",
                     port.path(), port.kind_name()),
         "Use roots and branches for frames only.");
  }
}

void Component::root(Port& port) {
  check_frame(port);
  context_->roots.push_back(&port);
}

void Component::potential_root(Port& port, int priority) {
  check_frame(port);
  context_->potential_roots.push_back({&port, priority});
}

void Component::branch(Port& a, Port& b) {
  check_frame(a);
  check_frame(b);
  context_->branches.emplace_back(&a, &b);
}

void Component::grounded() { context_->grounded.push_back(this); }

void Component::check_connected() const {
  if (context_->phase == Phase::equations || context_->phase == Phase::done) return;
  fail("asks about its connections before they are known.",
       "Ask is_root, is_rooted and is_connected in equations().");
}

/// No port of another model, or made later, is marked.
bool Component::marked(const std::vector<bool>& marks, const Port& port) const {
  check_connected();
  return port.context_ == context_ && port.serial() < marks.size() && marks[port.serial()];
}

bool Component::is_root(const Port& port) const { return marked(context_->root_ports, port); }

bool Component::is_rooted(const Port& port) const { return marked(context_->rooted_ports, port); }

bool Component::is_connected(const Port& port) const { return marked(context_->connected, port); }

const Expr& Component::checked(const Expr& expr) const {
  if (!expr.is_number() && expr.pool() != context_->pool.get()) {
    fail("uses a quantity of another model.", "Use variables and parameters of one model.");
  }
  return expr;
}

void Component::state(const Expr& left, const Expr& right, EquationRole role,
                      std::uint32_t reaction) {
  auto& list = context_->open_branch ? *context_->open_branch : context_->equations;
  list.push_back({this, checked(left), checked(right), role, reaction});
}

void Component::equation(const Expr& left, const Expr& right) {
  state(left, right, EquationRole::plain, StatedEquation::kNone);
}

void Component::limit_equation(const Expr& left, const Expr& right, const Expr& slope) {
  equation(left, right);
  auto& list = context_->open_branch ? *context_->open_branch : context_->equations;
  list.back().slope = checked(slope);
}

void Component::position_equation(const Expr& left, const Expr& right) {
  state(left, right, EquationRole::position, StatedEquation::kNone);
}

void Component::constraint(const Expr& residual, const Variable& reaction) {
  checked(reaction);
  context_->variables[reaction.index()].reaction = true;
  state(residual, 0.0, EquationRole::constraint, reaction.index());
}

void Component::invariant(const Expr& residual) {
  state(residual, 0.0, EquationRole::invariant, StatedEquation::kNone);
}

void Component::initial_equation(const Expr& left, const Expr& right) {
  state(left, right, EquationRole::initial, StatedEquation::kNone);
}

void Component::either(const Expr& condition, const std::function<void()>& then,
                       const std::function<void()>& otherwise) {
  if (context_->open_branch) {
    fail("states `either` inside `either`.", "Combine the conditions, or state them one by one.");
  }
  StatedMode mode{this, checked(condition), {}, {}};
  const auto state_branch = [&](const std::function<void()>& body,
                                std::vector<StatedEquation>& list) {
    context_->open_branch = &list;
    try {
      body();
    } catch (...) {
      context_->open_branch = nullptr;
      throw;
    }
    context_->open_branch = nullptr;
  };
  state_branch(then, mode.then);
  state_branch(otherwise, mode.otherwise);
  if (mode.then.size() != mode.otherwise.size()) {
    fail(fmt::format("states {} equations while its condition holds and {} while it does not.",
                     mode.then.size(), mode.otherwise.size()),
         "State as many in both cases.");
  }
  context_->modes.push_back(std::move(mode));
}

void Component::stores(const Expr& energy) {
  context_->powers.push_back({this, PowerKind::stored_energy, checked(energy)});
}
void Component::stores_power(const Expr& power) {
  context_->powers.push_back({this, PowerKind::stored_power, checked(power)});
}
void Component::dissipates(const Expr& power) {
  context_->powers.push_back({this, PowerKind::dissipated, checked(power)});
}
void Component::supplies(const Expr& power) {
  context_->powers.push_back({this, PowerKind::supplied, checked(power)});
}
void Component::conserves_power(const Expr& power) {
  context_->powers.push_back({this, PowerKind::conserved, checked(power)});
}

void Component::when(const Expr& condition, const std::function<void()>& body) {
  if (context_->open_when) {
    fail("states a `when` inside a `when`.", "State them one after the other.");
  }
  WhenClause clause{this, checked(condition), {}};
  context_->open_when = &clause;
  try {
    body();
  } catch (...) {
    context_->open_when = nullptr;
    throw;
  }
  context_->open_when = nullptr;
  context_->whens.push_back(std::move(clause));
}

void Component::initially(const std::function<void()>& body) {
  when(1.0, body);
  context_->whens.back().initial = true;
}

void Component::reinit(const Variable& state, const Expr& value) {
  if (!context_->open_when) {
    fail("uses reinit(" + state.path() + ") outside a `when`.",
         "Put it into the body of when(condition, [&] { … }).");
  }
  checked(state);
  context_->open_when->actions.push_back(
      {WhenAction::Kind::reinit, state.index(), checked(value), {}});
}

void Component::assign(const Discrete& variable, const Expr& value) {
  if (!context_->open_when) {
    fail("assigns " + variable.path() + " outside a `when`.",
         "Put the assignment into the body of when(condition, [&] { … }).");
  }
  checked(variable);
  context_->open_when->actions.push_back(
      {WhenAction::Kind::assign, variable.index(), checked(value), {}});
}

void Component::terminate(const std::string& message) {
  if (!context_->open_when) {
    fail("uses terminate outside a `when`.", "Put it into the body of when(condition, [&] { … }).");
  }
  context_->open_when->actions.push_back({WhenAction::Kind::terminate, 0, 0.0, message});
}

Expr Component::sample(const Expr& start, const Expr& interval) {
  const std::string name = fmt::format("sample[{}]", ++context_->samplers);
  auto next = std::make_unique<Discrete>(this, name, 0.0, "s", "time of the next sample");
  next->start(start);
  const Expr due = time() >= *next;
  const bool reopen = context_->open_when != nullptr;
  if (reopen)
    fail("calls sample inside a `when`.", "Use sample(…) as the condition of the `when`.");
  // A run that begins later takes part from its next sample on.
  const Expr passed = (time() - start) / interval;
  initially([&] {
    assign(*next, start + interval * max(0.0, floor(passed) + min(1.0, -floor(-passed))));
  });
  when(due, [&] {
    // Counted from the start, so that no rounding accumulates.
    assign(*next, start + interval * floor((pre(*next) - start) / interval + 1.5));
  });
  context_->sampler_variables.push_back(std::move(next));
  return due;
}

Component* Component::find_part(const std::type_info& type,
                                bool (*matches)(const Component&)) const {
  ModelContext::Search& search = context_->searches[this][type];
  while (!search.found && search.seen < children_.size()) {
    Component* part = children_[search.seen++];
    if (matches(*part)) search.found = part;
  }
  return search.found;
}

void Component::no_outer(std::string_view what) const {
  throw Error(path(),
              fmt::format("{} needs a {} in its surroundings, and there is none.", path(), what),
              fmt::format("Add a {} to the model or to one that contains it.", what));
}

void Component::fail(const std::string& fact, const std::string& remedy) const {
  throw Error(path(), (owner_ ? path() : std::string("The model")) + ' ' + fact, remedy);
}

Port::Port(Component* owner, std::string_view name) : Component(owner, name) { port_ = true; }

LoopCut Port::cut(const Port&, const std::vector<Expr>&) const { return {}; }

}  // namespace multibond
