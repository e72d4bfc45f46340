/// The variables of a run, for the page.
#pragma once

#include <string>
#include <vector>

#include "multibond/page/page.h"
#include "tracks.h"

namespace multibond::page {

/// Variables as the page has them; in large runs some are kept at fewer instants.
class SignalWriter {
 public:
  SignalWriter(const Result& result, const PageOptions& options, Tracks& tracks);

  /// "signals" of the header: path, unit, description, value and sign of each.
  Json run();
  /// Another column with a value per row, at the instants that most variables are kept at.
  Json track(const std::vector<double>& values) { return track(values, sparse_rows_.empty()); }

  const std::vector<double>& sparse_times() const { return sparse_times_; }
  std::size_t reduced() const { return reduced_; }  ///< variables kept at these instants only

 private:
  void choose_sparse_rows();
  Json track(const std::vector<double>& values, bool whole);

  const Result& result_;
  const PageOptions& options_;
  Tracks& tracks_;
  std::vector<std::size_t> sparse_rows_;
  std::vector<double> sparse_times_;
  std::size_t reduced_ = 0;
};

}  // namespace multibond::page
