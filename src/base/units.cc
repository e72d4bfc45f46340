#include "multibond/base/units.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

#include "multibond/base/text.h"
#include "multibond/diagnostic.h"

namespace multibond {
namespace {

using std::numbers::pi;

// -- what is known: symbols, prefixes, quantities --

/// Exponents in the order m, kg, s, A, K, mol, cd.
constexpr Dimension dim(int m, int kg = 0, int s = 0, int a = 0, int k = 0, int mol = 0,
                        int cd = 0) {
  const auto e = [](int x) { return static_cast<signed char>(x); };
  return {{e(m), e(kg), e(s), e(a), e(k), e(mol), e(cd)}};
}

struct Symbol {
  std::string_view name;
  Dimension dimension;
  double factor = 1;
  bool prefix = true;  ///< whether k, m, ... may stand before it
  double offset = 0;
};

constexpr Symbol kSymbols[] = {
    // base units; the gram carries the prefix of the kilogram
    {"m", dim(1)},
    {"g", dim(0, 1), 1e-3},
    {"s", dim(0, 0, 1)},
    {"A", dim(0, 0, 0, 1)},
    {"K", dim(0, 0, 0, 0, 1)},
    {"mol", dim(0, 0, 0, 0, 0, 1)},
    {"cd", dim(0, 0, 0, 0, 0, 0, 1)},
    // derived units with names
    {"rad", dim(0)},
    {"sr", dim(0)},
    {"Hz", dim(0, 0, -1)},
    {"N", dim(1, 1, -2)},
    {"Pa", dim(-1, 1, -2)},
    {"J", dim(2, 1, -2)},
    {"W", dim(2, 1, -3)},
    {"C", dim(0, 0, 1, 1)},
    {"V", dim(2, 1, -3, -1)},
    {"F", dim(-2, -1, 4, 2)},
    {"Ohm", dim(2, 1, -3, -2)},
    {"S", dim(-2, -1, 3, 2)},
    {"Wb", dim(2, 1, -2, -1)},
    {"T", dim(0, 1, -2, -1)},
    {"H", dim(2, 1, -2, -2)},
    {"lm", dim(0, 0, 0, 0, 0, 0, 1)},
    {"lx", dim(-2, 0, 0, 0, 0, 0, 1)},
    // used beside the SI
    {"min", dim(0, 0, 1), 60, false},
    {"h", dim(0, 0, 1), 3600, false},
    {"d", dim(0, 0, 1), 86400, false},
    {"deg", dim(0), pi / 180, false},
    {"rev", dim(0), 2 * pi, false},
    {"rpm", dim(0, 0, -1), 2 * pi / 60, false},
    {"l", dim(3), 1e-3},
    {"L", dim(3), 1e-3},
    {"t", dim(0, 1), 1e3},
    {"bar", dim(-1, 1, -2), 1e5},
    {"eV", dim(2, 1, -2), 1.602176634e-19},
    {"var", dim(2, 1, -3)},
    {"degC", dim(0, 0, 0, 0, 1), 1, false, 273.15},
    {"degF", dim(0, 0, 0, 0, 1), 5.0 / 9, false, 459.67 * 5 / 9},
    {"%", dim(0), 0.01, false},
};

struct Prefix {
  std::string_view name;
  double factor;
};

constexpr Prefix kPrefixes[] = {{"da", 1e1}, {"f", 1e-15}, {"p", 1e-12}, {"n", 1e-9}, {"u", 1e-6},
                                {"m", 1e-3}, {"c", 1e-2},  {"d", 1e-1},  {"h", 1e2},  {"k", 1e3},
                                {"M", 1e6},  {"G", 1e9},   {"T", 1e12}};

struct Quantity {
  Dimension dimension;
  std::string_view unit, name;
};

constexpr Quantity kQuantities[] = {
    {dim(0), "1", "angle or pure number"},
    {dim(1), "m", "length"},
    {dim(0, 1), "kg", "mass"},
    {dim(0, 0, 1), "s", "time"},
    {dim(0, 0, 0, 1), "A", "current"},
    {dim(0, 0, 0, 0, 1), "K", "temperature"},
    {dim(0, 0, 0, 0, 0, 1), "mol", "amount of substance"},
    {dim(0, 0, 0, 0, 0, 0, 1), "cd", "luminous intensity"},
    {dim(2), "m2", "area"},
    {dim(3), "m3", "volume"},
    {dim(-1), "1/m", "curvature"},
    // mechanics
    {dim(1, 0, -1), "m/s", "velocity"},
    {dim(1, 0, -2), "m/s2", "acceleration"},
    {dim(1, 0, -3), "m/s3", "jerk"},
    {dim(0, 0, -1), "1/s", "angular velocity or frequency"},
    {dim(0, 0, -2), "1/s2", "angular acceleration"},
    {dim(1, 1, -2), "N", "force"},
    {dim(2, 1, -2), "N.m", "torque or energy"},
    {dim(2, 1, -3), "W", "power"},
    {dim(1, 1, -1), "N.s", "momentum"},
    {dim(2, 1, -1), "N.m.s", "angular momentum or rotational damping"},
    {dim(2, 1), "kg.m2", "moment of inertia"},
    {dim(0, 1, -2), "N/m", "stiffness"},
    {dim(0, 1, -1), "kg/s", "damping or mass flow rate"},
    // fluids
    {dim(-1, 1, -2), "Pa", "pressure"},
    {dim(-3, 1), "kg/m3", "density"},
    {dim(3, 0, -1), "m3/s", "volume flow rate"},
    {dim(-1, 1, -1), "Pa.s", "dynamic viscosity"},
    {dim(2, 0, -1), "m2/s", "kinematic viscosity"},
    {dim(2, 0, -2), "J/kg", "specific energy"},
    {dim(-4, 1, -1), "Pa.s/m3", "hydraulic resistance"},
    {dim(4, -1, 2), "m3/Pa", "hydraulic capacitance"},
    {dim(-4, 1), "kg/m4", "fluid inertance"},
    // electricity
    {dim(0, 0, 1, 1), "C", "charge"},
    {dim(2, 1, -3, -1), "V", "voltage"},
    {dim(2, 1, -3, -2), "Ohm", "resistance"},
    {dim(-2, -1, 3, 2), "S", "conductance"},
    {dim(-2, -1, 4, 2), "F", "capacitance"},
    {dim(2, 1, -2, -2), "H", "inductance"},
    {dim(2, 1, -2, -1), "Wb", "magnetic flux or motor constant"},
    {dim(0, 1, -2, -1), "T", "magnetic flux density"},
    {dim(1, 1, -3, -1), "V/m", "electric field strength"},
    {dim(-1, 0, 0, 1), "A/m", "magnetic field strength"},
    {dim(1, 1, -2, -1), "N/A", "force constant of a coil"},
    // heat
    {dim(2, 1, -2, 0, -1), "J/K", "heat capacity or entropy"},
    {dim(2, 1, -3, 0, -1), "W/K", "thermal conductance or entropy flow rate"},
    {dim(-2, -1, 3, 0, 1), "K/W", "thermal resistance"},
    {dim(2, 0, -2, 0, -1), "J/(kg.K)", "specific heat capacity"},
    {dim(0, 1, -3, 0, -1), "W/(m2.K)", "heat transfer coefficient"},
    {dim(1, 1, -3, 0, -1), "W/(m.K)", "thermal conductivity"},
    {dim(0, 1, -3), "W/m2", "heat flux"},
    {dim(0, 0, 0, 0, -1), "1/K", "coefficient of expansion"},
    // substances
    {dim(0, 0, -1, 0, 0, 1), "mol/s", "molar flow rate"},
    {dim(-3, 0, 0, 0, 0, 1), "mol/m3", "concentration"},
    {dim(2, 1, -2, 0, 0, -1), "J/mol", "chemical potential"},
    {dim(0, 1, 0, 0, 0, -1), "kg/mol", "molar mass"},
};

const Quantity* find_quantity(const Dimension& dimension) {
  for (const Quantity& quantity : kQuantities) {
    if (quantity.dimension == dimension) return &quantity;
  }
  return nullptr;
}

Unit unit_of(const Symbol& symbol, double scale) {
  Unit unit{symbol.dimension, scale * symbol.factor, symbol.offset};
  if (symbol.name == "rad" || symbol.name == "deg" || symbol.name == "rev" ||
      symbol.name == "rpm") {
    unit.angle = 1;
  }
  if (symbol.name == "Hz") unit.frequency = 1;
  return unit;
}

std::optional<Unit> find_symbol(std::string_view name) {
  // whole symbols win: min is a minute, not a milli-inch
  for (const Symbol& symbol : kSymbols) {
    if (symbol.name == name) return unit_of(symbol, 1);
  }
  for (const Prefix& prefix : kPrefixes) {
    if (!name.starts_with(prefix.name)) continue;
    const std::string_view rest = name.substr(prefix.name.size());
    for (const Symbol& symbol : kSymbols) {
      if (symbol.prefix && symbol.name == rest) return unit_of(symbol, prefix.factor);
    }
  }
  return std::nullopt;
}

// -- arithmetic --

/// An exponent that stays within a signed char; units beyond are no units.
constexpr int kLargestExponent = 100;

signed char narrow(int exponent) {
  return static_cast<signed char>(std::clamp(exponent, -kLargestExponent, kLargestExponent));
}

// -- the parser --

/// expression: term { ("." | "*" | "/") term }, where no "." follows a "/" without parentheses.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  std::optional<Unit> operator()() {
    auto unit = expression(0);
    if (!unit || !rest_.empty()) return std::nullopt;
    for (signed char exponent : unit->dimension.exponents) {
      if (exponent >= kLargestExponent || exponent <= -kLargestExponent) return std::nullopt;
    }
    if (!std::isfinite(unit->factor) || unit->factor == 0) return std::nullopt;
    return unit;
  }

