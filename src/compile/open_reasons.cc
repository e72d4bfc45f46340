#include "open_reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "multibond/base/text.h"
#include "multibond/symbolic/linear.h"
#include "part_names.h"

namespace multibond {
namespace {

class Reasons {
 public:
  Reasons(const Origin& origin, const std::vector<std::uint32_t>& free,
          const std::vector<std::uint32_t>& open)
      : origin_(origin), system_(origin.system), free_(free) {
    open_.assign(system_.variables.size(), false);
    for (const std::uint32_t v : open) open_[v] = true;
    for (const std::uint32_t v : free) open_[v] = true;
    has_frames_.assign(system_.components.size(), false);
    for (const SystemVariable& v : system_.variables) {
      if (v.has_rule) has_frames_[v.component] = true;
    }
  }

  std::optional<Reason> find() const {
    if (auto reason = unconnected_port()) return reason;
    // In a mechanism, equations that say nothing new are the consequence and not the cause.
    if (auto reason = no_inertia(true)) return reason;
    if (auto reason = idle_equation()) return reason;
    return no_inertia(false);
  }

 private:
  /// The variable, or the one that stands for it, is open.
  bool is_open(std::uint32_t v) const {
    const AliasTarget& target = origin_.aliases.targets[v];
    return !target.constant && open_[target.root];
  }

  std::string component_of(std::uint32_t v) const {
    return system_.component_name(system_.variables[v].component);
  }

  std::vector<std::string> open_parts() const {
    std::vector<std::uint32_t> components;
    for (std::uint32_t v = 0; v < system_.variables.size(); ++v) {
      if (is_open(v)) components.push_back(system_.variables[v].component);
    }
    return part_names(system_, std::move(components));
  }

  /// Something is said twice, so that its counterpart is not said at all.
  std::optional<Reason> idle_equation() const {
    for (const IdleEquation& idle : origin_.idle_equations) {
      if (!touches_open_port(idle.equation)) continue;
      if (is_about_flows(idle.equation)) {
        std::vector<std::string> names = open_parts();
        if (names.empty()) names.push_back(system_.component_name(idle.equation.component));
        return Reason{
            names.front(),
            fmt::format("Nothing fixes the potentials of {}: they are determined only "
                        "relative to each other.",
                        join_names(names, 6)),
            "Connect one of them to a reference: a ground, a fixed point or a reservoir."};
      }
      if (idle.parts.size() > 1) {
        return Reason{idle.parts.front(),
                      fmt::format("{} fix the same quantity, so that the flow between them is not "
                                  "determined.",
                                  join_names(idle.parts, 6)),
                      "Remove one of them, or put something compliant between them, such as a "
                      "resistance or a spring."};
      }
    }
    return std::nullopt;
  }

  /// Flows are what is summed up where ports are connected, and what is equal to such.
  bool is_about_flows(const SystemEquation& equation) const {
    std::vector<bool> flow(system_.variables.size(), false);
    for (const SystemEquation& connection : system_.equations) {
      if (connection.role != EquationRole::connection || !connection.right.is_number(0)) continue;
      for (const Expr& leaf : leaves(connection.left, is_variable)) {
        flow[leaf.index()] = true;
        const AliasTarget& target = origin_.aliases.targets[leaf.index()];
        if (!target.constant) flow[target.root] = true;
      }
    }
    for (const Expr& side : {equation.left, equation.right}) {
      for (const Expr& leaf : leaves(side, is_variable)) {
        const AliasTarget& target = origin_.aliases.targets[leaf.index()];
        if (flow[leaf.index()] || (!target.constant && flow[target.root])) return true;
      }
    }
    return false;
  }

  /// Whether the potentials or flows beside those of the equation are open.
  bool touches_open_port(const SystemEquation& equation) const {
    std::set<std::string_view> ports;
    for (const Expr& side : {equation.left, equation.right}) {
      for (const Expr& leaf : leaves(side, is_variable)) ports.insert(port_of(leaf.index()));
    }
    for (std::uint32_t v = 0; v < system_.variables.size(); ++v) {
      if (is_open(v) && ports.contains(port_of(v))) return true;
    }
    return false;
  }

  /// Inputs that nobody connected. Ports with flows are none: open, they carry no flow, and a
  /// connection equation says so.
  std::optional<Reason> unconnected_port() const {
    std::set<std::string_view> connected;
    std::vector<bool> given(system_.variables.size(), false);  // by its own component
    for (const SystemEquation& equation : system_.equations) {
      if (equation.role == EquationRole::connection) {
        for (const Expr& leaf : leaves(equation.residual, is_variable)) {
          connected.insert(port_of(leaf.index()));
        }
      } else if (is_variable(equation.left)) {
        given[equation.left.index()] = true;
      }
    }
    std::vector<std::string> ports;
    for (std::uint32_t v = 0; v < system_.variables.size(); ++v) {
      if (given[v] || !is_open(v) || !in_port(v) || connected.contains(port_of(v))) continue;
      ports.emplace_back(port_of(v));
    }
    ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
    if (ports.empty()) return std::nullopt;
    return Reason{ports.front(),
                  fmt::format("{} {} connected to nothing.", join_names(ports, 6),
                              ports.size() == 1 ? "is" : "are"),
                  fmt::format("Connect {}.", ports.size() == 1 ? ports.front() : "them")};
  }

  std::string_view port_of(std::uint32_t v) const {
    const std::string_view path = system_.variables[v].path;
    return path.substr(0, path.rfind('.'));
  }

