/// The list of integrators, and the one place that makes them.
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "detail.h"
#include "multibond/base/text.h"
#include "multibond/diagnostic.h"

namespace multibond {
namespace {

using Factory = std::unique_ptr<Integrator> (*)(Dynamics&, const IntegratorOptions&);

struct Entry {
  IntegratorInfo info;
  Factory make;
  std::string_view no_invariants = {};  // why it cannot honour them
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> entries = {
      {{.name = "dop853",
        .description = "explicit Dormand-Prince 8(5,3), dense output of order 7; for mechanics",
        .honours_invariants = true,
        .implicit = false,
        .fixed_step = false},
       make_dop853},
      {{.name = "bdf",
        .description = "implicit backward differentiation, order 1 to 5 (CVODE); for stiff models",
        .honours_invariants = true,
        .implicit = true,
        .fixed_step = false},
       make_bdf},
      {{.name = "adams",
        .description =
            "Adams-Moulton, order 1 to 12 (CVODE); for smooth models of costly evaluation",
        .honours_invariants = false,
        .implicit = false,
        .fixed_step = false},
       make_adams,
       "the steps of an Adams method build on unprojected values of the past"},
      {{.name = "arkode",
        .description = "explicit Runge-Kutta-Fehlberg 7(8) (ARKODE); a cross-check for dop853",
        .honours_invariants = true,
        .implicit = false,
        .fixed_step = false},
       make_arkode},
      {{.name = "ida",
        .description =
            "implicit backward differentiation in residual form (IDA); a cross-check for bdf",
        .honours_invariants = false,
        .implicit = true,
        .fixed_step = false},
       make_ida,
       "IDA has no projection"},
      {{.name = "rk4",
        .description = "classical Runge-Kutta of order 4 with a fixed step; for real time",
        .honours_invariants = true,
        .implicit = false,
        .fixed_step = true},
       make_rk4},
  };
  return entries;
}

template <class Condition>
std::vector<std::string> names_where(Condition condition) {
  std::vector<std::string> names;
  for (const Entry& entry : entries()) {
    if (condition(entry.info)) names.emplace_back(entry.info.name);
  }
  return names;
}

const Entry& find_entry(std::string_view name) {
  for (const Entry& entry : entries()) {
    if (entry.info.name == name) return entry;
  }
  const std::vector<std::string> all = names_where([](const IntegratorInfo&) { return true; });
  const std::vector<std::string> meant = nearest(name, all, 1);
  std::string hint = meant.empty() ? "" : fmt::format("Did you mean {}? ", meant.front());
  hint += fmt::format("Choose one of {}.", join_names(all));
  throw Error("integrator", fmt::format("The integrator `{}` does not exist.", name), hint);
}

// All that is wrong with the options, at once.
std::vector<Diagnostic> check(const IntegratorInfo& info, const IntegratorOptions& options) {
  std::vector<Diagnostic> findings;
  const auto find = [&](std::string path, std::string text, std::string hint) {
    findings.push_back({Severity::error, std::move(path), std::move(text), std::move(hint)});
  };
  if (info.fixed_step) {
    if (!(options.fixed_step > 0) || !std::isfinite(options.fixed_step)) {
      find("fixed_step",
           fmt::format("fixed_step is {:g}, but {} does not choose its step size: it needs a "
                       "positive one.",
                       options.fixed_step, info.name),
           fmt::format(
               "Give fixed_step, e.g. 0.001, or take a method that chooses: {}.",
               join_names(names_where([](const IntegratorInfo& i) { return !i.fixed_step; }))));
    }
  } else if (!(options.tolerance >= 1e-15 && options.tolerance < 1)) {
    find("tolerance",
         fmt::format("tolerance is {:g}, which is outside of what {} can keep, 1e-15 to 1.",
                     options.tolerance, info.name),
         "Give a relative error such as 1e-6.");
  }
  const auto check_step = [&](const char* path, double value) {
    if (value >= 0 && std::isfinite(value)) return;
    find(path, fmt::format("{} is {:g}, but a step size is positive.", path, value),
         "Give a positive one, or 0 to leave it to the integrator.");
  };
  check_step("initial_step", options.initial_step);
  check_step("maximum_step", options.maximum_step);
  return findings;
}

}  // namespace

const std::vector<IntegratorInfo>& integrator_infos() {
  static const std::vector<IntegratorInfo> infos = [] {
    std::vector<IntegratorInfo> infos;
    for (const Entry& entry : entries()) infos.push_back(entry.info);
    return infos;
  }();
  return infos;
}

std::unique_ptr<Integrator> make_integrator(std::string_view name, Dynamics& dynamics,
                                            const IntegratorOptions& options) {
  const Entry& entry = find_entry(name);
  std::vector<Diagnostic> findings = check(entry.info, options);
  if (dynamics.invariants() > 0 && !entry.info.honours_invariants) {
    const std::size_t count = dynamics.invariants();
    findings.push_back(
        {Severity::error, "integrator",
         fmt::format("The integrator {} cannot honour the {} invariant{} of this model (closed "
                     "loops, unit quaternions, contacts): {}, so the solution would drift off.",
                     name, count, count == 1 ? "" : "s", entry.no_invariants),
         fmt::format("Use one of {}.", join_names(names_where([](const IntegratorInfo& info) {
                       return info.honours_invariants;
                     })))});
  }
  if (!findings.empty()) throw Error(std::move(findings));
  if (dynamics.size() == 0) return make_stateless(entry.info.name, options);
  return entry.make(dynamics, options);
}

}  // namespace multibond
