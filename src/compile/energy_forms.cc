#include "energy_forms.h"

#include <algorithm>
#include <optional>

#include "multibond/base/units.h"

namespace multibond {
namespace {

/// Exponents of m, kg, s, A and K.
constexpr Dimension dimension(int m, int kg, int s, int a = 0, int k = 0) {
  const auto small = [](int exponent) { return static_cast<signed char>(exponent); };
  return {{small(m), small(kg), small(s), small(a), small(k), 0, 0}};
}

struct Meaning {
  Dimension dimension;
  EnergyForm form;
};

/// What a variable tells that a store depends on. If several tell something, the first counts.
constexpr Meaning kVariables[] = {
    {dimension(1, 0, -1), EnergyForm::kinetic},         // velocity
    {dimension(0, 0, -1), EnergyForm::kinetic},         // angular velocity
    {dimension(1, 1, -1), EnergyForm::kinetic},         // momentum
    {dimension(2, 1, -1), EnergyForm::kinetic},         // angular momentum
    {dimension(3, 0, -1), EnergyForm::kinetic},         // volume flow
    {dimension(0, 1, -1), EnergyForm::kinetic},         // mass flow
    {dimension(0, 0, 0, 1), EnergyForm::magnetic},      // current
    {dimension(2, 1, -2, -1), EnergyForm::magnetic},    // flux
    {dimension(2, 1, -3, -1), EnergyForm::electric},    // voltage
    {dimension(0, 0, 1, 1), EnergyForm::electric},      // charge
    {dimension(0, 0, 0, 0, 1), EnergyForm::thermal},    // temperature
    {dimension(2, 1, -2, 0, -1), EnergyForm::thermal},  // entropy
    {dimension(-1, 1, -2), EnergyForm::hydraulic},      // pressure
    {dimension(3, 0, 0), EnergyForm::hydraulic},        // volume
    {dimension(1, 1, -2), EnergyForm::elastic},         // force
    {dimension(2, 1, -2), EnergyForm::elastic},         // torque
};

/// What a parameter tells, where no variable does: positions and angles say nothing, what they are
/// multiplied with does. Weights have an acceleration or a law of gravitation.
constexpr Meaning kParameters[] = {
    {dimension(1, 0, -2), EnergyForm::potential},       // acceleration
    {dimension(3, 0, -2), EnergyForm::potential},       // gravitational parameter
    {dimension(0, 1, -2), EnergyForm::elastic},         // stiffness
    {dimension(2, 1, -2), EnergyForm::elastic},         // of rotation
    {dimension(2, 1, -2, -2), EnergyForm::magnetic},    // inductance
    {dimension(-2, -1, 4, 2), EnergyForm::electric},    // capacitance
    {dimension(2, 1, -2, 0, -1), EnergyForm::thermal},  // heat capacity
    {dimension(4, -1, 2), EnergyForm::hydraulic},       // hydraulic capacity
};
/// The same where the store depends on positions that are known, or on variables that are not.
constexpr Meaning kMasses[] = {
    {dimension(0, 1, 0), EnergyForm::kinetic},   // mass
    {dimension(2, 1, 0), EnergyForm::kinetic},   // inertia
    {dimension(-4, 1, 0), EnergyForm::kinetic},  // of a fluid
};

template <std::size_t N>
EnergyForm first_of(const Meaning (&meanings)[N], const std::vector<Dimension>& dimensions) {
  for (const Meaning& meaning : meanings) {
    if (std::find(dimensions.begin(), dimensions.end(), meaning.dimension) != dimensions.end()) {
      return meaning.form;
    }
  }
  return EnergyForm::none;
}

class FormFinder {
 public:
  FormFinder(const System& system, const Aliases& aliases) : system_(system), aliases_(aliases) {
    told_by_.resize(kOrders * system.variables.size(), kNobody);
    for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
      const auto [root, order] = place(v);
      if (order >= kOrders) continue;
      std::uint32_t& first = told_by_[kOrders * root + order];
      if (first == kNobody && dimension_of(system.variables[v].unit)) first = v;
    }
  }

