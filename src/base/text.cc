#include "multibond/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace multibond {
namespace {

// -- nearest names --

constexpr int kFar = std::numeric_limits<int>::max();

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

void lower(std::string_view text, std::string& out) {
  out.resize(text.size());
  std::transform(text.begin(), text.end(), out.begin(), [](char c) { return lower(c); });
}

/// Edit distance with swaps of neighbours (optimal string alignment), or kFar beyond `limit`.
/// Only the diagonal band of width 2 limit + 1 is visited: O(limit * length).
class EditDistance {
 public:
  int operator()(std::string_view a, std::string_view b, int limit) {
    const int m = static_cast<int>(a.size()), n = static_cast<int>(b.size());
    if (std::abs(m - n) > limit) return kFar;
    for (auto& row : rows_) row.assign(static_cast<std::size_t>(n) + 1, limit + 1);
    for (int j = 0; j <= std::min(n, limit); ++j) rows_[0][j] = j;
    for (int i = 1; i <= m; ++i) {
      auto& now = rows_[i % 3];
      const auto& last = rows_[(i + 2) % 3];
      const auto& before = rows_[(i + 1) % 3];
      const int from = std::max(1, i - limit), to = std::min(n, i + limit);
      now[from - 1] = from == 1 && i <= limit ? i : limit + 1;
      int best = now[from - 1];
      for (int j = from; j <= to; ++j) {
        int d = std::min({last[j - 1] + (a[i - 1] != b[j - 1]), now[j - 1] + 1,
                          j < i + limit ? last[j] + 1 : limit + 1});
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
          d = std::min(d, before[j - 2] + 1);
        }
        now[j] = std::min(d, limit + 1);
        best = std::min(best, now[j]);
      }
      if (best > limit) return kFar;
    }
    return rows_[m % 3][n] > limit ? kFar : rows_[m % 3][n];
  }

 private:
  std::array<std::vector<int>, 3> rows_;
};

/// The last `dots` + 1 names of a path; the whole path if it has no more.
std::string_view tail(std::string_view path, std::size_t dots) {
  std::size_t from = path.size();
  for (std::size_t i = 0; i <= dots; ++i) {
    if (from == 0) return path;
    const std::size_t dot = path.rfind('.', from - 1);
    if (dot == std::string_view::npos) return path;
    from = dot;
  }
  return path.substr(from + 1);
}

bool ends_path(std::string_view path, std::string_view end) {
  return path.size() > end.size() && path.ends_with(end) &&
         path[path.size() - end.size() - 1] == '.';
}

/// How far a lower-case candidate is from a lower-case word: 0 equal, kFar unlike.
class Distance {
 public:
  explicit Distance(std::string_view word)
      : word_(word),
        dots_(static_cast<std::size_t>(std::count(word.begin(), word.end(), '.'))),
        limit_(std::clamp(static_cast<int>(word.size()) / 3, 1, 5)) {}

  int operator()(std::string_view candidate) {
    if (candidate == word_) return 0;
    if (word_.empty() || candidate.empty()) return kFar;
    int score = kFar;
    // the word with a path around it
    if (ends_path(candidate, word_)) score = 15;
    if (ends_path(word_, candidate)) score = std::min(score, 16);
    if (candidate.starts_with(word_)) {
      const char next = candidate[word_.size()];
      score = std::min(score, next == '.' || next == '[' ? 17 : 18);
    } else if (word_.size() >= 3 && candidate.find(word_) != std::string_view::npos) {
      score = std::min(score, 25);
    }
    // a slip of the keys, in the whole path or behind a forgotten prefix
    score = std::min(score, slip(candidate, 0));
    const std::string_view end = tail(candidate, dots_);
    if (end.size() < candidate.size()) score = std::min(score, slip(end, 5));
    return score;
  }

 private:
  int slip(std::string_view candidate, int penalty) {
    const int d = edits_(word_, candidate, limit_);
    // texts with no letter in common are not alike, however short
    if (d == kFar || d >= static_cast<int>(std::max(word_.size(), candidate.size()))) return kFar;
    return 10 * d + penalty;
  }

  std::string_view word_;
  std::size_t dots_;
  int limit_;
  EditDistance edits_;
};

// -- numbers --

