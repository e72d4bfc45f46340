/// CompiledModel: a model as functions on numbers. Immutable, and shared by any number of runs and
/// threads.
///
///     const auto model = compile_model(pendulum);        // once
///     Simulator a(model), b(model);                      // as often as one likes
///
/// A model has a description (what there is, by path) and, for each of its *modes* (the branches of
/// `either` that hold), a bundle of functions. Within a mode the linear blocks can be solved with
/// other *pivots*: that is another bundle, which computes the same. All functions of a mode take
/// one array of inputs (compile/layout.h); only the constants at its end depend on the pivots.
///
/// No expressions here: this header is all that a simulator knows of the compiler. Two doors lead
/// back to it, `CompiledModel::mode` and `CompiledMode::choose`; what comes out of them is kept and
/// shared. What they answer depends on their arguments only, never on what was asked before or by
/// whom, so that a run is the same to the last bit whatever else goes on.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/base/id.h"
#include "multibond/base/sparse_pattern.h"
#include "multibond/compile/layout.h"
#include "multibond/diagnostic.h"
#include "multibond/model/branches.h"
#include "multibond/model/contact_shape.h"
#include "multibond/model/energy_form.h"
#include "multibond/model/friction_mode.h"
#include "multibond/model/shape.h"
#include "multibond/program/executable.h"

namespace multibond {

class Component;
struct System;

/// Which branch of each `either` holds, by ModeId.
using ModeSet = std::vector<bool>;

// -- description ----------------------------------------------------------------------------------

/// What a variable is for the world outside (as in FMI).
enum class VariableCausality : std::uint8_t { local, input, output };
enum class Variability : std::uint8_t { constant, discrete, continuous };

struct VariableDescription {
  std::string_view path = {}, unit = {}, description = {};  ///< kept by the compiled model
  VariableCausality causality = VariableCausality::local;
  Variability variability = Variability::continuous;
  bool fixed = false, has_start = false;
  double start = 0;  ///< at the values that the parameters had when the model was compiled
  double nominal = 1, min = 0, max = 0;
  /// Its trajectory: `sign` times an output column; or, if it is constant in time, a constant.
  bool constant = false;
  std::uint32_t column = 0;
  double sign = 1;
};

struct ParameterDescription {
  enum class Kind : std::uint8_t {
    tunable,      ///< a symbol in the code
    specialized,  ///< tunable, but 0, 1 or -1 and a number in the code: another value, other code
    structural,   ///< shaped what was built
    dependent,    ///< bound to others
  };
  std::string_view path = {}, unit = {}, description = {};  ///< gone if the path is empty
  Kind kind = Kind::tunable;
  double value = 0;              ///< when the model was compiled
  std::string_view reader = {};  ///< of a structural one: who read it
  std::string_view demand = {};  ///< "must be positive"; empty if it may be anything by itself
};

/// One line of the structure report.
struct PassReport {
  std::string pass = {};
  std::size_t equations = 0, variables = 0;  ///< after the pass
  double seconds = 0;
  std::string note = {};
};

/// A further path of a variable or a parameter: line.e of a junction, joint.d of a joint.
struct ShortPath {
  std::string_view path = {};
  std::uint32_t place = 0;
};

struct ModelDescription {
  std::string name = {};
  std::vector<VariableDescription> variables = {};
  std::vector<ParameterDescription> parameters = {};
  std::vector<ShortPath> short_variables = {}, short_parameters = {};
  std::vector<VariableId> limited = {};  ///< variables with limits, by column
  std::size_t columns = 0;               ///< outputs that vary
  std::size_t constants = 0;             ///< variables constant in time
  std::vector<Diagnostic> diagnostics = {};

