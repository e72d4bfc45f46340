/// EnergyAudit: where the energy of a run came from, went to and stayed.
///
/// Components say what they store, dissipate, supply, and what they must conserve
/// (model/component.h); the run integrates these powers over its dense output, without any
/// influence on its steps. What does not add up is the balance error: a measure of the quality of
/// the run, and of the model.
#pragma once

#include <string>
#include <vector>

#include "multibond/model/energy_form.h"

namespace multibond {

struct EnergyAudit {
  enum class Kind { stored, dissipated, supplied, conserved };
  struct Entry {
    std::string path;  ///< of the component
    Kind kind = Kind::stored;
    double initial = 0, final = 0;  ///< energy held at both ends of the run, if known
    double energy = 0;    ///< gained by a store, dissipated, supplied, or created by a conserver
    double turnover = 0;  ///< integral of the absolute power
    EnergyForm form = EnergyForm::none;  ///< of a store
    /// By row of the result, if it was to be recorded: the energy held, as far as it is known, else
    /// what was gained, dissipated or supplied so far. Empty for what is conserved.
    std::vector<double> over_time = {};
  };
  std::vector<Entry> entries;  ///< one per component, kind and form, in the order of the model

  double stored = 0;      ///< gain of all stores, jumps included
  double dissipated = 0;  ///< by all dissipators
  double supplied = 0;    ///< by all sources
  double jumps = 0;       ///< change of the stored energy at events: lost in impacts, if negative
  std::vector<double> jumps_over_time;  ///< so far, by row
  double scale = 0;                     ///< the largest of what was stored, supplied or dissipated

  bool empty() const { return entries.empty(); }
  /// What does not add up: supplied - dissipated + jumps - stored.
  double error() const { return supplied - dissipated + jumps - stored; }
  double relative_error() const { return scale > 0 ? error() / scale : 0; }
};

}  // namespace multibond
