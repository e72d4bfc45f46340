#include "multibond/compile/canonical.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "colours.h"
#include "multibond/base/side_by_side.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

constexpr std::size_t kMostRounds = 8;
constexpr std::size_t kManyVariables = 5000;  ///< to compare their names takes longer than a thread

/// Place of each element when sorted.
std::vector<std::uint32_t> places(const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  return place;
}

template <typename Less>
std::vector<std::uint32_t> sorted_indices(std::size_t count, const Less& less) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), less);
  return order;
}

/// The keys, each made once, are sorted where they lie; the last word of each ends with the index.
template <typename Key>
std::vector<std::uint32_t> sorted_by_key(std::size_t count, const Key& key) {
  std::vector<decltype(key(0u))> keys;
  keys.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) keys.push_back(key(i));
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order;
  order.reserve(count);
  for (const auto& entry : keys)
    order.push_back(
        static_cast<std::uint32_t>(std::get<std::tuple_size_v<decltype(key(0u))> - 1>(entry)));
  return order;
}

/// Ranks of the components by path: parents before their children, siblings by their own names.
std::vector<std::uint32_t> component_ranks(const System& system) {
  const std::size_t count = system.components.size();
  std::vector<std::vector<std::uint32_t>> children(count);
  std::vector<std::uint32_t> stack;
  for (std::uint32_t c = 0; c < count; ++c) {
    const std::uint32_t parent = system.components[c].parent;
    (parent == c ? stack : children[parent]).push_back(c);
  }
  const auto sort_backwards = [&](std::vector<std::uint32_t>& siblings) {
    std::sort(siblings.begin(), siblings.end(), [&](std::uint32_t a, std::uint32_t b) {
      return natural_less(system.components[b].path, system.components[a].path);
    });
  };
  sort_backwards(stack);
  std::vector<std::uint32_t> rank(count);
  for (std::uint32_t next = 0; !stack.empty(); ++next) {
    const std::uint32_t c = stack.back();
    stack.pop_back();
    rank[c] = next;
    sort_backwards(children[c]);
    stack.insert(stack.end(), children[c].begin(), children[c].end());
  }
  return rank;
}

/// Rank of the local name of each variable. There are few distinct names, so only these are sorted.
std::vector<std::uint32_t> name_ranks(const System& system) {
  std::unordered_map<std::string_view, std::uint32_t> number;
  std::vector<std::string_view> names;
  std::vector<std::uint32_t> ranks;
  for (const SystemVariable& variable : system.variables) {
    const std::string_view name = canonical::local_name(system, variable);
    const auto [it, added] = number.try_emplace(name, static_cast<std::uint32_t>(names.size()));
    if (added) names.push_back(name);
    ranks.push_back(it->second);
  }
  const auto place = places(sorted_indices(names.size(), [&](std::uint32_t a, std::uint32_t b) {
    return natural_less(names[a], names[b]);
  }));
  for (std::uint32_t& rank : ranks) rank = place[rank];
  return ranks;
}

/// The first variable that occurs in each equation.
std::vector<std::uint32_t> first_variables(const System& system,
                                           const std::vector<std::uint32_t>& nodes,
                                           const std::vector<std::uint32_t>& variable_rank) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> first(nodes.empty() ? 0 : nodes.back() + 1, kNone);
  for (std::uint32_t id : nodes) {
    const ExprNode& node = system.pool->node(id);
    if (node.op == Op::variable || node.op == Op::pre) first[id] = variable_rank[node.a];
    for (std::uint32_t operand : system.pool->operands(id)) {
      first[id] = std::min(first[id], first[operand]);
    }
  }
  std::vector<std::uint32_t> result;
  for (const SystemEquation& equation : system.equations) {
    if (const auto sides = canonical::equality(equation)) {
      result.push_back(std::min(variable_rank[sides->first], variable_rank[sides->second]));
    } else {
      result.push_back(equation.residual.is_number() ? kNone : first[equation.residual.id()]);
    }
  }
  return result;
}

}  // namespace

CanonicalOrder canonical_order(const System& system) {
  CanonicalOrder order;
  canonical::Colouring colouring(system);
  std::vector<std::uint32_t> component, name;
  side_by_side(2, system.variables.size() > kManyVariables, [&](std::size_t part) {
    if (part == 0) {
      colouring.refine(kMostRounds);
    } else {
      component = component_ranks(system);
      name = name_ranks(system);
    }
  });

  // Variables: what can be explained first, then the colour; names of components decide last.
  const auto variable_key = [&](std::uint32_t v) {
    const SystemVariable& variable = system.variables[v];
    const std::uint64_t class_and_name = (static_cast<std::uint64_t>(variable.kind) << 40) |
                                         (static_cast<std::uint64_t>(variable.hint) << 32) |
                                         name[v];
    const std::uint64_t part_and_place = (std::uint64_t{component[variable.component]} << 32) | v;
    return std::tuple(class_and_name, colouring.variables()[v], part_and_place);
  };
  order.variables = sorted_by_key(system.variables.size(), variable_key);
  order.variable_rank = places(order.variables);

  // Equations: equal colours are told apart by component and by their variables, and by the order
  // of statements only if they say the same.
  const std::vector<std::uint32_t> first =
      first_variables(system, colouring.nodes(), order.variable_rank);
  const std::vector<std::uint64_t> colour = colouring.equations();
  const std::vector<std::uint64_t> exact = colouring.exact_equations(order.variable_rank);
  // Most are told apart by their colours: these lie where they are sorted, the rest is looked up.
  struct Place {
    std::uint64_t colour;
    std::uint32_t equation;
    EquationRole role;
  };
  const auto rest = [&](const Place& place) {
    const std::uint32_t e = place.equation;
    return std::tuple(component[system.equations[e].component], first[e], exact[e], e);
  };
  std::vector<Place> equations;
  equations.reserve(system.equations.size());
  for (std::uint32_t e = 0; e < system.equations.size(); ++e) {
    equations.push_back({colour[e], e, system.equations[e].role});
  }
  std::sort(equations.begin(), equations.end(), [&](const Place& a, const Place& b) {
    if (a.role != b.role) return a.role < b.role;
    return a.colour != b.colour ? a.colour < b.colour : rest(a) < rest(b);
  });
  order.equations.reserve(equations.size());
  for (const Place& place : equations) order.equations.push_back(place.equation);
  order.equation_rank = places(order.equations);

  order.rounds = colouring.rounds();
  order.visits = colouring.visits();
  return order;
}

CanonicalOrder sort_equations(System& system) {
  CanonicalOrder order = canonical_order(system);
  std::vector<SystemEquation> sorted;
  sorted.reserve(system.equations.size());
  for (std::uint32_t e : order.equations) sorted.push_back(std::move(system.equations[e]));
  system.equations = std::move(sorted);
  std::iota(order.equations.begin(), order.equations.end(), 0);
  order.equation_rank = order.equations;
  return order;
}

}  // namespace multibond
