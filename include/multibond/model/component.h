/// Component: a named part of a model, with parameters, variables, ports, equations and inner
/// parts.
///
/// Members register themselves with the component they are given as owner. Two virtual functions
/// say what the component is:
///
///   build()      composes: creates inner parts, connects them, declares roots and branches;
///   equations()  states equations; connections are known by then, so it may ask `is_root(port)`.
///
/// Most components need only one of the two. Parameters are final when build() runs.
///
/// A model can be compiled, changed and compiled again. Both functions then run again on the same
/// object: what they created is gone by then and what they changed of members, parameters and
/// variables is as the constructor left it. Further C++ members that build() fills must be assigned
/// anew there, or cleared with `when_reopened`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "multibond/base/source_location.h"
#include "multibond/diagnostic.h"
#include "multibond/model/parameter.h"
#include "multibond/model/variable.h"
#include "multibond/symbolic/expr.h"

namespace multibond {

class Port;
struct ModelContext;
struct ColliderStatement;
struct StopStatement;
struct ContactRules;
class ContactEffort;

/// What is wrong with values, and what to do about it: the rest of a sentence that begins with the
/// component.
struct Fault {
  std::string fact, remedy;
  /// In words about the component, or another subject, of this path; that of a model is empty.
  Diagnostic about(std::string_view path) const;
};
/// What is wrong with some numbers, if anything is.
using FaultOf = std::function<std::optional<Fault>(const std::vector<double>& values)>;

enum class EquationRole : std::uint8_t;
struct StatedEquation;
struct WhenAction;

/// What Component::dry_friction takes.
struct DryFriction {
  const Variable &flow, &effort;
  const Discrete &mode, &share;
  const Variable& excess;  ///< effort beyond what can hold; negative if it does not stick
  const Variable& astray;  ///< gets an equation: positive if it moves as its mode does not say
  Expr small;              ///< a flow that counts as zero
};

class Component {
 public:
  Component(Component* owner, std::string_view name);
  virtual ~Component();
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;

  virtual void build() {}
  virtual void equations() {}

  const std::string& name() const { return name_; }
  bool is_shown() const { return shown_; }  ///< its owner shows its parameters as its own
  Component* owner() const { return owner_; }
  /// Number of the component in order of creation within its model.
  std::uint32_t serial() const { return serial_; }
  bool is_port() const { return port_; }
  std::string path() const;  ///< from the model's root, e.g. "crane.joint2"; empty for the root
  const Component& model() const;  ///< the root: the component that has no owner
  const std::vector<Component*>& children() const { return children_; }
  const std::vector<ParameterBase*>& parameters() const { return parameters_; }
  const std::vector<std::uint32_t>& variables() const { return variables_; }
  ModelContext& context() const { return *context_; }
  std::shared_ptr<ModelContext> shared_context() const { return context_; }

  /// Sets a parameter ("joint.n") or an attribute of a variable ("joint.phi.start", ".fixed",
  /// ".nominal", ".min", ".max") below this component, as text with an optional unit. The part
  /// may be one that build() will create; what nobody took is an error when the model is compiled.
  void set(std::string_view path, std::string_view text,
           SourceLocation at = SourceLocation::here());
  void set(std::string_view path, double value, SourceLocation at = SourceLocation::here());

  // -- lookup by path, from here: "crane.joint2.phi" -------------------------------------------
  // What is not there throws Error with the nearest names. Parts that build() makes are there once
  // the model is elaborated.
  Component& part_at(std::string_view path) const;
  Port& port_at(std::string_view path) const;
  Variable& variable_at(std::string_view path) const;
  ParameterBase& parameter_at(std::string_view path) const;

  /// A part created while building; owned by this component.
  template <typename T, typename... Arguments>
  T& create(std::string_view name, Arguments&&... arguments) {
    auto part = std::make_unique<T>(this, name, std::forward<Arguments>(arguments)...);
    T& reference = *part;
    own(std::move(part));
    return reference;
  }
  void own(std::unique_ptr<Component> part);
  /// In build() and equations(): what to undo before they run again. In constructors: nothing.
  void when_reopened(std::function<void()> undo) const;

