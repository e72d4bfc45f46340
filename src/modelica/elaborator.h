/// Elaborator: makes instances of the classes of a model, evaluates its expressions, and writes its
/// equations down as a System. One object for one model; each file has one concern of it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>

#include "diagram_source.h"
#include "instance.h"
#include "multibond/model/system.h"
#include "multibond/modelica/describe.h"
#include "multibond/modelica/flatten.h"
#include "multibond/modelica/library.h"
#include "multibond/symbolic/evaluate.h"
#include "procedure.h"

namespace multibond::modelica {

struct RandomGenerator;

/// Where an expression is evaluated.
struct Place {
  const Scope* scope = nullptr;
  Frame* frame = nullptr;
};

/// What a name or a reference stands for.
struct Found {
  Instance* instance = nullptr;  ///< a component
  Instance* owner = nullptr;     ///< of a class: the instance it is in
  Member* member = nullptr;      ///< of a class
  explicit operator bool() const { return instance || member; }
};

/// Components that a reference with subscripts names: an array of them.
struct Selection {
  Shape shape = {};
  std::vector<Instance*> items = {};
  std::size_t own = 0;  ///< how many of the dimensions are those of the last name
  /// Of arrays of a built-in type: the leaves of each item, and the shape they have.
  bool leaves_chosen = false;
  Shape leaf_shape = {};
  std::vector<std::size_t> leaves = {};
  bool absent = false;  ///< a component whose condition is false
};

class Elaborator {
 public:
  Elaborator(Library& library, const FlattenOptions& options);
  System run(const Class& model);
  /// After a run: the components of the catalog; null if there are none.
  const std::shared_ptr<multibond::Component>& components() const { return native_root_; }
  ClassDescription offer(const Class& definition);
  DiagramSource diagram(const Class& model);

 private:
  void offer(const Member& member, ClassDescription& result);
  std::vector<const Class*> layers(Instance& instance);
  DiagramPart diagram_part(const Member& member, bool with_connectors, bool& connector);
  // -- messages (elaborator.cc) --
  [[noreturn]] void fail(Position position, const std::string& subject, std::string fact,
                         std::string remedy = {}) const;
  [[noreturn]] void fail_with(const ValueFault& fault, Position position,
                              const std::string& where = {}) const;
  void warn(Position position, const std::string& subject, std::string fact,
            std::string remedy = {});
  std::string path(const Instance& instance) const;
  std::string path_in_messages(const Instance& instance) const;
  class Depth;

  // -- modifiers (modifier.cc) --
  const Modifier* make_modifier(const Modification* modification, const Scope* scope,
                                bool declared = false);
  const Modifier* make_part(const Argument& argument, std::size_t from, const Scope* scope);
  const Modifier* merge(const Modifier* outer, const Modifier* inner);
  void refuse_final(const Modifier& outer, Name name, Position declared);
  const Modifier* element_of(const Modifier* modifier, int index);
  const Binding* element_of(const Binding* binding, int index);
  Modifier* new_modifier() { return &modifiers_.emplace_back(); }

  // -- lookup (lookup.cc) --
  Member* find_member(Instance& instance, Name name);
  Found find_name(Name name, const Scope* scope, Position position);
  Found find_import(Name name, const Class& definition, Position position);
  Found find_path(const List<Name>& path, Position position);
  Found find_in(const Found& found, Name name, Position position);
  Found top_class(Name name);
  Found find_class(const Reference& reference, const Scope* scope);
  Instance& namespace_of(const Found& found);
  Type type_of(const Found& found, Position position);
  Type find_type(const Reference& reference, const Scope* scope);
  Type follow(Type type, bool through_types = true);
  [[noreturn]] void fail_unknown(Name name, const Scope* scope, Position position);

  // -- instances (instantiate.cc) --
  void expand(Instance& instance);
  void contribute(Instance& instance, const Type& type, int depth);
  void contribute_base(Instance& instance, const Type& base, const Modifier* modifier, int depth);
  void add_member(Instance& instance, const Element& element, const Scope* scope,
                  const Modifier* modifier);
  Instance* component(Instance& owner, Member& member);
  Instance* make_component(Instance& owner, Member& member);
  Instance* find_inner(Instance& owner, Member& member, Name name);
  bool is_present(Member& member, const Component& declaration);
  Shape dimensions(const Component& declaration, const Scope* scope, const Type& type,
                   const Binding* binding, Instance& instance);
  void make_elements(Instance& array, const Type& type);
  void set_type(Instance& instance, const Type& type);
  bool is_record(const Instance& instance) const;
  void check_modifiers(const Instance& instance);