/// Exponents as people write them: 1e+09 becomes 1e9, 1e-07 becomes 1e-7.
std::string tidy_exponent(std::string_view text) {
  const std::size_t e = text.find('e');
  if (e == std::string_view::npos) return std::string(text);
  std::string out(text.substr(0, e + 1));
  std::string_view digits = text.substr(e + 1);
  if (digits.starts_with('-')) out += '-';
  digits.remove_prefix(std::min(digits.find_first_of("123456789"), digits.size()));
  return out.append(digits);
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates,
                                 std::size_t count) {
  struct Hit {
    int score;
    std::size_t length, index;
    auto operator<=>(const Hit&) const = default;
  };
  std::string plain_word, plain;
  lower(word, plain_word);
  Distance distance(plain_word);
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    lower(candidates[i], plain);
    int score = distance(plain);
    if (score == 0 && candidates[i] != word) score = 1;  // only the case differs
    if (score != kFar) hits.push_back({score, candidates[i].size(), i});
  }
  count = std::min(count, hits.size());
  std::partial_sort(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(count), hits.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(candidates[hits[i].index]);
  return names;
}

bool natural_less(std::string_view a, std::string_view b) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
      continue;
    }
    // Two numbers: without leading zeros the longer one is larger.
    std::size_t from_a = i, from_b = j;
    while (i < a.size() && is_digit(a[i])) ++i;
    while (j < b.size() && is_digit(b[j])) ++j;
    while (from_a + 1 < i && a[from_a] == '0') ++from_a;
    while (from_b + 1 < j && b[from_b] == '0') ++from_b;
    if (i - from_a != j - from_b) return i - from_a < j - from_b;
    const int order = a.substr(from_a, i - from_a).compare(b.substr(from_b, j - from_b));
    if (order != 0) return order < 0;
  }
  if (i == a.size() && j == b.size()) return a < b;  // they may differ in leading zeros
  return i == a.size();
}

std::string join_names(const std::vector<std::string>& names, std::size_t limit) {
  std::string text;
  const std::size_t shown = std::min(names.size(), limit);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += ", ";
    text += names[i];
  }
  if (shown < names.size()) {
    if (shown > 0) text += " and ";
    text += std::to_string(names.size() - shown) + (shown > 0 ? " more" : " names");
  }
  return text;
}

std::string format_number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Inf" : "-Inf";
  std::array<char, 64> text;
  const double size = std::abs(value);
  // everyday magnitudes without exponent, others in whichever notation is shorter
  const auto end =
      size >= 1e-4 && size < 1e6
          ? std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed)
          : std::to_chars(text.data(), text.data() + text.size(), value);
  return tidy_exponent({text.data(), static_cast<std::size_t>(end.ptr - text.data())});
}

namespace {

/// The value of a number whose magnitude no floating-point type holds.
double infinite_or_zero(std::string_view number) {
  const bool negative = number.starts_with('-');
  if (negative) number.remove_prefix(1);
  const std::size_t e = number.find_first_of("eE");
  const bool small = e != std::string_view::npos ? number[e + 1] == '-' : number.front() <= '0';
  const double size = small ? 0.0 : std::numeric_limits<double>::infinity();
  return negative ? -size : size;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  std::string_view rest = text;
  if (rest.starts_with('+')) {
    rest.remove_prefix(1);
    if (rest.starts_with('-')) return std::nullopt;
  }
  double value = 0;
  const char* end = rest.data() + rest.size();
  const auto [stop, failure] = std::from_chars(rest.data(), end, value);
  if (failure == std::errc::invalid_argument || stop != end) return std::nullopt;
  if (failure == std::errc::result_out_of_range) {
    // from_chars leaves the value alone; the nearest is a denormal, 0 or an infinity
    long double wide = 0;
    if (std::from_chars(rest.data(), end, wide).ec == std::errc()) {
      return static_cast<double>(wide);
    }
    return infinite_or_zero(rest);
  }
  return value;
}

std::string quantity(double value, std::string_view unit) {
  std::string text = format_number(value);
  if (text.size() > 8 && std::isfinite(value)) {
    std::array<char, 64> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, 6);
    text = tidy_exponent({buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data())});
  }
  if (!unit.empty() && unit != "1") text.append(" ").append(unit);
  return text;
}

std::string counted(std::size_t count, std::string_view word) {
  return std::to_string(count).append(" ").append(word).append(count == 1 ? "" : "s");
}

}  // namespace multibond
