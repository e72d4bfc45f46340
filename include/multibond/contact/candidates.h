/// Which contacts two shapes have.
///
/// Two questions are asked. Before they touch: which features could touch soon (`near`)? It is
/// answered generously, for a search in time must not overlook one. Where they touch: which
/// contacts carry them (`touching`)? That is a clean list, each place once: two bricks on each
/// other have the corners of the polygon that both faces share, whether these are corners of one
/// brick, of the other, or places where two edges cross.
#pragma once

#include <vector>

#include "multibond/contact/gap.h"

namespace multibond::contact {

/// Throws `Error` if two shapes cannot touch or if there is no rule for them: shapes of the plane
/// against shapes in space, half spaces against each other, cylinders against anything but a half
/// space, points against what has no faces.
void check_pair(const Shape& a, const Shape& b);

/// All contacts whose features could touch after a and b have come closer by `reach` [m], in the
/// order of their numbers. A contact that is left out has a clearance above `reach`. Vertices are
/// taken against whatever region is nearest. Poses that are not numbers have no contacts.
std::vector<Contact> near(const MovingShape& a, const MovingShape& b, double reach);

/// The contacts at which a and b touch, that is with gaps up to `tolerance` [m], in the order of
/// their numbers, with axes chosen.
///
/// Sharp bodies against each other (boxes, polytopes, polygons): a vertex over a face, or edges
/// that cross, are a contact if their plane separates the bodies up to ten times the tolerance; if
/// they overlap more than that, the plane that separates them best. A vertex has one contact, with
/// the face that it is farther inside of; of contacts in the same place the first is kept, vertices
/// before edges. Borders are 1e-8 of the size of the bodies wide, or ten tolerances: vertices that
/// far outside of a face are still over it. Such contacts keep their face: see `Touch::margin`.
std::vector<Contact> touching(const MovingShape& a, const MovingShape& b, double tolerance);

/// How wide [m] borders are there: vertices this far outside of a face are still over it, edges
/// that cross this far beyond their ends still cross, and contacts this near to each other are the
/// same.
double border_width(const MovingShape& a, const MovingShape& b, double tolerance);

/// A lower bound of the distance of a and b [m], cheaper than all clearances; negative if it is not
/// known to be positive.
double separation(const MovingShape& a, const MovingShape& b);

}  // namespace multibond::contact
