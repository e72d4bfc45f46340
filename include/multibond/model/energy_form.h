/// EnergyForm: what kind of energy a store holds.
#pragma once

#include <cstdint>
#include <string_view>

namespace multibond {

enum class EnergyForm : std::uint8_t {
  none,        ///< not stored: a loss, a source
  kinetic,     ///< of masses and moving fluids
  potential,   ///< of weights
  elastic,     ///< of springs
  magnetic,    ///< of inductors
  electric,    ///< of capacitors
  thermal,     ///< of heat
  hydraulic,   ///< of fluids under pressure
  inertial,    ///< of an I in a bond graph without units
  capacitive,  ///< of a C in a bond graph without units
  other,
};

constexpr std::string_view name(EnergyForm form) {
  switch (form) {
    case EnergyForm::none:
      return "none";
    case EnergyForm::kinetic:
      return "kinetic";
    case EnergyForm::potential:
      return "potential";
    case EnergyForm::elastic:
      return "elastic";
    case EnergyForm::magnetic:
      return "magnetic";
    case EnergyForm::electric:
      return "electric";
    case EnergyForm::thermal:
      return "thermal";
    case EnergyForm::hydraulic:
      return "hydraulic";
    case EnergyForm::inertial:
      return "inertial";
    case EnergyForm::capacitive:
      return "capacitive";
    case EnergyForm::other:
      break;
  }
  return "other";
}

}  // namespace multibond