  const VariableDescription& operator[](VariableId id) const { return variables[id.index()]; }
  const ParameterDescription& operator[](ParameterId id) const { return parameters[id.index()]; }
};

// -- functions ------------------------------------------------------------------------------------

enum class FunctionKind : std::uint8_t {
  derivatives,       ///< of the states, then the smallest watched pivot if any, then rank ratios
  jacobian,          ///< directional derivative of the derivatives by the states
  constants,         ///< what stands at layout.constants
  outputs,           ///< columns of the results, then as `derivatives` the smallest watched pivot
  checked_outputs,   ///< those of `Functions::checked_columns`
  constant_outputs,  ///< variables that are constant in time
  starts,            ///< start values, of CompiledMode::starts
  contact_numbers,   ///< of shapes and stops: ContactsDescription
  dependents,        ///< values of dependent parameters
  indicators,        ///< of all conditions
  indicator_rates,   ///< directional derivative by time and states
  state_indicators,  ///< of conditions that change with the states
  state_indicator_rates,
  whens,             ///< conditions of the when clauses
  actions,           ///< values of all actions
  pres,              ///< values of the variables in pre(...)
  switch_times,      ///< of the conditions of time
  modes,             ///< conditions of the modes
  levels,            ///< residuals of the invariants
  level_slopes,      ///< their directional derivative by the states
  velocity_changes,  ///< directional derivative of velocities' derivatives by corrections
  position_changes,  ///< directional derivative of positions' derivatives by velocities
  declared,          ///< values and gradients of declared invariants
  powers,            ///< that are integrated along a run: see PowerDescription
  energies,          ///< the others: stored energies, and powers of what should have none
  pictures,          ///< numbers of pictures that move
  picture_constants,
  // Of the start of a run; slopes are directional derivatives by its unknowns: the states, then
  // the parameters to be found.
  demands,  ///< residuals of what must hold
  demand_slopes,
  term_slopes,        ///< of the leaves that demands are summed from (InitializationDescription)
  term_coefficients,  ///< of these leaves, demand by demand
  gaps,               ///< of the loops: ClosureDescription
  gap_slopes,
  wished_values,  ///< of variables with a wish that are no states
  wished_slopes,
  joint_motions,  ///< of loops: InitializationDescription::joint_motions
  joint_motion_slopes,
  fixed_values,  ///< values of fixed variables, in the order of their demands
  pivots,        ///< watched pivots by their usual size
  count
};

/// A pattern whose columns are in groups that share no row: one directional derivative serves a
/// whole group (Curtis, Powell, Reid 1974).
struct ColouredPattern {
  SparsePattern pattern = {};
  std::vector<std::uint32_t> colour = {};  ///< of each column
  std::uint32_t colours = 0;
};

/// A derivative of a variable of the model: der(der(x)) has order 2.
struct VariableLeaf {
  VariableId variable = {};
  std::uint32_t order = 0;
  auto operator<=>(const VariableLeaf&) const = default;
};

/// The functions of a mode for one choice of pivots. Each is made when it is first asked for.
class Functions {
 public:
  virtual ~Functions() = default;
  virtual std::shared_ptr<const Executable> get(FunctionKind kind) const = 0;
  virtual const ColouredPattern& jacobian_pattern() const = 0;
  /// Columns of the results that a run must look at as it goes on: those with limits, and those
  /// that may have no finite value although the derivatives have.
  virtual const std::vector<std::uint32_t>& checked_columns() const = 0;
  /// Values of leaves; of one that this mode does not determine: zero.
  virtual std::shared_ptr<const Executable> probe(
      const std::vector<VariableLeaf>& leaves) const = 0;
  /// Directional derivative of leaves (or, if there are none, of the derivatives of the states) by
  /// inputs of the functions, given by their slots.
  virtual std::shared_ptr<const Executable> slopes(
      const std::vector<VariableLeaf>& leaves, const std::vector<std::uint32_t>& slots) const = 0;
  /// Several functions, and the values of leaves behind them, as one program: for those who take it
  /// apart (program/slice.h), and make its parts ready to run by the same back end. A directional
  /// derivative stands for what it is the derivative of.
  virtual Program program(const std::vector<FunctionKind>& kinds,
                          const std::vector<VariableLeaf>& leaves) const = 0;
  virtual Backend backend() const = 0;

