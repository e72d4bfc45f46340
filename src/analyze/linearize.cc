// Linearization on the tangent space of the invariants (studies: impulses and linearization):
//
//   x' = f(t, x, u),  c(t, x) = 0     J = df/dx,  G = dc/dx,  N: orthonormal, G N = 0
//   x = x0 + N z                      A = N' J N,  B = N' df/du,  C = dy/dx N,  D = dy/du
//
// The flow stays on c = 0, so G f = 0 there; derived along N this is G J N = -(dG along N) f. At an
// equilibrium, and at a steady motion whose moving coordinates leave G alone, G J N vanishes and A
// tells everything to first order. Elsewhere the tangent space turns with the motion, and A depends
// on the coordinates. Then these are states s = S x, S a selection, that tell the others:
//
//   V = N (S N)^-1,  S V = 1          x = x0 + V z,  A = S J V,  B = S df/du,  C = dy/dx V
//
// which is the linearization of s' = S f(t, x(s), u): V is the derivative of x(s).

#include "multibond/analyze/linearize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "modes.h"
#include "multibond/base/dense.h"
#include "multibond/base/text.h"
#include "multibond/program/runner.h"

namespace multibond {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kRank = 1e-9;        // of rows of unit length
constexpr double kNormalPart = 1e-6;  // of |J|, for rows of unit length
constexpr double kDrift = 1e-6;       // of the error scale of a state

/// Slots of the inputs of functions from `first` on.
std::vector<std::uint32_t> slots(std::size_t first, std::size_t count) {
  std::vector<std::uint32_t> list(count);
  std::iota(list.begin(), list.end(), static_cast<std::uint32_t>(first));
  return list;
}

/// Jacobian of a function by inputs, at the present point of the dynamics: `slope` is its
/// directional derivative.
MatrixXd jacobian_of(const CompiledDynamics& dynamics, std::shared_ptr<const Executable> slope,
                     std::size_t rows, std::size_t columns) {
  MatrixXd matrix = MatrixXd::Zero(static_cast<Index>(rows), static_cast<Index>(columns));
  if (matrix.size() == 0) return matrix;
  Runner runner(std::move(slope));
  std::vector<double> point = dynamics.inputs();
  const std::size_t first = point.size();
  point.resize(first + columns, 0.0);
  for (std::size_t j = 0; j < columns; ++j) {
    point[first + j] = 1;
    if (!runner.run(point.data(), matrix.col(static_cast<Index>(j)).data()) ||
        !matrix.col(static_cast<Index>(j)).allFinite()) {
      throw Error("", "The equations have no finite slope at this state.",
                  "Linearize at another time, or from other start values.");
    }
    point[first + j] = 0;
  }
  return matrix;
}

MatrixXd state_jacobian(CompiledDynamics& dynamics, double t, const std::vector<double>& y) {
  const SparsePattern pattern = dynamics.jacobian_pattern();
  std::vector<double> values(pattern.nonzeros());
  if (dynamics.jacobian(t, y.data(), values.data()) == Evaluation::failed) {
    throw Error("", "The equations have no finite slope at this state. " + dynamics.failure(),
                "Linearize at another time, or from other start values.");
  }
  const auto n = static_cast<Index>(y.size());
  MatrixXd J = MatrixXd::Zero(n, n);
  for (Index c = 0; c < n; ++c) {
    for (std::int32_t k = pattern.start[c]; k < pattern.start[c + 1]; ++k) {
      J(pattern.row[k], c) = values[k];
    }
  }
  return J;
}

/// Gradients of all levels of all invariants, as rows of unit length; zero rows are left out.
MatrixXd constraint_rows(const CompiledDynamics& dynamics) {
  const CompiledMode& mode = dynamics.mode();
  MatrixXd G = jacobian_of(dynamics, dynamics.functions().get(FunctionKind::level_slopes),
                           mode.invariants.levels, mode.states.size());
  Index kept = 0;
  for (Index r = 0; r < G.rows(); ++r) {
    const double length = G.row(r).norm();
    if (length > 1e-14) G.row(kept++) = (G.row(r) / length).eval();
  }
  return G.topRows(kept);
}

/// States that tell the others on the constraints, as many as there are freedoms: those that say
/// most about the tangent space N, positions before velocities.
std::vector<Index> independent_states(const MatrixXd& N,
                                      const std::vector<std::uint32_t>& positions) {
  MatrixXd weighted = 1e-6 * N;
  for (const std::uint32_t state : positions) weighted.row(state) *= 1e6;
  const std::vector<dense::PivotedRow> rows = dense::pivoted_rows(weighted);
  std::vector<Index> chosen;
  for (Index k = 0; k < N.cols(); ++k) {
    chosen.push_back(static_cast<Index>(rows[static_cast<std::size_t>(k)].row));
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void solve_modes(Linearization& result) {
  const Index n = result.A.rows();
  result.modes.resize(result.basis.rows(), n);
  if (n == 0) return;
  const dense::Modes modes = modes_of(result.A);
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const std::complex<double> x = modes.values(a), y = modes.values(b);
    return std::pair(x.real(), x.imag()) < std::pair(y.real(), y.imag());
  });
  for (Index k = 0; k < n; ++k) {
    const Index from = order[static_cast<std::size_t>(k)];
    result.eigenvalues.push_back(modes.values(from));
    result.modes.col(k) = result.basis * modes.vectors.col(from);
  }
}

/// What is delayed is no state, and stays what it is.
void tell_delays(Linearization& result, const std::vector<DelayDescription>& delays) {
  if (delays.empty()) return;
  std::vector<std::string> places;
  for (const DelayDescription& delay : delays) {
    const std::string& place = delay.component.empty() ? delay.source_text : delay.component;
    if (!place.empty() && std::find(places.begin(), places.end(), place) == places.end()) {
      places.push_back(place);
    }
  }
  result.diagnostics.push_back(
      {Severity::note, delays.front().component,
       fmt::format("What delay() gives{} is held: the eigenvalues are those of the motion before "
                   "anything comes back from the past.",
                   places.empty() ? "" : " in " + join_names(places)),
       "For eigenvalues with the delay write it as a Pade approximation: states of its own."});
}

/// States that move without anything depending on them, such as the path of a wheel, do not spoil
/// an equilibrium; others do, and so does a state that only its own past depends on.
void judge_drift(Linearization& result, const CompiledDynamics& dynamics,
                 const std::vector<double>& f, const MatrixXd& J, const MatrixXd& G, bool delays) {
  std::vector<double> scale(f.size());
  dynamics.error_scale(result.state.data(), scale.data());
  const double size = std::max(1.0, J.cwiseAbs().maxCoeff());
  std::vector<std::string> cyclic;
  std::size_t worst = f.size();
  for (std::size_t i = 0; i < f.size(); ++i) {
    result.drift = std::max(result.drift, std::abs(f[i]));
    if (std::abs(f[i]) <= kDrift * scale[i]) continue;
    const auto c = static_cast<Index>(i);
    const bool unused = !delays && J.col(c).cwiseAbs().maxCoeff() <= 1e-12 * size &&
                        (G.rows() == 0 || G.col(c).cwiseAbs().maxCoeff() <= 1e-12);
    if (unused) {
      cyclic.push_back(result.states[i]);
    } else if (worst == f.size() || std::abs(f[i]) / scale[i] > std::abs(f[worst]) / scale[worst]) {
      worst = i;
    }
  }
  if (worst < f.size()) {
    result.diagnostics.push_back(
        {Severity::note, result.states[worst],
         fmt::format(
             "The state is no equilibrium: der({}) = {:.3g} there. Of a non-linear model the "
             "eigenvalues then describe neighbouring motions for a short time only.",
             result.states[worst], f[worst]),
         "Start at rest in an equilibrium, or linearize at a time when the motion has settled."});
  } else if (!cyclic.empty()) {
    result.diagnostics.push_back(
        {Severity::note, cyclic.front(),
         fmt::format("This is a steady motion: only {} move, and nothing depends on them.",
                     join_names(cyclic)),
         ""});
  }
}

/// The outputs as variables; all that do not exist are named.
std::vector<VariableLeaf> find_outputs(const CompiledModel& model,
                                       const std::vector<std::string>& paths) {
  std::vector<VariableLeaf> outputs;
  std::vector<Diagnostic> findings;
  for (const std::string& path : paths) {
    if (const auto variable = model.find_variable(path)) {
      outputs.push_back({*variable, 0});
      continue;
    }
    std::vector<std::string> names;
    for (const VariableDescription& v : model.description().variables) names.emplace_back(v.path);
    const std::vector<std::string> near = nearest(path, names);
    findings.push_back({Severity::error, path, fmt::format("There is no variable {}.", path),
                        near.empty() ? "Outputs are variables of the model by their paths."
                                     : fmt::format("Did you mean {}?", join_names(near))});
  }
  if (!findings.empty()) throw Error(std::move(findings));
  return outputs;
}

/// Parameters that count as inputs; whatever cannot be one is named.
std::vector<ParameterId> find_parameters(const CompiledModel& model,
                                         const std::vector<std::string>& paths) {
  using Kind = ParameterDescription::Kind;
  std::vector<ParameterId> parameters;
  std::vector<Diagnostic> findings;
  for (const std::string& path : paths) {
    const auto parameter = model.find_parameter(path);
    if (parameter && model.description()[*parameter].kind == Kind::tunable) {
      parameters.push_back(*parameter);
      continue;
    }
    std::vector<std::string> names;
    for (const ParameterDescription& p : model.description().parameters) {
      if (p.kind == Kind::tunable || p.kind == Kind::specialized) names.emplace_back(p.path);
    }
    const std::vector<std::string> near = nearest(path, names);
    findings.push_back({Severity::error, path,
                        parameter ? fmt::format("{} is no symbol of the compiled model.", path)
                                  : fmt::format("There is no input and no parameter {}.", path),
                        near.empty() ? "Name an input, or a parameter such as that of a source."
                                     : fmt::format("Did you mean {}?", join_names(near))});
  }
  if (!findings.empty()) throw Error(std::move(findings));
  return parameters;
}

struct ParameterSlopes {
  VectorXd derivatives, outputs;
};

/// Central differences: functions have no derivative by parameters, which are in their constants.
ParameterSlopes slopes_by(const RunView& run, const std::vector<double>& y, ParameterId parameter,
                          const std::vector<VariableLeaf>& leaves) {
  constexpr double kStep = 6e-6;  // cube root of the rounding
  CompiledDynamics& dynamics = run.dynamics;
  const std::size_t first = dynamics.mode().layout.parameters;
  const std::vector<double> before(
      dynamics.inputs().begin() + static_cast<std::ptrdiff_t>(first),
      dynamics.inputs().begin() +
          static_cast<std::ptrdiff_t>(first + run.model.description().parameters.size()));
  const double value = before[parameter.index()], step = kStep * std::max(1.0, std::abs(value));
  std::array<ParameterSlopes, 2> sides;
  for (const int side : {0, 1}) {
    std::vector<double> values = before;
    values[parameter.index()] = side == 0 ? value - step : value + step;
    dynamics.set_parameters(values);
    VectorXd f(static_cast<Index>(y.size())), outputs(static_cast<Index>(leaves.size()));
    bool known = dynamics.derivatives(run.time, y.data(), f.data()) != Evaluation::failed;
    if (known && !leaves.empty()) {
      Runner runner(dynamics.functions().probe(leaves));
      known = runner.run(dynamics.inputs().data(), outputs.data());
    }
    sides[static_cast<std::size_t>(side)] = {f, outputs};
    if (known && f.allFinite() && outputs.allFinite()) continue;
    dynamics.set_parameters(before);
    throw Error(std::string(run.model.description()[parameter].path),
                "The equations have no finite slope by this parameter.",
                "Choose another input, or another state.");
  }
  dynamics.set_parameters(before);
  dynamics.set_point(run.time, y.data());
  return {(sides[1].derivatives - sides[0].derivatives) / (2 * step),
          (sides[1].outputs - sides[0].outputs) / (2 * step)};
}

void add_column(MatrixXd& matrix, const VectorXd& column) {
  matrix.conservativeResize(Eigen::NoChange, matrix.cols() + 1);
  matrix.col(matrix.cols() - 1) = column;
}

}  // namespace

