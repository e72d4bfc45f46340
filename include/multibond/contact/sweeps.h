/// Sweeps: forces of very many contacts with friction, by Gauss-Seidel.
///
/// The same problem as in friction_problem.h, for thousands of contacts that each feel a few
/// others. No matrix W is made. What contacts act on are the rates of bodies: contact i has the
/// velocities u = J_i v + c_i, and its force f changes the rates by v += X_i f. One after the other
/// each contact takes the force that its present velocities ask for, within its cone:
///
///     f_n <- max(0, f_n - (u_n - target) / W_nn)
///     f_t <- nearest to f_t - u_t / w_t within |f_t| <= mu f_n         w_t: largest of W_tt
///     f_s <- nearest to f_s - u_s / W_ss within |f_s| <= spin mu f_n
///
/// (Jean and Moreau 1992, with projections as local steps.) The cone is the round one. Where sweeps
/// are cut short, forces are inside their cones all the same; contacts then give way a little.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace multibond::contact {

/// Contacts over rates, by their places in `rates`.
class Sweeps {
 public:
  void clear();

  /// A contact of 1 to 4 rows (friction_problem.h). `jacobian`: rows x places, `response`:
  /// places x rows, both by rows. `force`: to begin with.
  void add(int rows, std::span<const std::uint32_t> places, std::span<const double> jacobian,
           std::span<const double> response, double mu, double spin, std::span<const double> force);
  std::size_t size() const { return contacts_.size(); }

  /// Applies the forces to begin with to `rates`, and sweeps until no velocity changes by more than
  /// `tolerance`, at most `most` times. `target`: the normal velocity that each contact must have
  /// at least. Returns the number of sweeps.
  int solve(std::vector<double>& rates, std::span<const double> target, double tolerance, int most);
  /// The same for normals alone and with forces from zero: rates are displacements then.
  int solve_normals(std::vector<double>& rates, std::span<const double> target, double tolerance,
                    int most);

  /// Forces of a contact, row by row; of `solve_normals` the first alone.
  std::span<const double> force(std::size_t contact) const;
  /// Velocity of a row at rates.
  double velocity(std::size_t contact, int row, const std::vector<double>& rates) const;
  void scale_forces(double factor);

 private:
  struct Entry {
    int rows = 1;
    std::size_t place = 0, places = 0;  ///< in places_
    std::size_t number = 0;             ///< in jacobian_ and response_
    std::size_t force = 0;              ///< in force_
    double mu = 0, spin = 0;
    double normal = 0, tangent = 0, turn = 0;  ///< 1 / W of the rows; 0 if they do not move
  };
  void apply(const Entry& contact, int row, double change, std::vector<double>& rates) const;
  double velocity(const Entry& contact, int row, const std::vector<double>& rates) const;

  std::vector<Entry> contacts_;
  std::vector<std::uint32_t> places_;
  std::vector<double> jacobian_, response_, force_;
};

}  // namespace multibond::contact
