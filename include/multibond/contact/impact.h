/// Several contacts that touch at one instant, of which some approach: impulses and velocities
/// after.
///
/// There are two ways, which differ as the textbooks do:
///
///     sequential     the contact that approaches fastest has its impact alone (impact_law.h), then
///                    the next, until none approaches. Momentum is kept each time, energy never
///                    grows. Newton's cradle: k balls in, k balls out. With eps < 1 this may take
///                    thousands of impacts; after 20 + 10 n, or when none approaches faster than
///                    `rest_speed`, one plastic impact of all contacts together ends it.
///     simultaneous   one problem for all impulses with u_n+ + eps u_n- >= 0 (Moreau): the law of
///                    Newton, whatever `law` says. A cradle then does what no cradle does. What is
///                    held on several sides may have no such motion: then a plastic impact is
///                    followed by one in which each contact gives back eps of its impulse
///                    (Poisson).
///
/// Contacts that touch and separate stay as they are, unless others push them. Locks (bilateral)
/// hold throughout, with eps = 0. A contact with eps < 0 breaks through once and is then ignored.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "multibond/contact/friction_problem.h"
#include "multibond/contact/impact_law.h"

namespace multibond::contact {

struct ImpactContact {
  ContactRows rows;
  double restitution = 0;
  ImpactLaw law = ImpactLaw::energetic;
};

struct ImpactProblem {
  std::vector<double> W;  ///< n x n by rows, symmetric, positive semi-definite
  std::vector<double> u;  ///< velocities before
  std::vector<ImpactContact> contacts;
  double rest_speed = 0;  ///< m/s, v_z: slower approaches are plastic
};

enum class ImpactOrder { sequential, simultaneous };

/// Something that the user may want to know.
struct ImpactNote {
  enum class Kind {
    tie,      ///< two contacts that feel each other were equally fast: taken in their order
    reduced,  ///< the law of the contact would have gained energy (all contacts if simultaneous)
    bounded,  ///< too many impacts: ended by a plastic one
    poisson,  ///< no motion obeys Newton's law for all contacts together: Poisson's was taken
  } kind = Kind::tie;
  std::size_t contact = 0;
  std::size_t other = 0;  ///< of a tie: the one that came later
};

struct ImpactSolution {
  bool solved = false;
  std::vector<double> impulse;   ///< sum of all impacts
  std::vector<double> velocity;  ///< after
  std::vector<double> work;  ///< J, by contact: what the bodies gain, so lost energy is negative
  int impacts = 0;           ///< of single contacts
  int iterations = 0;        ///< of the problems of all contacts together
  bool together = false;     ///< a problem of all contacts together was solved
  std::vector<ImpactNote> notes;
  std::string failure;  ///< if not solved
};

ImpactSolution impact(const ImpactProblem& problem, ImpactOrder order);

}  // namespace multibond::contact