 private:
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<Unit> expression(int depth) {
    if (depth > 20) return std::nullopt;
    auto unit = term(depth);
    bool divided = false;
    while (unit) {
      const bool divide = take('/');
      if (!divide && !take('.') && !take('*')) break;
      if (!divide && divided) return std::nullopt;
      divided = divided || divide;
      const auto factor = term(depth);
      if (!factor) return std::nullopt;
      unit = divide ? *unit / *factor : *unit * *factor;
    }
    return unit;
  }

  std::optional<Unit> term(int depth) {
    if (take('1'))
      return rest_.empty() || rest_.starts_with('/') || rest_.starts_with(')')
                 ? std::optional(Unit{})
                 : std::nullopt;
    if (take('(')) {
      auto unit = expression(depth + 1);
      return unit && take(')') ? unit : std::nullopt;
    }
    std::size_t length = 0;
    while (length < rest_.size() && is_letter(rest_[length])) ++length;
    auto unit = find_symbol(rest_.substr(0, length));
    rest_.remove_prefix(length);
    if (!unit) return std::nullopt;
    const bool marked = take('^');
    const bool negative = take('-');
    if (!negative) take('+');
    int exponent = 1;
    const auto [stop, failure] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), exponent);
    if (failure == std::errc()) {
      rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
      if (exponent > kLargestExponent) return std::nullopt;
      return exponent == 1 && !negative ? unit : power(*unit, negative ? -exponent : exponent);
    }
    return marked || negative ? std::nullopt : unit;
  }

  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%';
  }

  std::string_view rest_;
};

