#include "multibond/analyze/locus.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/base/units.h"

namespace multibond {
namespace {

using Roots = std::vector<std::complex<double>>;

/// A range this many times larger than its beginning is passed by factors.
constexpr double kFarApart = 50;

/// The roots in the order of those before: the nearest pairs belong together.
Roots in_order_of(const Roots& before, const Roots& roots) {
  struct Pair {
    double distance;
    std::size_t from, to;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t j = 0; j < roots.size(); ++j) {
      pairs.push_back({std::abs(before[i] - roots[j]), i, j});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
  Roots result(roots.size());
  std::vector<bool> placed(before.size()), taken(roots.size());
  for (const Pair& pair : pairs) {
    if (placed[pair.from] || taken[pair.to]) continue;
    result[pair.from] = roots[pair.to];
    placed[pair.from] = taken[pair.to] = true;
  }
  return result;
}

double number_of(const std::string& text, const ParameterDescription& parameter) {
  const auto [number, unit] = split_quantity(text);
  return convert(number, unit, parameter.unit);
}

ParameterId find(const CompiledModel& model, const std::string& path) {
  if (const auto found = model.find_parameter(path)) return *found;
  std::vector<std::string> names;
  for (const ParameterDescription& p : model.description().parameters) names.emplace_back(p.path);
  const std::vector<std::string> near = nearest(path, names);
  throw Error(path, fmt::format("There is no parameter {}.", path),
              near.empty() ? "Name a parameter of the model by its path."
                           : fmt::format("Did you mean {}?", join_names(near)));
}

std::vector<double> values_between(double from, double to, std::size_t count) {
  const bool factors = from * to > 0 && std::max(to / from, from / to) >= kFarApart;
  std::vector<double> values;
  for (std::size_t k = 0; k < count; ++k) {
    const double part = static_cast<double>(k) / static_cast<double>(count - 1);
    values.push_back(factors ? from * std::pow(to / from, part) : from + part * (to - from));
  }
  return values;
}

}  // namespace

LocusRequest read_locus(std::string_view option, std::string_view text) {
  const std::size_t equals = text.find('='), colon = text.find(':', equals);
  if (equals == std::string_view::npos || equals == 0 || colon == std::string_view::npos ||
      colon == equals + 1 || colon + 1 == text.size()) {
    throw Error(std::string(option),
                fmt::format("{}: '{}' is not a parameter with a range.", option, text),
                "Give the ends of the range with a colon between them, e.g. spring.c=5:20.");
  }
  return {std::string(text.substr(0, equals)),
          std::string(text.substr(equals + 1, colon - equals - 1)),
          std::string(text.substr(colon + 1))};
}

RootLocus root_locus(const std::shared_ptr<const CompiledModel>& model, const LocusRequest& request,
                     const LinearizeOptions& options, std::size_t count) {
  const ParameterId id = find(*model, request.parameter);
  const ParameterDescription& parameter = model->description()[id];
  RootLocus locus{request.parameter, std::string(parameter.unit), {}, {}, 0, {}};
  const double from = number_of(request.from, parameter), to = number_of(request.to, parameter);
  if (from == to || !std::isfinite(from) || !std::isfinite(to)) {
    throw Error(request.parameter,
                fmt::format("{} cannot go from {} to {}.", request.parameter,
                            quantity(from, parameter.unit), quantity(to, parameter.unit)),
                "Give two different, finite numbers.");
  }
  // One code for all values.
  const std::shared_ptr<const CompiledModel> general =
      parameter.kind == ParameterDescription::Kind::specialized ? model->with_free({id}) : model;
  LinearizeOptions at = options;
  for (const double value : values_between(from, to, count)) {
    if (options.simulation.interrupted && options.simulation.interrupted()) break;
    at.simulation.set = options.simulation.set;
    std::erase_if(at.simulation.set, [&](const auto& one) { return one.first == locus.parameter; });
    at.simulation.set.emplace_back(locus.parameter, value);
    Roots roots;
    try {
      roots = linearize(general, at).eigenvalues;
      if (!locus.eigenvalues.empty() && roots.size() != locus.eigenvalues.back().size()) {
        throw Error(locus.parameter, "The model has another number of eigenvalues there.", "");
      }
    } catch (const Error& error) {
      if (locus.failed++ == 0) locus.failure = error.diagnostics().front().text;
      // What cannot be set at all cannot be set to the next value either.
      if (locus.values.empty() && locus.failed == count) throw;
      continue;
    }
    locus.values.push_back(value);
    locus.eigenvalues.push_back(
        locus.eigenvalues.empty() ? roots : in_order_of(locus.eigenvalues.back(), roots));
  }
  return locus;
}

}  // namespace multibond
