/// The impact of one contact: what it gives to the velocities at an instant.
///
///     u+ = u- + W L        L: impulse, rows as in friction_problem.h (n, n t, n t1 t2, n t1 t2 s)
///
/// While the normal impulse p grows from 0, the friction changes with the slip (Routh; Darboux,
/// Keller 1986):
///
///     du/dp = W d,   d = (1, -mu u_t / |u_t|) while it slips,   u_t = 0 while it sticks
///
/// Slip may stop, then sticks or starts in another direction; in space its direction turns. The
/// compression ends at u_n = 0, with the impulse p_c and the work A_c = integral of u_n dp < 0;
/// where the impact ends is the law's choice, for a restitution eps from 0 to 1:
///
///     newton     u_n = -eps u_n-
///     poisson    p = (1 + eps) p_c
///     energetic  A = (1 - eps^2) A_c      (Stronge 1990)
///
/// Without coupling of normal and tangent all three are the same. The energetic law never gains
/// energy. The others may (Kane, Levinson 1985); then they end where the energy is what it was.
///
/// eps = 0 is plastic. eps < 0, down to -1: the contact breaks through, u_n+ = -eps u_n- < 0.
///
/// A contact with u_n- = 0 that slips has an impact where the slip presses it together (W_nn < mu
/// W_nt . e; Painleve): it lasts until the slip stops.
#pragma once

#include <span>
#include <vector>

namespace multibond::contact {

enum class ImpactLaw { newton, poisson, energetic };

struct SingleImpact {
  std::vector<double> impulse;   ///< L
  std::vector<double> velocity;  ///< u+
  double work = 0;               ///< J, of the impulse, L . (u+ + u-) / 2: what the bodies gain
  double compression = 0;        ///< p_c; for eps < 0: all of p
  bool reduced = false;          ///< the law would have gained energy, and gives back less
};

struct ImpactSurface {
  double mu = 0;
  double spin = 0;  ///< m, radius r_s of the friction of spin
  double restitution = 0;
  ImpactLaw law = ImpactLaw::energetic;
};

/// `W`: rows x rows, symmetric, positive semi-definite; `u`: the velocities before, 1 to 4 of them.
/// A contact that does not approach, or cannot move (W_nn = 0), has no impact: all zero. Throws
/// std::invalid_argument for numbers that make no sense.
SingleImpact impact(std::span<const double> W, std::span<const double> u,
                    const ImpactSurface& surface);

}  // namespace multibond::contact
