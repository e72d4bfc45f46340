/// Causality: which end of every bond computes the effort and which the flow.
///
/// Sequential causality assignment (Karnopp, Margolis & Rosenberg, System Dynamics, ch. 5), for
/// each scalar component of a multibond by itself, so that a multibond may be of mixed causality:
///
///   1. sources, and strokes asserted by causal bonds, hold;
///   2. storages get integral causality one after another, where what is known allows it;
///   3. what is still open is chosen at the resistors, then anywhere;
///
/// and after every step all that follows from it by the rules of the elements is assigned too. The
/// strokes tell what the equations are like before there are any: a storage that is not in integral
/// causality has no state of its own, and elements that wait for each other form an algebraic loop.
/// See docs/causality.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "multibond/diagnostic.h"
#include "multibond/library/bonds/graph.h"
#include "multibond/model/system.h"

namespace multibond {

/// Why a stroke is where it is.
enum class StrokeReason : std::uint8_t {
  none,        ///< nothing assigned it: its elements are in conflict
  source,      ///< a source gives its effort or flow
  open_end,    ///< nothing is connected there, so the flow is given: zero
  asserted,    ///< a causal bond asks for it
  storage,     ///< a storage element prefers it
  choice,      ///< free, and chosen: another causality would do as well
  propagated,  ///< follows from others by the rule of an element
};

struct Causality {
  static constexpr std::uint32_t kNone = bonds::BondGraph::kNone;

  /// A scalar component of a bond.
  struct Line {
    bonds::Stroke stroke = bonds::Stroke::any;  ///< any: in conflict, not assigned
    StrokeReason reason = StrokeReason::none;
    bool violated = false;       ///< a storage at one of its ends is in derivative causality
    bool conflict = false;       ///< the element at one of its ends cannot have it so
    std::uint32_t loop = kNone;  ///< number of the algebraic loop it is part of
    bool in_loop() const { return loop != kNone; }
  };

  /// One of the facts others follow from: an element that gives or prefers, a causal bond.
  struct Cause {
    StrokeReason reason = StrokeReason::none;
    std::uint32_t vertex = kNone;     ///< of a source, open end, storage, chosen resistor
    std::uint32_t edge = kNone;       ///< the bond, if there is one
    std::uint32_t component = kNone;  ///< of the bond
    bool operator==(const Cause&) const = default;
  };

  /// A component of a storage element whose effort and flow do not allow integration.
  struct Derivative {
    std::uint32_t vertex = kNone, place = 0, edge = kNone, component = 0;
    std::vector<Cause> causes;  ///< what determines the would-be state; a few of them
    bool more_causes = false;   ///< there are further ones
  };

  /// A rule that cannot be kept, or a bond both ends of which give the same: what is given
  /// contradicts.
  struct Conflict {
    std::uint32_t vertex = kNone, rule = kNone;     ///< the rule of this vertex; or
    std::uint32_t edge = kNone, component = kNone;  ///< the bond
    bool missing = false;  ///< nobody gives what the rule needs; else too many do
    std::vector<Cause> causes;
    bool more_causes = false;
  };

  /// Elements that need each other's results; or one element that is given what its matrix would
  /// give, and has to solve for the rest.
  struct Loop {
    std::vector<std::uint32_t> vertices;  ///< resistors and storages first, then what joins them
    std::vector<std::uint32_t> lines = {};
    bool differential = false;  ///< through derivatives: storages that move together
  };

  /// Something that could as well have been assigned otherwise.
  struct Choice {
    std::uint32_t vertex = kNone;  ///< the resistor; none if a bond between others was chosen
    std::uint32_t edge = kNone, component = 0;
  };

  std::vector<std::uint32_t> first_line;  ///< of each edge; the number of lines at the end
  std::vector<Line> lines;
  std::vector<Derivative> derivatives;
  std::vector<Conflict> conflicts;
  std::vector<Loop> loops;
  std::vector<Choice> choices;
  std::size_t storages = 0;  ///< scalar components of storage elements
  /// The equations have a solution, whatever the strokes say: a loop that closes through matrices
  /// of lower rank, as those of mechanisms in space do, or constraints that say the same twice.
  /// Whoever knows says so; conflicts are then notes.
  bool solved = false;

  const Line& at(std::uint32_t edge, std::uint32_t component) const {
    return lines[first_line[edge] + component];
  }
  bonds::Stroke stroke(std::uint32_t edge, std::uint32_t component) const {
    return at(edge, component).stroke;
  }
  /// Components of a multibond differ.
  bool mixed(std::uint32_t edge) const;
  /// Exactly one assignment is possible, and all preferences are kept.
  bool ideal() const {
    return conflicts.empty() && derivatives.empty() && loops.empty() && choices.empty();
  }
};

/// Takes the rules from the vertices: change them there (a switch in another mode) and ask again.
/// Never throws; what is wrong is among the conflicts.
Causality assign_causality(const bonds::BondGraph& graph);

/// Whether the compiler accepts the equations of a model.
bool solvable(System system);

/// Conflicts as errors, derivative causality and algebraic loops as notes, with names and remedies.
std::vector<Diagnostic> causality_diagnostics(const bonds::BondGraph& graph,
                                              const Causality& causality);

std::string to_text(const bonds::BondGraph& graph, const Causality& causality);
std::string to_json(const bonds::BondGraph& graph, const Causality& causality);

}  // namespace multibond
