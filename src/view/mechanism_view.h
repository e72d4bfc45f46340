/// From where a mechanism is seen.
#pragma once

#include "multibond/simulate/scene.h"

namespace multibond::view {

/// Whether all of it lies and moves in the plane z = 0.
bool is_flat(const Scene& scene);

/// From +z if it is flat, else obliquely from above: directions to the right, upwards and to the
/// viewer as rows.
Matrix3 usual_view(const Scene& scene);

}  // namespace multibond::view
