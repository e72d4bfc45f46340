/// Units: Modelica unit strings such as "N.m/rad" or "kg.m2/s2", and what they measure.
///
/// The empty string is a wildcard: nothing is known about the unit, and nothing is checked. "1" is
/// dimensionless. Angles are dimensionless with 1 rad = 1, so N.m/rad and N.m are the same
/// dimension.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace multibond {

/// Exponents of the base units m, kg, s, A, K, mol, cd.
struct Dimension {
  std::array<signed char, 7> exponents{};
  bool operator==(const Dimension&) const = default;
};

Dimension operator*(const Dimension& a, const Dimension& b);
Dimension operator/(const Dimension& a, const Dimension& b);
Dimension power(const Dimension& a, int exponent);
/// Nothing if an exponent is odd.
std::optional<Dimension> sqrt(const Dimension& a);

/// In familiar form: "N.m", "V", "kg/m3"; by base units where there is none: "kg.m2/s5".
std::string to_string(const Dimension& dimension);
/// "mass", "torque or energy", "voltage"; empty if the dimension has no common name.
std::string quantity_name(const Dimension& dimension);

/// A unit: value in SI = factor * value + offset.
struct Unit {
  Dimension dimension;
  double factor = 1;
  double offset = 0;          ///< of a temperature that does not start at absolute zero
  bool known = true;          ///< false for the wildcard ""
  signed char angle = 0;      ///< exponent of angles; not part of the dimension
  signed char frequency = 0;  ///< exponent of Hz, whose cycles are not radians
  bool operator==(const Unit&) const = default;
};

/// Products count temperatures as differences (J/degC is J/K); the wildcard absorbs everything.
Unit operator*(const Unit& a, const Unit& b);
Unit operator/(const Unit& a, const Unit& b);
Unit power(const Unit& a, int exponent);
std::optional<Unit> sqrt(const Unit& a);
/// Whether a value in one may be given for the other: same dimension, or a wildcard.
bool compatible(const Unit& a, const Unit& b);

/// Modelica's grammar, with "*" for "." and "^" for exponents also understood. Nothing if the text
/// is not a unit; "J/kg.K" is not, because people mean different things by it: write "J/(kg.K)".
std::optional<Unit> parse_unit(std::string_view text);

/// The value in other units; a wildcard on either side leaves it alone. Throws Error, naming both
/// units and what they measure, if they do not measure the same.
double convert(double value, std::string_view from, std::string_view to);

/// A value as people type it: "2.5 kN", "3kg", "-1e-3 m", "5" (unit ""). The unit is not parsed.
/// Throws Error if the text does not begin with a number.
std::pair<double, std::string> split_quantity(std::string_view text);

}  // namespace multibond