  // -- values of components (leaves.cc) --
  Value value_of(Instance& instance, Position position);
  const std::vector<Value>& leaves(Instance& instance);
  void make_leaves(Instance& instance);
  void make_parameter(Instance& instance);
  void check_limits(Instance& instance, std::size_t leaf, const Expr& value);
  void make_variable(Instance& instance);
  std::optional<Value> bound_value(Instance& instance);
  std::optional<Value> initial_value(Instance& instance);
  std::optional<Value> initial_value(Instance& instance, const List<Statement*>& statements,
                                     const Place& place);
  bool is_known(const Value& value);
  Value evaluate(const Binding& binding);
  Value attribute(Instance& instance, std::string_view name, bool& given);
  Value attribute_leaf(const Value& value, const Instance& instance, std::size_t leaf) const;
  Value typed(const Instance& instance, const Value& value) const;
  std::string leaf_path(const Instance& instance, std::size_t leaf) const;
  std::uint32_t system_component(const Instance& instance);
  std::uint32_t system_place(Position position);

  // -- expressions (evaluate.cc, reference.cc) --
  Value evaluate(const Expression& expression, const Place& place);
  Value evaluate_inner(const Expression& expression, const Place& place);
  Value evaluate_choice(const Expression& expression, const Place& place);
  Value evaluate_range(const Expression& expression, const Place& place);
  Value evaluate_matrix(const Expression& expression, const Place& place);
  Value comprehension(const Expression& body, const List<Iterator>& iterators, const Place& place);
  void iterate(const List<Iterator>& iterators, const Place& place,
               const std::function<void(const Place&)>& body, std::size_t at = 0);
  Value range_of(const Iterator& iterator, const Place& place);
  Value evaluate_reference(const Reference& reference, const Place& place);
  Value walk(Value value, const Reference& reference, std::size_t part, const Place& place);
  Value subscript(const Value& value, const List<Expression*>& subscripts, const Place& place);
  Value varying_subscript(const Value& value, std::vector<Value> subscripts, Position position);
  /// For each dimension the indices that are chosen, from 0, and whether the dimension stays.
  struct Indices {
    std::vector<std::vector<int>> chosen;
    std::vector<bool> stays;
    Shape shape() const;
    std::vector<std::size_t> places(const Shape& of) const;
  };
  Indices indices(const Shape& shape, const List<Expression*>& subscripts, const Place& place,
                  std::string_view name);
  Selection select_components(Instance& first, const Reference& reference, std::size_t part,
                              const Place& place);
  void take_subscripts(Selection& selection, const List<Expression*>& subscripts,
                       const Place& place, const Reference& reference);
  void enter(Selection& selection, Instance* component);
  Value value_of(const Selection& selection, Position position);
  std::optional<double> try_number(const Expr& expr);
  double number(const Value& value, Position position, std::string_view what);
  int integer(const Value& value, Position position, std::string_view what);
  bool varies(const Expr& expr);
  void freeze(const Expr& expr);

