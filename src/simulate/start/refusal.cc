#include "refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "multibond/base/text.h"

namespace multibond {
namespace {

constexpr double kHolds = 1e-8, kNothing = 1e-12;

/// Angle of a rotation with this skew part and trace.
double angle_of(const double* skew, double trace) {
  return std::atan2(std::hypot(skew[0], skew[1], skew[2]), (trace - 1) / 2);
}

}  // namespace

std::vector<std::string> violated_demands(StartProblem& problem, const std::vector<bool>& used) {
  std::vector<std::string> texts;
  std::vector<double> residuals;
  if (!problem.demands(residuals)) return texts;
  for (std::size_t d = 0; d < residuals.size(); ++d) {
    if (!used[d] || std::abs(residuals[d]) <= kHolds * problem.demand_size(d)) continue;
    const std::string text = problem.demand_text(d);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }
  return texts;
}

std::string widest_gap(StartProblem& problem) {
  std::vector<double> gaps;
  if (!problem.gaps(gaps)) return {};
  double widest = 1e-6, length = 0, angle = 0;
  std::string path;
  std::size_t first = 0;
  for (const ClosureDescription& loop : problem.known().closures) {
    const double* gap = gaps.data() + first;
    double square = 0;
    for (std::size_t k = 0; k < loop.lengths; ++k) square += gap[k] * gap[k];
    const double* turn = gap + loop.lengths;
    const double turned = loop.in_space      ? angle_of(turn, turn[3])
                          : loop.angles == 1 ? std::abs(turn[0])
                                             : 0.0;
    if (std::sqrt(square) + turned > widest) {
      widest = std::sqrt(square) + turned;
      length = std::sqrt(square);
      angle = turned * 180 / std::numbers::pi;
      path = loop.path;
    }
    first += loop.outputs();
  }
  if (path.empty()) return {};
  std::vector<std::string> parts;
  if (length > 1e-6) parts.push_back(fmt::format("{:.3g} m", length));
  if (angle > 1e-4) parts.push_back(fmt::format("{:.3g} degrees", angle));
  return fmt::format("At best the loop that closes at {} stays open by {}.", path,
                     join_names(parts));
}

void refuse_fixed_values(StartProblem& problem, std::vector<std::string> violated) {
  std::vector<std::string> fixed, closest;
  const std::vector<double> now = problem.fixed_values();
  std::size_t k = 0;
  for (std::size_t d = 0; d < problem.known().demands.size(); ++d) {
    if (!problem.is_fixed_value(d)) continue;
    const double wanted = problem.start_of(d), found = now[k++];
    const double size = std::abs(wanted) + problem.demand(d).nominal;
    if (std::abs(found - wanted) <= kHolds * size) continue;
    const bool nothing = std::abs(found) < kNothing * size;
    fixed.push_back(problem.demand_text(d));
    closest.push_back(problem.fixed_text(d, nothing ? 0.0 : found));
  }
  if (closest.empty()) return;
  std::erase_if(violated, [&](const std::string& what) {
    return std::find(fixed.begin(), fixed.end(), what) != fixed.end();
  });
  throw Error(violated.empty() ? "" : violated.front(),
              fmt::format("The initial configuration cannot be assembled: {} {} fixed, which "
                          "contradicts {}. Closest possible: {}.",
                          join_names(fixed, 6), fixed.size() == 1 ? "is" : "are",
                          violated.empty() ? "the other demands" : join_names(violated, 4),
                          join_names(closest, 6)),
              "Change or release one of the fixed values, or give start values nearer to a "
              "solution.");
}

void refuse_start(const std::vector<std::string>& violated, const std::string& gap) {
  const std::string text =
      fmt::format("The initial configuration cannot be assembled: {} cannot be satisfied{}.{}{}",
                  violated.empty() ? "the initial conditions" : join_names(violated, 5),
                  violated.size() == 1 ? "" : " together", gap.empty() ? "" : " ", gap);
  if (!gap.empty()) throw OpenLoopError("", text, "Check lengths and positions.");
  throw Error("", text,
              "Check lengths and positions, remove initial equations that contradict each other, "
              "or give start values nearer to a solution.");
}

}  // namespace multibond
