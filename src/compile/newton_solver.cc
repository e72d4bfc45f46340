#include "multibond/compile/newton_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Core>

#include "multibond/base/dense_in_place.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

std::vector<std::uint32_t> all_inputs(std::size_t n) {
  std::vector<std::uint32_t> list(n);
  for (std::uint32_t i = 0; i < n; ++i) list[i] = i;
  return list;
}

bool finite(const double* values, std::size_t n) {
  return std::all_of(values, values + n, [](double v) { return std::isfinite(v); });
}

/// Enough work space for the exported function of a program (see to_c99).
std::size_t c99_memory(const Program& program) {
  std::size_t size = program.values() + 1;
  for (const Call& call : program.calls) size += call.solver->memory();
  return size;
}

constexpr int kIterations = 60;
constexpr double kTolerance = 1e-13;
/// The shortest part of the way to new arguments that a solution is followed over.
constexpr double kShortestPart = 1.0 / 1024;
/// Where equations may lose rank: pivots below this part of the largest count as zero, and what is
/// then left of a residual, by the size of its terms, contradicts.
constexpr double kRankTolerance = 1e-11;
constexpr double kContradiction = 1e-8;

}  // namespace

NewtonSolver::NewtonSolver(std::string name, Program program, std::size_t arguments,
                           std::vector<IterationVariable> variables,
                           std::shared_ptr<const NewtonSolver> whole, Backend backend,
                           Undetermined undetermined)
    : name_(std::move(name)),
      program_(std::move(program)),
      arguments_(arguments),
      variables_(std::move(variables)),
      whole_(std::move(whole)),
      nearest_(undetermined == Undetermined::nearest),
      residual_(make_executable(program_, backend)),
      tangent_(make_executable(multibond::tangent(program_, all_inputs(program_.inputs)), backend)),
      scratch_(2 * program_.inputs + 2 * program_.outputs.size() + arguments_ +
               variables_.size() * (5 + variables_.size()) + residual_->memory_size() +
               tangent_->memory_size() + (whole_ ? whole_->scratch() : 0) +
               (nearest_ ? variables_.size() * (3 * variables_.size() + 5) : 0)) {}

NewtonSolver::Work NewtonSolver::parts_of(double* scratch) const {
  const std::size_t m = variables_.size();
  const auto take = [&scratch](std::size_t count) {
    double* const part = scratch;
    scratch += count;
    return part;
  };
  Work work;
  work.point = take(2 * program_.inputs);
  work.value = take(program_.outputs.size());
  work.x = take(m);
  work.trial = take(m);
  work.step = take(m);
  work.next = take(m);
  work.matrix = take(m * m);
  work.exchanges = take(m);
  work.kept = nearest_ ? take(m * m) : nullptr;
  work.rank_work = nearest_ ? take(m * (2 * m + 5)) : nullptr;
  work.residual_memory = take(residual_->memory_size());
  work.tangent_memory = take(tangent_->memory_size());
  return work;
}

void NewtonSolver::initialize(std::span<double> memory) const {
  std::fill(memory.begin(), memory.end(), 0.0);
  const std::vector<IterationVariable>& variables = whole_ ? whole_->variables_ : variables_;
  for (std::size_t i = 0; i < variables.size(); ++i) memory[i] = variables[i].start;
}

std::string NewtonSolver::failure(const double* memory) const {
  constexpr std::size_t kNamed = 4;
  const bool found_before = memory[outputs()] != 0;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    values.push_back(fmt::format("{} = {:.6g}", variables_[i].name, memory[i]));
  }
  if (found_before) {
    return fmt::format(
        "The solution of {} cannot be followed: near the latest one, {}, there is none. The curve "
        "of solutions may turn back there, where an equation has a fold.",
        name_, join_names(values, kNamed));
  }
  return fmt::format(
      "No solution of {} was found from {} {}. Give {} nearer to the solution, and limits and "
      "nominal values that fit.",
      name_, values.size() == 1 ? "the start value" : "the start values",
      join_names(values, kNamed), values.size() == 1 ? "a start value" : "start values");
}

NewtonSolver::Work NewtonSolver::begin(const double* in, double* scratch) const {
  const Work work = parts_of(scratch);
  residual_->initialize(work.residual_memory);
  tangent_->initialize(work.tangent_memory);
  std::copy_n(in, arguments_, work.point);
  std::fill_n(work.point + program_.inputs, program_.inputs, 0.0);
  return work;
}

bool NewtonSolver::evaluate(const Work& work, const double* x) const {
  std::copy_n(x, variables_.size(), work.point + arguments_);
  return residual_->run(work.point, work.value, work.residual_memory) &&
         finite(work.value, program_.outputs.size());
}

