/// PartClocks: dop853 for models that fall apart into many parts, which have clocks of their own.
///
/// As long as nothing is closed, an impact concerns the parts that it hits and no others. So a step
/// is a window of time through which each part moves by steps of its own (part_flight.h), and
/// impacts are taken in the order of time from a queue:
///
///     all parts fly through the window; pairs whose boxes overlap are searched for their touch
///     the earliest touch that is still true:
///       its impact is solved; both parts fly anew from there
///       their boxes change, and with them the pairs that are searched
///
/// An impact costs its two parts, their neighbours, and a place in the queue, however many parts
/// there are. A window is as long as parts meet about their neighbours in it.
///
/// Only impacts of a single contact after which both separate are settled so. Anything else ends
/// the window at its time, where the ordinary event decides for the whole model: what stays closed
/// or sticks, several contacts at one instant, a law that has something to tell. While anything is
/// closed, steps are those of the whole model.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "contacts.h"
#include "multibond/contact/box_grid.h"
#include "multibond/simulate/integrator.h"
#include "part_dynamics.h"
#include "part_flight.h"

namespace multibond {

/// An impact between two events of a run.
struct LocalImpact {
  double time = 0;
  ContactId id;
  double lost = 0;  ///< energy in J
  std::size_t rows = 0;
};

class PartClocks final : public Integrator {
 public:
  /// Whether impacts of a mode can be settled by parts at all, as far as the mode tells.
  static bool suits(const CompiledMode& mode);
  /// `fewest`: parts that move, below which steps are those of the whole model.
  PartClocks(CompiledDynamics& dynamics, Contacts& contacts, const IntegratorOptions& options,
             std::size_t fewest);

  /// Whether the latest step was made by parts, and whether it ends where an event decides.
  bool apart() const { return window_ != nullptr; }
  bool ends_at_contact() const { return window_ && window_->contact; }
  /// Impacts in the latest step, in the order of time.
  const std::vector<LocalImpact>& impacts() const;

  std::string_view name() const override { return whole_->name(); }
  void start(double t, const double* y) override;
  StepOutcome step(double limit) override;
  double time() const override {
    return window_ ? window_->end : by_parts_ ? time_ : whole_->time();
  }
  double previous_time() const override {
    return window_ ? window_->flight.begin() : by_parts_ ? time_ : whole_->previous_time();
  }
  const double* state() const override {
    return window_ ? window_->state.data() : by_parts_ ? state_.data() : whole_->state();
  }
  void interpolate(double t, double* y) override;
  std::string failure() const override { return whole_->failure(); }
  IntegratorStatistics statistics() const override;
  std::shared_ptr<const IntegratorMemory> save() const override;
  void restore(const IntegratorMemory& memory) override;
  bool integrate_powers(double a, double b, double* sums, double* turnovers) override;
  double lost_in_impacts(double a, double b) const override;

 private:
  /// A step by parts: a value, once it is made.
  struct Window {
    PartFlight flight;
    double end = 0;
    bool contact = false;
    std::vector<LocalImpact> impacts;
    std::vector<double> state;  ///< at the end
  };
  struct Touch {
    double time;
    ContactSearch::Pair pair;
    std::uint32_t version, other_version;  ///< of the flights of both parts
    bool operator>(const Touch& o) const { return time != o.time ? time > o.time : pair > o.pair; }
  };
  struct Memory;
  enum class Impact : std::uint8_t { settled, event, failed };

  bool make_parts();
  double first_length();
  bool fly(std::uint32_t part, double t, const double* y, double end);
  void place(std::uint32_t collider, double t);
  void survey(std::uint32_t collider, double from, double to);
  void consider(std::uint32_t a, std::uint32_t b, double from, double to);
  bool make_window(double t0, double t1);
  Impact settle(const Touch& touch, double end);
  bool touches_others(std::uint32_t part, const Touch& touch);
  void renew_touches(const std::array<std::uint32_t, 2>& hit, double t, double end);
  void interpolate_parts(double t, double* y);

  CompiledDynamics& dynamics_;
  Contacts& contacts_;
  IntegratorOptions options_;
  std::size_t fewest_;
  std::unique_ptr<Integrator> whole_;
  bool parts_known_ = false;
  std::optional<Parts> parts_;
  /// Of a kind of parts: who makes their steps.
  struct Flyer {
    PartDynamics dynamics;
    std::unique_ptr<Integrator> integrator;
  };
  std::map<const PartKind*, Flyer> flyers_;
  bool by_parts_ = false;                ///< the next step is
  double time_ = 0;                      ///< where the next step by parts begins
  std::vector<double> state_;            ///< there
  std::shared_ptr<Window> window_;       ///< the latest step, if it was made by parts
  double length_ = 0;                    ///< of the next window; 0: not known
  std::size_t considered_ = 0;           ///< pairs in the window
  std::vector<std::uint32_t> versions_;  ///< of the flights, by part
  std::priority_queue<Touch, std::vector<Touch>, std::greater<>> queue_;
  contact::BoxGrid grid_;
  std::vector<contact::Bounds> boxes_;
  std::vector<double> y_, geometry_;
  IntegratorStatistics statistics_;  ///< of steps of parts
};

}  // namespace multibond
