/// RecordedRun: the rows of a run as it left them. What a row says of the model's variables follows
/// from its states and discrete values, and is computed when it is asked for: rows by themselves,
/// as long as they are few and do not depend on those before them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/result.h"

namespace multibond {

class RecordedRun final : public LateTrajectories {
 public:
  /// Of a run that begins with these dynamics, and will have about so many rows.
  RecordedRun(std::shared_ptr<const CompiledModel> model, const CompiledDynamics& dynamics,
              std::size_t expected_rows);

  /// Rows for these times and states, one after the other, with what else the dynamics have at
  /// present.
  void append(const CompiledDynamics& dynamics, std::span<const double> times,
              const double* states);

  const std::vector<double>& times() const override { return times_; }
  const Trajectories& get() const override;
  const Trajectories& names() const override;
  const Signal* find(std::string_view path) const override;
  double value(std::size_t column, std::size_t row) const override;
  bool looks_finite() const override;

 private:
  /// Rows that one choice of pivots in one mode made, with the same parameters.
  struct Stretch {
    std::shared_ptr<const CompiledMode> mode;
    std::shared_ptr<const Functions> functions;
    std::shared_ptr<const std::vector<double>> parameters;
    std::size_t rows = 0;
    std::vector<double> inputs;  ///< what stands before the parameters, row by row
  };
  Stretch begin_stretch(const CompiledDynamics& dynamics,
                        std::shared_ptr<const std::vector<double>> known) const;
  class RowFunction;
  void declare(Trajectories& result) const;
  std::optional<Signal> described(std::string_view path) const;
  void compute(Trajectories& result) const;
  /// Stretch of a row, and its place there.
  std::pair<const Stretch*, std::size_t> find(std::size_t row) const;
  // With the lock held:
  const Trajectories& declared() const;
  const Trajectories& computed() const;
  const std::vector<double>* row_by_itself(std::size_t row) const;

  std::shared_ptr<const CompiledModel> model_;
  bool projects_;
  std::vector<Stretch> stretches_;  ///< the first may have no rows
  std::size_t parameters_version_;
  std::vector<double> times_;
  mutable std::mutex lock_;
  mutable std::size_t computed_ = ~std::size_t{0};  ///< rows
  mutable Trajectories trajectories_;
  mutable bool declared_ = false;
  mutable std::map<std::string, Signal, std::less<>> found_;  ///< by themselves
  /// Rows that were computed by themselves.
  mutable std::map<std::size_t, std::vector<double>> rows_;
};

}  // namespace multibond
