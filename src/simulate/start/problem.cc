#include "problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "multibond/base/text.h"
#include "multibond/program/runner.h"

namespace multibond {

StartProblem::StartProblem(CompiledDynamics& dynamics, double t, const GivenStarts& given)
    : dynamics_(dynamics),
      mode_(dynamics.mode()),
      known_(mode_.initialization()),
      stated_(start_values(dynamics)),
      starts_(start_values(dynamics, given)) {
  dynamics_.inputs()[mode_.layout.time] = t;
  collect_wishes(given);
  for (const ClosureDescription& loop : known_.closures) gap_outputs_ += loop.outputs();
  begin();
}

void StartProblem::collect_wishes(const GivenStarts& given) {
  for (const StateDescription& state : mode_.states) {
    const bool length = !state.angle && state.nominal == 1;
    unknowns_.push_back({0, kFreeWeight, state.nominal, false, state.angle, length});
  }
  // Components of a vector of a given size, of a quaternion say, are no lengths.
  for (const InvariantsDescription::Declared& declared : mode_.invariants.declared) {
    for (const std::size_t i : declared.states) unknowns_[i].length = false;
  }
  for (const std::uint32_t place : known_.found) {
    const double guess = starts_[known_.discrete_starts[place]];
    unknowns_.push_back({guess, 1, guess == 0 ? 1.0 : std::abs(guess), true, false});
  }
  const std::vector<double> compiled = starts_as_compiled();
  for (const WishDescription& wish : known_.wishes) {
    StartUnknown& unknown = unknowns_[wish.unknown];
    unknown.wish = wish.sign * starts_[wish.start];
    // What was left open when the model was compiled is a wish once its parameters are set. Until
    // then it moves before all that was given, but not instead of what nobody has an idea of: where
    // a floating mechanism is says more than how it is turned.
    const bool was_open = wish.weight < kGivenWeight;
    unknown.given = !was_open || starts_[wish.start] != compiled[wish.start];
    unknown.weight = wish.weight / (was_open ? kFreeWeight : 1.0);
  }
  // What was given by hand counts more than what the model says, unless that is fixed.
  for (const StateAlias& alias : known_.aliases) {
    const auto by_hand = given.find(alias.variable);
    if (by_hand == given.end()) continue;
    StartUnknown& unknown = unknowns_[alias.state];
    unknown.wish = alias.sign * by_hand->second;
    unknown.weight = std::max(unknown.weight, 3.0);
    unknown.given = true;
  }
}

/// Start values with the parameters with which the mode was compiled.
std::vector<double> StartProblem::starts_as_compiled() {
  const auto place =
      dynamics_.inputs().begin() + static_cast<std::ptrdiff_t>(mode_.layout.parameters);
  if (std::equal(mode_.parameters.begin(), mode_.parameters.end(), place)) return stated_;
  CompiledDynamics as_compiled(dynamics_.shared_mode());
  return start_values(as_compiled);
}

void StartProblem::set_length(const std::vector<std::uint32_t>& unknowns, double length) {
  for (const std::uint32_t i : unknowns) {
    if (unknowns_[i].length) unknowns_[i].nominal = length;
  }
}

std::vector<bool> StartProblem::positions() const {
  std::vector<bool> positions(size(), true);
  for (std::uint32_t i : mode_.invariants.velocity_states) positions[i] = false;
  // The angle of a joint that closes a loop in the plane follows from the others like a velocity.
  for (const DemandDescription& demand : known_.demands) {
    if (!demand.position) continue;
    for (std::uint32_t i : demand.unknowns) positions[i] = true;
  }
  return positions;
}

void StartProblem::begin() {
  values.clear();
  for (const StartUnknown& unknown : unknowns_) values.push_back(unknown.wish);
}

void StartProblem::set_inputs() {
  std::vector<double>& inputs = dynamics_.inputs();
  const std::size_t states = mode_.states.size();
  std::copy_n(values.begin(), states,
              inputs.begin() + static_cast<std::ptrdiff_t>(mode_.layout.states));
  for (std::size_t k = 0; k < known_.found.size(); ++k) {
    inputs[mode_.layout.discretes + known_.found[k]] = values[states + k];
  }
}

double StartProblem::missed(const OtherWishDescription& wish, double value) const {
  const double difference = value - wish_of(wish);
  if (wish.unit == "rad") return std::remainder(difference, 2 * std::numbers::pi);
  if (wish.unit == "deg") return std::remainder(difference, 360);
  return difference;
}

bool StartProblem::demands(std::vector<double>& out) {
  out.resize(known_.demands.size());
  if (out.empty()) return true;
  set_inputs();
  if (!dynamics_.run(FunctionKind::demands, out.data())) {
    failure_ = dynamics_.failure();
    return false;
  }
  for (std::size_t d = 0; d < out.size(); ++d) {
    // A value given by hand stands in place of that in the equation.
    if (is_fixed_value(d)) out[d] += stated_[demand(d).start] - starts_[demand(d).start];
  }
  return true;
}

bool StartProblem::evaluates() {
  std::vector<double> residuals;
  if (!demands(residuals)) return false;
  for (std::size_t d = 0; d < residuals.size(); ++d) {
    if (std::isfinite(residuals[d])) continue;
    failure_ = fmt::format("{} has no value at the start.", demand_text(d));
    return false;
  }
  return true;
}

std::vector<double> StartProblem::fixed_values() {
  std::vector<double> result(known_.demands.size());
  set_inputs();
  dynamics_.run(FunctionKind::fixed_values, result.data());
  return result;
}

bool StartProblem::gaps(std::vector<double>& out) {
  out.resize(gap_outputs_);
  if (out.empty()) return true;
  set_inputs();
  return dynamics_.run(FunctionKind::gaps, out.data()) &&
         std::all_of(out.begin(), out.end(), [](double x) { return std::isfinite(x); });
}

bool StartProblem::joint_motions(std::vector<double>& out) {
  out.resize(known_.joint_motions.size());
  if (out.empty()) return true;
  set_inputs();
  return dynamics_.run(FunctionKind::joint_motions, out.data()) &&
         std::all_of(out.begin(), out.end(), [](double x) { return std::isfinite(x); });
}

bool StartProblem::wished(std::vector<double>& out) {
  out.resize(known_.other_wishes.size());
  if (out.empty()) return true;
  set_inputs();
  return dynamics_.run(FunctionKind::wished_values, out.data()) &&
         std::all_of(out.begin(), out.end(), [](double x) { return std::isfinite(x); });
}

bool StartProblem::is_periodic(std::uint32_t unknown) {
  const Functions& functions = dynamics_.functions();
  std::vector<double> here(mode_.states.size() + 1 + functions.ranks), there = here;
  set_inputs();
  if (!dynamics_.run(FunctionKind::derivatives, here.data())) return false;
  const double before = values[unknown];
  values[unknown] += 2 * std::numbers::pi;
  set_inputs();
  const bool solved = dynamics_.run(FunctionKind::derivatives, there.data());
  values[unknown] = before;
  double size = 0, change = 0;
  for (std::size_t i = 0; i < mode_.states.size(); ++i) {
    size = std::max(size, std::abs(here[i]));
    change = std::max(change, std::abs(there[i] - here[i]));
  }
  return solved && change <= 1e-9 * size;
}

bool StartProblem::slope(FunctionKind kind, std::span<const StartSeed> seeds, double* out) {
  set_inputs();
  std::vector<double>& point = dynamics_.inputs_with_seeds(size());
  std::fill(point.end() - static_cast<std::ptrdiff_t>(size()), point.end(), 0.0);
  for (const StartSeed& seed : seeds) point[dynamics_.inputs().size() + seed.unknown] = seed.size;
  return dynamics_.run(kind, point, out);
}

bool StartProblem::slopes(FunctionKind kind, std::size_t outputs, const StartColumns& columns,
                          Eigen::MatrixXd& out) {
  const auto count = static_cast<Eigen::Index>(columns.unknowns.size());
  out.resize(static_cast<Eigen::Index>(outputs), count);
  if (outputs == 0) return true;
  for (Eigen::Index j = 0; j < count; ++j) {
    const StartSeed seed{columns.unknowns[j], columns.size[j]};
    if (!slope(kind, {&seed, 1}, out.col(j).data())) return false;
  }
  return true;
}

/// The terms are those of the usual pivots, whichever are in use.
Eigen::MatrixXd StartProblem::term_sizes(const std::vector<std::size_t>& demands,
                                         const StartColumns& columns) {
  set_inputs();
  const std::shared_ptr<const Functions> usual = mode_.usual();
  const std::size_t inputs = mode_.layout.constants + usual->constants;
  std::vector<double> point = dynamics_.inputs();
  point.resize(inputs + size());
  if (usual->constants > 0) {
    std::vector<double> constants(usual->constants);
    Runner(usual->get(FunctionKind::constants)).run(point.data(), constants.data());
    std::copy(constants.begin(), constants.end(),
              point.begin() + static_cast<std::ptrdiff_t>(mode_.layout.constants));
  }
  std::size_t count = 0;
  for (const DemandDescription& demand : known_.demands) count += demand.terms.size();
  std::vector<double> coefficients(count);
  if (!Runner(usual->get(FunctionKind::term_coefficients)).run(point.data(), coefficients.data())) {
    return {};
  }
  std::fill(point.begin() + static_cast<std::ptrdiff_t>(inputs), point.end(), 0.0);
  Eigen::MatrixXd leaves(static_cast<Eigen::Index>(known_.terms), columns.size.size());
  Runner slopes(usual->get(FunctionKind::term_slopes));
  for (Eigen::Index j = 0; j < leaves.cols(); ++j) {
    double& seed = point[inputs + columns.unknowns[j]];
    seed = columns.size[j];
    if (!slopes.run(point.data(), leaves.col(j).data())) return {};
    seed = 0;
  }
  Eigen::MatrixXd sizes = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(demands.size()),
                                                static_cast<Eigen::Index>(columns.unknowns.size()));
  std::size_t first = 0, row = 0;
  for (std::size_t d = 0; d < known_.demands.size() && row < demands.size(); ++d) {
    const std::vector<std::uint32_t>& terms = demand(d).terms;
    if (demands[row] == d) {
      for (std::size_t k = 0; k < terms.size(); ++k) {
        sizes.row(static_cast<Eigen::Index>(row)) +=
            std::abs(coefficients[first + k]) * leaves.row(terms[k]).cwiseAbs();
      }
      ++row;
    }
    first += terms.size();
  }
  return sizes;
}