/// Columns dr/dx at the point, one forward derivative each. The seeds are zero before and after.
void NewtonSolver::jacobian(const Work& work) const {
  const std::size_t m = variables_.size();
  double* const seeds = work.point + program_.inputs + arguments_;
  for (std::size_t j = 0; j < m; ++j) {
    seeds[j] = 1;
    tangent_->run(work.point, work.value, work.tangent_memory);
    seeds[j] = 0;
    std::copy_n(work.value, m, work.matrix + j * m);
  }
}

/// Factors of the Jacobian; where it may lose rank, it is kept as it is.
void NewtonSolver::factorize(const Work& work) const {
  const std::size_t m = variables_.size();
  if (nearest_) {
    std::copy_n(work.matrix, m * m, work.kept);
  } else {
    dense::factorize_in_place(m, work.matrix, work.exchanges);
  }
}

/// The correction that a residual asks for, in its place. Rows count alike, however small they are,
/// and of all corrections the shortest is taken, in nominal values.
void NewtonSolver::correction(const Work& work, double* residual) const {
  const std::size_t m = variables_.size();
  if (!nearest_) {
    dense::solve_in_place(m, work.matrix, work.exchanges, residual);
    return;
  }
  double *const scaled = work.rank_work, *const right = scaled + m * m, *const found = right + m;
  for (std::size_t i = 0; i < m; ++i) {
    double size = 0;
    for (std::size_t j = 0; j < m; ++j) {
      size = std::max(size, std::abs(work.kept[j * m + i]) * variables_[j].nominal);
    }
    const double factor = size > 0 ? 1 / size : 1.0;
    right[i] = factor * residual[i];
    for (std::size_t j = 0; j < m; ++j) {
      scaled[j * m + i] = factor * work.kept[j * m + i] * variables_[j].nominal;
    }
  }
  dense::solve_with_rank(m, m, scaled, right, kRankTolerance, found, found + m);
  for (std::size_t j = 0; j < m; ++j) residual[j] = found[j] * variables_[j].nominal;
}

/// Whether residuals are left that no correction can remove.
bool NewtonSolver::is_contradiction(const Work& work, const double* x) const {
  const std::size_t m = variables_.size();
  for (std::size_t i = 0; nearest_ && i < m; ++i) {
    double size = 0;
    for (std::size_t j = 0; j < m; ++j) {
      size += std::abs(work.kept[j * m + i]) * (std::abs(x[j]) + variables_[j].nominal);
    }
    if (std::abs(work.value[i]) > kContradiction * size) return true;
  }
  return false;
}

double NewtonSolver::relative_size(const double* step, const double* x) const {
  double size = 0;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    size = std::max(size, std::abs(step[i]) / (std::abs(x[i]) + variables_[i].nominal));
  }
  return size;
}

/// Whether the residuals at work.x are rounding: moving x by its last digits changes them as much.
/// At a double root, as cos(x) = 1 has, a solution can be told by nothing else: the Jacobian is
/// singular, and steps stay large.
bool NewtonSolver::is_rounding(const Work& work) const {
  constexpr double kDigits = 4 * std::numeric_limits<double>::epsilon();
  constexpr double kMore = 8;
  const std::size_t m = variables_.size();
  if (!evaluate(work, work.x)) return false;
  double *const residual = work.step, *const spread = work.next;
  std::copy_n(work.value, m, residual);
  std::fill_n(spread, m, 0.0);
  for (const double sign : {1.0, -1.0}) {
    for (std::size_t i = 0; i < m; ++i) {
      work.trial[i] = work.x[i] + sign * kDigits * (std::abs(work.x[i]) + variables_[i].nominal);
    }
    if (!evaluate(work, work.trial)) return false;
    for (std::size_t i = 0; i < m; ++i) {
      spread[i] = std::max(spread[i], std::abs(work.value[i] - residual[i]));
    }
  }
  for (std::size_t i = 0; i < m; ++i) {
    if (std::abs(residual[i]) > kMore * spread[i]) return false;
  }
  return evaluate(work, work.x);
}

/// Improves work.x until it is the solution; that and what follows from it is the result.
bool NewtonSolver::iterate(const Work& work, double* out) const {
  const std::size_t m = variables_.size();
  for (std::size_t i = 0; i < m; ++i) {
    work.x[i] = std::clamp(work.x[i], variables_[i].min, variables_[i].max);
  }
  if (!converge(work) && !is_rounding(work)) return false;
  std::copy_n(work.x, m, out);
  std::copy(work.value + m, work.value + program_.outputs.size(), out + m);
  return true;
}

