#include "loop_kinematics.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "multibond/base/dense.h"
#include "multibond/compile/emission.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

constexpr double kClosed = 1e-8;  ///< residual of a constraint that holds

/// From this number of equations on, positions and velocities that follow from others are
/// substituted, so that the dense matrices are those of the joint coordinates.
constexpr std::size_t kSubstituteFrom = 200;

}  // namespace

bool is_velocity(const System& system, const Expr& leaf) {
  return leaf.op() == Op::variable &&
         (leaf.order() >= 1 || system.variables[leaf.index()].kind == VariableKind::velocity);
}

namespace {

/// Whether the equation says that the ends of a loop in the plane have the same angle: whole turns
/// make no difference to that. In space the gap is no angle but a part of a rotation.
bool is_planar_angle(const System& system, const SystemEquation& equation) {
  return equation.angle && equation.loop != StatedEquation::kNone &&
         std::none_of(system.closures.begin(), system.closures.end(),
                      [&](const SystemClosure& closure) { return closure.loop == equation.loop; });
}

}  // namespace

LoopKinematics::LoopKinematics(const System& system, const LoopCluster& cluster,
                               Differentiator& derivative, LoopValues values)
    : system_(system), fingerprints_(*system.pool) {
  std::vector<Expr> closure, rates;
  for (std::uint32_t e : cluster.constraints) {
    const Expr& residual = system.equations[e].residual;
    // A constraint between velocities, such as rolling, is a rate already.
    if (depends_on(residual, [&](const Expr& leaf) { return is_velocity(system, leaf); })) {
      rates.push_back(residual);
      closure_row_.push_back(-1);
    } else {
      closure_row_.push_back(static_cast<Eigen::Index>(closure.size()));
      if (is_planar_angle(system, system.equations[e])) turning_.push_back(closure_row_.back());
      closure.push_back(residual);
      rates.push_back(derivative(residual));
    }
  }
  constraints_ = static_cast<Eigen::Index>(closure.size());
  std::vector<Expr> placing, kinematic;
  for (std::uint32_t e : cluster.positions) placing.push_back(system.equations[e].residual);
  for (std::uint32_t e : cluster.kinematic) kinematic.push_back(system.equations[e].residual);
  if (values == LoopValues::adjustable) make_adjustable({&closure, &rates, &placing, &kinematic});
  NodeMap known_positions;
  for (const auto* list : {&closure, &placing}) {
    for (const Expr& residual : *list) {
      for (const Expr& leaf : variable_leaves(residual)) known_positions.insert(leaf.id(), 1);
    }
  }
  if (placing.size() + kinematic.size() >= kSubstituteFrom) {
    substitute(placing, given_positions_, [&](const Expr& leaf) { return leaf.order() == 0; });
    substitute(kinematic, given_velocities_,
               [&](const Expr& leaf) { return !known_positions.contains(leaf.id()); });
  }
  closure.insert(closure.end(), placing.begin(), placing.end());

  // Leaves: positions (with order 0 of differentiated variables), and velocities.
  std::vector<Expr> given_values;
  for (const Given& given : given_positions_) given_values.push_back(given.value);
  for (const auto* list : {&closure, &given_values}) {
    for (const Expr& residual : *list) {
      for (const Expr& leaf : variable_leaves(residual)) position(leaf);
    }
  }
  given_values.clear();
  for (const Given& given : given_velocities_) given_values.push_back(given.value);
  for (const auto* list : {&rates, &kinematic, &given_values}) {
    for (const Expr& residual : *list) {
      for (const Expr& leaf : variable_leaves(residual)) {
        if (!known_positions.contains(leaf.id())) velocity(leaf);
      }
    }
  }
  find_sizes(rates, known_positions);
  std::vector<Expr> places;
  for (const Given& given : given_positions_) places.push_back(given.leaf);
  places_ = std::make_unique<Runner>(build(places));
  closure_ = build(closure);
  rates_ = build(rates);
  kinematic_ = build(kinematic);
  std::vector<std::uint32_t> active(positions_.size());
  std::iota(active.begin(), active.end(), 0);
  closure_slope_ = std::make_unique<Runner>(tangent(closure_, active));
  std::vector<std::uint32_t> moving(velocities_.size());
  std::iota(moving.begin(), moving.end(), static_cast<std::uint32_t>(positions_.size()));
  rates_slope_ = std::make_unique<Runner>(tangent(rates_, moving));
  kinematic_slope_ = std::make_unique<Runner>(tangent(kinematic_, moving));
  closure_value_ = std::make_unique<Runner>(closure_);
  shifts_.resize(velocities_.size());
  begin();
}

