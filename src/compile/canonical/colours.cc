#include "colours.h"

#include <algorithm>
#include <bit>

#include "multibond/base/side_by_side.h"
#include "multibond/base/union_find.h"

namespace multibond::canonical {
namespace {

constexpr std::size_t kManyVariables = 5000;  ///< to read their names takes longer than a thread

/// What a hash is of; keeps hashes of different things apart, and from those of operations.
enum class Tag : std::uint64_t {
  variable = 1000,
  parameter,
  equation,
  initial,
  invariant,
  rule,
  when,
  action,
  set,
  reaction,
  occurrence,
  rank,
};

Hash hash_of(Tag tag) { return Hash(static_cast<std::uint64_t>(tag)); }

template <typename Enum>
std::uint64_t code(Enum value) {
  return static_cast<std::uint64_t>(value);
}

/// The same for a value and its negative.
std::uint64_t size_of(std::uint64_t value) { return std::min(value, negative(value)); }

/// Which leaf of a variable: the variable, one of its derivatives, or its value before an event.
std::uint64_t place(const ExprNode& node) {
  return node.op == Op::pre ? ~std::uint64_t{0} : node.b;
}

Values values_of(const System& system) {
  if (!system.pool) return Values(nullptr, {});
  std::vector<Expr> roots;
  for (const auto* list : {&system.equations, &system.initial_equations, &system.invariants}) {
    for (const SystemEquation& equation : *list) {
      if (!equality(equation)) roots.push_back(equation.residual);
    }
  }
  for (const SystemVariable& variable : system.variables) {
    if (variable.has_rule) roots.push_back(variable.rule);
  }
  for (const SystemWhen& when : system.whens) {
    roots.push_back(when.condition);
    for (const WhenAction& action : when.actions) roots.push_back(action.value);
  }
  return Values(system.pool.get(), system.pool->reachable(roots));
}

}  // namespace

std::string_view local_name(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == path.npos ? path : path.substr(dot + 1);
}

std::string_view local_name(const System& system, const SystemVariable& variable) {
  const std::string_view owner = system.components[variable.component].path;
  const std::string_view path = variable.path;
  if (owner.empty() || !path.starts_with(owner)) return path;
  const std::string_view rest = path.substr(owner.size());
  return rest.starts_with('.') ? rest.substr(1) : path;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> equality(const SystemEquation& equation) {
  if (equation.role != EquationRole::connection || equation.residual.is_number()) return {};
  const ExprPool& pool = *equation.residual.pool();
  const ExprNode& difference = pool.node(equation.residual.id());
  if (difference.op != Op::sub) return {};
  const ExprNode &a = pool.node(difference.a), &b = pool.node(difference.b);
  const auto plain = [](const ExprNode& node) { return node.op == Op::variable && node.b == 0; };
  if (!plain(a) || !plain(b)) return {};
  return std::pair(a.a, b.a);
}

// -- colours ------------------------------------------------------------------------------------

Colouring::Colouring(const System& system)
    : system_(system), values_(nullptr, {}), occurrences_(system.variables.size()) {
  side_by_side(2, system.variables.size() > kManyVariables, [&](std::size_t part) {
    if (part == 0) {
      values_ = values_of(system);
    } else {
      give_own_colours();
    }
  });
  find_places();
}

/// Of properties alone; no expressions are looked at.
void Colouring::give_own_colours() {
  for (const SystemParameter& parameter : system_.parameters) {
    Hash hash = hash_of(Tag::parameter);
    hash << local_name(parameter.path) << parameter.unit;
    const std::uint64_t colour = (Hash(code(Op::parameter)) << hash.value()).element();
    parameters_.push_back({colour, colour});
  }
  for (const SystemVariable& variable : system_.variables) {
    if (variable.has_rule) ruled_.push_back(static_cast<std::uint32_t>(variables_.size()));
    variables_.push_back(own_colour(variable));
  }
  for (const SystemEquation& equation : system_.equations) {
    equations_.push_back((hash_of(Tag::equation) << code(equation.role)).value());
  }
}

std::uint64_t Colouring::own_colour(const SystemVariable& v) const {
  Hash hash = hash_of(Tag::variable);
  hash << code(v.kind) << code(v.hint) << code(v.reaction) << code(v.fixed) << code(v.has_start);
  hash << v.nominal << v.min << v.max << v.unit;
  hash << code(system_.components[v.component].grounded) << local_name(system_, v);
  return hash.value();
}

/// Variables that connections make equal are a set.
void Colouring::find_places() {
  UnionFind sets(system_.variables.size());
  places_.reserve(system_.equations.size());
  for (const SystemEquation& equation : system_.equations) {
    Place place{.reaction = equation.reaction};
    if (const auto sides = equality(equation)) {
      place.set = sides->second;
      sets.join(sides->first, sides->second);
    } else if (!equation.residual.is_number()) {
      place.node = equation.residual.id();
    }
    places_.push_back(place);
  }
  std::vector<bool> stated(system_.variables.size(), false);
  for (const std::uint32_t id : values_.nodes()) {
    const ExprNode& node = system_.pool->node(id);
    if (node.op == Op::variable && node.b == 0) stated[node.a] = true;
  }
  for (const SystemEquation& equation : system_.equations) {
    const auto sides = equality(equation);
    if (!sides) continue;
    for (const std::uint32_t v : {sides->first, sides->second}) {
      if (!stated[v]) only_connected_.push_back(v);
      stated[v] = true;
    }
  }
  set_of_.reserve(system_.variables.size());
  for (std::size_t v = 0; v < system_.variables.size(); ++v) {
    set_of_.push_back(static_cast<std::uint32_t>(sets.find(v)));
  }
  for (Place& place : places_) {
    if (place.set != kNone) place.set = set_of_[place.set];
  }
}

std::size_t Colouring::classes() { return distinct(variables_) + distinct(equations_); }

/// How many different colours; in a model of many equal parts they are few.
std::size_t Colouring::distinct(const std::vector<std::uint64_t>& colours) {
  const std::size_t mask = std::bit_ceil(2 * colours.size() + 1) - 1;
  if (table_.size() <= mask) {
    table_.resize(mask + 1);
    filled_.resize(mask + 1, 0);
  }
  ++fillings_;  // instead of emptying the table
  std::size_t count = 0;
  for (const std::uint64_t colour : colours) {
    std::size_t slot = colour & mask;
    while (filled_[slot] == fillings_ && table_[slot] != colour) slot = (slot + 1) & mask;
    if (filled_[slot] == fillings_) continue;
    filled_[slot] = fillings_;
    table_[slot] = colour;
    ++count;
  }
  return count;
}

void Colouring::refine(std::size_t most_rounds) {
  std::size_t before = 0, now = classes();
  while (now != before && rounds_ < most_rounds) {
    round();
    ++rounds_;
    before = std::exchange(now, classes());
  }
}

void Colouring::round() {
  evaluate();
  std::ranges::fill(occurrences_, 0);
  for (std::size_t e = 0; e < equations_.size(); ++e) {
    const Place& place = places_[e];
    if (place.set != kNone) {
      equations_[e] = equation_colour(equations_[e], place, {});
      continue;
    }
    const Value value = value_of(place, system_.equations[e]);
    equations_[e] = equation_colour(equations_[e], place, value);
    occur(place, value, equations_[e]);
  }
  occur_in(system_.initial_equations, code(Tag::initial));
  occur_in(system_.invariants, code(Tag::invariant));
  occur_in_rules();
  occur_in_whens();
  occur_in_sets();
  collect_occurrences();
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    variables_[v] = (Hash(variables_[v]) << occurrences_[v]).value();
  }
}

void Colouring::evaluate() {
  values_.evaluate([this](const ExprNode& node) {
    if (node.op == Op::parameter) return parameters_[node.a];
    return leaf_value(node);
  });
  set_colours_.assign(variables_.size(), 0);
  for (std::uint32_t v = 0; v < variables_.size(); ++v) {
    set_colours_[set_of_[v]] += (hash_of(Tag::set) << variables_[v]).value();
  }
}

Value Colouring::leaf_value(const ExprNode& node) const {
  Hash hash(code(node.op));
  if (node.op == Op::variable || node.op == Op::pre) hash << variables_[node.a] << place(node);
  return {hash.element(), hash.element()};
}

Value Colouring::value_of(const Place& place, const SystemEquation& equation) const {
  return place.node == kNone ? values_.of(equation.residual) : values_.at(place.node);
}

std::uint64_t Colouring::equation_colour(std::uint64_t before, const Place& place,
                                         Value value) const {
  Hash hash(before);
  if (place.set != kNone) {
    hash << code(Tag::set) << set_colours_[place.set];
  } else {
    hash << size_of(value.with_sign) << value.without_sign;
  }
  if (place.reaction != kNone) hash << code(Tag::reaction) << variables_[place.reaction];
  return hash.value();
}

/// An equation tells its variables that they occur in it. The sign of the residual is normalised;
/// if it has none, because both sides look alike, the occurrences have none either.
void Colouring::occur(const Place& place, Value value, std::uint64_t colour) {
  const std::uint64_t weight = (hash_of(Tag::occurrence) << colour).element();
  std::uint64_t with_sign = value.with_sign == size_of(value.with_sign) ? weight : negative(weight);
  if (value.with_sign == 0) with_sign = 0;
  if (place.node != kNone) values_.seed(place.node, {with_sign, weight});
  if (place.reaction != kNone) {
    occurrences_[place.reaction] += (hash_of(Tag::reaction) << colour).value();
  }
}

/// The same for equations that are not to be solved.
void Colouring::occur_in(const std::vector<SystemEquation>& equations, std::uint64_t tag) {
  for (const SystemEquation& equation : equations) {
    Place place{.reaction = equation.reaction};
    if (!equation.residual.is_number()) place.node = equation.residual.id();
    const Value value = value_of(place, equation);
    occur(place, value, equation_colour(tag, place, value));
  }
}

void Colouring::occur_in_rules() {
  for (const std::uint32_t v : ruled_) {
    const SystemVariable& variable = system_.variables[v];
    const std::uint64_t weight = (hash_of(Tag::rule) << variables_[v]).element();
    values_.seed(variable.rule, {weight, weight});
    const Value value = values_.of(variable.rule);
    occurrences_[v] += (hash_of(Tag::rule) << value.with_sign << value.without_sign).value();
  }
}

void Colouring::occur_in_whens() {
  for (const SystemWhen& when : system_.whens) {
    const auto changes = [](const WhenAction& a) { return a.has_variable(); };
    Hash colour = hash_of(Tag::when);
    const auto include = [&](const Expr& expr) {
      colour << values_.of(expr).with_sign << values_.of(expr).without_sign;
    };
    include(when.condition);
    for (const WhenAction& action : when.actions) {
      colour << code(action.kind) << (changes(action) ? variables_[action.variable] : 0);
      include(action.value);
    }
    values_.seed(when.condition, {colour.element(), colour.element()});
    Hash own = Hash(colour.value()) << code(Tag::action);
    for (const WhenAction& action : when.actions) {
      own << code(action.kind);  // a new hash for each action, in the order of statements
      values_.seed(action.value, {own.element(), own.element()});
      if (changes(action)) occurrences_[action.variable] += own.value();
    }
  }
}

void Colouring::occur_in_sets() {
  for (std::uint32_t v = 0; v < variables_.size(); ++v) {
    occurrences_[v] += (hash_of(Tag::set) << set_colours_[set_of_[v]]).value();
  }
}

void Colouring::collect_occurrences() {
  values_.differentiate([this](const ExprNode& node, const Value& derivative) {
    Hash hash = hash_of(Tag::occurrence);
    hash << place(node) << derivative.with_sign << derivative.without_sign;
    occurrences_[node.a] += hash.value();
  });
  Hash nowhere = hash_of(Tag::occurrence);
  for (int word = 0; word < 3; ++word) nowhere << std::uint64_t{0};
  for (const std::uint32_t v : only_connected_) occurrences_[v] += nowhere.value();
}

std::vector<std::uint64_t> Colouring::exact_equations(
    const std::vector<std::uint32_t>& variable_rank) {
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    variables_[v] = (hash_of(Tag::rank) << code(variable_rank[v])).value();
  }
  evaluate();
  std::vector<std::uint64_t> colours;
  for (std::size_t e = 0; e < places_.size(); ++e) {
    const SystemEquation& equation = system_.equations[e];
    Value value;
    if (places_[e].set != kNone) {
      const auto [a, b] = *equality(equation);
      const Value x = leaf_value({Op::variable, a}), y = leaf_value({Op::variable, b});
      value = {add(x.with_sign, negative(y.with_sign)), add(x.without_sign, y.without_sign)};
    } else {
      value = value_of(places_[e], equation);
    }
    colours.push_back((Hash(size_of(value.with_sign)) << value.without_sign).value());
  }
  return colours;
}

}  // namespace multibond::canonical
