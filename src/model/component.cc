#include "multibond/model/component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/base/text.h"
#include "multibond/model/context.h"
#include "multibond/model/port.h"

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

void Component::set(std::string_view path, std::string_view text, SourceLocation at) {
  if (context_->elaborating()) {
    throw Error(std::string(path), fmt::format("{} cannot be set while the model is built.", path),
                "Set it in a constructor, or assign to the parameter itself.", to_string(at));
  }
  context_->reopen();
  std::string full = this->path();
  if (!full.empty()) full += '.';
  full += path;
  for (Override& earlier : context_->overrides) {
    if (earlier.path == full) {
      earlier.text = text;
      earlier.place = context_->sources.add(at);
      return;
    }
  }
  context_->overrides.push_back({std::move(full), std::string(text), context_->sources.add(at)});
}

void Component::set(std::string_view path, double value, SourceLocation at) {
  set(path, fmt::format("{}", value), at);
}

void Component::own(std::unique_ptr<Component> part) {
  owned_.push_back(std::move(part));
  if (context_->declared_component(serial_)) when_reopened([this] { owned_.pop_back(); });
}

void Component::when_reopened(std::function<void()> undo) const {
  context_->when_reopened(*this, std::move(undo));
}

Expr Component::time() const { return context_->pool->time(); }

void Component::connect(Port& a, Port& b, SourceLocation at) {
  const auto name = [](const Port& port) { return port.path(); };
  const auto refuse = [&](const std::string& fact, const char* remedy) {
    throw Error(name(a), fact, remedy, to_string(at));
  };
  if (a.context_ != context_ || b.context_ != context_) {
    refuse(fmt::format("{} and {} belong to different models.", name(a), name(b)),
           "Connect ports of one model.");
  }
  if (a.kind_name() != b.kind_name()) {
    refuse(fmt::format("{} is a port of kind '{}' and {} of kind '{}': they cannot be connected.",
                       name(a), a.kind_name(), name(b), b.kind_name()),
           "Connect ports of the same kind, or put a transducer between them.");
  }
  if (a.overdetermined() != b.overdetermined()) {
    refuse(fmt::format("{} and {} are both of kind '{}', but only {} has a position: they cannot "
                       "be connected.",
                       name(a), name(b), a.kind_name(), name(a.overdetermined() ? a : b)),
           "Use ports of the same class.");
  }
  if (&a == &b) {
    refuse(fmt::format("{} is connected to itself.", name(a)),
           "Remove the connection or name the other port.");
  }
  check_connectable(a, at);
  check_connectable(b, at);
  if (context_->phase == Phase::done) context_->reopen();
  if (context_->phase == Phase::equations) {
    fail(fmt::format("connects {} and {} in equations(), when connections are already known.",
                     name(a), name(b)),
         "Connect ports in the constructor or in build().", at);
  }
  context_->connections.push_back(
      {this, &a, &b, a.serial_, b.serial_, serial_, context_->sources.add(at)});
}

void Component::check_connectable(const Port& port, const SourceLocation& at) const {
  for (const Component* c = port.owner_; c; c = c->owner_) {
    if (c == this) return;
  }
  fail(fmt::format("connects {}, which is not one of its parts.", port.path()),
       "State the connection in the component that contains both ports.", at);
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

void Component::fail(const std::string& fact, const std::string& remedy,
                     const SourceLocation& at) const {
  throw Error(path(), (owner_ ? path() : std::string("The model")) + ' ' + fact, remedy,
              to_string(at));
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

}  // namespace multibond