/// Newton's iteration from work.x; work.value belongs to the last point.
bool NewtonSolver::converge(const Work& work) const {
  const std::size_t m = variables_.size();
  double* const x = work.x;
  if (!evaluate(work, x)) return false;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    std::copy_n(work.value, m, work.step);
    jacobian(work);
    if (!finite(work.matrix, m * m)) return false;
    factorize(work);
    correction(work, work.step);
    if (!finite(work.step, m)) return false;
    const double size = relative_size(work.step, x);
    // Natural monotonicity (Deuflhard 2004, sec. 2.1): the simplified step must become shorter,
    // measured as the step itself: by the size of where it leads, going far would always be right.
    double damping = 1;
    for (;; damping /= 2) {
      if (damping < 1e-6) return false;
      for (std::size_t i = 0; i < m; ++i) {
        work.trial[i] =
            std::clamp(x[i] - damping * work.step[i], variables_[i].min, variables_[i].max);
      }
      if (!evaluate(work, work.trial)) continue;
      if (size < 1e-8) break;  // near the solution rounding decides, not monotonicity
      std::copy_n(work.value, m, work.next);
      correction(work, work.next);
      if (relative_size(work.next, x) <= (1 - damping / 4) * size) break;
    }
    std::copy_n(work.trial, m, x);
    if (damping == 1 && size < kTolerance * 100) return !is_contradiction(work, x);
  }
  return false;
}

NewtonSolver::Attempt NewtonSolver::begin_attempt(const double* in, double* scratch) const {
  Attempt attempt;
  attempt.torn = begin(in, scratch);
  attempt.guess = attempt.torn.tangent_memory + tangent_->memory_size();
  attempt.u = attempt.guess + outputs();
  attempt.whole = attempt.u + arguments_;
  return attempt;
}

/// One iteration from a guess [x, w], on x or, if that does not converge, on all unknowns.
bool NewtonSolver::attempt(const Attempt& attempt, const double* in, const double* guess,
                           double* out) const {
  std::copy_n(in, arguments_, attempt.torn.point);
  std::copy_n(guess, variables_.size(), attempt.torn.x);
  if (iterate(attempt.torn, out)) return true;
  if (!whole_) return false;
  const Work whole = whole_->begin(in, attempt.whole);
  std::copy_n(guess, outputs(), whole.x);
  return whole_->iterate(whole, out);
}

/// The latest solution, followed along the straight way from its arguments to the new ones.
bool NewtonSolver::follow(const Attempt& attempt, const double* in, const double* memory,
                          double* out) const {
  const double* const from = memory + outputs() + 1;
  std::copy_n(memory, outputs(), attempt.guess);
  double passed = 0, part = 0.5;
  while (passed < 1) {
    const double next = std::min(1.0, passed + part);
    for (std::size_t i = 0; i < arguments_; ++i) {
      attempt.u[i] = next == 1 ? in[i] : from[i] + next * (in[i] - from[i]);
    }
    if (this->attempt(attempt, attempt.u, attempt.guess, out)) {
      std::copy_n(out, outputs(), attempt.guess);
      passed = next;
      part *= 2;
    } else {
      part /= 2;
      if (part < kShortestPart) return false;
    }
  }
  return true;
}

/// From points around the declared starts; these themselves have been tried.
bool NewtonSolver::search(const Attempt& attempt, const double* in, double* out) const {
  const std::vector<IterationVariable>& variables = whole_ ? whole_->variables_ : variables_;
  for (const double offset : {0.1, -0.1, 1.0, -1.0, 10.0, -10.0}) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      attempt.guess[i] = variables[i].start + offset * variables[i].nominal;
    }
    if (this->attempt(attempt, in, attempt.guess, out)) return true;
  }
  return false;
}

bool NewtonSolver::solve(const double* in, double* out, double* memory, double* scratch) const {
  if (!finite(in, arguments_)) return false;
  double& found_before = memory[outputs()];
  const Attempt tries = begin_attempt(in, scratch);
  if (!attempt(tries, in, memory, out) &&
      !(found_before != 0 ? follow(tries, in, memory, out) : search(tries, in, out))) {
    return false;
  }
  std::copy_n(out, outputs(), memory);
  found_before = 1;
  std::copy_n(in, arguments_, memory + outputs() + 1);
  return true;
}