  // -- calls (calls.cc, builtins.cc, functions.cc) --
  Value evaluate_call(const Expression& call, const Place& place);
  std::optional<Value> builtin_call(std::string_view name, const Expression& call,
                                    const Place& place);
  std::optional<Value> special_call(std::string_view name, const Expression& call,
                                    const Place& place);
  std::optional<Value> array_call(std::string_view name, const std::vector<Value>& arguments,
                                  Position position);
  std::optional<Value> math_call(std::string_view name, const std::vector<Value>& arguments);
  Value reduction(std::string_view name, const Expression& call, const Place& place);
  Value size_call(const Expression& call, const Place& place);
  Value text_call(const Expression& call, const Place& place);
  Value derivative(const Value& value, Position position);
  Value pre(const Value& value, Position position);
  double cardinality(const Expression& argument, const Place& place);
  Value call_function(const Found& function, const Expression& call, const Place& place);
  Value construct_record(Instance& record, const Expression& call, const Place& place);
  std::vector<Value> run_function(Instance& function, const Expression& call, const Place& place,
                                  std::size_t results);
  std::vector<Value> run_body(Instance& function, Frame& frame, Position position);
  std::vector<Value> run_once(Instance& function, Frame& frame, Position position);
  std::vector<Value> run_paths(Instance& function, const Frame& frame, Position position,
                               std::vector<std::pair<Expr, bool>> prefix, int& runs);
  struct EndlessPaths {};  ///< thrown where these are too many, or cannot be told apart
  std::vector<Name> declare_locals(Instance& function, Frame& frame, Position position,
                                   bool as_slots);
  std::vector<Name> input_names(const Instance& function) const;
  // -- procedures (drafting.cc) --
  struct Drafting;
  std::vector<Value> call_procedure(Instance& function, const Frame& given, Position position);
  Draft draft_function(Instance& function, Frame& frame, std::vector<std::uint32_t> inputs,
                       Drafting& drafting, std::vector<Value>& results, Position position);
  std::shared_ptr<const Procedure> draft_derivative(Instance& function, const Frame& given,
                                                    Position position);
  void draft(const List<Statement*>& statements, const Place& place);
  void draft(const Statement& statement, const Place& place);
  void draft_choice(const Statement& statement, std::size_t from, const Place& place);
  void draft_loop(const Statement& statement, std::size_t at, const Place& place);
  void draft_assign(const Expression& target, const Value& value, const Place& place);
  Value draft_local(const Value& value, const Type& type);
  bool draft_assertion(const Expr& fails);
  struct SplitPaths {};  ///< thrown where a function must be run path by path
  bool decide(const Expr& condition);
  /// Conditions in functions make no events.
  Expr quiet(const Expr& condition) const {
    return functions_running_ > 0 ? no_event(condition) : condition;
  }
  std::optional<Value> varying_element(const Reference& reference, const Place& place);
  Value construct_object(const Found& object, const Expression& call, const Place& place);
  void call_external(Instance& function, const External& external, Frame& frame);
  std::optional<std::vector<Value>> external_results(std::string_view name,
                                                     const std::vector<Value>& arguments);
  std::optional<std::vector<Value>> file_results(std::string_view name,
                                                 const std::vector<Value>& arguments,
                                                 const Instance& function, Position position);
  std::optional<std::vector<Value>> spectrum_results(const std::vector<Value>& arguments,
                                                     const Instance& function, Position position);
  std::optional<Value> text_function(std::string_view name, const std::vector<Value>& arguments);
  std::optional<std::vector<Value>> random_call(std::string_view name,
                                                const std::vector<Value>& arguments);
  std::vector<Value> draw(const RandomGenerator& generator, const Value& state);
  /// A generator whose state no variable of the text holds.
  struct HiddenGenerator {
    Value start = {}, now = {};  ///< before the run; after the clauses so far
    std::vector<Expr> variables = {};
    bool begun = false;
  };
  void begin_hidden(int id, HiddenGenerator& hidden);
  std::map<int, Value> hidden_states() const;
  void keep_hidden(const std::map<int, Value>& before, const Expr& happens);
  void state_hidden();
  Value make_table_object(Instance& function, Frame& frame);
  std::optional<Value> table_call(std::string_view name, const std::vector<Value>& arguments);
  enum class Flow : std::uint8_t { on, leave, finish };
  Flow execute(const List<Statement*>& statements, const Place& place);
  Flow execute(const Statement& statement, const Place& place);
  Flow execute_choice(const Statement& statement, const Place& place);
  void assign(const Expression& target, const Value& value, const Place& place);
  std::optional<Value> assigned_where(const Value& old, const List<Expression*>& subscripts,
                                      const Value& value, const Place& place);
  Value assigned(Value old, const Reference& reference, std::size_t part, const Value& value,
                 const Place& place);
  std::vector<Value> evaluate_results(const Expression& call, const Place& place, std::size_t n);

