/// The words of the language of systems, what names mean in it, and its lines: common to what reads
/// and what writes systems.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expression_reader.h"
#include "multibond/model/system.h"

namespace multibond::test {

template <typename Value>
using Words = std::vector<std::pair<std::string_view, Value>>;

inline const Words<VariableKind> kKinds{
    {"variable", VariableKind::plain},        {"position", VariableKind::position},
    {"velocity", VariableKind::velocity},     {"effort", VariableKind::effort},
    {"coordinate", VariableKind::coordinate}, {"discrete", VariableKind::discrete},
    {"input", VariableKind::input},           {"output", VariableKind::output}};
inline const Words<StateHint> kHints{
    {"avoid", StateHint::avoid}, {"prefer", StateHint::prefer}, {"always", StateHint::always}};
inline const Words<EquationRole> kRoles{{"equation", EquationRole::plain},
                                        {"connection", EquationRole::connection},
                                        {"constraint", EquationRole::constraint},
                                        {"invariant", EquationRole::invariant}};
inline const Words<PowerKind> kPowers{{"stored_energy", PowerKind::stored_energy},
                                      {"stored_power", PowerKind::stored_power},
                                      {"dissipated", PowerKind::dissipated},
                                      {"supplied", PowerKind::supplied},
                                      {"conserved", PowerKind::conserved}};

template <typename Value>
std::string_view word_for(const Words<Value>& words, Value wanted) {
  return std::ranges::find(words, wanted, &std::pair<std::string_view, Value>::second)->first;
}

template <typename List>
std::optional<std::uint32_t> find_path(const List& list, std::string_view path) {
  const auto found = std::ranges::find_if(list, [&](const auto& x) { return x.path == path; });
  if (found == list.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - list.begin());
}

/// Reads a line in the names of a system.
ExpressionReader reader_of(const System& system, std::string_view line, std::string where);

/// Calls read(line, number) for each line that says something.
template <typename Read>
void for_each_line(std::string_view text, const Read& read) {
  for (std::size_t number = 1, begin = 0; begin <= text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(' ') != std::string_view::npos) read(line, number);
    begin = end + 1;
  }
}

}  // namespace multibond::test
