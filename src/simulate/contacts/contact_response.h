/// ContactResponse: how the motion of a model answers to efforts of contact.
///
/// A contact meets a model in *coordinates*: pairs of a rate and the effort that has power with it
/// (a component of the velocity of a frame and of the force on it). A row of a contact, say its
/// normal, is a direction d over these coordinates: its velocity is d . rates, and a force l of it
/// is the efforts d l. So, with the functions of the accelerations and no others,
///
///     column   dy'/dl      = derivative of the states' derivatives by the efforts along d
///     W        d . (derivative of the rates by the states along a column)
///     b        d . (derivative of the rates along the motion without contact) + moving directions
///
/// through trees, loops, gears and rolling alike (studies: contacts, section 1). Impulses have the
/// same columns and the same W.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "multibond/compile/compiled_model.h"
#include "multibond/program/runner.h"

namespace multibond {

class CompiledDynamics;

/// A direction over the coordinates of contact, of which a contact meets twelve at most: those of
/// two bodies in space. They are made at every evaluation, so that they are kept in place.
struct ContactDirection {
  struct Part {
    std::size_t coordinate;
    double factor;
  };
  class Parts {
   public:
    const Part* begin() const { return parts_.data(); }
    const Part* end() const { return parts_.data() + size_; }
    void add(std::size_t coordinate, double factor) {
      for (Part* part = parts_.data(); part != parts_.data() + size_; ++part) {
        if (part->coordinate != coordinate) continue;
        part->factor += factor;
        return;
      }
      parts_.at(size_++) = {coordinate, factor};
    }

   private:
    std::array<Part, 12> parts_;  // those in use have values
    std::size_t size_ = 0;
  };
  Parts parts;

  double dot(const std::vector<double>& coordinates) const {
    double sum = 0;
    for (const Part& part : parts) sum += part.factor * coordinates[part.coordinate];
    return sum;
  }
  void add_to(std::vector<double>& coordinates, double times) const {
    for (const Part& part : parts) coordinates[part.coordinate] += times * part.factor;
  }
};

/// Of a run. Everything is evaluated at the present point of the dynamics, with the functions in
/// use there.
class ContactResponse {
 public:
  explicit ContactResponse(const ContactsDescription& contacts);

  /// Places of all colliders, then gaps of all stops.
  bool places(CompiledDynamics& dynamics, std::vector<double>& values);
  bool rates(CompiledDynamics& dynamics, std::vector<double>& values);
  /// Rates of the rates along a change of the states; with `time`, along the motion.
  bool accelerations(CompiledDynamics& dynamics, const double* ydot, bool time,
                     std::vector<double>& values);
  /// Change of the states' derivatives by efforts.
  bool column(CompiledDynamics& dynamics, const std::vector<double>& efforts,
              std::vector<double>& change);
  /// Change of the positions by a change of the velocities, taken through dq/dt = f(q, v).
  bool shift(CompiledDynamics& dynamics, const std::vector<double>& column,
             std::vector<double>& change);
  /// Change of any variables by efforts of contact.
  bool answers(CompiledDynamics& dynamics, const std::vector<VariableLeaf>& leaves,
               const std::vector<double>& efforts, std::vector<double>& change);
  /// A coordinate whose rate an effort changes at once, because nothing there has a mass.
  std::optional<std::size_t> massless(CompiledDynamics& dynamics);

  std::size_t coordinates() const { return contacts_.coordinates.size(); }

 private:
  /// The functions, of the choice of pivots in use.
  struct InUse {
    std::shared_ptr<const Functions> functions;
    std::optional<Runner> places, rates, accelerations, column, shift, answers;
  };
  InUse& in_use(CompiledDynamics& dynamics);

  const ContactsDescription& contacts_;
  std::vector<VariableLeaf> place_leaves_, rate_leaves_;
  std::vector<InUse> kept_;  ///< the latest last
  std::vector<double> efforts_;
};

}  // namespace multibond
