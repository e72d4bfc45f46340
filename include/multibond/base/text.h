/// Text: names and numbers as they appear in messages and files.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace multibond {

/// Candidates that someone who typed `word` may have meant, the likeliest first, at most `count`.
///
/// A candidate is near if it differs by case or by a few letters (swapped neighbours count once),
/// if it is the word with a path before it or after it (`phi` finds `crane.joint.phi`, `crane`
/// finds `crane.mass`), or if it contains the word. The list is empty when nothing is near.
/// The cost is linear in the number of candidates.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates,
                                 std::size_t count = 3);

/// Order of names in which numbers count as numbers: mass[2] comes before mass[10].
bool natural_less(std::string_view a, std::string_view b);

/// "a, b, c", and beyond the limit "a, b, c and 12 more".
std::string join_names(const std::vector<std::string>& names, std::size_t limit = 8);

/// The shortest decimal text that reads back as exactly this value: 0.1, 100000, 1e9, 2.5e-7.
/// Not-a-number and the infinities are NaN, Inf and -Inf.
std::string format_number(double value);

/// The whole text as a number: 1, -0.5, +3e8, NaN, Inf, -Infinity. Nothing for anything else,
/// blanks around the number included. A magnitude too large reads as Inf, one too small as 0.
std::optional<double> parse_number(std::string_view text);

/// A value for people, with six significant digits at most and its unit: "0.333333 m", "3 kg".
/// An empty unit and "1" are not shown.
std::string quantity(double value, std::string_view unit);

/// "1 step", "2 steps": for words that take an s.
std::string counted(std::size_t count, std::string_view word);

}  // namespace multibond