  // -- equations (equations.cc, events.cc) --
  void visit(Instance& instance);
  void find_constants(Instance& instance);
  void find_constants(const List<Statement*>& statements, const Place& place);
  void collect(Instance& instance);
  void collect(const List<Statement*>& statements, const Place& place);
  void state_equations(Instance& instance);
  void state_declaration(Instance& instance);
  void state(const List<Statement*>& statements, const Place& place, bool initial);
  void state(const Statement& statement, const Place& place, bool initial);
  void state_choice(const Statement& statement, const Place& place, bool initial);
  void state_call(const Statement& statement, const Place& place, bool initial);
  void equate(const Value& left, const Value& right, Position position, bool initial);
  void equate_scalar(const Expr& left, const Expr& right, Position position, bool initial);
  std::vector<SystemEquation> branch_equations(const List<Statement*>& body, const Place& place,
                                               bool initial);
  void state_when(const Statement& statement, const Place& place);
  /// A branch of a when clause.
  struct WhenBranch {
    Expr edge = 0.0;                                          ///< that it becomes true
    bool initial = false;                                     ///< also at the start
    std::vector<std::pair<std::uint32_t, Expr>> values = {};  ///< by variable
    /// What is done besides, and the condition of the `if` that it stands in.
    struct Action {
      Expr condition;
      WhenAction what;
    };
    std::vector<Action> actions = {};
    bool never() const { return !initial && edge.is_number(0); }
  };
  WhenBranch when_branch(const Expression& expression, const Place& place);
  // -- assertions (assertions.cc), whole numbers (whole_numbers.cc) --
  void state_assert(const Expression& call, const Place& place, WhenBranch* in_branch = nullptr);
  std::string assertion_text(const Expression* message, const Place& place);
  void watch(const Expr& fails, const std::string& words, Position position, WhenBranch* in_branch);
  void watch_softly(const Expr& fails, const std::string& words, Position position,
                    WhenBranch* in_branch);
  class Guard;
  bool moves(const Expr& expr);
  Expr whole_part(const Expr& x);
  Value quietly(const Expression& expression, const Place& place);
  void when_body(const List<Statement*>& body, const Place& place, WhenBranch& branch);
  void when_call(const Expression& call, const Place& place, WhenBranch& branch);
  void when_choice(const Statement& statement, const Place& place, WhenBranch& branch);
  void when_act(WhenBranch& branch, WhenAction action);
  void when_assign(const Value& target, const Value& value, Position position, WhenBranch& branch);
  void add_when(const WhenBranch& branch, const Expr& happens, Position position);
  Expr active(const WhenBranch& branch);
  Expr rising(const Expr& condition, Position position);
  void make_discrete(const Value& value);
  void state_algorithm(const Section& section, const Scope* scope);
  bool found_at_start(const Expr& expr);
  void when_statement(const Statement& statement, const Place& place);
  bool each_scalar_is_real(const Value& value) const;
  Expr initial_flag();
  Expr terminal_flag();
  Expr flag(std::uint32_t& variable, std::string_view name, double start);
  void start_discretes();
  Value delay(const Expression& call, const Place& place);
  Expr delayed(const Expr& source, const Expr& time, double longest, Position position);
  Expr sample(const Expr& start, const Expr& interval, Position position);
  template <typename Action>
  void guarded(Action&& action) {
    try {
      action();
    } catch (const Error& error) {
      add_findings(error);
    } catch (const ValueFault& fault) {
      add_finding(fault);
    }
  }
  void add_finding(const ValueFault& fault);
  void add_findings(const Error& error);

