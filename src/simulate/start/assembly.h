/// Assembly: closes coupled loops from poor guesses.
///
/// Levenberg-Marquardt steps of a fraction of a turn, joints without a guess first; where that does
/// not close, or ends far from the guesses, from other places near them. Of the closed positions
/// the nearest to the wishes is taken, and the others are remembered.
#pragma once

#include <string>
#include <vector>

#include "clusters.h"
#include "problem.h"

namespace multibond {

class Assembly {
 public:
  Assembly(StartProblem& problem, const StartCluster& cluster);

  /// From the present values. Whether it is closed; if not, it is as near to it as any search came.
  bool close();
  /// What there is to say about closed positions that are farther from the wishes.
  std::vector<Diagnostic> notes() const;

 private:
  struct Outcome {
    bool closed = false;
    double distance = 0;  ///< closed: from the wishes; else: how far it is open
    std::vector<double> values = {};
    bool operator<(const Outcome& other) const;
  };
  void measure();
  void unwind();
  void turn_back();
  bool is_exact();
  Outcome attempt();
  void perturb(const std::vector<double>& from, int place);
  double open_distance();
  double distance_from_wishes();
  double farthest_from_guess(const std::vector<double>& values) const;
  bool same_position(const std::vector<double>& a, const std::vector<double>& b) const;
  void remember(Outcome outcome);

  StartProblem& problem_;
  const StartCluster& cluster_;
  std::vector<std::size_t> other_demands_;  ///< that are no gaps of loops
  std::vector<std::uint32_t> unguessed_;
  Outcome best_;
  bool any_ = false;
  std::vector<std::vector<double>> others_;
};

}  // namespace multibond
