// Precompiled for the tests when MULTIBOND_FAST_BUILD is on; see precompiled_library.h.
#pragma once

#include "precompiled_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
