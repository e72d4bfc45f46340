#include "multibond/model/component.h"

#include <fmt/format.h>

#include <algorithm>

#include "multibond/base/text.h"
#include "multibond/model/context.h"
#include "multibond/model/port.h"
#include "multibond/symbolic/linear.h"

namespace multibond {

namespace {

/// A part that makes a part of its own kind, and so on, ends here and not in a crash.
void check_depth(const Component& component) {
  std::size_t depth = 0;
  for (const Component* c = component.owner(); c; c = c->owner()) ++depth;
  if (depth > kDeepestPart) refuse_depth(component);
}

}  // namespace

void refuse_depth(const Component& component) {
  std::vector<std::string_view> names;
  for (const Component* c = &component; c->owner(); c = c->owner()) names.push_back(c->name());
  std::string path(names.back());
  for (std::size_t i = 1; i < 5; ++i) path += fmt::format(".{}", names[names.size() - 1 - i]);
  throw Error(path,
              fmt::format("{}.… is more than {} parts deep: each makes one more inside it.", path,
                          kDeepestPart),
              "Let build() or the constructor stop making parts at some depth.");
}

Component::Component(Component* owner, std::string_view name)
    : owner_(owner),
      name_(name),
      context_(owner ? owner->context_ : std::make_shared<ModelContext>()),
      serial_(context_->components++) {
  if (!owner) {
    context_->root = this;
    return;
  }
  check_depth(*this);
  if (context_->phase == Phase::done) {
    context_->reopen();
    serial_ = context_->components++;
  }
  if (context_->phase == Phase::equations) {
    throw Error(path(), fmt::format("{} is made after the model was built.", path()),
                "Make parts in constructors or in build().");
  }
  owner->children_.push_back(this);
}

/// A part that dies leaves its owner. Members die before their owner does; parts that it owns go
/// first here, the latest first, so that each is found at the end of the list.
Component::~Component() {
  while (!owned_.empty()) owned_.pop_back();
  for (Component* child : children_) child->owner_ = nullptr;  // outlive it, which is no good
  if (owner_) leave_owner();
}

void Component::leave_owner() {
  std::vector<Component*>& siblings = owner_->children_;
  const auto place = std::find(siblings.rbegin(), siblings.rend(), this);
  if (place == siblings.rend()) return;  // its constructor failed before it was one
  siblings.erase(std::next(place).base());
  if (context_->phase == Phase::done) context_->stale = true;
  auto& lost = context_->elaborating() ? context_->statements.lost : context_->lost;
  lost.push_back({serial_, std::move(name_)});
}

std::string Component::path() const {
  if (!owner_) return {};
  const std::string above = owner_->path();
  return above.empty() ? name_ : above + '.' + name_;
}

void Component::set(std::string_view path, std::string_view text) {
  if (context_->elaborating()) {
    throw Error(std::string(path), fmt::format("{} cannot be set while the model is built.", path),
                "Set it in a constructor, or assign to the parameter itself.");
  }
  context_->reopen();
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

void Component::own(std::unique_ptr<Component> part) {
  owned_.push_back(std::move(part));
  if (context_->declared_component(serial_)) when_reopened([this] { owned_.pop_back(); });
}

void Component::when_reopened(std::function<void()> undo) const {
  context_->when_reopened(*this, std::move(undo));
}

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
  if (context_->phase == Phase::done) context_->reopen();
  if (context_->phase == Phase::equations) {
    fail(fmt::format("connects {} and {} in equations(), when connections are already known.",
                     name(a), name(b)),
         "Connect ports in the constructor or in build().");
  }
  context_->connections.push_back({this, &a, &b, a.serial_, b.serial_, serial_});
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
  context_->roots.push_back({&port, port.serial()});
}

void Component::potential_root(Port& port, int priority) {
  check_frame(port);
  context_->potential_roots.push_back({&port, priority, port.serial()});
}

void Component::branch(Port& a, Port& b) {
  check_frame(a);
  check_frame(b);
  context_->branches.push_back({{&a, a.serial()}, {&b, b.serial()}});
}

const Component& Component::model() const {
  const Component* component = this;
  while (component->owner_) component = component->owner_;
  return *component;
}

double Component::now(const Expr& expr) const { return context_->evaluate(checked(expr)); }

void Component::check_sizes(Eigen::Index rows, Eigen::Index columns, Eigen::Index other_rows,
                            Eigen::Index other_columns) const {
  if (rows == other_rows && columns == other_columns) return;
  fail(fmt::format("states that a matrix of {} x {} equals one of {} x {}.", rows, columns,
                   other_rows, other_columns),
       "Give both sides the same size.");
}

void Component::grounded() { context_->grounded.push_back({this, serial_}); }

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

bool Component::is_root(const Port& port) const {
  return marked(context_->statements.root_ports, port);
}

bool Component::is_rooted(const Port& port) const {
  return marked(context_->statements.rooted_ports, port);
}

bool Component::is_connected(const Port& port) const {
  return marked(context_->statements.connected, port);
}

const Expr& Component::checked(const Expr& expr) const {
  if (!expr.is_number() && expr.pool() != context_->pool.get()) {
    fail("uses a quantity of another model.", "Use variables and parameters of one model.");
  }
  return expr;
}

void Component::state(const Expr& left, const Expr& right, EquationRole role,
                      std::uint32_t reaction) {
  if (context_->statements.open_when) {
    fail("states an equation inside a `when`: equations hold at all times.",
         "Use assign(discrete, value) or reinit(state, value) there.");
  }
  auto& list = context_->statements.open_branch ? *context_->statements.open_branch
                                                : context_->statements.equations;
  list.push_back({this, checked(left), checked(right), role, reaction});
}

void Component::equation(const Expr& left, const Expr& right) {
  state(left, right, EquationRole::plain, StatedEquation::kNone);
}

void Component::limit_equation(const Expr& left, const Expr& right, const Expr& slope) {
  equation(left, right);
  auto& list = context_->statements.open_branch ? *context_->statements.open_branch
                                                : context_->statements.equations;
  list.back().slope = checked(slope);
}

void Component::position_equation(const Expr& left, const Expr& right) {
  state(left, right, EquationRole::position, StatedEquation::kNone);
}

void Component::constraint(const Expr& residual, const Variable& reaction) {
  checked(reaction);
  context_->edit_variable(reaction.index()).reaction = true;
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
  if (context_->statements.open_branch) {
    fail("states `either` inside `either`.", "Combine the conditions, or state them one by one.");
  }
  StatedMode mode{this, checked(condition), {}, {}};
  const auto state_branch = [&](const std::function<void()>& body,
                                std::vector<StatedEquation>& list) {
    context_->statements.open_branch = &list;
    try {
      body();
    } catch (...) {
      context_->statements.open_branch = nullptr;
      throw;
    }
    context_->statements.open_branch = nullptr;
  };
  state_branch(then, mode.then);
  state_branch(otherwise, mode.otherwise);
  if (mode.then.size() != mode.otherwise.size()) {
    fail(fmt::format("states {} equations while its condition holds and {} while it does not.",
                     mode.then.size(), mode.otherwise.size()),
         "State as many in both cases.");
  }
  context_->statements.modes.push_back(std::move(mode));
}

void Component::stores(const Expr& energy) {
  context_->statements.powers.push_back({this, PowerKind::stored_energy, checked(energy)});
}
void Component::stores_power(const Expr& power) {
  context_->statements.powers.push_back({this, PowerKind::stored_power, checked(power)});
}
void Component::dissipates(const Expr& power) {
  context_->statements.powers.push_back({this, PowerKind::dissipated, checked(power)});
}
void Component::supplies(const Expr& power) {
  context_->statements.powers.push_back({this, PowerKind::supplied, checked(power)});
}
void Component::conserves_power(const Expr& power) {
  context_->statements.powers.push_back({this, PowerKind::conserved, checked(power)});
}

void Component::when(const Expr& condition, const std::function<void()>& body) {
  if (context_->statements.open_when) {
    fail("states a `when` inside a `when`.", "State them one after the other.");
  }
  WhenClause clause{this, checked(condition), {}};
  context_->statements.open_when = &clause;
  try {
    body();
  } catch (...) {
    context_->statements.open_when = nullptr;
    throw;
  }
  context_->statements.open_when = nullptr;
  context_->statements.whens.push_back(std::move(clause));
}

void Component::initially(const std::function<void()>& body) {
  when(1.0, body);
  context_->statements.whens.back().initial = true;
}

void Component::reinit(const Variable& state, const Expr& value) {
  if (!context_->statements.open_when) {
    fail("uses reinit(" + state.path() + ") outside a `when`.",
         "Put it into the body of when(condition, [&] { … }).");
  }
  checked(state);
  context_->statements.open_when->actions.push_back(
      {WhenAction::Kind::reinit, state.index(), checked(value), {}});
}

void Component::assign(const Discrete& variable, const Expr& value) {
  if (!context_->statements.open_when) {
    fail("assigns " + variable.path() + " outside a `when`.",
         "Put the assignment into the body of when(condition, [&] { … }).");
  }
  checked(variable);
  context_->statements.open_when->actions.push_back(
      {WhenAction::Kind::assign, variable.index(), checked(value), {}});
}

void Component::terminate(const std::string& message) {
  if (!context_->statements.open_when) {
    fail("uses terminate outside a `when`.", "Put it into the body of when(condition, [&] { … }).");
  }
  context_->statements.open_when->actions.push_back({WhenAction::Kind::terminate, 0, 0.0, message});
}

Expr Component::sample(const Expr& start, const Expr& interval) {
  const std::string name = fmt::format("sample[{}]", ++context_->statements.samplers);
  auto next = std::make_unique<Discrete>(this, name, 0.0, "s", "time of the next sample");
  next->start(start);
  const Expr due = time() >= *next;
  const bool reopen = context_->statements.open_when != nullptr;
  if (reopen)
    fail("calls sample inside a `when`.", "Use sample(…) as the condition of the `when`.");
  check_sampling(start, interval);
  // A run that begins later takes part from its next sample on.
  const Expr passed = (time() - start) / interval;
  initially([&] {
    assign(*next, start + interval * max(0.0, floor(passed) + min(1.0, -floor(-passed))));
  });
  when(due, [&] {
    // Counted from the start, so that no rounding accumulates.
    assign(*next, start + interval * floor((pre(*next) - start) / interval + 1.5));
  });
  context_->statements.sampler_variables.push_back(std::move(next));
  return due;
}

void Component::check_sampling(const Expr& start, const Expr& interval) {
  const auto varies = [](const Expr& leaf) { return leaf.op() != Op::parameter; };
  if (depends_on(checked(start), varies) || depends_on(checked(interval), varies)) return;
  check_values({start, interval}, [](const std::vector<double>& given) -> std::optional<Fault> {
    const double begin = given[0], step = given[1];
    if (step > 0 && begin + step > begin) return std::nullopt;
    return Fault{fmt::format("takes samples every {} from {} on: {}.", quantity(step, "s"),
                             quantity(begin, "s"),
                             step > 0 ? "the interval is too small to be told from zero there"
                                      : "the interval must be positive"),
                 "Give sample(start, interval) a larger interval."};
  });
}

Diagnostic Fault::about(std::string_view path) const {
  return {Severity::error, std::string(path),
          fmt::format("{} {}", path.empty() ? "The model" : path, fact), remedy};
}

void Component::check_values(const std::vector<Expr>& values, const FaultOf& fault) {
  check_values(owner_ ? path() : "", values, fault);
}

void Component::check_values(const std::string& subject, const std::vector<Expr>& values,
                             const FaultOf& fault) {
  std::vector<double> present;
  for (const Expr& value : values) present.push_back(now(value));
  if (const auto found = fault(present)) throw Error({found->about(subject)});
  context_->statements.checks.push_back({subject, values, fault});
}

Component* Component::find_part(const std::type_info& type,
                                bool (*matches)(const Component&)) const {
  Statements::Search& search = context_->statements.searches[this][type];
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
