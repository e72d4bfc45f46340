/// Frequency response of a linearization: what a sinusoidal input makes of the outputs.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/analyze/linearize.h"

namespace multibond {

struct FrequencyResponse {
  std::vector<std::string> inputs, outputs;
  std::vector<double> frequencies;  ///< Hz, rising
  /// C (iw - A)^-1 B + D by frequency: a row per output, a column per input. Not finite where an
  /// undamped mode is met.
  std::vector<Eigen::MatrixXcd> values;
};

FrequencyResponse frequency_response(const Linearization& linear,
                                     const std::vector<double>& frequencies);

/// Frequencies that show all modes: from a decade below the slowest to a decade above the fastest,
/// with the peaks of weakly damped ones. At most eight decades; around 1 Hz if nothing oscillates
/// or decays.
std::vector<double> usual_frequencies(const Linearization& linear);

/// "force.k:mass.s": from an input, or a parameter that counts as one, to a variable.
struct ResponseRequest {
  std::string input, output;
};
/// Throws Error that names `option` if the text is none.
ResponseRequest read_response(std::string_view option, std::string_view text);

}  // namespace multibond