void LoopKinematics::begin() {
  q_.resize(static_cast<Eigen::Index>(positions_.size()));
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const SystemVariable& v = system_.variables[positions_[i].index()];
    q_[static_cast<Eigen::Index>(i)] = positions_[i].order() == 0 ? v.start : 0.0;
  }
  adjusted_.clear();
  for (const Expr& leaf : adjustable_) adjusted_.push_back(given_value(leaf));
}

void LoopKinematics::make_adjustable(const std::vector<const std::vector<Expr>*>& lists) {
  for (const auto* list : lists) {
    for (const Expr& expr : *list) {
      for (const Expr& leaf : leaves(expr, [](const Expr& l) {
             return l.op() == Op::parameter || l.op() == Op::variable || l.op() == Op::pre;
           })) {
        const bool unknown = leaf.op() == Op::variable && !variable_leaves(leaf).empty();
        if (unknown || adjustable_index_.contains(leaf.id())) continue;
        adjustable_index_.insert(leaf.id(), static_cast<std::uint32_t>(adjustable_.size()));
        adjustable_.push_back(leaf);
      }
    }
  }
}

std::vector<std::uint32_t> LoopKinematics::parameters() const {
  std::vector<std::uint32_t> found;
  const auto add = [&](const Expr& expr) {
    for (const Expr& leaf : leaves(expr, [](const Expr& l) { return l.op() == Op::parameter; })) {
      found.push_back(leaf.index());
    }
  };
  for (const Expr& leaf : adjustable_) {
    add(leaf.op() == Op::parameter ? leaf : system_.variables[leaf.index()].start_value);
  }
  for (const Expr& leaf : positions_) add(system_.variables[leaf.index()].start_value);
  return found;
}

double LoopKinematics::given_value(const Expr& leaf) const {
  if (leaf.op() == Op::parameter) return system_.parameters[leaf.index()].value;
  const bool discrete = leaf.op() == Op::variable || leaf.op() == Op::pre;
  return discrete ? system_.variables[leaf.index()].start : 0.0;
}

bool LoopKinematics::assemble() {
  Eigen::VectorXd free(q_.size());
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    free[static_cast<Eigen::Index>(i)] = system_.variables[positions_[i].index()].has_start ? 0 : 1;
  }
  approach(constraints_, free);
  start_ = q_;
  const bool closed = close();
  assembled_ = q_;
  measure();
  return closed;
}

Eigen::VectorXd LoopKinematics::bent(int way) const {
  Eigen::VectorXd q = start_;
  for (Eigen::Index k = 0; k < q.size(); ++k) {
    q[k] += 0.3 * std::sin(7.0 * static_cast<double>(k) + way);
  }
  return q;
}

bool LoopKinematics::assemble_bent() {
  constexpr int kWays = 4;
  for (int way = 1; way <= kWays; ++way) {
    q_ = bent(way);
    if (!close()) continue;
    assembled_ = q_;
    return true;
  }
  return false;
}

std::optional<std::size_t> LoopKinematics::immovable() {
  const Eigen::VectorXd r = residual();
  const auto rates_at = [this](const Eigen::VectorXd& q) {
    const Eigen::VectorXd present = std::exchange(q_, q);
    Eigen::MatrixXd rates = scaled_rates();
    q_ = present;
    return rates;
  };
  const Eigen::MatrixXd here = scaled_rates(), at_start = rates_at(start_);
  for (std::size_t i = 0; i < closure_row_.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const bool holds = closure_row_[i] < 0 || std::abs(r[closure_row_[i]]) < kClosed;
    if (!holds && here.row(row).norm() < kDependentRate &&
        at_start.row(row).norm() < kDependentRate) {
      if (rates_at(bent(1)).row(row).norm() < kDependentRate) return i;
    }
  }
  return std::nullopt;
}

