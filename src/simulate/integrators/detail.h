/// What the integrators share: the finite-value check, the step record, and their factories.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "multibond/simulate/integrator.h"

namespace multibond {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// The largest growth of a step of the explicit methods. A larger one lets sporadic steps pass
/// whose error is underestimated a hundred times.
inline constexpr double kStepGrowth = 1.5;
/// The step after a failed evaluation, relative to the one before. Without a finite value there is
/// no error to go by: well below a half, so that few attempts are lost on the way down, but not so
/// small that the way up again is long.
inline constexpr double kStepCut = 0.25;

/// The highest bit is set if a value is NaN or infinite: its exponent has all bits set, and one
/// more runs over into the sign. Whole numbers, because additions of doubles would wait for each
/// other.
inline std::uint64_t not_finite(double value) {
  constexpr std::uint64_t kNoSign = ~std::uint64_t{0} >> 1, kExponentOne = std::uint64_t{1} << 52;
  return (std::bit_cast<std::uint64_t>(value) & kNoSign) + kExponentOne;
}

bool all_finite_of_many(const double* values, std::size_t n);

/// True if no value is NaN or infinite. Inline: a call would cost as much as the usual few values.
inline bool all_finite(const double* values, std::size_t n) {
  constexpr std::size_t kMany = 16;
  if (n >= kMany) return all_finite_of_many(values, n);
  std::uint64_t even = 0, odd = 0;
  std::size_t i = 0;
  for (; i + 1 < n; i += 2) {
    even |= not_finite(values[i]);
    odd |= not_finite(values[i + 1]);
  }
  if (i < n) even |= not_finite(values[i]);
  return ((even | odd) >> 63) == 0;
}

/// f(t, y), where a value that is not finite counts as a failed evaluation: an integrator must
/// never build on a NaN, whatever the model reports.
Evaluation evaluate(Dynamics& dynamics, double t, const double* y, double* ydot);

/// The same for the projection onto the invariants.
Evaluation project(Dynamics& dynamics, double t, double* y);

/// Enters an accepted step of size |h| into the record.
void record_step(IntegratorStatistics& statistics, double h);

/// Steps below this are too small to be told from rounding of the time t.
double smallest_step(double t, double limit);

/// Notices a run that creeps: many accepted steps in a row, none of which brings the time forward.
class CreepWatch {
 public:
  void start() { creeping_ = 0; }
  /// To be told of each accepted step; true if there were too many of these.
  bool creeps(double begin, double end, double limit);
  /// "dop853 cannot go beyond t = 0: ..."
  static std::string sentence(std::string_view method, double t, double step);

 private:
  int creeping_ = 0;
};

/// What a model could not give.
enum class Missing { derivatives, projection };

/// "The derivatives have no finite value there: ..." or "The constraints cannot be met there: ...",
/// with the model's own words, if it has any.
std::string missing_sentence(Missing missing, const Dynamics& dynamics);

/// "dop853 cannot start at t = 0. The derivatives have no finite value there: ..."
std::string no_start_sentence(std::string_view method, double t, const Dynamics& dynamics);

std::unique_ptr<Integrator> make_dop853(Dynamics& dynamics, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_bdf(Dynamics& dynamics, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_adams(Dynamics& dynamics, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_arkode(Dynamics& dynamics, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_ida(Dynamics& dynamics, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_rk4(Dynamics& dynamics, const IntegratorOptions& options);
/// For models without states, under the name of the method asked for: time passes, that is all.
std::unique_ptr<Integrator> make_stateless(std::string_view name, const IntegratorOptions& options);

}  // namespace multibond
