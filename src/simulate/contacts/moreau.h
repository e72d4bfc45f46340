/// Moreau: time stepping for very many contacts.
///
/// Where impacts come faster than they can be told apart (piles, crowds, chains that fall), no
/// event is searched for. A step of fixed size h lets all contacts of its middle act at once
/// (Moreau 1988; Jean 1999), with q the positions and v the velocities that contacts change:
///
///     q_m = q + h/2 q'(v)              where contacts are looked for: those that overlap, or do by
///     h^2 v' v_f = v + h v'(t + h/2, q_m, v)  without contacts v+  = v_f + M^-1 J' L with impulses
///     L in their cones:
///                                      u_n+ + e u_n >= 0, L_n >= 0, one of them zero
///     q+  = q_m + h/2 q'(v+)           and what still overlaps is moved apart
///
/// It is of first order in time, and contacts begin up to a step late; in return a step costs the
/// same however many contacts change in it. Responses are blocks of islands (island_blocks.h),
/// impulses are found by sweeps (contact/sweeps.h): no matrix of all contacts is made.
///
/// Energy: by this rule a step changes it by L . (u+ + u) / 2, whatever acts besides. That may be
/// positive where friction couples with restitution, where sweeps are cut short, and by a little
/// where a contact opens and is closed again within the step. Moving overlaps apart does the work
/// -b . d for displacements d and accelerations b without contacts. Both may use up what contacts
/// have taken from the motion so far, and no more: else impulses and displacements of the step are
/// reduced. So contacts give no energy to a run.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "contacts.h"
#include "island_blocks.h"
#include "multibond/contact/sweeps.h"
#include "multibond/simulate/integrator.h"

namespace multibond {

class Moreau final : public Integrator {
 public:
  /// Throws Error if `options` have no step.
  Moreau(CompiledDynamics& dynamics, Contacts& contacts, const IntegratorOptions& options);

  std::string_view name() const override { return "moreau"; }
  void start(double t, const double* y) override;
  StepOutcome step(double limit) override;
  double time() const override { return time_; }
  double previous_time() const override { return previous_; }
  const double* state() const override { return end_.data(); }
  /// On a straight line.
  void interpolate(double t, double* y) override;
  std::string failure() const override { return failure_; }
  IntegratorStatistics statistics() const override { return statistics_; }
  std::shared_ptr<const IntegratorMemory> save() const override;
  void restore(const IntegratorMemory& memory) override;

 private:
  /// A contact of the present step, or of the latest one.
  struct Active {
    KnownContact known;
    std::array<double, 4> impulse{};
  };
  struct Memory;
  bool make_step(double t, double h);
  bool look(double t, const std::vector<double>& y);
  double largest_change() const;
  void find_contacts(double nearly);
  void add_contact(const ContactPoint& point, const std::array<double, 4>& impulse);
  void find_impulses(double h);
  bool move_apart(double t_m, double h, double& work);

  CompiledDynamics& dynamics_;
  Contacts& contacts_;
  double h_;
  double tolerance_;
  IslandBlocks blocks_;
  contact::Sweeps sweeps_;
  std::vector<bool> velocity_;  ///< of states: whether contacts change it
  std::vector<double> begin_, middle_, end_, slope_;
  std::vector<double> places_, rates_, free_rates_, efforts_;
  std::vector<Active> active_, before_;  ///< in the order of their ids
  std::vector<ContactPoint> points_;
  std::vector<double> before_normal_, target_;  ///< u_n, and the least u_n+, by contact
  double taken_ = 0;   ///< J, that contacts have taken and corrections not given back
  double change_ = 0;  ///< J, of the energy in the step
  double time_ = 0, previous_ = 0;
  double origin_ = 0, grid_steps_ = 0;  ///< of the grid of steps
  bool started_ = false;
  std::string failure_;
  IntegratorStatistics statistics_;
};

}  // namespace multibond
