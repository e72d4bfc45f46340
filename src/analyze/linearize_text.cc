// A linearization as text and as JSON.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "multibond/analyze/linearize.h"
#include "multibond/analyze/report.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

/// Whether a value is only rounding, compared with what it was computed from.
bool negligible(double value, double size) { return std::abs(value) <= 1e-13 * size; }

std::string number(double value, double size) {
  return negligible(value, size) ? "0" : fmt::format("{:.6g}", value);
}

/// The states that move most in a mode, largest first.
std::string shape(const Linearization& linearization, Eigen::Index mode) {
  std::vector<std::pair<double, std::string>> parts;
  for (std::size_t i = 0; i < linearization.states.size(); ++i) {
    parts.emplace_back(std::abs(linearization.modes(static_cast<Eigen::Index>(i), mode)),
                       linearization.states[i]);
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first * (1 + 1e-9); });
  std::vector<std::string> names;
  for (const auto& [size, name] : parts) {
    if (size > 0.2 * parts.front().first) names.push_back(name);
  }
  return join_names(names, 4);
}

void add_eigenvalues(std::string& text, const Linearization& linearization) {
  Rows rows{{"real part", "imaginary part", "frequency", "damping", "time constant", "moves most"}};
  for (std::size_t k = 0; k < linearization.eigenvalues.size(); ++k) {
    const std::complex<double> value = linearization.eigenvalues[k];
    if (value.imag() < 0) continue;  // the other of a pair
    // Compared with itself only: a slow mode beside fast ones is no rounding.
    const double magnitude = std::abs(value);
    const bool oscillates = !negligible(value.imag(), magnitude);
    const bool moves = !negligible(value.real(), magnitude);
    rows.push_back(
        {number(value.real(), magnitude), oscillates ? "±" + number(value.imag(), magnitude) : "",
         oscillates ? fmt::format("{:.4g} Hz", value.imag() / (2 * std::numbers::pi)) : "",
         oscillates ? number(-value.real() / magnitude, 1) : "",
         moves ? fmt::format("{:.4g} s", 1 / std::abs(value.real())) : "",
         shape(linearization, static_cast<Eigen::Index>(k))});
  }
  text += "\nEigenvalues [1/s]\n" + align(rows, "  ");
}

void add_matrix(std::string& text, std::string_view title, const Eigen::MatrixXd& matrix,
                const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
  constexpr Eigen::Index kLargest = 12;
  if (matrix.size() == 0) return;
  if (matrix.rows() > kLargest || matrix.cols() > kLargest) {
    text +=
        fmt::format("\n{}  {} x {}, in full with --json\n", title, matrix.rows(), matrix.cols());
    return;
  }
  // Rows and columns have units of their own: an entry is small only if it is so in both.
  const Eigen::VectorXd row_size = matrix.cwiseAbs().rowwise().maxCoeff();
  const Eigen::RowVectorXd column_size = matrix.cwiseAbs().colwise().maxCoeff();
  Rows table{{""}};
  for (const std::string& name : columns) table[0].push_back(name);
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    table.push_back({rows[static_cast<std::size_t>(i)]});
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      table.back().push_back(number(matrix(i, j), std::min(row_size(i), column_size(j))));
    }
  }
  text += fmt::format("\n{}\n{}", title, align(table, "  "));
}

Json to_json(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json to_json(const std::complex<double>& value) {
  return Json::array({value.real(), value.imag()});
}

}  // namespace

std::string to_text(const Linearization& linearization) {
  std::string text = fmt::format("Linearized at t = {}\n", quantity(linearization.time, "s"));
  const std::size_t n = linearization.states.size();
  const auto freedoms = static_cast<std::size_t>(linearization.A.rows());
  constexpr std::size_t kStates = 24;
  Rows states;
  for (std::size_t i = 0; i < std::min(n, kStates); ++i) {
    states.push_back({linearization.states[i], fmt::format("{:.6g}", linearization.state[i])});
  }
  if (n > kStates) states.push_back({fmt::format("... and {} more", n - kStates)});
  text += fmt::format("\nStates ({})\n{}", n, align(states, "  "));
  if (freedoms != n) {
    text += fmt::format("  of which {} are free on the constraints (normal part {:.1e})\n",
                        freedoms, linearization.normal_part);
  }
  add_eigenvalues(text, linearization);

  // Rows of A are states, or directions z of the tangent space, which states may be.
  std::vector<std::string> names = linearization.states;
  if (freedoms != n) {
    names = linearization.coordinates;
    for (std::size_t k = names.size(); k < freedoms; ++k) {
      names.push_back(fmt::format("z[{}]", k + 1));
    }
    add_matrix(text, "Directions: states = N z", linearization.basis, linearization.states, names);
  }
  add_matrix(text, "A", linearization.A, names, names);
  add_matrix(text, "B", linearization.B, names, linearization.inputs);
  add_matrix(text, "C", linearization.C, linearization.outputs, names);
  add_matrix(text, "D", linearization.D, linearization.outputs, linearization.inputs);
  return text;
}

std::string to_json(const Linearization& linearization) {
  Json json{{"status", "ok"}, {"time", linearization.time}};
  json["states"] = linearization.states;
  json["state"] = linearization.state;
  json["inputs"] = linearization.inputs;
  json["outputs"] = linearization.outputs;
  json["A"] = to_json(linearization.A);
  json["B"] = to_json(linearization.B);
  json["C"] = to_json(linearization.C);
  json["D"] = to_json(linearization.D);
  json["basis"] = to_json(linearization.basis);
  json["coordinates"] = linearization.coordinates;
  json["eigenvalues"] = Json::array();
  for (const auto& value : linearization.eigenvalues) json["eigenvalues"].push_back(to_json(value));
  json["modes"] = Json::array();
  for (Eigen::Index k = 0; k < linearization.modes.cols(); ++k) {
    Json mode = Json::array();
    for (Eigen::Index i = 0; i < linearization.modes.rows(); ++i) {
      mode.push_back(to_json(linearization.modes(i, k)));
    }
    json["modes"].push_back(std::move(mode));
  }
  json["normal_part"] = linearization.normal_part;
  json["drift"] = linearization.drift;
  json["diagnostics"] = multibond::to_json(linearization.diagnostics);
  return json_text(json);
}

}  // namespace multibond
