/// Comparison: how far a result is from a reference, signal by signal.
///
/// Around the result lies a tube: a value of the reference is inside if the result takes it, or
/// comes nearer than `tolerance` times the range of the reference signal, at a time that is nearer
/// than `time_tolerance` times the duration. So a jump at an event may come a little sooner or
/// later.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "multibond/simulate/result.h"

namespace multibond {

struct ComparisonOptions {
  double tolerance = 1e-3;  ///< of the range of a signal
  /// Of the duration: a jump may come sooner or later by that. As `tolerance` if not given; 0
  /// compares values of the same instant.
  std::optional<double> time_tolerance = std::nullopt;
  /// A reference signal whose range is not larger than this rests: what it shows is rounding. It
  /// is measured by its own size, at least by 1.
  double noise = 0;
  double until = std::numeric_limits<double>::infinity();  ///< later rows do not count
  /// Names in the result of signals of the reference; those not mentioned have the same.
  std::map<std::string, std::string> names = {};
  std::vector<std::string> signals = {};  ///< of the reference; empty: all
};

struct SignalComparison {
  std::string reference, path;  ///< names of the signal in the reference and in the result
  double range = 0;             ///< largest minus smallest value of the reference
  double deviation = 0;         ///< the largest, outside the tube in time, by the range
  double at = 0;                ///< when
};

struct Comparison {
  std::vector<SignalComparison> signals = {};  ///< the worst first
  double tolerance = 0;
  bool agrees() const { return signals.empty() || signals.front().deviation <= tolerance; }
};

/// Throws Error for signals that the result does not have, and if the two have no time in common.
Comparison compare(const Result& result, const Result& reference,
                   const ComparisonOptions& options = {});

std::string to_text(const Comparison& comparison);
nlohmann::ordered_json to_json(const Comparison& comparison);

}  // namespace multibond
