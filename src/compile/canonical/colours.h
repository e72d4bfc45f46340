/// Colours of variables and equations: equal for what plays the same part in a system.
///
///   Weisfeiler, Leman: The reduction of a graph to canonical form and the algebra which appears
///   therein, Nauchno-Technicheskaya Informatsia 1968
///
/// A variable begins with the colour of its own properties. In each round an equation takes its
/// colour from its residual with the variables' colours inserted (canonical_values.h), and a
/// variable adds to its colour how it occurs in which equations. Parameters count by their names,
/// and start values not at all: what is decided holds for other values as well. Two further things
/// have no order:
///
///   - an equation and its negative are the same,
///   - a connection set is a set, whichever of its members the equalities refer to.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "multibond/model/system.h"

#include "values.h"

namespace multibond::canonical {

/// Name of a variable within its component: "p.v".
std::string_view local_name(const System& system, const SystemVariable& variable);

/// The variables of an equation "x = y" of a connection.
std::optional<std::pair<std::uint32_t, std::uint32_t>> equality(const SystemEquation& equation);

class Colouring {
 public:
  explicit Colouring(const System& system);

  /// Rounds of refinement, until the number of classes no longer grows or the limit is reached.
  void refine(std::size_t most_rounds);

  const std::vector<std::uint64_t>& variables() const { return variables_; }
  const std::vector<std::uint64_t>& equations() const { return equations_; }
  std::size_t rounds() const { return rounds_; }
  std::size_t visits() const { return values_.visits(); }
  /// Expression nodes of the whole system but for equalities of connections, operands first.
  const std::vector<std::uint32_t>& nodes() const { return values_.nodes(); }

  /// Colours that tell equations apart by the very variables in them. Ends the refinement.
  std::vector<std::uint64_t> exact_equations(const std::vector<std::uint32_t>& variable_rank);

 private:
  /// What a round needs of an equation, in one place.
  struct Place {
    std::uint32_t node = kNone;      ///< of its residual, unless that is a number or an equality
    std::uint32_t reaction = kNone;  ///< paired with it
    std::uint32_t set = kNone;       ///< that an equality of a connection is part of
  };
  static constexpr std::uint32_t kNone = StatedEquation::kNone;

  void give_own_colours();
  std::uint64_t own_colour(const SystemVariable& variable) const;
  void find_places();
  std::size_t classes();
  std::size_t distinct(const std::vector<std::uint64_t>& colours);

  // -- parts of a round --
  void round();
  void evaluate();
  Value leaf_value(const ExprNode& node) const;
  Value value_of(const Place& place, const SystemEquation& equation) const;
  std::uint64_t equation_colour(std::uint64_t before, const Place& place, Value value) const;
  void occur(const Place& place, Value value, std::uint64_t colour);
  void occur_in(const std::vector<SystemEquation>& equations, std::uint64_t tag);
  void occur_in_rules();
  void occur_in_whens();
  void occur_in_sets();
  void collect_occurrences();

  const System& system_;
  std::vector<Place> places_;                  ///< by equation
  std::vector<std::uint32_t> set_of_;          ///< by variable: the representative of its set
  std::vector<std::uint32_t> only_connected_;  ///< variables that no other equation contains
  // Scratch of `distinct`:
  std::vector<std::uint64_t> table_;
  std::vector<std::uint8_t> filled_;  ///< in which of its fillings each place was taken
  std::uint8_t fillings_ = 0;         ///< two in a round
  Values values_;
  std::vector<Value> parameters_;
  std::vector<std::uint64_t> variables_, equations_;  ///< colours
  std::vector<std::uint32_t> ruled_;                  ///< variables whose derivative is declared
  std::vector<std::uint64_t> occurrences_;            ///< of this round, by variable
  std::vector<std::uint64_t> set_colours_;            ///< by representative of the set
  std::size_t rounds_ = 0;
};

}  // namespace multibond::canonical