std::string StartProblem::demand_text(std::size_t d) const {
  if (!is_fixed_value(d)) return demand(d).text;
  const std::string& source = demand(d).source;
  return fixed_text(d, start_of(d)) + (source.empty() ? "" : fmt::format(" ({})", source));
}

std::string StartProblem::fixed_text(std::size_t d, double value) const {
  return fmt::format("{} = {}", demand(d).text, quantity(value, demand(d).unit));
}

std::vector<double> StartProblem::rounding() {
  StartColumns columns;
  columns.size.resize(static_cast<Eigen::Index>(size()));
  for (std::uint32_t i = 0; i < size(); ++i) {
    columns.unknowns.push_back(i);
    columns.size[static_cast<Eigen::Index>(i)] =
        std::max(std::abs(values[i]), unknowns_[i].nominal);
  }
  std::vector<double> result(known_.demands.size(), 0.0);
  Eigen::MatrixXd rows;
  if (!slopes(FunctionKind::demand_slopes, result.size(), columns, rows)) return result;
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
  for (std::size_t d = 0; d < result.size(); ++d) {
    const double terms = rows.row(static_cast<Eigen::Index>(d)).cwiseAbs().sum();
    if (std::isfinite(terms)) result[d] = kRounding * terms;
  }
  return result;
}

double StartProblem::demand_size(std::size_t d) const {
  double size = 1e-3;
  for (std::uint32_t i : demand(d).unknowns) {
    if (i >= mode_.states.size()) continue;  // a parameter to be found
    size = std::max(size, std::max(std::abs(values[i]), 0.1 * unknowns_[i].nominal));
  }
  if (is_fixed_value(d)) size = std::max(size, std::abs(start_of(d)));
  return size;
}

}  // namespace multibond