  Expr time() const;
  /// The value that an expression of parameters has now. Asking makes none of them structural.
  double now(const Expr& expr) const;
  template <MatrixLike T>
  auto now(const T& matrix) const {
    const auto value = [this](const Expr& element) { return now(element); };
    return expressions(matrix).unaryExpr(value).eval();
  }

  /// Expressions of parameters whose values must fit together. `fault` says what is wrong with
  /// these values. It is asked now, and whenever one of the parameters is set in the compiled
  /// model: the component may be gone by then, so it must not refer to it.
  void check_values(const std::vector<Expr>& values, const FaultOf& fault);
  /// The same about something else than this component: a parameter, by its path.
  void check_values(const std::string& subject, const std::vector<Expr>& values,
                    const FaultOf& fault);

  /// Connects two ports of this component or of its parts: potentials become equal, flows sum to
  /// zero.
  void connect(Port& a, Port& b, SourceLocation at = SourceLocation::here());

 protected:
  // -- statements of build() and of constructors ------------------------------------------------
  /// The port's overdetermined part is given here: the origin of a tree of frames.
  void root(Port& port);
  /// The port may become an origin if nothing else is; smaller priority first.
  void potential_root(Port& port, int priority = 0);
  /// The overdetermined part of b follows from that of a inside this component.
  void branch(Port& a, Port& b);
  /// Parameters of a part can be set as if they were this component's own, where it has none of the
  /// same name: joint.c for joint.mobility.c.
  void show_parameters(Component& part) const { part.shown_ = true; }
  /// Marks this component as fixed to the ground: reports and elimination orders start from it.
  void grounded();

  // -- questions in equations() -----------------------------------------------------------------
  bool is_root(const Port& port) const;
  /// Whether a port with a branch to another is nearer to the root than that other.
  bool is_rooted(const Port& port) const;
  bool is_connected(const Port& port) const;

  // -- statements of equations() ----------------------------------------------------------------
  // Each remembers where it stands, for messages: the last argument, which nobody writes.
  void equation(const Expr& left, const Expr& right, SourceLocation at = SourceLocation::here());
  /// Element by element; the sizes must agree.
  template <typename A, typename B>
  void equation(const A& left, const B& right,
                SourceLocation at = SourceLocation::here()) requires SameShape<A, B> {
    pairwise(left, right, [&](const Expr& l, const Expr& r) { equation(l, r, at); });
  }
  /// All elements are the same number: zero, mostly.
  template <MatrixLike A>
  void equation(const A& left, double right, SourceLocation at = SourceLocation::here()) {
    const auto elements = expressions(left);
    for (Eigen::Index k = 0; k < elements.size(); ++k) {
      equation(elements.data()[k], Expr(right), at);
    }
  }
  /// Defines a position from positions: set aside from index reduction (design section 4).
  void position_equation(const Expr& left, const Expr& right,
                         SourceLocation at = SourceLocation::here());
  template <typename A, typename B>
  void position_equation(const A& left, const B& right,
                         SourceLocation at = SourceLocation::here()) requires SameShape<A, B> {
    pairwise(left, right, [&](const Expr& l, const Expr& r) { position_equation(l, r, at); });
  }
  /// residual = 0, enforced by `reaction`. May be redundant with other constraints: dependent ones
  /// are dropped together with their reaction.
  void constraint(const Expr& residual, const Variable& reaction,
                  SourceLocation at = SourceLocation::here());
  template <MatrixLike A, int N>
  void constraint(
      const A& residuals, const VariableVector<N>& reactions,
      SourceLocation at = SourceLocation::here()) requires SameShape<A, VariableVector<N>> {
    const auto elements = expressions(residuals);
    check_sizes(elements.rows(), elements.cols(), N, 1);
    for (int i = 0; i < N; ++i) constraint(elements(i), reactions[i], at);
  }
  /// An equation that the exact solution keeps by itself; only projection uses it.
  void invariant(const Expr& residual, SourceLocation at = SourceLocation::here());
  void initial_equation(const Expr& left, const Expr& right,
                        SourceLocation at = SourceLocation::here());

