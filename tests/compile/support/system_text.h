/// Systems as text, so that the test of a pass says in five lines what goes in and what comes out.
///
///     System system = read_system(R"(
///       parameter L = 2
///       prefer variable x = 2, y
///       reaction lambda
///       equation der(der(x)) = -x*lambda
///       constraint x^2 + y^2 = L^2 by lambda
///     )");
///
/// One statement per line; # begins a comment. A bad line is an Error that names it.
///
///     parameter NAME = VALUE, ...       dependent if the value is made of other parameters
///     structural parameter NAME = NUMBER
///     variable NAME = START, NAME, ...  or position, velocity, effort, coordinate, discrete,
///     input,
///                                       output, reaction; before it prefer, avoid, always, fixed;
///                                       after a start value (nominal 10, min 0, max 5, unit "m")
///     rule der(NAME) = RATE             derivative rule
///     equation LEFT = RIGHT             or connection, position equation, initial equation,
///                                       invariant; after it: slope EXPRESSION
///     constraint LEFT = RIGHT by REACTION
///     either CONDITION then LEFT = RIGHT; ... else LEFT = RIGHT; ...
///     when CONDITION then reinit(NAME, VALUE); assign(NAME, VALUE); terminate("text")
///     initially assign(NAME, VALUE); ...
///     power dissipated EXPRESSION       or stored_energy, stored_power, supplied, conserved
///     component PATH                    of what follows, inside the component whose path begins
///                                       its own; before it: grounded
///     model                             what follows belongs to the model itself again
///     connected PATH, PATH              components beside each other
///
/// Names are written in full everywhere. A dependent parameter is its binding in the equations, and
/// a structural one its number, as flattening leaves them. Not in the language: pictures and the
/// closures of loops.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "multibond/base/id.h"
#include "multibond/compile/aliases.h"
#include "multibond/model/system.h"

namespace multibond::test {

using Lines = std::vector<std::string>;

System read_system(std::string_view text);

/// An expression in the names of the system; condition[1] is its first condition.
Expr read_expression(const System& system, std::string_view text);

/// The number of a variable.
std::uint32_t variable(const System& system, std::string_view path);

/// The system in the language of `read_system`. An equation that a pass has changed is its
/// residual.
std::string to_text(const System& system);
std::string to_text(const System& system, const Expr& expr);
Lines to_text(const System& system, const std::vector<Expr>& list);

/// What became of the variables that are gone, in their order: "b = -a", "v = der(x)", "c = 3".
Lines alias_texts(const System& system, const Aliases& aliases);

/// Paths of variables, in the order of the list.
Lines paths(const System& system, const std::vector<std::uint32_t>& variables);
Lines paths(const System& system, const std::vector<VariableId>& variables);

/// Whether the expressions vanish for the same reasons as the lines LEFT = RIGHT: each is the
/// residual of one line, equal as a function, up to its sign. The order does not count.
::testing::AssertionResult are_equations(const System& system, const std::vector<Expr>& residuals,
                                         std::string_view lines);
/// The same of the equations of a system.
::testing::AssertionResult has_equations(const System& system, std::string_view lines);

/// What an action reports to the user; "no error" if it succeeds.
template <typename Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace multibond::test