  static bool is_variable(const Expr& leaf) { return leaf.op() == Op::variable; }

  /// Ports count as part of their component, but not in the paths of their variables.
  bool in_port(std::uint32_t v) const {
    std::string_view rest = system_.variables[v].path;
    const std::string_view above = system_.components[system_.variables[v].component].path;
    if (!above.empty()) rest.remove_prefix(above.size() + 1);
    return rest.find('.') != std::string_view::npos;
  }

  /// A motion that no mass and no force governs.
  std::optional<Reason> no_inertia(bool of_mechanism) const {
    std::vector<std::uint32_t> components;
    bool turns = false;
    for (const std::uint32_t v : free_) {
      const std::string_view unit = system_.variables[v].unit;
      const bool motion = unit == "m" || unit == "rad" || unit == "m/s" || unit == "rad/s" ||
                          (of_mechanism && unit == "1");
      if (!motion || (of_mechanism && !in_mechanism(v))) continue;
      turns = turns || !unit.starts_with('m');
      components.push_back(system_.variables[v].component);
    }
    if (components.empty()) return std::nullopt;
    // Joints that can move against each other.
    for (std::uint32_t v = 0; v < system_.variables.size() && of_mechanism; ++v) {
      const std::string_view unit = system_.variables[v].unit;
      const bool coordinate = (unit == "m" || unit == "rad") && !in_port(v);
      if (coordinate && open_[v] && in_mechanism(v)) {
        components.push_back(system_.variables[v].component);
      }
    }
    const std::vector<std::string> names = part_names(system_, std::move(components));
    return Reason{
        names.front(),
        fmt::format("{} can move without moving any mass or inertia, and no force "
                    "depends on that motion.",
                    join_names(names, 6)),
        fmt::format(
            "Give a part that moves with {} mass or inertia{}, or put a spring "
            "or a damper there.",
            names.size() == 1 ? "it" : "them",
            of_mechanism && turns ? " (a point mass on a rod has none about the rod)" : "")};
  }

  /// Whether the variable belongs to a part with frames: their positions follow from rates.
  bool in_mechanism(std::uint32_t v) const {
    for (std::uint32_t c = system_.variables[v].component; c != 0;
         c = system_.components[c].parent) {
      if (has_frames_[c]) return true;
    }
    return false;
  }

  const Origin& origin_;
  const System& system_;
  const std::vector<std::uint32_t>& free_;
  std::vector<bool> open_;        ///< by variable
  std::vector<bool> has_frames_;  ///< by component
};

std::string_view port_path(const System& system, std::uint32_t v) {
  const std::string_view path = system.variables[v].path;
  return path.substr(0, path.rfind('.'));
}

/// Frames of forces that nothing else reaches. Their orientation is stated to be a number, and
/// nothing is stated of their place.
std::set<std::string_view> loose_frames(const System& system) {
  std::set<std::string_view> loose, placed;
  for (const SystemEquation& equation : system.equations) {
    const Expr& left = equation.left;
    if (equation.role != EquationRole::position || left.is_number()) continue;
    if (left.op() != Op::variable || system.components[equation.component].grounded) continue;
    const bool turned = equation.right.is_number() && system.variables[left.index()].unit != "m";
    (turned ? loose : placed).insert(port_path(system, left.index()));
  }
  for (const std::string_view port : placed) loose.erase(port);
  return loose;
}

}  // namespace

std::optional<Reason> hanging_part(const System& system,
                                   const std::vector<std::uint32_t>& components) {
  const std::set<std::string_view> loose = loose_frames(system);
  if (loose.empty()) return std::nullopt;
  const auto top = [&](std::uint32_t c) {
    while (c != 0 && system.components[c].parent != 0) c = system.components[c].parent;
    return c;
  };
  const auto concerned = [&](std::uint32_t c) {
    return std::any_of(components.begin(), components.end(),
                       [&](std::uint32_t other) { return top(other) == top(c); });
  };
  const auto is_variable = [](const Expr& leaf) { return leaf.op() == Op::variable; };
  const char* const remedy =
      "Connect it, directly or through others, to a fixed part or to a body.";
  for (const SystemEquation& equation : system.equations) {
    if (equation.role != EquationRole::connection) continue;
    const std::vector<Expr> joined = leaves(equation.left - equation.right, is_variable);
    for (const Expr& end : joined) {
      if (!loose.contains(port_path(system, end.index()))) continue;
      const std::uint32_t force = system.variables[end.index()].component;
      for (const Expr& other : joined) {
        const std::uint32_t part = top(system.variables[other.index()].component);
        if (part == top(force) || !concerned(part)) continue;
        return Reason{system.component_name(part),
                      fmt::format("{} hangs on nothing but {}: no fixed part, joint or body "
                                  "determines its position and orientation.",
                                  system.component_name(part), system.component_name(force)),
                      remedy};
      }
    }
  }
  for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
    const std::string_view port = port_path(system, v);
    if (!loose.contains(port) || !concerned(system.variables[v].component)) continue;
    return Reason{std::string(port),
                  fmt::format("{} hangs on nothing: no fixed part and no body determines its "
                              "position.",
                              port),
                  remedy};
  }
  return std::nullopt;
}

std::optional<Reason> reason_for(const Origin& origin, const std::vector<std::uint32_t>& free,
                                 const std::vector<std::uint32_t>& open) {
  return Reasons(origin, free, open).find();
}

}  // namespace multibond