bool LoopKinematics::restart() {
  q_ = start_;
  return true;
}

void LoopKinematics::note(Redundancy::Configuration& configuration) {
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if (positions_[i].order() > 0) continue;
    configuration[positions_[i].index()] = q_[static_cast<Eigen::Index>(i)];
  }
  std::vector<double> values(given_positions_.size());
  places_->run(point(0).data(), values.data());
  for (std::size_t i = 0; i < values.size(); ++i) {
    configuration[given_positions_[i].leaf.index()] = values[i];
  }
}

/// Directions in which the loops stay closed.
Eigen::MatrixXd LoopKinematics::tangent_space() {
  return dense::orthonormal_kernel(
      slope(*closure_slope_, closure_.outputs.size(), positions_.size()), 1e-8);
}

bool LoopKinematics::move() {
  if (q_.size() == 0) return false;  // only velocities are constrained
  const Eigen::VectorXd from = q_;
  const Eigen::MatrixXd J = slope(*closure_slope_, closure_.outputs.size(), positions_.size());
  const Eigen::MatrixXd tangent_space = dense::kernel(J, 1e-8);
  for (double size = 0.3; size > 1e-3; size /= 2) {
    Eigen::VectorXd direction = Eigen::VectorXd::Zero(q_.size());
    for (Eigen::Index k = 0; k < tangent_space.cols(); ++k) {
      direction += std::cos(1.3 * static_cast<double>(k) + 0.4) * tangent_space.col(k).normalized();
    }
    if (direction.norm() == 0) return false;
    q_ = from + size * (1 + from.norm() / std::sqrt(static_cast<double>(from.size()))) *
                    direction.normalized();
    if (close() && (q_ - from).norm() > 0.1 * size) return true;
  }
  q_ = from;
  return false;
}

void LoopKinematics::restart_closed() {
  q_ = assembled_;
  heading_.resize(0);
}

bool LoopKinematics::walk() {
  if (q_.size() == 0) return false;
  const Eigen::MatrixXd tangents = tangent_space();
  if (tangents.cols() == 0) return false;
  Eigen::VectorXd direction = tangents * Eigen::VectorXd::Ones(tangents.cols());
  if (heading_.size() > 0) {
    const Eigen::VectorXd onward = tangents * (tangents.transpose() * heading_);
    if (onward.norm() > 0.1) direction = onward;
  }
  direction.normalize();
  const Eigen::VectorXd from = q_;
  for (double size = 0.6; size > 0.02; size /= 2) {
    // The coordinate that moves fastest moves by so much, in rad or m.
    q_ = from + size / direction.cwiseAbs().maxCoeff() * direction;
    if (close() && (q_ - from).norm() > 0.1 * size) {
      heading_ = (q_ - from).normalized();
      return true;
    }
  }
  q_ = from;
  return false;
}

bool LoopKinematics::is_turning(const Expr& velocity) const {
  return system_.variables[velocity.index()].unit.starts_with("rad");
}

bool LoopKinematics::is_shifting(const Expr& velocity) const {
  const std::string_view unit = system_.variables[velocity.index()].unit;
  return unit == "m" || unit == "m/s";
}

