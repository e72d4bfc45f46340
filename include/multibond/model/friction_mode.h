/// What a dry friction does.
#pragma once

namespace multibond::friction_mode {

/// Values of the discrete variable of a friction (Component::dry_friction).
inline constexpr double kBackward = -1;  ///< slips, the flow is negative
inline constexpr double kSticks = 0;     ///< holds the flow at zero, by the effort that it takes
inline constexpr double kForward = 1;    ///< slips, the flow is positive
inline constexpr double kUnknown = 2;    ///< at a start, not yet decided
inline constexpr double kRests = 3;      ///< does not move, loaded by a share of its largest effort

}  // namespace multibond::friction_mode
