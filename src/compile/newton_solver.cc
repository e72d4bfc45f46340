#include "multibond/compile/newton_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/base/dense.h"

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

}  // namespace

NewtonSolver::NewtonSolver(std::string name, Program program, std::size_t arguments,
                           std::vector<IterationVariable> variables)
    : name_(std::move(name)),
      program_(std::move(program)),
      arguments_(arguments),
      variables_(std::move(variables)),
      residual_(make_executable(program_)),
      tangent_(make_executable(multibond::tangent(program_, all_inputs(program_.inputs)))) {}

void NewtonSolver::initialize(std::span<double> memory) const {
  for (std::size_t i = 0; i < variables_.size(); ++i) memory[i] = variables_[i].start;
}

/// Columns dr/dx at a point [u, x, seeds], one forward derivative each; row-major.
void NewtonSolver::jacobian(std::vector<double>& point, std::vector<double>& matrix) const {
  const std::size_t m = variables_.size(), n = program_.inputs;
  std::vector<double> column(program_.outputs.size());
  std::fill(point.begin() + static_cast<std::ptrdiff_t>(n), point.end(), 0.0);
  for (std::size_t j = 0; j < m; ++j) {
    point[n + arguments_ + j] = 1;
    tangent_->run(point.data(), column.data());
    point[n + arguments_ + j] = 0;
    for (std::size_t i = 0; i < m; ++i) matrix[i * m + j] = column[i];
  }
}

bool NewtonSolver::iterate(const double* in, std::vector<double>& x, double* w) const {
  const std::size_t m = variables_.size(), n = program_.inputs;
  std::vector<double> point(2 * n, 0.0), value(program_.outputs.size()), trial(m), matrix(m * m);
  std::copy(in, in + arguments_, point.begin());
  const auto evaluate = [&](const std::vector<double>& at) {
    std::copy(at.begin(), at.end(), point.begin() + static_cast<std::ptrdiff_t>(arguments_));
    return residual_->run(point.data(), value.data()) && finite(value.data(), value.size());
  };
  for (std::size_t i = 0; i < m; ++i) x[i] = std::clamp(x[i], variables_[i].min, variables_[i].max);
  if (!evaluate(x)) return false;
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> J(
      matrix.data(), static_cast<Eigen::Index>(m), static_cast<Eigen::Index>(m));
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const Eigen::VectorXd residual =
        Eigen::Map<const Eigen::VectorXd>(value.data(), static_cast<Eigen::Index>(m));
    jacobian(point, matrix);
    if (!finite(matrix.data(), matrix.size())) return false;
    const dense::LuFactors lu{Eigen::MatrixXd(J)};
    const Eigen::VectorXd step = lu.solve(residual);
    if (!step.allFinite()) return false;
    double size = 0;
    for (std::size_t i = 0; i < m; ++i) {
      size = std::max(size, std::abs(step[static_cast<Eigen::Index>(i)]) /
                                (std::abs(x[i]) + variables_[i].nominal));
    }
    // Natural monotonicity (Deuflhard 2004, sec. 2.1): the simplified step must become shorter.
    double damping = 1;
    for (;; damping /= 2) {
      if (damping < 1e-6) return false;
      for (std::size_t i = 0; i < m; ++i) {
        trial[i] = std::clamp(x[i] - damping * step[static_cast<Eigen::Index>(i)],
                              variables_[i].min, variables_[i].max);
      }
      if (!evaluate(trial)) continue;
      if (size < 1e-8) break;  // near the solution rounding decides, not monotonicity
      const Eigen::VectorXd trial_residual =
          Eigen::Map<const Eigen::VectorXd>(value.data(), static_cast<Eigen::Index>(m));
      const Eigen::VectorXd next = lu.solve(trial_residual);
      double next_size = 0;
      for (std::size_t i = 0; i < m; ++i) {
        next_size = std::max(next_size, std::abs(next[static_cast<Eigen::Index>(i)]) /
                                            (std::abs(trial[i]) + variables_[i].nominal));
      }
      if (next_size <= (1 - damping / 4) * size) break;
    }
    x = trial;
    if (damping == 1 && size < kTolerance * 100) {
      std::copy(value.begin() + static_cast<std::ptrdiff_t>(m), value.end(), w);
      return true;
    }
  }
  return false;
}