  /// While `condition` is true the equations stated by `then` hold, else those stated by
  /// `otherwise`: as many in both, but of any structure. An ideal switch, a friction that sticks or
  /// slips. Each combination that a run meets is compiled by itself; a change of the condition is
  /// an event. A branch may contain `either` in turn, whose condition counts while the branch
  /// holds.
  void either(const Expr& condition, const std::function<void()>& then,
              const std::function<void()>& otherwise, SourceLocation at = SourceLocation::here());
  /// left = right, meant as the limit of left = right + epsilon * slope for a small epsilon. The
  /// slope only counts where without it something would be undetermined: the potential of a part
  /// of a circuit that ideal switches have cut off.
  void limit_equation(const Expr& left, const Expr& right, const Expr& slope,
                      SourceLocation at = SourceLocation::here());

  // -- energy, for the audit ----------------------------------------------------------------
  /// Energy held now.
  void stores(const Expr& energy, SourceLocation at = SourceLocation::here());
  /// The same, where only its rate has a closed form.
  void stores_power(const Expr& power, SourceLocation at = SourceLocation::here());
  /// Power lost to the surroundings.
  void dissipates(const Expr& power, SourceLocation at = SourceLocation::here());
  /// Power brought in from outside.
  void supplies(const Expr& power, SourceLocation at = SourceLocation::here());
  /// Net power, which must be zero: a transformer.
  void conserves_power(const Expr& power, SourceLocation at = SourceLocation::here());

  /// A variable of an inner part can be read as if it were this component's own: line.e for the
  /// effort that all ports of a junction have.
  void show_variable(std::string_view name, const Variable& variable);

  /// When `condition` becomes true, the statements made by `body` take effect, once.
  void when(const Expr& condition, const std::function<void()>& body,
            SourceLocation at = SourceLocation::here());
  /// The statements made by `body`, as in `when`, take effect once at the start, when initial
  /// values are known: a discrete variable that depends on them.
  void initially(const std::function<void()>& body, SourceLocation at = SourceLocation::here());
  /// In `when`: a state jumps to a new value.
  void reinit(const Variable& state, const Expr& value, SourceLocation at = SourceLocation::here());
  /// In `when`: a discrete variable takes a new value.
  void assign(const Discrete& variable, const Expr& value,
              SourceLocation at = SourceLocation::here());
  /// In `when`: the run ends, with this message.
  void terminate(const std::string& message, SourceLocation at = SourceLocation::here());
  /// Dry friction. Whether it sticks is decided by the simulator for all frictions at rest together
  /// (simulate/frictions.h), at the start, where `excess` becomes positive, and where the flow
  /// comes to zero. It gives `mode` a value of model/friction_mode.h and, at rest, `share`: the
  /// part of the largest effort that acts, from -1 to 1. The equations are the component's: flow =
  /// 0 where it sticks, else the effort that mode and share say.
  void dry_friction(const DryFriction& friction, SourceLocation at = SourceLocation::here());
  /// A shape that can touch others (model/contact.h).
  void collider(const ColliderStatement& collider, SourceLocation at = SourceLocation::here());
  /// A motion that cannot go on where a gap is closed.
  void stop(const StopStatement& stop, SourceLocation at = SourceLocation::here());
  /// What happens at impacts, for the whole model.
  void contact_rules(const ContactRules& rules);
  /// In `when`: an impulse of the effort, which has power with the rate. It passes through whatever
  /// is connected.
  void strike(const Variable& rate, const ContactEffort& effort, const Expr& impulse,
              SourceLocation at = SourceLocation::here());
  /// In `when`: the impulse that does this work; against a negative rate, the opposite work.
  void inject(const Variable& rate, const ContactEffort& effort, const Expr& energy,
              SourceLocation at = SourceLocation::here());
  /// True at start, start + interval, …: for use in `when`.
  Expr sample(const Expr& start, const Expr& interval, SourceLocation at = SourceLocation::here());

  /// A component of type T in this component's surroundings: beside it, or beside one of its
  /// owners.
  template <typename T>
  T& outer(std::string_view what) const {
    if (T* found = find_outer<T>()) return *found;
    no_outer(what);
  }
  /// The same, or nullptr if there is none.
  template <typename T>
  T* find_outer() const {
    const auto matches = [](const Component& part) {
      return dynamic_cast<const T*>(&part) != nullptr;
    };
    for (const Component* c = this; c; c = c->owner_) {
      if (Component* found = c->find_part(typeid(T), matches)) return dynamic_cast<T*>(found);
    }
    return nullptr;
  }

