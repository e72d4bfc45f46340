// Precompiled for the libraries when MULTIBOND_FAST_BUILD is on: what most sources include anyway.
// Each file still includes what it uses; builds without MULTIBOND_FAST_BUILD (dev) prove it.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "multibond/model/component.h"
#include "multibond/symbolic/pool.h"