void LoopKinematics::measure() {
  const Eigen::MatrixXd G = slope(*rates_slope_, rates_.outputs.size(), velocities_.size());
  const Eigen::MatrixXd K = slope(*kinematic_slope_, kinematic_.outputs.size(), velocities_.size());
  shifts_.clear();
  for (const Expr& velocity : velocities_) shifts_.push_back(is_shifting(velocity));
  // Flows of bonds have no unit. What is summed with speeds is one.
  for (bool found = true; found;) {
    found = false;
    for (Eigen::Index i = 0; i < K.rows(); ++i) {
      bool speed = false;
      for (std::size_t j = 0; j < velocities_.size(); ++j) {
        speed = speed || (shifts_[j] && K(i, static_cast<Eigen::Index>(j)) != 0);
      }
      for (std::size_t j = 0; speed && j < velocities_.size(); ++j) {
        if (shifts_[j] || K(i, static_cast<Eigen::Index>(j)) == 0) continue;
        if (!system_.variables[velocities_[j].index()].unit.empty()) continue;
        shifts_[j] = found = true;
      }
    }
  }
  double longest = 0;
  const auto look = [&](const auto& row, double along) {
    double turn = 0;
    for (Eigen::Index j = 0; j < row.size(); ++j) {
      const auto v = static_cast<std::size_t>(j);
      if (is_turning(velocities_[v])) turn = std::max(turn, std::abs(row[j]));
      if (shifts_[v]) along = std::max(along, std::abs(row[j]));
    }
    if (turn > 0 && along > 0) longest = std::max(longest, turn / along);
  };
  const Eigen::VectorXd size = sizes();
  for (Eigen::Index i = 0; i < G.rows(); ++i) {
    if (holds_length_[static_cast<std::size_t>(i)]) look(G.row(i), size[i]);
  }
  for (Eigen::Index i = 0; i < K.rows(); ++i) look(K.row(i), 0.0);
  lever_ = longest > 0 && std::isfinite(longest) ? longest : 1.0;
}

Eigen::MatrixXd LoopKinematics::rates(Eigen::VectorXd& size) {
  Eigen::VectorXd unit = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(velocities_.size()));
  for (Eigen::Index j = 0; j < unit.size(); ++j) {
    if (shifts_[static_cast<std::size_t>(j)]) unit[j] = lever_;
  }
  Eigen::MatrixXd G =
      slope(*rates_slope_, rates_.outputs.size(), velocities_.size()) * unit.asDiagonal();
  size = sizes();
  for (Eigen::Index i = 0; i < G.rows(); ++i) {
    if (size[i] == 0) {
      size[i] = G.row(i).norm();  // not linear in the velocities
    } else if (holds_length_[static_cast<std::size_t>(i)]) {
      size[i] *= lever_;
    }
  }
  if (G.cols() == 0) return Eigen::MatrixXd::Zero(G.rows(), 1);  // nothing can move
  if (!kinematic_.outputs.empty()) {
    const Eigen::MatrixXd K =
        slope(*kinematic_slope_, kinematic_.outputs.size(), velocities_.size()) * unit.asDiagonal();
    G = G * dense::kernel(K, 1e-10);
  }
  return G;
}

Eigen::MatrixXd LoopKinematics::scaled_rates() {
  Eigen::VectorXd size;
  Eigen::MatrixXd G = rates(size);
  for (Eigen::Index i = 0; i < G.rows(); ++i) {
    if (size[i] > 0) G.row(i) /= size[i];
  }
  return G;
}

Eigen::MatrixXd LoopKinematics::comparable_rates() {
  Eigen::VectorXd size, usual;
  const Eigen::VectorXd present = std::exchange(q_, assembled_);
  rates(usual);
  q_ = present;
  Eigen::MatrixXd G = rates(size);
  for (Eigen::Index i = 0; i < G.rows(); ++i) {
    if (usual[i] > 0) G.row(i) /= usual[i];
  }
  return G;
}

bool LoopKinematics::approach(Eigen::Index first_row, const Eigen::VectorXd& weight) {
  const Eigen::Index rows = static_cast<Eigen::Index>(closure_.outputs.size()) - first_row;
  if (rows == 0) return true;
  for (int iteration = 0; iteration < 100; ++iteration) {
    const Eigen::VectorXd r = residual().tail(rows);
    if (!r.allFinite()) return false;
    const double scale = 1 + (q_.size() > 0 ? q_.cwiseAbs().maxCoeff() : 0.0);
    if (r.cwiseAbs().maxCoeff() < 1e-12 * scale * scale) return true;
    if (q_.size() == 0) return false;
    const Eigen::MatrixXd J =
        slope(*closure_slope_, closure_.outputs.size(), positions_.size()).bottomRows(rows) *
        weight.asDiagonal();
    const Eigen::VectorXd step = -(weight.asDiagonal() * dense::least_norm_solution(J, r, 1e-10));
    double damping = 1;
    const Eigen::VectorXd from = q_;
    for (; damping > 1e-4; damping /= 2) {
      q_ = from + damping * step;
      if (residual().tail(rows).norm() < (1 - 0.1 * damping) * r.norm()) break;
    }
    if (damping <= 1e-4) {
      q_ = from;
      return r.cwiseAbs().maxCoeff() < 1e-9 * scale * scale;
    }
  }
  return false;
}