std::shared_ptr<const CompiledModel> with_inputs(std::shared_ptr<const CompiledModel> model,
                                                 const std::vector<std::string>& paths) {
  std::vector<ParameterId> numbers;
  for (const std::string& path : paths) {
    const auto parameter = model->find_parameter(path);
    if (!parameter) continue;
    const bool specialized =
        model->description()[*parameter].kind == ParameterDescription::Kind::specialized;
    if (specialized) numbers.push_back(*parameter);
  }
  if (!numbers.empty()) model = model->with_free(numbers);
  find_parameters(*model, paths);
  return model;
}

Linearization linearize(const RunView& run, const std::vector<std::string>& outputs,
                        const std::vector<std::string>& parameters) {
  CompiledDynamics& dynamics = run.dynamics;
  const double t = run.time;
  const std::vector<double> y(run.state, run.state + dynamics.size());
  Linearization result;
  result.time = t;
  result.state = y;
  result.outputs = outputs;
  // The derivatives come first: they may choose other pivots, and functions with them.
  std::vector<double> f(y.size());
  if (dynamics.derivatives(t, y.data(), f.data()) == Evaluation::failed) {
    throw Error(
        "", "The model cannot be linearized: its derivatives have no value. " + dynamics.failure(),
        "Linearize at another time, or from other start values.");
  }
  const CompiledMode& mode = dynamics.mode();
  const std::vector<VariableLeaf> leaves = find_outputs(run.model, outputs);
  for (const StateDescription& state : mode.states) result.states.push_back(state.name);
  std::vector<std::uint32_t> input_slots;
  for (const std::uint32_t d : mode.inputs) {
    result.inputs.emplace_back(run.model.description()[mode.discretes[d]].path);
    input_slots.push_back(static_cast<std::uint32_t>(mode.layout.discretes + d));
  }
  const std::vector<std::uint32_t> state_slots = slots(mode.layout.states, mode.states.size());
  const auto slopes = [&](const std::vector<VariableLeaf>& of,
                          const std::vector<std::uint32_t>& by) {
    const std::size_t rows = of.empty() ? mode.states.size() : of.size();
    return by.empty() ? MatrixXd(MatrixXd::Zero(static_cast<Index>(rows), 0))
                      : jacobian_of(dynamics, dynamics.functions().slopes(of, by), rows, by.size());
  };

  const MatrixXd J = state_jacobian(dynamics, t, y);
  dynamics.set_point(t, y.data());
  const MatrixXd G = constraint_rows(dynamics);
  const MatrixXd N = dense::orthonormal_kernel(G, kRank);
  // x = x0 + V z, z = S (x - x0).
  MatrixXd V = N, S = N.transpose();
  if (G.rows() > 0 && N.cols() > 0) {
    const double size = std::max(1.0, J.cwiseAbs().maxCoeff());
    result.normal_part = (G * J * N).cwiseAbs().maxCoeff();
    if (result.normal_part > kNormalPart * size) {
      const std::vector<Index> chosen = independent_states(N, mode.invariants.position_states);
      V = N * dense::inverse(N(chosen, Eigen::all));
      S = MatrixXd::Identity(N.rows(), N.rows())(chosen, Eigen::all);
      for (const Index state : chosen) {
        result.coordinates.push_back(result.states[static_cast<std::size_t>(state)]);
      }
      result.diagnostics.push_back(
          {Severity::note, "",
           fmt::format(
               "The model moves at t = {}, and its constraints turn with the motion: the "
               "eigenvalues are those in the coordinates {}. Other coordinates have others.",
               quantity(t, "s"), join_names(result.coordinates)),
           "For eigenvalues that do not depend on coordinates start it at rest in an equilibrium, "
           "or linearize at a time when it has settled."});
    }
  }
  result.basis = V;
  result.A = S * J * V;
  result.B = S * slopes({}, input_slots);
  result.C = MatrixXd::Zero(static_cast<Index>(leaves.size()), V.cols());
  result.D =
      MatrixXd::Zero(static_cast<Index>(leaves.size()), static_cast<Index>(input_slots.size()));
  if (!leaves.empty()) {
    result.C = slopes(leaves, state_slots) * V;
    result.D = slopes(leaves, input_slots);
  }
  for (const ParameterId parameter : find_parameters(run.model, parameters)) {
    const ParameterSlopes slopes = slopes_by(run, y, parameter, leaves);
    add_column(result.B, S * slopes.derivatives);
    add_column(result.D, slopes.outputs);
    result.inputs.emplace_back(run.model.description()[parameter].path);
  }
  const std::vector<DelayDescription>& delays = mode.delays;
  tell_delays(result, delays);
  if (!f.empty()) judge_drift(result, dynamics, f, J, G, !delays.empty());
  solve_modes(result);
  return result;
}

