/// IslandResponse: how all directions of a set of contacts answer to each other.
///
/// A column (contact_response.h) takes a run of functions of the whole model, whatever it concerns.
/// But efforts at one island of the model (ContactsDescription) change nothing in another one, so
/// one run serves a seed in each of them:
///
///     island    A       B       C          seeds of an island: its touched coordinates, or the
///     run 1     a1      b1      c1         directions at it, whichever are fewer; all responses
///     run 2     a2      b2                 are sums of these
///     run 3     a3
///
/// A hundred bricks in the plane take three runs, however many contacts they have; a mechanism as
/// many as it has rows of contacts. W has entries only where directions share an island.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "contact_response.h"

namespace multibond {

class IslandResponse {
 public:
  explicit IslandResponse(ContactResponse& response) : response_(response) {}

  /// Responses to forces of one along each direction, at the present point; false if they have no
  /// finite value.
  bool respond(CompiledDynamics& dynamics, const std::vector<const ContactDirection*>& columns);

  /// W: how `rows` accelerate by the columns.
  Eigen::MatrixXd accelerations(const std::vector<const ContactDirection*>& rows);
  /// Adds the changes of the states by forces (or impulses) of the columns.
  void add(const Eigen::VectorXd& forces, double* states) const;
  /// The same with the absolute values of all terms: what the rounding of that sum goes by.
  void add_sizes(const Eigen::VectorXd& forces, double* states) const;
  /// Runs that the latest responses took.
  std::size_t runs() const { return runs_; }

 private:
  /// What a column is made of: a seed of an island, that is its place in the runs.
  struct Term {
    std::uint32_t island = 0;
    std::size_t run = 0;
    double factor = 0;
  };
  template <typename Size>
  void sum(const Eigen::VectorXd& forces, double* states, Size&& size) const;
  void choose_seeds(const std::vector<const ContactDirection*>& columns);

  ContactResponse& response_;
  const ContactsDescription* contacts_ = nullptr;  ///< of the mode of the latest responses
  std::size_t runs_ = 0;
  /// Who touches an island, and where.
  struct Touched {
    std::vector<std::size_t> columns, coordinates;
    void clear() {
      columns.clear();
      coordinates.clear();
    }
  };
  // All of these are made anew with each response; they keep their memory.
  std::vector<Touched> touched_;                  ///< by island
  std::vector<std::uint32_t> run_of_coordinate_;  ///< in its island
  std::vector<std::vector<std::pair<Eigen::Index, ContactDirection::Part>>>
      row_parts_;                             ///< of all rows, by island
  std::vector<std::vector<Term>> terms_;      ///< of each column
  std::vector<std::vector<double>> seeds_;    ///< of each run
  std::vector<std::vector<double>> changes_;  ///< of the states' derivatives
  std::vector<std::vector<double>> answers_;  ///< of the rates
};

}  // namespace multibond
