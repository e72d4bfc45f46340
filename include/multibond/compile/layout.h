/// Where things stand in the input array of every function of a compiled model.
#pragma once

#include <cstddef>

namespace multibond {

struct InputLayout {
  std::size_t time = 0;
  std::size_t states = 1;
  std::size_t discretes = 1;  ///< discrete variables and inputs
  std::size_t conditions = 1;
  std::size_t pres = 1;
  std::size_t corrections = 1;  ///< one per invariant: added to its top level, zero in a run
  std::size_t parameters = 1;
  std::size_t constants = 1;  ///< expressions of parameters, computed once
  std::size_t size = 1;
};

}  // namespace multibond
