/// The bond graph library: all elements.
#pragma once

#include "multibond/library/bonds/bond.h"
#include "multibond/library/bonds/composition.h"
#include "multibond/library/bonds/fields.h"
#include "multibond/library/bonds/friction.h"
#include "multibond/library/bonds/gyrators.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/modulated.h"
#include "multibond/library/bonds/nonlinear.h"
#include "multibond/library/bonds/partial_junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/planar.h"
#include "multibond/library/bonds/sensors.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/bonds/switches.h"
#include "multibond/library/bonds/thermal.h"
#include "multibond/library/bonds/transformers.h"