template <typename MayBeGiven>
void LoopKinematics::substitute(std::vector<Expr>& equations, std::vector<Given>& given,
                                const MayBeGiven& may_be_given) {
  NodeMap place;                                                 // leaf to its number
  std::vector<Expr> unknowns;                                    // by number
  std::vector<std::vector<std::uint32_t>> in;                    // equations in which a leaf occurs
  std::vector<std::vector<std::uint32_t>> of(equations.size());  // leaves of an equation
  for (std::uint32_t e = 0; e < equations.size(); ++e) {
    for (const Expr& leaf : variable_leaves(equations[e])) {
      if (!may_be_given(leaf)) continue;
      std::uint32_t k = place.find(leaf.id());
      if (k == NodeMap::kMissing) {
        k = static_cast<std::uint32_t>(unknowns.size());
        place.insert(leaf.id(), k);
        unknowns.push_back(leaf);
        in.emplace_back();
      }
      in[k].push_back(e);
      of[e].push_back(k);
    }
  }
  std::vector<bool> settled(unknowns.size(), false), used(equations.size(), false);
  std::vector<std::size_t> open(equations.size());  // leaves of an equation not yet settled
  std::vector<std::uint32_t> ready;
  const auto note = [&](std::uint32_t e) {
    if (open[e] == 1) ready.push_back(e);
  };
  const auto settle = [&](std::uint32_t k) {
    settled[k] = true;
    for (std::uint32_t e : in[k]) {
      --open[e];
      note(e);
    }
  };
  for (std::uint32_t e = 0; e < equations.size(); ++e) open[e] = of[e].size();
  for (std::uint32_t e = 0; e < equations.size(); ++e) note(e);
  // Coordinates are what prefers to be a state, and then whatever is left open in turn.
  for (std::uint32_t k = 0; k < unknowns.size(); ++k) {
    const StateHint hint = system_.variables[unknowns[k].index()].hint;
    if (hint == StateHint::prefer || hint == StateHint::always) settle(k);
  }
  const auto solve_ready = [&] {
    while (!ready.empty()) {
      const std::uint32_t e = ready.back();
      ready.pop_back();
      if (used[e] || open[e] != 1) continue;
      const auto k = *std::find_if(of[e].begin(), of[e].end(),
                                   [&](std::uint32_t leaf) { return !settled[leaf]; });
      const Expr unknown = unknowns[k];
      const auto form =
          linear_form(equations[e], [&](const Expr& leaf) { return same(leaf, unknown); });
      if (!form) continue;
      const Expr coefficient = form->coefficient(unknown);
      if (!coefficient.is_number() || coefficient.is_number(0)) continue;
      used[e] = true;
      given.push_back({unknown, -form->rest / coefficient});
      is_given_.insert(unknown.id(), 1);
      settle(k);
    }
  };
  solve_ready();
  for (std::uint32_t k = 0; k < unknowns.size(); ++k) {
    if (settled[k]) continue;
    settle(k);
    solve_ready();
  }
  std::vector<Expr> rest;
  for (std::uint32_t e = 0; e < equations.size(); ++e) {
    if (!used[e]) rest.push_back(equations[e]);
  }
  equations = std::move(rest);
}