  // -- connections (connections.cc, graph.cc) --
  struct Connector {
    static constexpr std::size_t kAll = ~std::size_t{0};
    Instance* instance;
    bool outside;      ///< of the component that states the connection
    std::size_t leaf;  ///< one scalar of an array, or all
  };
  struct Joint {
    Connector a, b;
    Position position;
    const Instance* where = nullptr;  ///< whose text states it
    bool cut = false;
  };
  void collect_connection(const Statement& statement, const Place& place);
  bool is_within(const Instance& instance) const;
  std::vector<Connector> connectors(const Expression& expression, const Place& place, Shape& shape,
                                    bool& absent);
  // -- expandable connectors (buses.cc) --
  struct BusSide {
    Instance* component = nullptr;
    bool scalar = false;      ///< one number of an array
    Instance* bus = nullptr;  ///< which has no such name yet
    Name name = {};
  };
  struct BusConnection {
    BusSide a, b;
    Position position;
    const Instance* owner;
  };
  void visit_bus(Instance& bus);
  BusSide bus_side(const Expression& expression, const Place& place);
  Instance* add_to_bus(Instance& bus, Name name, const Instance& like, bool scalar);
  void collect_bus(const Statement& statement, const Place& place);
  bool match_buses(Instance& a, Instance& b, Position position);
  void complete_buses();
  void connect_all();
  void connect(Instance& a, bool a_outside, Instance& b, bool b_outside, Position position,
               bool cut);
  void connect_leaf(Instance& a, std::size_t a_leaf, bool a_outside, Instance& b,
                    std::size_t b_leaf, bool b_outside, Position position);
  std::size_t face(Instance& instance, std::size_t leaf, bool outside, Position position);
  std::size_t find_face(std::size_t f);
  void write_connections();
  Expr semi_linear(const Expr& x, const Expr& up, const Expr& down);
  std::optional<std::pair<Expr, Expr>> mixed_stream(
      const std::vector<Expr>& flows, const std::unordered_map<std::uint32_t, Expr>& values) const;
  void close_flows(Instance& instance, bool in_connector);
  Instance* overconstrained(Instance& instance);
  Instance* overconstrained_part(Instance& connector);
  bool collect_graph(std::string_view name, const Expression& call, const Place& place);
  void grow_forest();
  std::size_t graph_node(Instance& record);
  bool graph_answer(std::string_view name, const Expression& argument, const Place& place);
  void cut_equations(Instance& a, Instance& b, Position position);
  Instance* single_component(const Expression& expression, const Place& place);

  // -- shapes of libraries (shapes.cc) --
  bool is_shape(const Instance& instance) const;
  Value shape_value(Instance& shape, std::string_view name, bool given);
  std::vector<double> shape_numbers(Instance& shape, std::string_view name);
  void add_shape(Instance& shape);
  void add_shapes();

  // -- components of the catalog (native_parts.cc, native_merge.cc) --
  const Class& native_definition(Instance& instance, const Class& definition,
                                 const Modifier* modifier);
  bool is_native_member(const Instance& instance, const Member& member) const;
  const NativeClass* native_connector(const Instance& instance) const;
  void note_native(Instance& part);
  std::string native_port(const Connector& connector) const;
  void refuse_frame(const Connector& connector, Position position);
  void sort_joints();
  std::string native_text(const Value& value, Position position);
  SourceLocation location(Position position);
  void add_natives();
  class NativeTree;
  class NativeMerge;

  // -- the system (elaborator.cc) --
  void finish_parameters();
  const Scope* enclosing_scope(const Class& definition);
  void add_prelude();
  const Modifier* settings();

  Library& library_;
  const FlattenOptions& options_;
  System system_;
  std::shared_ptr<SourceTable> sources_ = std::make_shared<SourceTable>();
  ExprPool& pool_;

  std::deque<Scope> scopes_;
  std::deque<Binding> bindings_;
  std::deque<Modifier> modifiers_;
  std::deque<Redeclaration> redeclarations_;
  std::deque<Member> members_;
  std::deque<Instance> instances_;
  std::unordered_map<const Class*, Found> top_classes_;
  Instance* root_ = nullptr;
  std::unordered_set<const Binding*> settings_;  ///< given by the user
  std::vector<std::string> making_;              ///< components in the making, for cycles
  int depth_ = 0;
  bool endless_ = false;  ///< something nested deeper than anything that ends

  std::vector<char> varying_;  ///< by node of the pool
  Evaluator parameter_values_;
  std::vector<bool> structural_;      ///< by parameter
  std::vector<std::string> readers_;  ///< by parameter
  std::vector<Diagnostic> findings_;  ///< errors
  bool graph_known_ = false;
  const Instance* current_ = nullptr;

