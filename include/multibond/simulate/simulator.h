/// Simulator: a run that one steps, looks into, changes, saves and restores.
///
///     Simulator run(compile_model(model));
///     run.set("body.m", 2.0);              // parameters and start values, before or between
///     run.initialize();
///     while (run.time() < 10) {
///       run.set("u", controller(run.get("angle")));   // an input: held until it is set again
///       run.advance(run.time() + 0.01);
///     }
///
/// The method chooses its own steps, which may reach beyond the time asked for; values in between
/// come from the dense output. So a thousand calls of `advance` make the same run as one. Setting
/// something restarts the method at the present time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/compile/compiled_model.h"
#include "multibond/simulate/integrator.h"
#include "multibond/simulate/observer.h"
#include "multibond/simulate/result.h"

namespace multibond {

struct SimulatorOptions {
  double tolerance = 1e-6;
  std::string solver = "auto";  ///< auto, or a name of integrator_infos()
  double fixed_step = 0;        ///< for fixed-step solvers
  double maximum_step = 0;      ///< 0: unlimited
  bool project = true;          ///< false leaves drift to itself, or to Baumgarte terms
  /// Efforts, by path, whose impulses are told at each impact (EventRecord::impulses): a force that
  /// passes through a joint has an impulse that does.
  std::vector<std::string> impulses = {};
  /// How impacts are settled: "whole", by events of the whole model, with rows before and after;
  /// "apart", those between two parts of the model by these alone, wherever that is the same; or
  /// "auto", apart where there are many such parts.
  std::string impacts = "auto";
  /// No step passes this time.
  double stop = 1e300;
};

/// Throws Error naming all options that make no sense.
void check(const SimulatorOptions& options);

/// A run between two steps, as a value: time, states, discrete values, inputs, parameters,
/// conditions, modes, memories of solvers. Belongs to a compiled model; cheap to copy.
class SimulatorState {
 public:
  struct Content;
  SimulatorState() = default;
  explicit SimulatorState(std::shared_ptr<const Content> content) : content_(std::move(content)) {}
  const Content& content() const { return *content_; }
  explicit operator bool() const { return content_ != nullptr; }
  double time() const;

 private:
  std::shared_ptr<const Content> content_;
};

class Simulator {
 public:
  explicit Simulator(std::shared_ptr<const CompiledModel> model, SimulatorOptions options = {});
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  const CompiledModel& model() const;

  /// Sets a parameter ("body.m"), an input ("u"), before `initialize` a start value ("x.start"), or
  /// after it a state. Throws Error with the nearest names if there is no such thing, and with the
  /// reason if it cannot be set. Parameters count together, when the run begins or goes on: values
  /// that do not fit each other are refused then. A parameter whose value is in the code as a
  /// number gets general code; `diagnostics` says so.
  void set(std::string_view path, double value);
  /// An input that follows a function of time, which is smooth between events.
  void drive(std::string_view input, std::function<double(double time)> signal);
  /// Value of a variable, parameter or "time" at the present time.
  double get(std::string_view path);

  /// Finds consistent initial values and handles the events at the start. Throws Error if there are
  /// none. May be called again, for another run.
  void initialize(double start = 0);
  /// Goes on to a time. What ends a run earlier (a failure, `terminate`) is its status then.
  RunStatus advance(double until);

  /// The event at the end of a run that went well, if the model has anything to do there
  /// (`terminal()` of Modelica text). `simulate` does it; who steps says where the end is.
  void finish();

  double time() const;
  RunStatus status() const;  ///< completed as long as nothing has ended the run
  const std::vector<Diagnostic>& diagnostics() const;
  const std::vector<EventRecord>& events() const;
  IntegratorStatistics statistics() const;
  ContactStatistics contacts() const;
  std::string solver() const;  ///< the method in use, with changes on the way

  /// Told of the run from now on; must outlive it. Before `initialize`.
  void observe(RunObserver& observer);
  /// Asked after every step, and at each round of an event of contacts: true ends the run.
  void interrupt_when(std::function<bool()> interrupted);

  SimulatorState save() const;
  /// Inputs that followed functions of time must have been given them by `drive`.
  void restore(const SimulatorState& state);

  /// The present mode at the present point, for analysis. Valid until the run goes on.
  RunView view();

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace multibond