void LoopKinematics::find_sizes(const std::vector<Expr>& rates, const NodeMap& positions) {
  std::vector<Expr> coefficients;
  for (const Expr& rate : rates) {
    const auto form = linear_form(rate, [&](const Expr& leaf) {
      return leaf.op() == Op::variable && !positions.contains(leaf.id()) &&
             !variable_leaves(leaf).empty();
    });
    bool length = false;
    if (form) {
      for (const LinearTerm& term : form->terms) {
        coefficients.push_back(term.coefficient);
        length = length || is_shifting(term.unknown);
      }
    }
    holds_length_.push_back(length);
    size_end_.push_back(coefficients.size());
  }
  size_count_ = coefficients.size();
  sizes_ = std::make_unique<Runner>(build(coefficients));
}

Eigen::VectorXd LoopKinematics::sizes() {
  std::vector<double> values(size_count_);
  sizes_->run(point(0).data(), values.data());
  Eigen::VectorXd result = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(size_end_.size()));
  std::size_t k = 0;
  for (std::size_t i = 0; i < size_end_.size(); ++i) {
    double square = 0;
    for (; k < size_end_[i]; ++k) square += values[k] * values[k];
    result[static_cast<Eigen::Index>(i)] = std::sqrt(square);
  }
  return result;
}

std::vector<Expr> LoopKinematics::variable_leaves(const Expr& expr) const {
  return leaves(expr, [this](const Expr& leaf) {
    return leaf.op() == Op::variable && !is_given(system_.variables[leaf.index()].kind);
  });
}

void LoopKinematics::position(const Expr& leaf) {
  if (position_index_.contains(leaf.id()) || is_given_.contains(leaf.id())) return;
  position_index_.insert(leaf.id(), static_cast<std::uint32_t>(positions_.size()));
  positions_.push_back(leaf);
}

void LoopKinematics::velocity(const Expr& leaf) {
  if (velocity_index_.contains(leaf.id()) || is_given_.contains(leaf.id())) return;
  velocity_index_.insert(leaf.id(), static_cast<std::uint32_t>(velocities_.size()));
  velocities_.push_back(leaf);
}

Program LoopKinematics::build(const std::vector<Expr>& outputs) const {
  const std::size_t moving = positions_.size() + velocities_.size();
  ProgramBuilder builder(moving + adjustable_.size());
  Emission emit(*system_.pool, fingerprints_, builder, [&](const Expr& leaf) {
    if (adjustable_index_.contains(leaf.id())) {
      return builder.input(moving + adjustable_index_.find(leaf.id()));
    }
    if (position_index_.contains(leaf.id())) return builder.input(position_index_.find(leaf.id()));
    if (velocity_index_.contains(leaf.id())) {
      return builder.input(positions_.size() + velocity_index_.find(leaf.id()));
    }
    return builder.constant(given_value(leaf));
  });
  for (const auto* list : {&given_positions_, &given_velocities_}) {
    for (const Given& given : *list) emit.define(given.leaf, emit(given.value));
  }
  for (const Expr& output : outputs) builder.output(emit(output));
  return builder.finish();
}

std::vector<double> LoopKinematics::point(std::size_t seeds) const {
  const std::size_t moving = positions_.size() + velocities_.size();
  std::vector<double> in(moving + adjusted_.size() + seeds, 0.0);
  std::copy(q_.data(), q_.data() + q_.size(), in.begin());
  std::copy(adjusted_.begin(), adjusted_.end(), in.begin() + static_cast<std::ptrdiff_t>(moving));
  return in;
}

Eigen::VectorXd LoopKinematics::residual() {
  Eigen::VectorXd r(static_cast<Eigen::Index>(closure_.outputs.size()));
  closure_value_->run(point(0).data(), r.data());
  for (const Eigen::Index row : turning_) r[row] = std::remainder(r[row], 2 * std::numbers::pi);
  return r;
}

Eigen::MatrixXd LoopKinematics::slope(Runner& tangent, std::size_t rows, std::size_t columns) {
  std::vector<double> in = point(columns);
  const std::size_t first = in.size() - columns;
  Eigen::MatrixXd J(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  for (std::size_t j = 0; j < columns; ++j) {
    in[first + j] = 1;
    tangent.run(in.data(), J.col(static_cast<Eigen::Index>(j)).data());
    in[first + j] = 0;
  }
  return J;
}

}  // namespace multibond
