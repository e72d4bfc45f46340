/// Root locus: how the eigenvalues about the initial state move with a parameter.
#pragma once

#include <complex>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/analyze/linearize.h"

namespace multibond {

/// "spring.c=5:20 N/mm".
struct LocusRequest {
  std::string parameter;
  std::string from, to;  ///< numbers with or without a unit
};
/// Throws Error that names `option` if the text is none.
LocusRequest read_locus(std::string_view option, std::string_view text);

struct RootLocus {
  std::string parameter, unit;
  std::vector<double> values;  ///< rising or falling; by factors if they are far apart
  /// Eigenvalues by value; those at the same place belong together, from value to value.
  std::vector<std::vector<std::complex<double>>> eigenvalues;
  /// Values that are left out since the model cannot be linearized there, and why.
  std::size_t failed = 0;
  std::string failure;
};

/// Throws Error if the parameter does not exist, cannot be changed in a compiled model, or if the
/// model cannot be linearized for any value.
RootLocus root_locus(const std::shared_ptr<const CompiledModel>& model, const LocusRequest& request,
                     const LinearizeOptions& options = {}, std::size_t count = 61);

}  // namespace multibond