  /// The part of that name in this component's surroundings, whatever its type.
  Component& outer(std::string_view name) const;
  /// The same, or nullptr if there is none.
  Component* find_outer(std::string_view name) const;

  /// Reports a mistake in the use of this component, or in a statement of it.
  [[noreturn]] void fail(const std::string& fact, const std::string& remedy,
                         const SourceLocation& at = {}) const;

 private:
  friend class Variable;
  friend class ParameterBase;
  friend class Elaboration;
  [[noreturn]] void no_outer(std::string_view what) const;
  /// The first part of that type; remembered, so that many parts may ask.
  Component* find_part(const std::type_info& type, bool (*matches)(const Component&)) const;
  StatedEquation& state(const Expr& left, const Expr& right, EquationRole role,
                        std::uint32_t reaction, const SourceLocation& at);
  template <typename A, typename B, typename Statement>
  void pairwise(const A& left, const B& right, const Statement& state) const {
    const auto l = expressions(left);
    const auto r = expressions(right);
    check_sizes(l.rows(), l.cols(), r.rows(), r.cols());
    for (Eigen::Index j = 0; j < l.cols(); ++j)
      for (Eigen::Index i = 0; i < l.rows(); ++i) state(l(i, j), r(i, j));
  }
  /// Refuses a statement of matrices of different sizes.
  void check_sizes(Eigen::Index rows, Eigen::Index columns, Eigen::Index other_rows,
                   Eigen::Index other_columns) const;
  /// Refuses an expression or port of another model, or a port outside this component.
  const Expr& checked(const Expr& expr, const SourceLocation& at = {}) const;
  void check_frame(const Port& port) const;
  void check_connectable(const Port& port, const SourceLocation& at) const;
  void check_connected() const;
  void check_sampling(const Expr& start, const Expr& interval, const SourceLocation& at);
  /// One more action of the `when` that is being stated.
  void act(WhenAction action, const SourceLocation& at);
  void give_impulse(bool energy, const Variable& rate, const ContactEffort& effort,
                    const Expr& value, const SourceLocation& at);
  bool marked(const std::vector<bool>& marks, const Port& port) const;
  void leave_owner();

  Component* owner_;
  std::string name_;
  std::shared_ptr<ModelContext> context_;
  std::vector<Component*> children_;
  std::vector<std::unique_ptr<Component>> owned_;
  std::vector<ParameterBase*> parameters_;
  std::vector<std::uint32_t> variables_;
  std::uint32_t serial_ = 0;
  bool port_ = false;
  bool shown_ = false;  ///< its owner shows its parameters
  friend class Port;
};

/// A model: a component that needs no owner.
class Model : public Component {
 public:
  Model() : Component(nullptr, "") {}
  Model(Component* owner, std::string_view name) : Component(owner, name) {}
};

/// An array of parts, name[1], name[2], …, sized in a constructor or in build(). In C++ they count
/// from 0: the path of array[0] is name[1].
template <typename T>
class ComponentArray {
 public:
  /// Goes through the parts.
  class Iterator {
   public:
    explicit Iterator(T* const* part) : part_(part) {}
    T& operator*() const { return **part_; }
    Iterator& operator++() {
      ++part_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    T* const* part_;
  };

  ComponentArray(Component* owner, std::string_view name) : owner_(owner), name_(name) {}
  ComponentArray(Component* owner, std::string_view name, std::size_t size)
      : ComponentArray(owner, name) {
    resize(size);
  }
  void resize(std::size_t size) {
    owner_->when_reopened([this, before = parts_.size()] { parts_.resize(before); });
    parts_.reserve(checked_size(owner_, name_, size));
    while (parts_.size() < size) {
      parts_.push_back(&owner_->create<T>(indexed_name(name_, parts_.size() + 1)));
    }
  }
  std::size_t size() const { return parts_.size(); }
  T& operator[](std::size_t i) { return *checked(i); }
  const T& operator[](std::size_t i) const { return *checked(i); }
  Iterator begin() const { return Iterator(parts_.data()); }
  Iterator end() const { return Iterator(parts_.data() + parts_.size()); }

 private:
  T* checked(std::size_t i) const {
    check_index(owner_, name_, i, size());
    return parts_[i];
  }
  Component* owner_;
  std::string name_;
  std::vector<T*> parts_;
};

}  // namespace multibond