Linearization linearize(const std::shared_ptr<const CompiledModel>& model,
                        const LinearizeOptions& options) {
  find_outputs(*model, options.outputs);  // before the run
  const std::shared_ptr<const CompiledModel> general = with_inputs(model, options.parameters);
  const double start = options.simulation.start;
  const double time = options.time == 0 ? start : options.time;
  if (time < start) {
    throw Error("time",
                fmt::format("The time {} lies before the start of the run at {}.",
                            quantity(time, "s"), quantity(start, "s")),
                "Give a later time.");
  }
  SimulatorOptions how = simulator_options(options.simulation);
  how.stop = time > start ? time : start + 1;
  Simulator run(general, how);
  for (const auto& [path, value] : options.simulation.set) run.set(path, value);
  run.interrupt_when(options.simulation.interrupted);
  run.initialize(start);
  const RunStatus status = run.advance(time);
  if (status == RunStatus::failed || run.time() < time) {
    std::vector<Diagnostic> findings = run.diagnostics();
    findings.insert(findings.begin(),
                    {Severity::error, "time",
                     fmt::format("The model cannot be linearized at t = {}: the run ended at {}.",
                                 quantity(time, "s"), quantity(run.time(), "s")),
                     "Choose an earlier time."});
    throw Error(std::move(findings));
  }
  return linearize(run.view(), options.outputs, options.parameters);
}

Linearization linearize(Component& model, const LinearizeOptions& options) {
  CompileModelOptions compile;
  compile.backend = options.simulation.backend;
  return linearize(compile_model(model, compile), options);
}

}  // namespace multibond
