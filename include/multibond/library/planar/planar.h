/// The planar library.
#pragma once

#include "multibond/library/planar/constraints.h"
#include "multibond/library/planar/contacts.h"
#include "multibond/library/planar/forces.h"
#include "multibond/library/planar/joints.h"
#include "multibond/library/planar/parts.h"
#include "multibond/library/planar/sensors.h"
#include "multibond/library/planar/visualizers.h"
#include "multibond/library/planar/world.h"