  bool kept = false;          ///< multipliers of all loops are left to a run-time solver
  bool watches = false;       ///< derivatives are followed by the smallest watched pivot
  std::size_t ranks = 0;      ///< and by as many rank ratios
  std::size_t constants = 0;  ///< how many
  std::vector<std::string> pivot_parts = {};  ///< component of each watched pivot
};

// -- a mode ---------------------------------------------------------------------------------------

struct StateDescription {
  std::string name = {}, component = {};
  double nominal = 1;
  bool angle = false;  ///< grows without bound and is no less precise for it
  VariableLeaf leaf = {};
};

enum class ConditionKind : std::uint8_t {
  state,     ///< changes where its indicator crosses zero
  time,      ///< the indicator is linear in time with coefficients known between events
  discrete,  ///< depends on discrete values only: changes at events of others
  dormant,   ///< of a nested `either` in a branch that does not hold: looked at when it may come to
};

struct ConditionDescription {
  RelationId id = {};  ///< the same in every mode
  ConditionKind kind = ConditionKind::state;
  bool at_zero = false;   ///< truth where the indicator is zero and stays so
  bool equality = false;  ///< a == b of discrete values
  std::string text = {}, component = {};
};

struct ActionDescription {
  enum class Kind : std::uint8_t {
    reinit,
    assign,
    terminate,
    settle,
    strike,  ///< an impulse
    inject,  ///< the impulse that does a work
    tell,    ///< a warning
  } kind = Kind::assign;
  /// The state, or the place among the discrete values; the friction; the coordinate of contact.
  std::size_t place = 0;
  double sign = 1;        ///< of a state
  std::string path = {};  ///< of the variable
  std::string message = {};
  std::string source = {};  ///< where it stands, "model.cc:42"
};

/// How events are meant (EventRules of model/system.h).
struct EventsDescription {
  bool together = false;
  double band = 0;
  std::optional<std::size_t> initial = {}, terminal = {};  ///< places among the discrete values
  bool starts_are_guesses = false;
};

struct WhenDescription {
  bool initial = false;  ///< takes effect at the start, and never again
  std::vector<ActionDescription> actions = {};
  std::size_t first = 0;  ///< place of its first action among all
};

/// A variable that is what another one was (SystemDelay).
struct DelayDescription {
  std::size_t place = 0;  ///< among the discrete values
  VariableLeaf source = {}, time = {};
  bool varies = false;  ///< the time
  double longest = 0;
  std::string component = {}, source_text = {};  ///< "Model.mo:42"
};

/// Dry friction, whose mode is decided by the simulator. Action `speed` gives its flow by what
/// counts as zero.
struct FrictionDescription {
  VariableLeaf flow = {}, effort = {};
  std::size_t mode = 0, share = 0;  ///< places among the discrete values
  std::size_t speed = 0;            ///< place among all actions
  std::string component = {};
};

/// A rate and the effort of contact that has power with it.
struct ContactCoordinate {
  VariableLeaf rate = {};
  std::size_t effort = 0;  ///< place among the discrete values
};

/// Places of what is told of contacts among the discrete values, or kNone.
struct ContactReports {
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t active = kNone, normal = kNone;
};

/// A shape that can touch others. Its coordinates are 3 in the plane and 6 in space; its numbers
/// (function `contact_numbers`) restitution, friction, radius of spin, and its sizes.
struct ColliderDescription {
  ContactShape shape = ContactShape::sphere;
  std::vector<VariableLeaf> place = {};
  std::size_t coordinate = 0;  ///< the first
  std::size_t number = 0, numbers = 0;
  std::string component = {}, group = {}, partner = {};
  ContactReports reports = {};
  bool planar() const { return place.size() == 3; }
};

/// A motion that cannot go on where a gap is closed. Its number is the restitution.
struct StopDescription {
  VariableLeaf gap = {};
  std::size_t coordinate = 0;
  std::size_t number = 0;
  std::string component = {};
  ContactReports reports = {};
};

struct ContactsDescription {
  std::vector<ContactCoordinate> coordinates = {};
  std::vector<ColliderDescription> colliders = {};
  std::vector<StopDescription> stops = {};
  std::size_t numbers = 0;
  std::vector<std::uint32_t> positions = {};  ///< states that places and gaps depend on
  /// Efforts of contact at one island change no rate of another: free bodies are islands, and so
  /// are mechanisms that only springs join. Coordinates that no effort moves belong to none.
  static constexpr std::uint32_t kNoIsland = ~0u;
  std::size_t islands = 0;
  std::vector<std::uint32_t> island_of_coordinate = {};
  std::vector<std::uint32_t> island_of_state = {};  ///< those that efforts change; others: none
  ContactRules rules = {};
  bool any() const { return !coordinates.empty(); }
};

/// How states are moved onto the invariants (simulate/projection.h).
struct InvariantsDescription {
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t levels = 0;
  std::vector<std::size_t> top, below;  ///< by invariant: place of level n-1 and n-2, or kNone
  std::vector<std::uint32_t> velocity_states, position_states;
  bool constraints = false, positions = false;
  struct Declared {
    std::vector<std::uint32_t> states;
    std::size_t output = 0;  ///< of its value; those of its gradient follow
  };
  std::vector<Declared> declared = {};
  std::size_t declared_outputs = 0;
  bool multipliers = false;  ///< some constraint of a loop has a reaction
};

/// One equation that must hold at the start.
struct DemandDescription {
  enum class Kind : std::uint8_t { invariant, redundant, fixed, initial } kind = Kind::fixed;
  VariableId variable = {};    ///< that is fixed
  std::size_t start = 0;       ///< place of its start value
  std::string text = {};       ///< for messages; of a fixed variable its path
  std::string_view unit = {};  ///< of a fixed variable
  double nominal = 1;
  std::vector<std::uint32_t> unknowns = {};  ///< it depends on
  std::vector<std::uint32_t> terms = {};     ///< leaves that it is summed from
  bool position = false;    ///< constrains positions, as its derivative does velocities
  bool gap = false;         ///< of a loop: function `gaps` has it as well
  std::string source = {};  ///< where the value of a fixed variable stands, "model.cc:42"
};

/// A start value that concerns a state, or a parameter to be found.
struct WishDescription {
  std::uint32_t unknown = 0;
  std::size_t start = 0;  ///< place among the start values
  double sign = 1, weight = 1;
};

/// A start value that concerns a variable which follows from the unknowns.
struct OtherWishDescription {
  std::string path = {};
  std::string_view unit = {};
  std::size_t start = 0;  ///< place among the start values
  double weight = 1, nominal = 1;
  std::vector<std::uint32_t> unknowns = {};  ///< it depends on
  /// Follows from a parameter of the component: 0 is its default, and nobody's wish.
  bool from_parameter = false;
};

/// Where a loop is cut. Function `gaps` gives, loop by loop, its lengths, its angles, and, in
/// space, the trace of the rotation of which the angles are the skew part (LoopCut).
struct ClosureDescription {
  std::string path = {};
  std::size_t lengths = 0, angles = 0;
  bool in_space = false;
  std::vector<std::uint32_t> unknowns = {};  ///< its gap depends on
  std::size_t outputs() const { return lengths + angles + (in_space ? 1 : 0); }
};

/// A variable that is `sign` times a state.
struct StateAlias {
  VariableId variable = {};
  std::uint32_t state = 0;
  double sign = 1;
};

/// A position or rate that was meant to be a state, whether it is one or not.
struct JointMotionDescription {
  double nominal = 1;
  std::vector<std::uint32_t> unknowns = {};  ///< it depends on
};

/// What is known of the start of a run.
struct InitializationDescription {
  std::vector<VariableId> starts = {};  ///< variables whose start values function `starts` gives
  std::vector<std::size_t> discrete_starts = {};  ///< place in `starts` of each discrete variable
  std::vector<std::uint32_t> found = {};     ///< parameters to be found, as places in `discretes`
  std::vector<WishDescription> wishes = {};  ///< at most one per unknown
  std::vector<OtherWishDescription> other_wishes = {};
  std::vector<StateAlias> aliases = {};  ///< by variable
  std::vector<DemandDescription> demands = {};
  std::size_t terms = 0;  ///< leaves that demands are summed from
  std::vector<ClosureDescription> closures = {};
  std::vector<JointMotionDescription> joint_motions = {};  ///< of a model with loops
  /// Place in `starts` of each pre(...); none if it begins with the value that its variable has.
  std::vector<std::optional<std::size_t>> pre_starts = {};
};

struct PowerDescription {
  enum class Kind : std::uint8_t { stored_energy, stored_power, dissipated, supplied, conserved };
  Kind kind = Kind::dissipated;
  std::string path = {};
  EnergyForm form = EnergyForm::none;  ///< of a store
  std::size_t entry = 0;               ///< place among the distinct (kind, form, path)

