/// The loop of steps, events and changes of mode behind a Simulator.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "accumulation.h"
#include "contacts/contacts.h"
#include "delays.h"
#include "machine.h"
#include "multibond/simulate/observer.h"
#include "multibond/simulate/simulator.h"

namespace multibond {

inline constexpr int kMaximumModeChanges = 1000;  ///< at one instant

/// What a machine remembers between two steps.
struct MachineMemory {
  std::shared_ptr<const CompiledDynamics::Memory> dynamics;
  std::vector<bool> whens;
  CrossingFinder::Memory crossings;
  std::string solver;
  std::shared_ptr<const IntegratorMemory> integrator;  ///< nullptr if it has none, or cannot say
};

/// A step that the integrator has made, as far as the run has not come to its end yet.
struct PendingStep {
  bool any = false;
  double end = 0;  ///< of the step, or where a condition crosses in it
  bool crossing = false;
  std::vector<std::size_t> crossed;
  bool contact = false;     ///< at its end contacts begin, end or change
  std::size_t impacts = 0;  ///< within it, that were told
  double time_event = 0;
  StepOutcome outcome = StepOutcome::advanced;
};

struct SimulatorState::Content {
  std::shared_ptr<const CompiledModel> model;
  SimulatorOptions options;
  double start = 0, time = 0;
  std::vector<double> y, parameters;
  std::vector<VariableId> driven;       ///< inputs that follow functions of time
  std::map<VariableId, double> starts;  ///< given by hand, by variable
  ModeSet mode;
  std::map<ModeSet, MachineMemory> machines;
  Accumulation accumulation;
  std::optional<Contacts::Memory> contacts;
  Delays delays;
  RunStatus status = RunStatus::completed;
  std::vector<Diagnostic> diagnostics;
  std::set<std::string> warned;
  std::vector<EventRecord> events;
  IntegratorStatistics total;
  std::string solver, solver_text;
  bool changed = false, initialized = false, disturbed = false;
  PendingStep pending;
  /// Of a method whose memory cannot be taken out: the run where it was last started, and how many
  /// steps it has made since.
  std::shared_ptr<const Content> segment;
  std::size_t segment_steps = 0;
};

class Simulator::Run {
 public:
  Run(std::shared_ptr<const CompiledModel> model, SimulatorOptions options);

  void set(std::string_view path, double value);
  void drive(std::string_view input, std::function<double(double)> signal);
  double get(std::string_view path);
  void initialize(double start);
  RunStatus advance(double until);
  void finish();
  SimulatorState save();
  void restore(const SimulatorState::Content& content);
  RunView view();
  IntegratorStatistics statistics();
  ContactStatistics contacts() const;
  void adopt_parameters();

  std::shared_ptr<const CompiledModel> model;
  SimulatorOptions options;
  RunStatus status = RunStatus::completed;
  std::vector<Diagnostic> diagnostics;
  std::vector<EventRecord> events;
  std::vector<RunObserver*> observers;
  std::function<bool()> interrupted;
  std::string solver_text;  ///< for people
  double time = 0;          ///< the present time; the integrator may be ahead

 private:
  CompiledDynamics& dynamics() { return machine_->dynamics; }
  EventHandler& handler() { return machine_->events; }
  Integrator& integrator() { return *machine_->integrator; }
  /// Contacts begin and end at events, unless the method steps them.
  bool has_contact_events() const { return contacts_ && solver_ != "moreau"; }
  bool ended() const { return status != RunStatus::completed; }

  void use(Machine& machine);
  void set_parameter(ParameterId parameter, double value);
  void check_found();
  std::shared_ptr<const CompiledModel> general_model(std::vector<Diagnostic>& notes) const;
  void set_start(VariableId variable, double value);
  void require_start(const CompiledMode& mode, VariableId variable) const;
  void set_input(VariableId variable, double value);
  void set_state(VariableId variable, double value);
  [[noreturn]] void no_such(std::string_view path) const;
  void disturb();

  bool has_delays() const { return !machine_->dynamics.mode().delays.empty(); }
  void find_initial_state(double start);
  void find_initial_state_in_mode(double start);
  std::string length_advice(double start);
  ModeSet first_change(const ModeSet& wanted) const;
  void prepare_integrator();
  bool restart();
  double horizon() const;
  bool make_step();
  bool end_step();
  void settle();
  void change_to_implicit();
  std::vector<bool> truths();
  /// `triggered`: conditions at their zero; none given: a start, at which all are looked at anew.
  bool event(const std::optional<std::vector<std::size_t>>& triggered);
  bool handle_event(const std::optional<std::vector<std::size_t>>& triggered, EventRecord& happened,
                    bool at_end = false);
  bool change_mode(std::set<ModeSet>& met);
  void make_contacts(const std::optional<Contacts::Memory>& memory);
  bool begin_contacts();
  bool search_contacts();
  void pass_impacts();
  bool contact_event();
  bool release_contacts();
  void note_impulses(EventRecord& record);
  void take_warnings(EventOutcome& outcome);
  bool strike(const std::vector<EventOutcome::Strike>& strikes);
  bool settle_frictions(const std::vector<std::size_t>& unsettled, int round);
  bool enter(const ModeSet& modes);
  ModeEntry enter_beside(const ModeSet& impossible, const std::set<ModeSet>& met);
  std::string switching(const ModeSet& wanted) const;
  void stopped(StepOutcome outcome);
  void interrupt();
  void fail(RunStatus status, std::string path, std::string text, std::string hint);
  using TellOne = std::function<std::optional<Diagnostic>(RunObserver&)>;
  bool tell(const TellOne& tell_one);
  void add(const IntegratorStatistics& statistics);
  std::shared_ptr<const SimulatorState::Content> content();
  void require_signals(const SimulatorState::Content& content);
  void replay(std::size_t steps);

  std::unique_ptr<Machines> machines_;
  Machine* machine_ = nullptr;
  std::vector<double> parameters_;
  std::map<VariableId, double> starts_;
  std::map<VariableId, std::function<double(double)>> signals_;  ///< by variable
  Accumulation accumulation_;
  std::unique_ptr<Contacts> contacts_;        ///< if the model has any
  Delays delays_;                             ///< what it remembers, if it has delays
  std::vector<VariableLeaf> impulse_leaves_;  ///< efforts whose impulses are asked for
  double contact_time_ = 0;                   ///< of the latest event of contacts
  int contact_events_ = 0;                    ///< at that time
  std::string solver_;                        ///< the method in use
  IntegratorStatistics total_;
  int mode_changes_ = 0;   ///< at the present instant
  std::vector<double> y_;  ///< at `time`, unless a step is pending
  double start_ = 0;
  PendingStep pending_;
  bool disturbed_ = false;         ///< something was set: the method has to start again
  bool unadopted_ = false;         ///< parameters were set that the functions in use do not know
  std::vector<Diagnostic> notes_;  ///< on general code that was made
  std::vector<Diagnostic> start_notes_;
  std::set<std::string> warned_;  ///< what the model has told; each once
  bool changed_ = false;          ///< from dop853 to bdf
  bool initialized_ = false;
  std::shared_ptr<const SimulatorState::Content> segment_;
  std::size_t segment_steps_ = 0;
};

}  // namespace multibond
