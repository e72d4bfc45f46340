/// Accumulation of events: Zeno sequences and chattering, recognised and named.
#pragma once

#include <string>
#include <vector>

#include "multibond/simulate/result.h"

namespace multibond {

class Accumulation {
 public:
  struct Verdict {
    bool found = false;
    std::string text, hint;
  };
  /// Adds an event. A geometric sequence of intervals whose remaining sum has become too small to
  /// resolve is a Zeno sequence; many events without progress in time are chattering.
  Verdict add(const EventRecord& record, double start);

 private:
  std::vector<double> times_;
};

}  // namespace multibond