  /// Whether function `powers` has it; else `energies`. The order of both is that of the list.
  bool integrated() const { return kind != Kind::stored_energy && kind != Kind::conserved; }
};

class ImpulseResponse;

/// Whether pivots are to suit a point, or the multipliers of all loops are left to a run-time
/// solver: then what is eliminated is a tree, whose pivots suit every point.
enum class PivotStrategy : std::uint8_t { regular, kept };

/// A model in one of its modes.
class CompiledMode {
 public:
  virtual ~CompiledMode() = default;

  ModeSet modes = {};
  std::vector<std::string> mode_components = {};  ///< who states each `either`
  std::vector<BranchOfMode> mode_nesting = {};    ///< the branch that each is inside of
  InputLayout layout = {};                        ///< as far as it does not depend on the pivots
  std::vector<double> parameters = {};            ///< values when the model was compiled
  std::vector<StateDescription> states = {};
  std::vector<VariableId> discretes = {};  ///< variables, in order of their slots
  std::vector<std::uint32_t> inputs =
      {};                             ///< those of them that are inputs, as places in `discretes`
  std::vector<VariableId> pres = {};  ///< variables of pre(...), in order of their slots
  std::vector<ConditionDescription> conditions = {};
  std::vector<std::size_t> state_conditions, time_conditions;
  std::vector<bool> indicator_uses_time = {};  ///< of the state conditions
  std::vector<WhenDescription> whens = {};
  std::size_t actions = 0;
  std::vector<FrictionDescription> frictions = {};
  std::vector<DelayDescription> delays = {};
  ContactsDescription contacts = {};
  InvariantsDescription invariants = {};
  std::vector<PowerDescription> powers = {};
  std::vector<Diagnostic> diagnostics = {};  ///< of its compilation
  std::size_t power_entries = 0;
  bool flows = false;  ///< some power that is integrated is not zero by its form, as at rest
  EventsDescription events = {};

