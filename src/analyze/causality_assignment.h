/// The sequential assignment: who gives what, one fact after another, each with all that follows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "causality_matrix.h"
#include "causality_net.h"
#include "multibond/analyze/causality.h"

namespace multibond {

/// Facts a stroke follows from, a few of them: enough to name, and of constant size.
struct CauseSet {
  static constexpr std::size_t kMost = 8;
  std::array<std::uint32_t, kMost> causes{};  ///< ascending; the latest are kept
  std::uint8_t count = 0;
  bool more = false;
  void add(std::uint32_t cause);
  void add(const CauseSet& other);
  void remove(std::uint32_t cause);
};

class CausalAssignment {
 public:
  CausalAssignment(const bonds::BondGraph& graph, const CausalNet& net);
  void run();

  static constexpr std::uint8_t kOpen = 2;
  std::vector<std::uint8_t> stroke_end;  ///< of each line: 0 tail, 1 head, kOpen
  std::vector<StrokeReason> reason;
  Causality result;  ///< all but lines and loops
  std::vector<bool> line_in_conflict;

 private:
  struct Conflict {
    std::uint32_t rule = CausalNet::kNone, line = CausalNet::kNone;
    CauseSet causes;
    bool missing = false;
  };

  /// A line that can be assigned freely when its turn comes, and how it prefers to be.
  struct Candidate {
    std::uint32_t line;
    std::uint8_t end;
    Causality::Cause cause;
  };
  /// A candidate that got its way, for the time being.
  struct Decision {
    std::size_t candidate, trail;  ///< trail: its length before
    std::uint32_t cause;
  };

  // -- the steps --
  void assign_fixed_by_rules();
  void assign_sources();
  void assign_asserted();
  std::vector<Candidate> candidates() const;
  void decide(const std::vector<Candidate>& candidates);
  void note_derivatives();
  void note_choices();
  /// The latest decision a conflict depends on; none if it depends on none, or too much has been
  /// taken back already.
  std::size_t culprit(const CauseSet& causes) const;
  void take_back(std::size_t decision);

  // -- one fact --
  void give(std::uint32_t line, std::uint8_t end, const Causality::Cause& cause);
  void set(std::uint32_t line, std::uint8_t end, StrokeReason why, const CauseSet& causes);
  void unset(std::uint32_t line);

  // -- what follows --
  std::optional<Conflict> propagate();  ///< up to the first contradiction
  void propagate_all();                 ///< notes contradictions and goes on
  std::optional<Conflict> follow(std::uint32_t rule, std::uint32_t place);
  std::optional<Conflict> follow_marked(std::uint32_t rule, std::uint32_t place);
  std::optional<Conflict> follow_unmarked(std::uint32_t rule);
  std::optional<Conflict> follow_matrix(std::uint32_t rule, const CauseSet& own);
  void note(const Conflict& conflict);

  bool given_effort(const CausalNet::Place& place) const {
    return stroke_end[place.line] == place.end;
  }
  bool open(const CausalNet::Place& place) const { return stroke_end[place.line] == kOpen; }
  bool marked(const CausalNet::Place& place) const;
  void set_marked(const CausalNet::Place& place, bool mark, const CauseSet& causes);
  std::uint32_t new_cause(const Causality::Cause& cause);
  CauseSet single(const Causality::Cause& cause);
  std::vector<Causality::Cause> named(const CauseSet& causes) const;
  Causality::Cause cause_at(const CausalNet::Place& place, StrokeReason why) const;
  std::uint8_t integral_end(const CausalNet::Place& place) const;

  const bonds::BondGraph& graph_;
  const CausalNet& net_;
  std::vector<Causality::Cause> causes_;
  std::vector<CauseSet> causes_of_line_;
  std::vector<std::uint32_t> marked_, open_;  ///< number of such places, of each rule
  std::vector<bool> broken_;                  ///< rules in conflict: nothing follows any more
  std::vector<std::uint32_t> trail_;          ///< lines in order of assignment
  std::size_t followed_ = 0;                  ///< part of the trail that is propagated
  std::vector<Decision> decisions_;
  std::size_t taken_back_ = 0;  ///< lines, in all
  std::unordered_map<std::uint32_t, RowBasis> rows_of_rule_;
};

}  // namespace multibond
