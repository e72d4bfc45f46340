/// Delays: what delay() of Modelica text remembers. After each step, each source is kept on it as a
/// polynomial; what a variable was some time ago is read from there.
///
/// No step is longer than the shortest delay, so that what is asked for has passed. Where a source
/// jumps or bends at an event, it does again later: such a time is an event too, if the delay does
/// not vary. What comes back has been integrated, as a rule, so it is smoother by one derivative
/// each time, until methods do not mind.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/integrator.h"

namespace multibond {

/// A value: copies share what has passed.
class Delays {
 public:
  /// Before t, each source had the value that it has there.
  void begin(CompiledDynamics& dynamics, double t);
  /// The sources on the step of the integrator up to `end`.
  void append(CompiledDynamics& dynamics, Integrator& integrator, double begin, double end);
  /// Nothing after t has happened.
  void cut(double t);
  /// From t on, what jumped has jumped: an event was there.
  void arrive(double t);
  /// How long a step may be; throws Error where a delay is negative, or longer than was said.
  double reach(CompiledDynamics& dynamics, double t);
  /// The first time after t at which something comes back that jumped or bent.
  double next_event(double t) const;
  /// Whether something that jumped comes back at t.
  bool jumps_at(double t) const;

  /// Values at t into the inputs. Delays that vary are read off the present point.
  void fill(CompiledDynamics& dynamics, double t);
  /// How fast these values change.
  void slopes(double t, double* out) const;
  bool begun() const { return !sources_.empty(); }
  /// Whether the source has another value than at the beginning: it jumped in the events there.
  bool began_elsewhere(CompiledDynamics& dynamics);

 private:
  /// Values at Chebyshev's nodes of a step.
  struct Piece {
    double begin, end;
    std::vector<double> values;
    double at(double t) const;
    double slope(double t) const;
  };
  struct Break {
    double time;
    bool jump;
    int order;  ///< how often it has come back
  };
  struct Source {
    double first = 0;  ///< the value before the run
    double delay = 0;
    bool varies = false;
    std::vector<std::shared_ptr<const Piece>> pieces = {};
    std::vector<Break> breaks = {};
  };
  std::vector<double> values(CompiledDynamics& dynamics, bool delays) const;
  void measure(CompiledDynamics& dynamics);
  void add(Source& source, std::shared_ptr<const Piece> piece, double longest, int order);
  int echo(double t) const;
  /// The piece that tells of time s, where the delayed time is t; null before the beginning.
  const Piece* piece(const Source& source, double s, double t) const;

  std::vector<Source> sources_;
  double start_ = 0;
  double arrived_ = 0;  ///< the time of the latest event
  bool fresh_ = false;  ///< the next step is the first after an event
};

}  // namespace multibond