  EnergyForm form(const SystemPower& power) const {
    const Parts parts = parts_of(power);
    const EnergyForm of_variables = first_of(kVariables, parts.variables);
    if (of_variables != EnergyForm::none) return of_variables;
    const EnergyForm of_parameters = first_of(kParameters, parts.parameters);
    if (of_parameters != EnergyForm::none) return of_parameters;
    const bool place = !parts.variables.empty() && parts.unknown.empty();
    // A mass whose energy depends on its place and on nothing else is a weight.
    const EnergyForm of_masses = first_of(kMasses, parts.parameters);
    if (of_masses != EnergyForm::none) return place ? EnergyForm::potential : of_masses;
    if (place)
      return power.kind == PowerKind::stored_power ? EnergyForm::elastic : EnergyForm::other;
    return of_names(parts.unknown);
  }

 private:
  /// What an energy is made of.
  struct Parts {
    std::vector<Dimension> variables = {}, parameters = {};
    std::vector<std::string_view> unknown = {};  ///< paths of variables without a unit
  };

  Parts parts_of(const SystemPower& power) const {
    Parts parts;
    std::vector<Expr> roots{power.value};
    // The power of a store tells nothing; the states in the equations of its component do.
    const bool rate = power.kind == PowerKind::stored_power;
    if (rate) {
      for (const SystemEquation& equation : system_.equations) {
        if (equation.component == power.component) roots.push_back(equation.residual);
      }
    }
    for (const std::uint32_t id : system_.pool->reachable_unordered(roots)) {
      const ExprNode& node = system_.pool->node(id);
      if (node.op == Op::parameter) {
        const auto unit = dimension_of(system_.parameters[node.a].unit);
        if (unit) parts.parameters.push_back(*unit);
      } else if (node.op == Op::variable && (!rate || node.b > 0)) {
        const auto unit = variable(node.a, rate ? 0 : node.b);
        if (unit) {
          parts.variables.push_back(*unit);
        } else {
          parts.unknown.push_back(system_.variables[node.a].path);
        }
      }
    }
    return parts;
  }

  /// Bond graphs without units: flows and momenta are those of inertias, efforts and charges those
  /// of capacities.
  static EnergyForm of_names(const std::vector<std::string_view>& paths) {
    bool inertial = false, capacitive = false;
    for (const std::string_view path : paths) {
      const char letter = path[path.rfind('.') + 1];
      inertial = inertial || letter == 'f' || letter == 'p';
      capacitive = capacitive || letter == 'e' || letter == 'q';
    }
    if (inertial == capacitive) return EnergyForm::other;
    return inertial ? EnergyForm::inertial : EnergyForm::capacitive;
  }

  static std::optional<Dimension> dimension_of(std::string_view unit) {
    const std::optional<Unit> parsed = parse_unit(unit);
    if (!parsed || !parsed->known) return std::nullopt;
    return parsed->dimension;
  }

  /// A variable is, up to its sign, this derivative of that variable.
  std::pair<std::uint32_t, std::uint32_t> place(std::uint32_t v) const {
    const AliasTarget& target = aliases_.targets[v];
    if (target.constant) return {v, 0};
    return {target.root, target.order};
  }

  /// Of a derivative of a variable: of whatever is the same, of what it is a derivative of, or of
  /// what is its derivative.
  std::optional<Dimension> variable(std::uint32_t index, std::uint32_t order) const {
    const auto [root, shift] = place(index);
    const int wanted = static_cast<int>(shift + order);
    for (const int from : {wanted, wanted - 1, wanted - 2, wanted + 1, wanted + 2}) {
      if (from < 0 || from >= static_cast<int>(kOrders)) continue;
      const std::uint32_t first = told_by_[kOrders * root + static_cast<std::uint32_t>(from)];
      if (first == kNobody) continue;
      const std::optional<Dimension> known = dimension_of(system_.variables[first].unit);
      return *known * power(dimension(0, 0, 1), from - wanted);
    }
    return std::nullopt;
  }

  const System& system_;
  const Aliases& aliases_;
  static constexpr std::uint32_t kOrders = 4;  ///< of derivatives that are looked at
  static constexpr std::uint32_t kNobody = 0xffffffffu;
  /// By variable that others are and order: the first that has a known unit.
  std::vector<std::uint32_t> told_by_;
};

}  // namespace

std::vector<EnergyForm> energy_forms(const System& system, const Aliases& aliases) {
  FormFinder finder(system, aliases);
  std::vector<EnergyForm> forms;
  forms.reserve(system.powers.size());
  for (const SystemPower& power : system.powers) {
    const bool stored =
        power.kind == PowerKind::stored_energy || power.kind == PowerKind::stored_power;
    forms.push_back(stored ? finder.form(power) : EnergyForm::none);
  }
  return forms;
}

}  // namespace multibond
