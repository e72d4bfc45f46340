// Prints docs/reference-comparison.md: our results beside the published ones of the Modelica
// Standard Library. scripts/reference-table writes the page.

#include <cmath>
#include <cstdio>
#include <ctime>

#include <map>

#include <fmt/format.h>

#include "examples/engine.h"
#include "multibond/analyze/structure.h"
#include "reference/models.h"

namespace multibond::reference {
namespace {

/// A run and the time of the processor that it took, compiling not included.
struct Timed {
  Result result;
  double seconds = 0;
};
Timed timed(Component& model, const SimulationOptions& options) {
  const auto compiled = compile_model(model);
  const std::clock_t begin = std::clock();
  Timed run{simulate(compiled, options)};
  run.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return run;
}

std::string row(const ReferenceModel& model) {
  const Result theirs = published(model);
  const auto [loose, seconds] = timed(*model.make(), options(model, kLoose));
  const Result tight = run(model, kTight);
  const Comparison comparison = compare(model, tight, theirs);
  const SignalComparison& worst = comparison.signals.front();
  const double own = own_difference(model, loose, tight, comparison);
  return fmt::format("| {} | {} | {} | `{}` | {:.1e} | {:.1e} | {} | {:.1f} |\n", model.name,
                     std::isfinite(model.until)
                         ? fmt::format("{:.6g} of {:.6g} s", model.until, model.stop)
                         : fmt::format("{:.6g} s", model.stop),
                     comparison.signals.size(), worst.reference, worst.deviation, own,
                     loose.statistics.steps, 1000 * seconds);
}

/// Sizes of blocks of more than one unknown, the largest first: "12 (6 times), 3".
std::string block_sizes(const StructureReport& report, BlockKind kind) {
  std::map<std::size_t, int, std::greater<>> sizes;
  for (const BlockReport& block : report.blocks) {
    if (block.kind == kind && block.size > 1) ++sizes[block.size];
  }
  std::string text;
  for (const auto& [size, count] : sizes) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", size,
                        count > 1 ? fmt::format(" ({} times)", count) : "");
  }
  return text.empty() ? "none" : text;
}

/// An engine at the tolerance of the published run.
template <typename Engine>
std::string engine_row(const char* name) {
  Engine engine;
  const StructureReport report = structure_report(compile(engine));
  const auto [result, seconds] = timed(engine, {.stop = 1.01, .intervals = 5000, .audit = false});
  return fmt::format("| Multibond, {} | {} | {} | {} | {} | {} | {} | {} | {:.2f} s |\n", name,
                     report.unknowns, report.states.size(), block_sizes(report, BlockKind::linear),
                     block_sizes(report, BlockKind::nonlinear), report.functions.front().operations,
                     result.statistics.steps, result.statistics.evaluations, seconds);
}

constexpr const char* kEngine = R"(## The V6 engine

Dymola's figures are those of the published runs (Dymola 2020x, Dassl, tolerance 1e-6, a laptop of 2020), ours of this
page at the same tolerance. Linear systems and nonlinear systems: unknowns solved together. Ours are solved when the
model is compiled; the operations are those of one evaluation of all derivatives. Evaluations of Dymola are those of the
whole model, steps those of Dassl. Both engines of ours are the same motion: signals of a run at 1e-12 agree to 1e-7 of
their range (`test_reference`).

| model | unknowns | states | linear systems | nonlinear systems | operations | steps | evaluations | time |
|---|---|---|---|---|---|---|---|---|
| Dymola, cut joints | 12488 | 4 | 327, 8 (6 times) | 10 (6 times) | - | 16236 | 30452 | 7.31 s |
| Dymola, assemblies | 9482 | 4 | - | - | - | 4491 | 8015 | 0.53 s |
)";

constexpr const char* kHead =
    R"(# Comparison with the Modelica Standard Library

The examples of `Modelica.Mechanics.MultiBody` come with published results, which tools compare theirs with. Here are
ours: each model is built from the components of this library (`tests/reference/models/`, `examples/`), and each of the
signals that the library chose for comparison is compared with the published rows (`tests/reference/msl/`).
`scripts/reference-table` makes this page. The program `test_reference` runs each model with a tolerance of 1e-7 and
fails if a signal is more than 1e-3 of its range from the published one at the same instant, or more than 1e-4 without a
tighter run that shows that ours has converged.

- *difference*: the largest of all signals, of ours at a tolerance of 1e-10 from the published one at the same instant,
  divided by the range of the signal. The published results were computed with a tolerance of 1e-6. Two of them are
  farther from the motion than 1e-3: the remarks below tell by what that is known. Modes of friction, which jump, may do so
  sooner or later by 1e-3 of the duration.
- *own*: the same between our runs at 1e-7 and at 1e-10. Where it is far below *difference*, ours has converged.
- *steps* and *ms*: of the run at 1e-7; time of the processor without compiling, except modes that the run meets.

| model | time | signals | worst signal | difference | own | steps | ms |
|---|---|---|---|---|---|---|---|
)";

}  // namespace
}  // namespace multibond::reference

int main() {
  using namespace multibond::reference;
  std::fputs(kHead, stdout);
  for (const ReferenceModel& model : models()) {
    try {
      std::fputs(row(model).c_str(), stdout);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", model.name.c_str(), error.what());
      return 1;
    }
    std::fflush(stdout);
  }
  std::fputs("\n", stdout);
  for (const ReferenceModel& model : models()) {
    if (model.remark.empty()) continue;
    std::fputs(fmt::format("{}: {}\n\n", model.name, model.remark).c_str(), stdout);
  }
  std::fputs(kEngine, stdout);
  std::fputs(engine_row<multibond::examples::EngineV6>("plain joints").c_str(), stdout);
  std::fputs(engine_row<multibond::examples::EngineV6Assemblies>("assemblies").c_str(), stdout);
}
