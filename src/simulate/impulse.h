/// Impulse: solves for what happens at the instant at which a model enters a mode
/// (compile/impulse_response.h says what it is).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "multibond/compile/impulse_response.h"
#include "multibond/program/runner.h"

namespace multibond {

class Impulse {
 public:
  explicit Impulse(std::shared_ptr<const ImpulseResponse> response);
  const ImpulseResponse& response() const { return *response_; }

  struct Jump {
    bool solved = true;                 ///< false: no finite impulses satisfy the mode
    bool any = false;                   ///< something jumps
    std::vector<double> change;         ///< by variable: of its derivative below the highest
    std::vector<double> impulse;        ///< by variable, of algebraic variables
    std::vector<std::size_t> violated;  ///< rows that were not satisfied
  };
  /// Values just before: parameters by number, and the leaves that the response asks for.
  Jump solve(double t, const double* parameters, const std::vector<double>& leaves);
  /// The truth that impulses give to the conditions of the modes; nullopt where they say nothing.
  /// Of the values given to `solve`.
  std::vector<std::optional<bool>> modes(const Jump& jump);
  /// Jump of a leaf.
  double change(const Jump& jump, const VariableLeaf& leaf) const;
  std::string texts(const std::vector<std::size_t>& rows) const;

 private:
  std::shared_ptr<const ImpulseResponse> response_;
  Runner residuals_, matrix_, indicators_, gradients_, mode_conditions_;
  std::vector<double> inputs_;
};

}  // namespace multibond
