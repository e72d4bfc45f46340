#include "multibond/simulate/solvers.h"

namespace multibond {

const std::vector<IntegratorInfo>& solver_infos() {
  static const std::vector<IntegratorInfo> infos = [] {
    std::vector<IntegratorInfo> infos = integrator_infos();
    infos.push_back({.name = "moreau",
                     .description = "time stepping with a fixed step; for very many contacts",
                     .honours_invariants = true,
                     .implicit = false,
                     .fixed_step = true});
    return infos;
  }();
  return infos;
}

}  // namespace multibond
