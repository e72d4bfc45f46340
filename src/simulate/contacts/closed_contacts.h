/// ClosedContacts: contacts that persist, and the forces that keep them closed.
///
/// A closed contact has the acceleration zero along its normal, and across it while it sticks; one
/// that slides has the friction mu l_n against its slip e, so that its force is a multiple of
/// n - mu e. Together (contact_response.h)
///
///     A l = -b,    A = rows . response of columns
///
/// is solved at every point, and the states are moved onto closed gaps after every step, in the
/// mass norm, by the same columns.
///
/// Redundant contacts (a box on four corners) have one motion and many distributions of force. Of
/// them the nearest to a reference is taken, which was found at the latest event with all forces
/// inside their cones: the least forces alone may leave a cone although nothing slips.
///
/// What rests stays exactly where it is. Forces that balance leave accelerations of the size of
/// their rounding, which over long steps would become a creep. How large that is follows from the
/// sums at the latest event (`Noise`): accelerations below it are zero, and where the reference
/// leaves no more than that, it is the answer and A is not made.
///
/// Between events A changes little. Forces are found with the factors of an A of the past (`Kept`),
/// and corrected until they leave no more than rounding of the accelerations: that takes some runs
/// of the response to all forces at once, and neither A nor its factors. Where it does not succeed,
/// or takes long, A is made again.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contact_scene.h"
#include "island_response.h"
#include "least_forces.h"

namespace multibond {

struct ClosedContact {
  KnownContact known;
  bool sticks = false;                ///< across the normal
  bool spin_sticks = false;           ///< about the normal
  bool starts = false;                ///< to slide, from rest: at the event its slip is none
  bool slides = false;                ///< it has been faster than what counts as no slip
  Eigen::Vector2d sense{0, 0};        ///< direction of the slip, by the tangents
  double spin_sense = 0;              ///< 1 or -1
  std::array<double, 4> reference{};  ///< forces at the latest event
};

/// What a closed contact does at one point.
struct ContactState {
  double friction = 0, spin = 0;
  double margin = 0, border = 0;
  std::array<double, 4> force{}, velocity{};
  int rows = 1;
};

class ClosedContacts {
 public:
  ClosedContacts(ContactResponse& response, ContactScene& scene)
      : response_(response), scene_(scene), islands_(response) {}

  std::vector<ClosedContact> list;
  /// A slip up to this counts as none, in m/s (or rad/s): its direction is the one that it had. It
  /// must not be less than the errors of a step, which turn a slower slip at random: then friction
  /// would never bring it to rest.
  double slip_speed = 1e-7;
  /// Efforts of a method that finds them by itself (moreau.h), in place of those of the list, and
  /// the power that contacts take up.
  struct Given {
    std::vector<double> efforts;
    double loss = 0;
  };
  std::optional<Given> given;
  bool any() const { return given || !list.empty(); }

  /// Efforts of all coordinates at the present point of the dynamics, whose efforts are zero and
  /// whose derivatives are then `free`. False if there are none; `failure` says why.
  bool exert(CompiledDynamics& dynamics, const double* free, std::vector<double>& efforts);
  /// The reference becomes what was exerted at the latest point, where the derivatives without
  /// contacts are `free`.
  void keep_forces(CompiledDynamics& dynamics, const double* free);
  /// Rounding of accelerations, of the states and of the rows, while the list is what it was when
  /// forces were kept. Empty: not known.
  struct Noise {
    std::vector<double> states, rows;
  } noise;
  /// The response of an earlier point, with which the forces of the list are found.
  struct Kept {
    Eigen::MatrixXd sizes;  ///< of the entries of A
    LeastForces factors;
  };
  std::shared_ptr<const Kept> kept;
  /// After a step: keeps the response of (t, y), if that of the past takes long.
  void renew(CompiledDynamics& dynamics, double t, const double* y);
  /// Derivatives of states that are no more than noise are zero.
  void still(double* ydot, std::size_t states) const;
  /// Closes the gaps at the present point, whose states are changed, and stops what is closed.
  bool project(CompiledDynamics& dynamics);
  /// Of the latest point, contact by contact.
  const std::vector<ContactState>& states() const { return states_; }
  /// Adds what is told of them there to the discrete values.
  void report(double* discretes) const;
  /// Power that friction takes up there.
  double lost_power() const;
  const std::string& failure() const { return failure_; }

 private:
  struct Row {
    ContactDirection row, column;
    double offset = 0;
    std::size_t contact = 0;
    std::size_t place = 0;  ///< among the rows of its contact
  };
  bool read(CompiledDynamics& dynamics);
  void state_rows(std::size_t contact, const ContactPoint& point);
  bool respond(CompiledDynamics& dynamics);
  bool rest(CompiledDynamics& dynamics, const Eigen::VectorXd& force, Eigen::VectorXd& left);
  bool balances(const Eigen::VectorXd& left) const;
  bool refine(CompiledDynamics& dynamics, Eigen::VectorXd& force, Eigen::VectorXd& left);
  Eigen::VectorXd weights() const;
  bool keep_response(CompiledDynamics& dynamics);

  ContactResponse& response_;
  ContactScene& scene_;
  std::vector<ContactState> states_;
  std::vector<ContactPoint> points_;
  std::vector<Row> rows_;
  IslandResponse islands_;
  Eigen::MatrixXd A_;    ///< rows by columns
  Eigen::VectorXd b_;    ///< accelerations of the rows without contacts
  int refinements_ = 0;  ///< of the latest point
  std::vector<double> places_, rates_, free_, seeds_, change_, answer_, slopes_;
  std::string failure_;
};

}  // namespace multibond
