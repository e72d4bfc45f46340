#include "flat_agreement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "multibond/symbolic/evaluate.h"

namespace multibond {
namespace {

constexpr std::size_t kPoints = 6;
constexpr double kTolerance = 1e-9;  // of the larger value

using Values = std::array<double, kPoints>;

/// Quotes around a name say how it is written, not what it is.
std::string plain(std::string_view path) {
  std::string result(path);
  result.erase(std::remove(result.begin(), result.end(), '\''), result.end());
  return result;
}

/// Variables that a front end adds for its own use.
bool is_hidden(std::string_view path) {
  return path.starts_with("when[") || path.starts_with("sample[") || path == "initial()";
}

/// A number between -2 and 2 that depends on the words alone.
double random_value(const std::string& words, std::size_t point) {
  std::uint64_t hash = 0xcbf29ce484222325ull + point * 0x9e3779b97f4a7c15ull;
  for (const char c : words) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  hash ^= hash >> 29;
  hash *= 0xbf58476d1ce4e5b9ull;
  hash ^= hash >> 32;
  return static_cast<double>(hash % 1'000'003) / 250'000.75 - 2;
}

bool near(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= kTolerance * std::max({std::abs(a), std::abs(b), 1e-3});
}

bool match(const Values& a, const Values& b, double sign) {
  for (std::size_t k = 0; k < kPoints; ++k) {
    if (!near(a[k], sign * b[k])) return false;
  }
  return true;
}

class Digest {
 public:
  explicit Digest(const System& system) : system_(system) {
    for (std::size_t p = 0; p < kPoints; ++p) {
      evaluators_.emplace_back([this, p](const Expr& leaf) { return value(leaf, p); });
    }
    // What an equation makes a constant may have been put in place already.
    for (const SystemEquation& e : system.equations) {
      if (is_variable(e.left) && e.right.is_number()) constants_[e.left.index()] = e.right.number();
    }
  }

  std::set<std::string> variables() const {
    std::set<std::string> result;
    for (const SystemVariable& v : system_.variables) {
      if (is_hidden(v.path)) continue;
      const bool fixed = v.fixed && !v.discrete;
      result.insert(fmt::format("{}{}{}(start = {:.9g}{}, unit = \"{}\")",
                                v.discrete || v.kind == VariableKind::discrete ? "discrete " : "",
                                v.kind == VariableKind::input ? "input " : "", plain(v.path),
                                v.start, fixed ? ", fixed" : "", v.unit));
    }
    return result;
  }

  std::set<std::string> parameters() const {
    std::set<std::string> result;
    for (const SystemParameter& p : system_.parameters) {
      result.insert(fmt::format("{} = {:.9g}", plain(p.path), p.value));
    }
    return result;
  }

  /// For each variable that others equal, the first of the set.
  std::map<std::string, std::string> aliases() const {
    std::map<std::string, std::string> above;
    const auto root = [&](std::string name) {
      for (auto it = above.find(name); it != above.end() && it->second != name;
           it = above.find(name)) {
        name = it->second;
      }
      return name;
    };
    for (const SystemEquation& e : system_.equations) {
      if (!is_alias(e)) continue;
      std::string a = root(path(e.left)), b = root(path(e.right));
      if (b < a) std::swap(a, b);
      above[a] = a;
      above[b] = a;
    }
    std::map<std::string, std::string> result;
    for (const auto& entry : above) result[entry.first] = root(entry.first);
    return result;
  }

  struct Equation {
    Values values;
    const SystemEquation* of;
  };
  std::vector<Equation> equations(const std::vector<SystemEquation>& list) {
    std::vector<Equation> result;
    for (const SystemEquation& e : list) {
      if (is_alias(e)) continue;
      // The condition of a when clause has a name of its own in each system.
      if (is_variable(e.left) && is_hidden(system_.variables[e.left.index()].path)) {
        result.push_back({values(e.right), &e});
      } else {
        result.push_back({values(e.residual), &e});
      }
    }
    return result;
  }

