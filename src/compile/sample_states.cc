#include "sample_states.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace multibond {
namespace {

constexpr std::size_t kSamples = 24;
constexpr double kNear = 0.1;  ///< of a closed configuration, as part of the nominal size

/// A number in [-1, 1] that depends only on its arguments.
double pseudo_random(std::uint32_t leaf, std::size_t sample) {
  std::uint64_t x = (std::uint64_t{leaf} << 20) ^ (sample * 0x9e3779b97f4a7c15u);
  x ^= x >> 31;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  x ^= x >> 31;
  return static_cast<double>(x >> 11) * 0x1p-52 - 1.0;
}

bool is_unsized_length(const SystemVariable& v) {
  return v.nominal == 1 && (v.unit == "m" || v.unit == "m/s");
}

/// By how much lengths differ between the closed configurations, between which joints turn by about
/// a third of a radian, times three: the size of the mechanism, wherever it stands. 1 if nothing
/// moves.
double usual_length(const System& system, const std::vector<Redundancy::Configuration>& closed) {
  double largest = 0;
  if (closed.size() < 2) return 1.0;
  for (const auto& [variable, value] : closed[0]) {
    const auto other = closed[1].find(variable);
    if (other == closed[1].end() || !is_unsized_length(system.variables[variable])) continue;
    largest = std::max(largest, std::abs(value - other->second));
  }
  return largest > 0 ? 3 * largest : 1.0;
}

}  // namespace

Samples sample_states(const System& system, const std::vector<Redundancy::Configuration>& closed,
                      SamplePlaces places, PresentValue present_value) {
  return Samples(
      kSamples,
      [&system, &closed, places, length = usual_length(system, closed),
       present_value = std::move(present_value)](const Expr& leaf) -> std::vector<double> {
        if (leaf.op() == Op::correction) return {0.0};

        const std::optional<double> found =
            present_value ? present_value(leaf) : std::optional<double>();
        const bool has_present = found.has_value();
        const double present = found.value_or(0.0);
        if (leaf.op() == Op::parameter) {
          return {has_present ? present : system.parameters[leaf.index()].value};
        }
        std::vector<double> values(kSamples);
        for (std::size_t s = 0; s < kSamples; ++s) {
          const double random = pseudo_random(leaf.id(), s);
          switch (leaf.op()) {
            case Op::condition:
              values[s] = has_present ? present : (s == 0 ? 0.0 : random > 0 ? 1.0 : 0.0);
              break;
            case Op::time:
              values[s] = has_present ? present : s == 0 ? 0.0 : 5 + 5 * random;
              break;
            default: {
              const SystemVariable& v = system.variables[leaf.index()];
              const bool plain = leaf.order() == 0;
              const double one = is_unsized_length(v) ? length : v.nominal;
              if (plain && !has_present && places == SamplePlaces::closed && !closed.empty()) {
                // A mechanism is judged where its loops are (nearly) closed: open ones are far
                // worse conditioned, and never met.
                const Redundancy::Configuration& place = closed[s % closed.size()];
                if (const auto it = place.find(leaf.index()); it != place.end()) {
                  values[s] = it->second + (s < closed.size() ? 0.0 : kNear * random * one);
                  break;
                }
              }
              const double start = plain ? v.start : 0.0;
              if (is_given(v.kind)) {
                values[s] = has_present ? present : start;
              } else if (has_present) {
                values[s] = s == 0 ? present : present + 1e-3 * random * (std::abs(present) + one);
              } else if (s == 0) {
                values[s] = start;
              } else if (s == 1) {
                values[s] = 0;
              } else if (s % 2 == 0) {
                values[s] =
                    std::round(2.49 * random) * std::numbers::pi / 2 * one + 1e-3 * random * one;
              } else {
                values[s] = start + 3 * random * one;
              }
              if (plain && leaf.op() == Op::variable && v.limits_guide) {
                values[s] = std::clamp(values[s], v.min, v.max);
              }
            }
          }
        }
        return values;
      });
}

}  // namespace multibond