bool NewtonSolver::tangent(const double* in, const double* out, const double* in_dot,
                           double* out_dot, double* scratch) const {
  // r(u, x) = 0:  dr/dx x' = -dr/du u',  then w' = dw/du u' + dw/dx x'.
  const std::size_t m = variables_.size(), n = program_.inputs, k = program_.outputs.size();
  const Work work = begin(in, scratch);
  std::copy_n(out, m, work.point + arguments_);
  jacobian(work);
  std::copy_n(in_dot, arguments_, work.point + n);
  tangent_->run(work.point, work.value, work.tangent_memory);
  double* const x_dot = work.point + n + arguments_;
  for (std::size_t i = 0; i < m; ++i) x_dot[i] = -work.value[i];
  factorize(work);
  correction(work, x_dot);
  tangent_->run(work.point, work.value, work.tangent_memory);
  std::copy_n(x_dot, m, out_dot);
  std::copy(work.value + m, work.value + k, out_dot + m);
  return finite(out_dot, k);
}

std::string NewtonSolver::c99(std::string_view function_name) const {
  const std::size_t m = variables_.size(), n = program_.inputs;
  const std::string f = fmt::format("{}_residual", function_name);
  const std::string d = fmt::format("{}_tangent", function_name);
  std::string starts, nominals;
  for (const IterationVariable& v : variables_) {
    starts += fmt::format("{:.17g},", v.start);
    nominals += fmt::format("{:.17g},", v.nominal);
  }
  std::string text =
      to_c99(program_, f) + to_c99(multibond::tangent(program_, all_inputs(program_.inputs)), d);
  text += fmt::format(R"(
static int {name}(const double* in, double* out, double* memory) {{
  enum {{ m = {m}, n = {n}, a = {a}, k = {k} }};
  static const double start[m] = {{{starts}}};
  static const double nominal[m] = {{{nominals}}};
  double point[2 * n], value[k], column[k], J[m][m], s[m];
  double work_f[{work_f}], work_d[{work_d}];
  int i, j, l, attempt, iteration;
  for (i = 0; i < a; ++i) point[i] = in[i];
  for (i = n; i < 2 * n; ++i) point[i] = 0;
  {f}_initialize(work_f);
  {d}_initialize(work_d);
  for (attempt = 0; attempt < 2; ++attempt) {{
    for (i = 0; i < m; ++i) point[a + i] = attempt == 0 ? memory[i] : start[i];
    for (iteration = 0; iteration < 100; ++iteration) {{
      double size = 0;
      if (!{f}(point, value, work_f)) break;
      for (j = 0; j < m; ++j) {{
        point[n + a + j] = 1;
        if (!{d}(point, column, work_d)) return 0;
        point[n + a + j] = 0;
        for (i = 0; i < m; ++i) J[i][j] = column[i];
      }}
      for (i = 0; i < m; ++i) s[i] = value[i];
      for (l = 0; l < m; ++l) {{
        int p = l;
        for (i = l + 1; i < m; ++i) if (fabs(J[i][l]) > fabs(J[p][l])) p = i;
        for (j = 0; j < m; ++j) {{ double t = J[l][j]; J[l][j] = J[p][j]; J[p][j] = t; }}
        {{ double t = s[l]; s[l] = s[p]; s[p] = t; }}
        if (J[l][l] == 0) break;
        for (i = l + 1; i < m; ++i) {{
          double q = J[i][l] / J[l][l];
          for (j = l; j < m; ++j) J[i][j] -= q * J[l][j];
          s[i] -= q * s[l];
        }}
      }}
      if (l < m) break;
      for (i = m - 1; i >= 0; --i) {{
        for (j = i + 1; j < m; ++j) s[i] -= J[i][j] * s[j];
        s[i] /= J[i][i];
        size = fmax(size, fabs(s[i]) / (fabs(point[a + i]) + nominal[i]));
      }}
      for (i = 0; i < m; ++i) point[a + i] -= s[i];
      if (!(size < 1e300)) break;
      if (size < 1e-11) {{
        if (!{f}(point, value, work_f)) break;
        for (i = 0; i < m; ++i) out[i] = memory[i] = point[a + i];
        for (i = m; i < k; ++i) out[i] = value[i];
        return 1;
      }}
    }}
  }}
  return 0;
}}
)",
                      fmt::arg("name", function_name), fmt::arg("m", m), fmt::arg("n", n),
                      fmt::arg("a", arguments_), fmt::arg("k", program_.outputs.size()),
                      fmt::arg("starts", starts), fmt::arg("nominals", nominals), fmt::arg("f", f),
                      fmt::arg("d", d), fmt::arg("work_f", c99_memory(program_)),
                      fmt::arg("work_d", c99_memory(multibond::tangent(program_, all_inputs(n)))));
  return text;
}

}  // namespace multibond