/// Signs that keyboards have and Modelica does not.
std::string plain_letters(std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {"\u00b5", "u"},   {"\u03bc", "u"}, {"\u03a9", "Ohm"}, {"\u2126", "Ohm"},
      {"\u00b0", "deg"}, {"\u00b7", "."}, {"\u00b2", "2"},   {"\u00b3", "3"}};
  std::string plain;
  while (!text.empty()) {
    std::size_t used = 1;
    std::string_view letter = text.substr(0, 1);
    for (const auto& [sign, name] : kSigns) {
      if (!text.starts_with(sign)) continue;
      used = sign.size();
      letter = name;
    }
    plain += letter;
    text.remove_prefix(used);
  }
  return plain;
}

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// -- messages --

std::string quoted(std::string_view text) { return std::string("\"").append(text).append("\""); }

Unit known_unit(std::string_view text) {
  if (auto unit = parse_unit(text)) return *unit;
  std::vector<std::string> names;
  for (const Symbol& symbol : kSymbols) names.emplace_back(symbol.name);
  for (const char* common : {"kg", "mm", "cm", "km", "kN", "kW", "ms", "kPa", "MPa", "mA", "kJ"}) {
    names.emplace_back(common);
  }
  std::string hint = "Write units as in N.m, m/s2 or W/(m2.K).";
  const auto close = nearest(text, names);
  if (!close.empty()) hint = "Did you mean " + join_names(close) + "? " + hint;
  throw Error({}, quoted(text) + " is not a unit.", hint);
}

std::string with_article(const std::string& name) {
  const bool vowel = std::string_view("aeiou").find(name.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + name;
}

/// "V is a voltage"
std::string measures(std::string_view text, const Unit& unit) {
  const std::string name = quantity_name(unit.dimension);
  if (name.empty())
    return std::string(text) + " is " + to_string(unit.dimension) + " in base units";
  return std::string(text) + " is " + with_article(name);
}

/// Symbols that measure the same: "kg, g, t".
std::string examples(const Dimension& dimension) {
  std::vector<std::string> names{to_string(dimension)};
  for (const Symbol& symbol : kSymbols) {
    if (symbol.dimension == dimension && symbol.name != names.front())
      names.emplace_back(symbol.name);
  }
  return join_names(names);
}

}  // namespace

Dimension operator*(const Dimension& a, const Dimension& b) {
  Dimension product;
  for (std::size_t i = 0; i < 7; ++i)
    product.exponents[i] = narrow(a.exponents[i] + b.exponents[i]);
  return product;
}

Dimension operator/(const Dimension& a, const Dimension& b) { return a * power(b, -1); }

Dimension power(const Dimension& a, int exponent) {
  Dimension result;
  const int bounded = narrow(exponent);
  for (std::size_t i = 0; i < 7; ++i) result.exponents[i] = narrow(a.exponents[i] * bounded);
  return result;
}

