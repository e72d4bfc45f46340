#include "multibond/compile/canonical.h"
#include "multibond/model/system.h"

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace multibond {
namespace {

/// A mechanical circuit: parts with two flanges each, and nodes that connect flanges.
struct Part {
  std::string name;
  char type;  // m(ass), s(pring), d(amper)
  double parameter;
  int node_p, node_n;
};

/// Writes the parts as a System, in the order given.
class Builder {
 public:
  Builder() {
    system.pool = std::make_shared<ExprPool>();
    system.components.push_back({"", 0, false});
  }

  Expr variable(const std::string& path, std::uint32_t component, std::string_view unit = {}) {
    const Expr leaf = system.pool->variable(static_cast<std::uint32_t>(system.variables.size()));
    SystemVariable v;
    v.path = system.texts->add(path);
    v.unit = unit;
    v.component = component;
    system.variables.push_back(v);
    return leaf;
  }
  Expr parameter(const std::string& path, double value) {
    const Expr leaf = system.pool->parameter(static_cast<std::uint32_t>(system.parameters.size()));
    SystemParameter p;
    p.path = system.texts->add(path);
    p.value = value;
    system.parameters.push_back(p);
    return leaf;
  }
  Expr der(const Expr& x) { return system.pool->variable(x.index(), 1); }
  void equation(const Expr& left, const Expr& right, std::uint32_t component,
                EquationRole role = EquationRole::plain) {
    system.equations.push_back({left - right, left, right, component, role});
  }

  void part(const Part& part) {
    const auto component = static_cast<std::uint32_t>(system.components.size());
    system.components.push_back({system.texts->add(part.name), 0, false});
    const auto own = [&](const std::string& name) {
      return variable(part.name + "." + name, component);
    };
    const Expr p_v = own("p.v"), p_f = own("p.f"), n_v = own("n.v"), n_f = own("n.f");
    const Expr k = parameter(part.name + ".k", part.parameter);
    equation(p_f + n_f, 0.0, component);
    switch (part.type) {
      case 'm':
        equation(p_v, n_v, component);
        equation(k * der(p_v), p_f, component);
        break;
      case 's':
        equation(der(p_f), k * (p_v - n_v), component);
        break;
      default:
        equation(p_f, k * (p_v - n_v), component);
    }
    flanges[part.node_p].push_back({part.name + ".p", p_v, p_f});
    flanges[part.node_n].push_back({part.name + ".n", n_v, n_f});
  }

  /// One equality per further flange and one sum. `origin` is the flange all others refer to.
  void connect(const std::function<std::size_t(std::size_t)>& origin) {
    for (auto& [node, list] : flanges) {
      const std::size_t o = origin(list.size());
      Expr sum = 0.0;
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (i != o) equation(list[i].v, list[o].v, 0, EquationRole::connection);
        sum = sum + list[i].f;
      }
      equation(sum, 0.0, 0, EquationRole::connection);
    }
  }

  struct Flange {
    std::string name;
    Expr v, f;
  };
  std::map<int, std::vector<Flange>> flanges;
  System system;
};

std::vector<std::string> names(const System& system, const CanonicalOrder& order) {
  std::vector<std::string> result;
  for (std::uint32_t v : order.variables) result.emplace_back(system.variables[v].path);
  return result;
}

System build(const std::vector<Part>& parts) {
  Builder builder;
  for (const Part& part : parts) builder.part(part);
  builder.connect([](std::size_t) { return 0; });
  return builder.system;
}

/// The same circuit, stated in another order, with other flanges of reference.
System shuffled(std::vector<Part> parts, std::mt19937& random) {
  std::ranges::shuffle(parts, random);
  Builder builder;
  for (const Part& part : parts) builder.part(part);
  for (auto& [node, list] : builder.flanges) std::ranges::shuffle(list, random);
  builder.connect([&](std::size_t n) { return random() % n; });
  std::ranges::shuffle(builder.system.equations, random);
  return builder.system;
}

const std::vector<Part> kCircuit{
    {"body", 'm', 2, 0, 1},  {"spring", 's', 5, 1, 2}, {"damper", 'd', 1, 1, 2},
    {"load", 'm', 2, 2, 3},  {"belt", 's', 5, 3, 4},   {"wheel", 'm', 2, 4, 5},
    {"brake", 'd', 3, 5, 0}, {"strut", 's', 5, 4, 0},
};

TEST(CanonicalTest, RanksArePermutations) {
  const System system = build(kCircuit);
  const CanonicalOrder order = canonical_order(system);
  ASSERT_EQ(order.variables.size(), system.variables.size());
  ASSERT_EQ(order.equations.size(), system.equations.size());
  for (std::uint32_t i = 0; i < order.variables.size(); ++i) {
    EXPECT_EQ(order.variable_rank[order.variables[i]], i);
  }
  for (std::uint32_t i = 0; i < order.equations.size(); ++i) {
    EXPECT_EQ(order.equation_rank[order.equations[i]], i);
  }
  EXPECT_LE(order.rounds, 8u);
}

TEST(CanonicalTest, ReorderingChangesNothing) {
  const System system = build(kCircuit);
  const auto expected = names(system, canonical_order(system));
  std::mt19937 random(1);
  for (int i = 0; i < 50; ++i) {
    const System other = shuffled(kCircuit, random);
    EXPECT_EQ(names(other, canonical_order(other)), expected);
  }
}

TEST(CanonicalTest, RenamingChangesNothing) {
  const System system = build(kCircuit);
  const CanonicalOrder order = canonical_order(system);
  std::mt19937 random(2);
  for (int i = 0; i < 50; ++i) {
    std::vector<Part> parts = kCircuit;
    std::vector<std::string> others{"a", "b", "c", "d", "x[1]", "x[2]", "x[10]", "zebra"};
    std::ranges::shuffle(others, random);
    for (std::size_t p = 0; p < parts.size(); ++p) parts[p].name = others[p];
    const CanonicalOrder same = canonical_order(build(parts));
    EXPECT_EQ(same.variables, order.variables);
    EXPECT_EQ(same.equations, order.equations);
    // both at once: the names come in the same order as without shuffling
    const System other = shuffled(parts, random);
    EXPECT_EQ(names(other, canonical_order(other)), names(build(parts), order));
  }
}

TEST(CanonicalTest, EquationsComeInTheSameOrderHoweverStated) {
  const auto texts = [](const System& system) {
    std::vector<std::string> result;
    for (std::uint32_t e : canonical_order(system).equations) {
      // sums and connection sets read differently when reordered; the component does not
      const SystemEquation& equation = system.equations[e];
      result.push_back(std::string(system.components[equation.component].path) +
                       (equation.role == EquationRole::plain ? system.text(equation) : ""));
    }
    return result;
  };
  const auto expected = texts(build(kCircuit));
  std::mt19937 random(3);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(texts(shuffled(kCircuit, random)), expected);
}

TEST(CanonicalTest, SymmetricPartsAreOrderedByNameWithNaturalNumbers) {
  std::vector<Part> parts;
  for (const int i : {10, 2, 1, 11, 3}) {
    parts.push_back({"mass[" + std::to_string(i) + "]", 'm', 1, 0, 1});
  }
  const System system = build(parts);
  const auto found = names(system, canonical_order(system));
  const std::vector<std::string> expected{"mass[1].p.v", "mass[2].p.v", "mass[3].p.v",
                                          "mass[10].p.v", "mass[11].p.v"};
  EXPECT_NE(std::search(found.begin(), found.end(), expected.begin(), expected.end()), found.end());
}

// What is decided by the order must hold for values that are set later.
TEST(CanonicalTest, ValuesOfParametersAndStartsDoNotCount) {
  const auto order = [](double heavy, double start) {
    System system = build({{"a", 'm', 1, 0, 1}, {"b", 'm', heavy, 0, 1}, {"c", 's', 7, 0, 1}});
    for (SystemVariable& v : system.variables) {
      if (v.path == "b.p.v") v.start = start;
    }
    return names(system, canonical_order(system));
  };
  EXPECT_EQ(order(1, 0), order(5, 0));
  EXPECT_EQ(order(1, 0), order(1, 3));
}

TEST(CanonicalTest, MinusIsNotCommutativeButAnEquationAndItsNegativeAreTheSame) {
  // x = y - z, stated with both signs; y and z have the same local name
  const auto order = [](bool negated, bool renamed) {
    Builder b;
    for (const char* name : {"x", renamed ? "z" : "y", renamed ? "y" : "z"}) {
      b.system.components.push_back({name, 0, false});
    }
    const Expr x = b.variable("x.u", 1), y = b.variable(renamed ? "z.w" : "y.w", 2),
               z = b.variable(renamed ? "y.w" : "z.w", 3);
    if (negated) {
      b.equation(y - z, x, 0);
    } else {
      b.equation(x, y - z, 0);
    }
    return canonical_order(b.system).variables;
  };
  EXPECT_EQ(order(false, false), order(true, false));
  EXPECT_EQ(order(false, false), order(false, true));
}

TEST(CanonicalTest, RulesReactionsAndWhensDistinguish) {
  // three variables alike but for a rule, a paired reaction or a reset; names are no help
  for (const int difference : {0, 1, 2, 3}) {
    const auto position = [&](int which) {
      Builder b;
      for (int i = 0; i < 3; ++i) {
        const std::string name(1, static_cast<char>('a' + i));
        b.system.components.push_back({b.system.texts->add(name), 0, false});
        b.variable(name + ".x", 1 + i);
      }
      const auto index = static_cast<std::uint32_t>(which);
      const Expr x = b.system.pool->variable(index);
      if (difference == 0) {
        b.system.variables[index].has_rule = true;
        b.system.variables[index].rule = b.system.pool->time();
      } else if (difference == 1) {
        b.equation(b.system.pool->time(), 0.0, 0, EquationRole::constraint);
        b.system.equations.back().reaction = index;
      } else if (difference == 2) {
        b.system.whens.push_back(
            {0, b.system.pool->time() < 1.0, {{WhenAction::Kind::reinit, index, 0.0, ""}}});
      } else {
        b.system.initial_equations.push_back({x - 1.0, x, 1.0, 0, EquationRole::initial});
      }
      return canonical_order(b.system).variable_rank[index];
    };
    EXPECT_EQ(position(0), position(1));
    EXPECT_EQ(position(0), position(2));
  }
}

TEST(CanonicalTest, SortedEquationsAreInTheirOwnOrder) {
  std::mt19937 random(4);
  System system = shuffled(kCircuit, random), other = shuffled(kCircuit, random);
  const CanonicalOrder before = canonical_order(system);
  const std::string first = system.text(system.equations[before.equations[0]]);
  const CanonicalOrder order = sort_equations(system);
  EXPECT_EQ(system.text(system.equations[0]), first);
  EXPECT_EQ(order.variable_rank, before.variable_rank);
  for (std::uint32_t e = 0; e < order.equations.size(); ++e) {
    EXPECT_EQ(order.equations[e], e);
    EXPECT_EQ(order.equation_rank[e], e);
  }
  EXPECT_EQ(canonical_order(system).equations, order.equations);
  sort_equations(other);
  for (std::size_t e = 0; e < system.equations.size(); ++e) {
    EXPECT_EQ(system.components[system.equations[e].component].path,
              other.components[other.equations[e].component].path);
  }
}

TEST(CanonicalTest, SystemsWithoutEquationsAreOrdered) {
  System system;
  EXPECT_TRUE(canonical_order(system).variables.empty());
  system.components.push_back({"", 0, false});
  system.variables.resize(2);
  system.variables[0].path = "b";
  system.variables[1].path = "a";
  EXPECT_EQ(canonical_order(system).variables, (std::vector<std::uint32_t>{1, 0}));
  system.equations.push_back({1.0, 1.0, 0.0, 0});
  EXPECT_EQ(canonical_order(system).equations.size(), 1u);
}

TEST(CanonicalTest, WorkIsLinearForAHundredThousandEquations) {
  const auto visits_per_equation = [](int n) {
    std::vector<Part> parts;
    for (int i = 0; i < n; ++i) {
      parts.push_back({"m[" + std::to_string(i) + "]", 'm', 1, 2 * i, 2 * i + 1});
      parts.push_back({"s[" + std::to_string(i) + "]", 's', 1, 2 * i + 1, 2 * i + 2});
    }
    const System system = build(parts);
    const CanonicalOrder order = canonical_order(system);
    EXPECT_LE(order.rounds, 8u);
    return static_cast<double>(order.visits) / static_cast<double>(system.equations.size());
  };
  const double small = visits_per_equation(100), large = visits_per_equation(12000);
  EXPECT_LE(large, 1.1 * small);
  EXPECT_LE(large, 60);  // 8 rounds forwards and back over some 3 nodes per equation
}

TEST(CanonicalTest, DeepExpressionsNeedNoStack) {
  Builder b;
  const Expr x = b.variable("x", 0);
  Expr deep = x;
  for (int i = 0; i < 1000000; ++i) deep = sin(deep);
  b.equation(deep, 0.0, 0);
  EXPECT_EQ(canonical_order(b.system).equations.size(), 1u);
}

}  // namespace
}  // namespace multibond