  std::multiset<std::string> actions() {
    std::multiset<std::string> result;
    for (const SystemWhen& when : system_.whens) {
      for (const WhenAction& action : when.actions) {
        if (action.kind == WhenAction::Kind::assign) continue;
        const bool reinit = action.kind == WhenAction::Kind::reinit;
        result.insert(
            fmt::format("{} {} {:.6g}", reinit ? "reinit" : "terminate",
                        reinit ? plain(system_.variables[action.variable].path) : action.message,
                        reinit ? values(action.value)[0] : 0.0));
      }
    }
    return result;
  }

  std::string text(const SystemEquation& e) const { return system_.text(e).substr(0, 200); }

 private:
  static bool is_variable(const Expr& e) { return e.is_variable() && e.order() == 0; }
  static bool is_alias(const SystemEquation& e) {
    return is_variable(e.left) && is_variable(e.right);
  }
  std::string path(const Expr& leaf) const { return plain(system_.variables[leaf.index()].path); }

  double value(const Expr& leaf, std::size_t point) const {
    switch (leaf.op()) {
      case Op::parameter:
        return system_.parameters[leaf.index()].value;
      case Op::variable: {
        const SystemVariable& v = system_.variables[leaf.index()];
        if (const auto it = constants_.find(leaf.index()); it != constants_.end()) {
          return leaf.order() == 0 ? it->second : 0;
        }
        const double x = random_value(fmt::format("{} {}", plain(v.path), leaf.order()), point);
        return v.discrete ? std::floor(x + 2) : x;
      }
      case Op::pre: {
        const SystemVariable& v = system_.variables[leaf.index()];
        const double x = random_value("pre " + plain(v.path), point);
        return v.discrete ? std::floor(x + 2) : x;
      }
      default:
        return random_value("time", point);
    }
  }
  Values values(const Expr& e) {
    Values result;
    for (std::size_t p = 0; p < kPoints; ++p) result[p] = evaluators_[p](e);
    return result;
  }

  const System& system_;
  std::map<std::uint32_t, double> constants_;
  std::vector<Evaluator> evaluators_;
};

/// The first of one set that the other has not.
std::optional<std::string> unmatched(const std::set<std::string>& ours,
                                     const std::set<std::string>& reference,
                                     std::string_view what) {
  for (const std::string& item : reference) {
    if (!ours.count(item)) return fmt::format("{} is missing: {}", what, item);
  }
  for (const std::string& item : ours) {
    if (!reference.count(item)) return fmt::format("{} is too many: {}", what, item);
  }
  return std::nullopt;
}

std::optional<std::string> unmatched(const std::vector<Digest::Equation>& ours,
                                     const Digest& our_digest,
                                     const std::vector<Digest::Equation>& reference,
                                     const Digest& reference_digest) {
  std::vector<bool> used(ours.size());
  for (const Digest::Equation& wanted : reference) {
    bool found = false;
    for (std::size_t k = 0; k < ours.size() && !found; ++k) {
      if (used[k]) continue;
      found = match(ours[k].values, wanted.values, 1) || match(ours[k].values, wanted.values, -1);
      used[k] = found;
    }
    if (!found) return "an equation is missing: " + reference_digest.text(*wanted.of);
  }
  for (std::size_t k = 0; k < ours.size(); ++k) {
    if (!used[k]) return "an equation is too many: " + our_digest.text(*ours[k].of);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> difference(const System& ours, const System& reference) {
  Digest a(ours), b(reference);
  if (auto found = unmatched(a.variables(), b.variables(), "a variable")) return found;
  if (auto found = unmatched(a.parameters(), b.parameters(), "a parameter")) return found;
  if (a.aliases() != b.aliases()) return "other variables are equal";
  if (auto found = unmatched(a.equations(ours.equations), a, b.equations(reference.equations), b)) {
    return found;
  }
  if (auto found = unmatched(a.equations(ours.initial_equations), a,
                             b.equations(reference.initial_equations), b)) {
    return found;
  }
  if (a.actions() != b.actions()) return "reinit or terminate differ";
  return std::nullopt;
}

}  // namespace multibond