std::optional<Dimension> sqrt(const Dimension& a) {
  Dimension root;
  for (std::size_t i = 0; i < 7; ++i) {
    if (a.exponents[i] % 2 != 0) return std::nullopt;
    root.exponents[i] = static_cast<signed char>(a.exponents[i] / 2);
  }
  return root;
}

Unit operator*(const Unit& a, const Unit& b) {
  Unit product{a.dimension * b.dimension, a.factor * b.factor, 0, a.known && b.known};
  product.angle = narrow(a.angle + b.angle);
  product.frequency = narrow(a.frequency + b.frequency);
  return product.known ? product : Unit{{}, 1, 0, false};
}

Unit operator/(const Unit& a, const Unit& b) {
  Unit quotient = a * power(b, -1);
  if (quotient.known) quotient.factor = a.factor / b.factor;  // rounds once
  return quotient;
}

Unit power(const Unit& a, int exponent) {
  Unit result{power(a.dimension, exponent), std::pow(a.factor, exponent), 0, a.known};
  result.angle = narrow(a.angle * narrow(exponent));
  result.frequency = narrow(a.frequency * narrow(exponent));
  return result;
}

std::optional<Unit> sqrt(const Unit& a) {
  const auto root = sqrt(a.dimension);
  if (!root) return std::nullopt;
  Unit result{*root, std::sqrt(a.factor), 0, a.known};
  result.angle = static_cast<signed char>(a.angle / 2);
  result.frequency = static_cast<signed char>(a.frequency / 2);
  return result;
}

bool compatible(const Unit& a, const Unit& b) {
  return !a.known || !b.known || a.dimension == b.dimension;
}

std::string to_string(const Dimension& dimension) {
  if (const Quantity* quantity = find_quantity(dimension)) return std::string(quantity->unit);
  static constexpr std::string_view kBase[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
  std::string above, below;
  int divisors = 0;
  for (const std::size_t i : {1, 0, 2, 3, 4, 5, 6}) {  // the kilogram first, as people write it
    const int exponent = dimension.exponents[i];
    if (exponent == 0) continue;
    std::string& text = exponent > 0 ? above : below;
    if (!text.empty()) text += '.';
    text += kBase[i];
    if (std::abs(exponent) != 1) text += std::to_string(std::abs(exponent));
    divisors += exponent < 0;
  }
  if (divisors == 0) return above;
  std::string text(above.empty() ? "1" : above);
  return text.append(divisors == 1 ? "/" : "/(").append(below).append(divisors == 1 ? "" : ")");
}

std::string quantity_name(const Dimension& dimension) {
  const Quantity* quantity = find_quantity(dimension);
  return quantity ? std::string(quantity->name) : std::string{};
}

std::optional<Unit> parse_unit(std::string_view text) {
  if (text.empty()) return Unit{{}, 1, 0, false};
  return Parser(plain_letters(text))();
}

double convert(double value, std::string_view from, std::string_view to) {
  const Unit source = known_unit(from), target = known_unit(to);
  if (!source.known || !target.known || from == to) return value;
  if (!compatible(source, target)) {
    const std::string name = quantity_name(target.dimension);
    throw Error({},
                measures(from, source) + ", " + measures(to, target) + ": a value in " +
                    std::string(from) + " cannot be given where " + std::string(to) +
                    " is expected.",
                "Give " + (name.empty() ? "a value" : with_article(name)) + " in " +
                    examples(target.dimension) + ".");
  }
  // 50 Hz are 50 cycles per second, yet a hertz and a radian per second are both 1/s
  if ((source.frequency != 0 && target.angle != 0) ||
      (target.frequency != 0 && source.angle != 0)) {
    throw Error({},
                std::string(from) + " counts cycles, " + std::string(to) +
                    " measures angles: one turn is 2 pi rad, not 1.",
                "Write rev/s for turns per second.");
  }
  return (source.factor * value + source.offset - target.offset) / target.factor;
}

std::pair<double, std::string> split_quantity(std::string_view text) {
  std::string_view rest = trimmed(text);
  if (rest.starts_with('+') && !rest.starts_with("+-")) rest.remove_prefix(1);
  double value = 0;
  const auto [stop, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (failure == std::errc::invalid_argument) {
    throw Error({}, quoted(text) + " does not begin with a number.",
                "Write a number and, if you like, a unit: 2.5 kN.");
  }
  const std::string_view number = rest.substr(0, static_cast<std::size_t>(stop - rest.data()));
  rest.remove_prefix(number.size());
  if (failure == std::errc::result_out_of_range) value = parse_number(number).value_or(value);
  if (rest.starts_with(',')) {
    throw Error({}, quoted(text) + " has a comma in its number.", "Write a decimal point: 2.5 kN.");
  }
  return {value, std::string(trimmed(rest))};
}

}  // namespace multibond
