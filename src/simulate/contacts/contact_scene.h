/// ContactScene: the shapes and stops of a model at one instant, and the contacts between them.
///
/// Shapes come as numbers of parameters, places and rates as the compiled model tells them. What
/// comes out is, contact by contact, the gap, and the directions over the coordinates of contact in
/// which it opens, slides and spins (contact_response.h): shapes in the plane, in space and stops
/// of one motion look alike from here on.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "contact_response.h"
#include "multibond/compile/compiled_model.h"
#include "multibond/contact/gap.h"
#include "multibond/contact/shape.h"

namespace multibond {

/// Which contact: two colliders (a < b) and a pair of their features; or a stop, alone.
using ContactId = contact::ContactId;
inline constexpr std::uint32_t kStop = 0xffffffffu;  ///< in place of b
inline bool is_stop(const ContactId& id) { return id.b == kStop; }

/// A gap up to this counts as closed, in m.
inline constexpr double kTouchingGap = 1e-9;

/// A contact as it is remembered from instant to instant.
struct KnownContact {
  ContactId id;
  contact::Contact features;  ///< of colliders
};

/// A contact at one instant. Row 0 is the normal, then one tangent in the plane or two in space,
/// then the spin.
struct ContactPoint {
  KnownContact known;
  double gap = 0;
  double margin = 0;  ///< how far it is from the border of its features
  double border = 0;  ///< how wide that is
  int rows = 1;
  std::array<ContactDirection, 4> directions;
  /// What the rows accelerate by if the coordinates do not: directions and points of contact move.
  std::array<double, 4> offsets{};
  double restitution = 0, friction = 0, spin = 0;
};

class ContactScene {
 public:
  /// `numbers`: of function contact_numbers. Throws Error naming the component if a shape cannot
  /// be.
  ContactScene(const ContactsDescription& contacts, const std::vector<double>& numbers);

  /// Everything is at these places and has these rates from now on.
  void update(const std::vector<double>& places, const std::vector<double>& rates);
  /// The same of one collider: its place, and the rates of its coordinates.
  void place(std::uint32_t collider, const double* place, const double* rates);

  std::size_t colliders() const { return shapes_.size(); }
  std::size_t stops() const { return contacts_.stops.size(); }
  const contact::Shape& shape(std::uint32_t collider) const { return shapes_[collider]; }
  const contact::MovingShape& moving(std::uint32_t collider) const { return moving_[collider]; }
  double stop_gap(std::uint32_t stop) const { return stop_gaps_[stop]; }
  double stop_rate(std::uint32_t stop) const { return stop_rates_[stop]; }

  /// Whether two colliders touch where they meet: by their groups, and by whether they have.
  bool may_touch(std::uint32_t a, std::uint32_t b) const;
  /// How many pairs of colliders may.
  std::size_t possible_pairs() const;

  /// Where what is told of a collider or a stop stands.
  const ContactReports& reports(std::uint32_t number, bool stop) const {
    return stop ? contacts_.stops[number].reports : contacts_.colliders[number].reports;
  }

  ContactPoint point(const KnownContact& contact) const;
  double gap(const KnownContact& contact) const;
  std::string name(const ContactId& id) const;  ///< "ball and floor"

 private:
  void add(ContactDirection& direction, std::uint32_t collider, const Vector3& force,
           const Vector3& torque) const;
  double mean(std::uint32_t a, std::uint32_t b, std::size_t number) const;

  const ContactsDescription& contacts_;
  std::vector<double> numbers_;
  std::vector<contact::Shape> shapes_;
  std::vector<contact::MovingShape> moving_;
  std::vector<double> stop_gaps_, stop_rates_;
};

}  // namespace multibond
