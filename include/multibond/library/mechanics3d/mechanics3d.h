/// Mechanics in space: all of it.
#pragma once

#include "multibond/library/mechanics3d/constraints.h"
#include "multibond/library/mechanics3d/drives.h"
#include "multibond/library/mechanics3d/forces.h"
#include "multibond/library/mechanics3d/gravity_pool.h"
#include "multibond/library/mechanics3d/joint_assemblies.h"
#include "multibond/library/mechanics3d/joint_constraints.h"
#include "multibond/library/mechanics3d/joints.h"
#include "multibond/library/mechanics3d/line_masses.h"
#include "multibond/library/mechanics3d/parts.h"
#include "multibond/library/mechanics3d/rods.h"
#include "multibond/library/mechanics3d/rolling.h"
#include "multibond/library/mechanics3d/sensors.h"
#include "multibond/library/mechanics3d/shapes.h"
#include "multibond/library/mechanics3d/signal_forces.h"
#include "multibond/library/mechanics3d/wheel_set.h"
#include "multibond/library/mechanics3d/world.h"
