#include "lengths.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "assembly.h"
#include "clusters.h"
#include "loop_rows.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

/// The part of the least change that must be made beyond it: there the loops are just closed, and
/// stretched.
constexpr double kBeyond = 0.02;
/// More than this part of a length is another mechanism.
constexpr double kMost = 10;

class LengthSearch {
 public:
  LengthSearch(StartProblem& problem, const StartCluster& cluster,
               const std::vector<double>& parameters)
      : problem_(problem),
        cluster_(cluster),
        parameters_(parameters),
        open_(problem.values),
        demands_(other_demands(problem, cluster)) {}

  /// Change that closes the gap, taken as linear in the length; none if the length does not matter.
  std::optional<double> change(const StartLength& length) {
    const double now = norm(length);
    if (!(now > 0)) return std::nullopt;
    LoopRows rows(problem_, cluster_.loops, demands_, {});
    Eigen::VectorXd gap, longer, shorter;
    const double step = 1e-5 * now;
    set(length, 0);
    if (!rows.values(gap)) return std::nullopt;
    set(length, step);
    if (!rows.values(longer)) return std::nullopt;
    set(length, -step);
    if (!rows.values(shorter)) return std::nullopt;
    const double slope = gap.dot(longer - shorter) / (2 * step);
    const double change = -gap.squaredNorm() / slope;
    if (!std::isfinite(change) || std::abs(change) > kMost * now || change <= -now) {
      return std::nullopt;
    }
    return change;
  }

  /// Whether the loops close from the open position when the length is changed so.
  bool closes(const StartLength& length, double change) {
    set(length, change * (1 + kBeyond));
    problem_.values = open_;
    const bool closed = Assembly(problem_, cluster_).close();
    problem_.values = open_;
    return closed;
  }

  void restore() { problem_.dynamics().set_parameters(parameters_); }

 private:
  double norm(const StartLength& length) const {
    double square = 0;
    for (const ParameterId p : length.parameters) {
      square += parameters_[p.index()] * parameters_[p.index()];
    }
    return std::sqrt(square);
  }

  void set(const StartLength& length, double change) {
    std::vector<double> changed = parameters_;
    const double factor = 1 + change / norm(length);
    for (const ParameterId p : length.parameters) changed[p.index()] *= factor;
    problem_.dynamics().set_parameters(changed);
  }

  StartProblem& problem_;
  const StartCluster& cluster_;
  const std::vector<double>& parameters_;
  std::vector<double> open_;  ///< unknowns where the gap is least
  std::vector<std::size_t> demands_;
};

std::string advice(LengthSearch& search, const std::vector<StartLength>& lengths) {
  struct Candidate {
    const StartLength* length;
    double change;
  };
  std::vector<Candidate> candidates;
  for (const StartLength& length : lengths) {
    if (const auto change = search.change(length)) candidates.push_back({&length, *change});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return std::abs(a.change) < (1 - 1e-6) * std::abs(b.change);
                   });
  constexpr std::size_t kTried = 5;
  for (std::size_t k = 0; k < std::min(kTried, candidates.size()); ++k) {
    const auto& [length, change] = candidates[k];
    if (!search.closes(*length, change)) continue;
    return fmt::format("It would close if {} were {:.3g} m {}.", length->path, std::abs(change),
                       change > 0 ? "longer" : "shorter");
  }
  return {};
}

}  // namespace

std::vector<StartLength> lengths_of(const ModelDescription& description) {
  using Kind = ParameterDescription::Kind;
  std::vector<StartLength> list;
  for (std::uint32_t p = 0; p < description.parameters.size(); ++p) {
    const ParameterDescription& parameter = description.parameters[p];
    const bool free = parameter.kind == Kind::tunable || parameter.kind == Kind::specialized;
    if (!free || parameter.unit != "m" || parameter.path.empty()) continue;
    const std::string path(parameter.path.substr(0, parameter.path.find_last_of('[')));
    const bool element = parameter.path.back() == ']';
    if (!element || list.empty() || list.back().path != path) {
      list.push_back({element ? path : std::string(parameter.path), {}});
    }
    list.back().parameters.push_back(ParameterId(p));
  }
  return list;
}

std::string length_advice(CompiledDynamics& dynamics, double t, const GivenStarts& given,
                          const std::vector<double>& parameters,
                          const std::vector<StartLength>& lengths) {
  StartProblem problem(dynamics, t, given);
  const std::vector<bool> all(problem.known().demands.size(), true);
  for (const StartCluster& cluster : clusters(problem, all, problem.positions(), true)) {
    if (!is_mechanism(problem, cluster) || Assembly(problem, cluster).close()) continue;
    LengthSearch search(problem, cluster, parameters);
    std::string text = advice(search, lengths);
    search.restore();
    return text;
  }
  return {};
}

}  // namespace multibond