  virtual const InitializationDescription& initialization() const = 0;

  /// The functions that suit usual positions, as chosen when the model was compiled.
  virtual std::shared_ptr<const Functions> usual() const = 0;
  /// Functions whose pivots suit a point, an input array (its constants do not matter); with kept
  /// multipliers, if it is empty, those that suit all. Throws Error if there are none.
  virtual std::shared_ptr<const Functions> choose(PivotStrategy strategy,
                                                  const std::vector<double>& inputs) const = 0;
  /// What happens at the instant at which this mode is entered.
  virtual std::shared_ptr<const ImpulseResponse> impulse() const = 0;
};

// -- the model ------------------------------------------------------------------------------------

struct CompileModelOptions {
  double baumgarte_alpha = 0, baumgarte_beta = 0;  ///< stabilisation instead of plain top levels
  /// Paths of parameters that stay symbols whatever their value: for sliders and sweeps. "*" are
  /// all.
  std::vector<std::string> free = {};
  Backend backend = default_backend();
};

/// What a component shows: a picture whose numbers are constant in a run, or move with it.
struct PictureDescription {
  struct Number {
    bool constant = true;
    std::size_t place = 0;  ///< among the outputs of `picture_constants` or of `pictures`
  };
  std::string path = {}, component = {};
  Shape shape = Shape::box;
  std::string colour = {};  ///< "#rrggbb"
  double opacity = 1;
  int count = 0;  ///< windings, spokes or teeth
  std::array<Number, 3> position, size;
  std::array<Number, 9> rotation = {};  ///< by columns
  std::vector<std::array<Number, 2>> corners = {};
  ShapePoints points = nullptr;
};

struct PicturesDescription {
  std::vector<PictureDescription> pictures = {};
  std::array<double, 3> up{0, 1, 0};  ///< which way is up
  std::size_t constants = 0, tracks = 0;
};

class CompiledModel : public std::enable_shared_from_this<CompiledModel> {
 public:
  virtual ~CompiledModel() = default;

  virtual const ModelDescription& description() const = 0;
  /// A mode in which a run may begin.
  virtual std::shared_ptr<const CompiledMode> first() const = 0;
  /// A mode as it is to be run with these values of all parameters: where these would have led the
  /// compiler to other decisions (on redundant constraints, say), it decides again. Throws Error
  /// if the equations cannot be solved.
  virtual std::shared_ptr<const CompiledMode> mode(const ModeSet& modes,
                                                   const std::vector<double>& parameters) const = 0;
  /// Throws Error with all that is wrong with these values, as compiling the model with them would.
  virtual void check(const std::vector<double>& parameters) const = 0;
  /// The same for one of them by itself.
  virtual void check(ParameterId parameter, double value) const = 0;
  /// The modes whose equations contradict each other structurally in a
  /// combination that cannot be; all of them if the structure does not tell.
  virtual std::vector<ModeId> conflicting_modes(const ModeSet& modes) const = 0;
  /// The same model with these further parameters as symbols.
  virtual std::shared_ptr<const CompiledModel> with_free(
      const std::vector<ParameterId>& parameters) const = 0;
  virtual const PicturesDescription& pictures() const = 0;
  /// What the passes of the compiler did, for reports.
  virtual const std::vector<PassReport>& passes() const = 0;
  /// Place of a parameter or a variable in the description.
  virtual std::optional<ParameterId> find_parameter(std::string_view path) const = 0;
  virtual std::optional<VariableId> find_variable(std::string_view path) const = 0;
};

/// Compiles a model. Throws Error with all findings in terms of its components.
std::shared_ptr<const CompiledModel> compile_model(Component& model,
                                                   const CompileModelOptions& options = {});
std::shared_ptr<const CompiledModel> compile_model(System system,
                                                   const CompileModelOptions& options = {});

}  // namespace multibond
