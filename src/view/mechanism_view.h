/// From where a mechanism is seen.
#pragma once

#include "multibond/simulate/scene.h"

namespace multibond::view {

/// From +z if it is flat, else obliquely from above: directions to the right, upwards and to the
/// viewer as rows.
Matrix3 usual_view(const Scene& scene);

}  // namespace multibond::view