  std::vector<SystemEquation>* branch_ = nullptr;  ///< where equations of a branch go
  Expr guard_ = 1.0;                               ///< under which what is evaluated takes effect
  std::uint32_t asserted_ = kNoVariable;           ///< the variable that failed assertions spoil
  std::set<std::pair<std::uint32_t, std::string>> watched_;  ///< assertions: condition, words
  std::unordered_map<std::uint32_t, Expr> whole_parts_;      ///< by number of the argument
  int quiet_ = 0;                                            ///< depth of noEvent()
  std::uint32_t samplers_ = 0;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Expr> delayed_;  ///< by source and time
  bool at_start_ = false;         ///< initial equations are stated: initial() holds
  std::uint32_t conditions_ = 0;  ///< of when clauses that are no variables
  std::unordered_map<std::uint32_t, bool> follows_found_;  ///< variables that stand for parameters
  struct PathScript {
    std::vector<std::pair<Expr, bool>> taken = {};
    std::size_t at = 0;
  };
  int functions_running_ = 0;
  int drafting_level_ = 0;        ///< functions running in its statements
  Drafting* drafting_ = nullptr;  ///< the procedure that is written down
  struct DraftedCall {
    std::vector<std::shared_ptr<const Function>> functions = {};
    std::vector<std::shared_ptr<const Function>> inner = {};  ///< for other procedures
    std::vector<Value> results = {};                          ///< with a scalar for each function
  };
  std::map<std::string, DraftedCall> procedures_;  ///< by function and the form of its inputs
  PathScript* script_ = nullptr;                   ///< of the function that runs path by path

  /// Functions of a table that was made, by name and column.
  struct TableFunctions {
    std::shared_ptr<const Compound> object = {};
    std::map<std::string, std::shared_ptr<const Function>> functions = {};
  };
  std::unordered_map<const Compound*, TableFunctions> tables_;
  std::map<int, HiddenGenerator> hidden_;
  bool in_when_ = false;                  ///< the body of a when clause is evaluated
  Expr when_happens_ = 0.0;               ///< when it counts
  std::set<std::string> left_out_;        ///< functions whose effects are, by path
  WhenBranch* when_statement_ = nullptr;  ///< of an algorithm, that is executed
  std::map<const RandomGenerator*, std::vector<std::shared_ptr<const Function>>> generators_;

  // connections
  std::vector<Joint> joints_;
  std::unordered_map<const Instance*, int> cardinality_;
  struct Face {
    Instance* instance;
    std::size_t leaf;
    bool outside;
    Position position;
    bool connected;
  };
  std::vector<Face> faces_;
  std::vector<std::uint32_t> face_parent_;
  std::unordered_map<const Instance*, std::size_t> first_face_[2];
  /// semiLinear(flow, port, inside), by the number of the expression.
  struct Stream {
    Expr flow, port, inside;
  };
  std::unordered_map<std::uint32_t, Stream> streams_;
  // expandable connectors
  bool collecting_buses_ = false;
  std::vector<Instance*> buses_;
  std::vector<BusConnection> bus_connections_;
  std::unordered_set<const Member*> bus_members_;  ///< those that are connected
  // the graph of overconstrained records
  std::unordered_map<const Instance*, std::size_t> node_number_;
  std::vector<Instance*> nodes_;
  std::vector<std::pair<std::size_t, std::size_t>> branches_;
  std::vector<std::size_t> roots_;
  std::vector<std::pair<int, std::size_t>> potential_roots_;
  std::vector<bool> is_root_, rooted_;
  std::vector<Instance*> shapes_;
  // components of the catalog
  std::shared_ptr<multibond::Component> native_root_;
  std::vector<Instance*> native_parts_, native_connectors_;
  std::vector<Joint> native_joints_;  ///< between their ports alone
  struct Outlet {
    std::string port;
    const Instance* where;  ///< null: seen from outside
    Position position;
  };
  std::vector<Outlet> outlets_;  ///< ports that meet connectors of text
  struct Crossing {
    Connector connector;  ///< of text
    std::string port;     ///< that it meets
    Position position;
  };
  std::vector<Crossing> crossings_;
  std::vector<std::pair<std::string, Position>> native_places_;  ///< of components, by path
};

/// Recursion that would not end is refused.
class Elaborator::Depth {
 public:
  Depth(Elaborator& elaborator, Position position);
  ~Depth() { --elaborator_.depth_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;

 private:
  Elaborator& elaborator_;
};

/// What is evaluated counts only where a condition holds.
class Elaborator::Guard {
 public:
  Guard(Elaborator& elaborator, const Expr& condition)
      : elaborator_(elaborator), before_(elaborator.guard_) {
    elaborator_.guard_ = before_ && condition;
  }
  ~Guard() { elaborator_.guard_ = before_; }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  Elaborator& elaborator_;
  const Expr before_;
};

}  // namespace multibond::modelica