bool NewtonSolver::solve(const double* in, double* out, double* memory) const {
  const std::size_t m = variables_.size();
  std::vector<double> x(memory, memory + m);
  bool found = finite(memory, m) && iterate(in, x, out + m);
  // Once more from the declared starts, then from points around them.
  constexpr double kOffsets[] = {0, 0.1, -0.1, 1, -1, 10, -10};
  for (std::size_t k = 0; k < std::size(kOffsets) && !found; ++k) {
    for (std::size_t i = 0; i < m; ++i) {
      x[i] = variables_[i].start + kOffsets[k] * variables_[i].nominal;
    }
    found = iterate(in, x, out + m);
  }
  if (!found) return false;
  std::copy(x.begin(), x.end(), out);
  std::copy(x.begin(), x.end(), memory);
  return true;
}

bool NewtonSolver::tangent(const double* in, const double* out, const double* in_dot,
                           double* out_dot) const {
  // r(u, x) = 0:  dr/dx x' = -dr/du u',  then w' = dw/du u' + dw/dx x'.
  const std::size_t m = variables_.size(), n = program_.inputs;
  std::vector<double> point(2 * n, 0.0), matrix(m * m), value(program_.outputs.size());
  std::copy(in, in + arguments_, point.begin());
  std::copy(out, out + m, point.begin() + static_cast<std::ptrdiff_t>(arguments_));
  jacobian(point, matrix);
  std::copy(in_dot, in_dot + arguments_, point.begin() + static_cast<std::ptrdiff_t>(n));
  tangent_->run(point.data(), value.data());
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> J(
      matrix.data(), static_cast<Eigen::Index>(m), static_cast<Eigen::Index>(m));
  const Eigen::VectorXd r_dot =
      -Eigen::Map<const Eigen::VectorXd>(value.data(), static_cast<Eigen::Index>(m));
  const Eigen::VectorXd x_dot = dense::LuFactors(Eigen::MatrixXd(J)).solve(r_dot);
  for (std::size_t i = 0; i < m; ++i) {
    point[n + arguments_ + i] = out_dot[i] = x_dot[static_cast<Eigen::Index>(i)];
  }
  tangent_->run(point.data(), value.data());
  std::copy(value.begin() + static_cast<std::ptrdiff_t>(m), value.end(), out_dot + m);
  return finite(out_dot, value.size());
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

bool PseudoInverseSolver::solve(const double* in, double* out, double*) const {
  const auto n = static_cast<Eigen::Index>(size_);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const RowMajor> S(in, n, n);
  const Eigen::Map<const Eigen::VectorXd> b(in + n * n, n);
  if (!S.allFinite() || !b.allFinite()) return false;
  const dense::SingularValues svd = dense::singular_values(Eigen::MatrixXd(S));
  const double limit = kRankTolerance * svd.values[0];
  Eigen::VectorXd y = svd.U.transpose() * b;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double s = svd.values[i];
    y[i] = s > limit ? y[i] / s : 0.0;
  }
  Eigen::Map<Eigen::VectorXd>(out, n) = svd.V * y;
  out[n] = svd.values[n - 1] / svd.values[0];
  return true;
}

bool PseudoInverseSolver::tangent(const double* in, const double* out, const double* in_dot,
                                  double* out_dot) const {
  // S x = b:  S x' = b' - S' x, on the range of S.
  const auto n = static_cast<Eigen::Index>(size_);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const RowMajor> S_dot(in_dot, n, n);
  std::vector<double> system(in, in + inputs());
  Eigen::Map<Eigen::VectorXd>(system.data() + n * n, n) =
      Eigen::Map<const Eigen::VectorXd>(in_dot + n * n, n) -
      S_dot * Eigen::Map<const Eigen::VectorXd>(out, n);
  const bool solved = solve(system.data(), out_dot, nullptr);
  out_dot[n] = 0;
  return solved;
}

}  // namespace multibond
