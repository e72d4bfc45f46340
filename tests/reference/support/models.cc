#include "reference/models.h"

#include <algorithm>

#include "examples/robot.h"
#include "reference/models/constraints.h"
#include "reference/models/drive_trains.h"
#include "reference/models/elementary.h"
#include "reference/models/engines.h"
#include "reference/models/loops.h"

namespace multibond::reference {
namespace {

template <typename T>
std::unique_ptr<Component> make() {
  return std::make_unique<T>();
}

constexpr double kNoise = 1e-12;  ///< published signals that rest show rounding
constexpr double kAlways = std::numeric_limits<double>::infinity();
constexpr int kIntervals = 5000;  ///< those of the published results: rows at the same times

std::vector<std::pair<std::string, std::string>> robot_names() {
  std::vector<std::pair<std::string, std::string>> names{
      {"mechanics.b2.body.w_a", "mechanics.b2.w"}};
  for (int i = 1; i <= 6; ++i) {
    const std::string axis = "axis" + std::to_string(i);
    names.push_back({axis + ".motor.C.v", axis + ".motor.v_C"});
    names.push_back({axis + ".motor.La.i", axis + ".motor.i"});
    names.push_back(
        {axis + ".gear.bearingFriction.mode", axis + ".gear.bearingFriction.element.mode"});
  }
  return names;
}

std::vector<ReferenceModel> list() {
  return {
      {"Pendulum", make<Pendulum>, 5},
      {"DoublePendulum", make<DoublePendulum>, 3},
      {"ForceAndTorque", make<ForceAndTorque>, 1.01},
      {"FreeBody",
       make<FreeBody>,
       10,
       {{"body.body.frame_a.r_0", "body.body.x"},
        {"body.body.w_a", "body.body.w"},
        {"body.v_0", "body.body.v"}}},
      {"PendulumWithSpringDamper", make<PendulumWithSpringDamper>, 10},
      {"PointGravityWithPointMasses",
       make<PointGravityWithPointMasses>,
       2,
       {{"body1.r_0", "body1.x"},
        {"body2.r_0", "body2.x"},
        {"body3.r_0", "body3.x"},
        {"body4.r_0", "body4.x"},
        {"body1.v_0", "body1.v"},
        {"body2.v_0", "body2.v"},
        {"body3.v_0", "body3.v"},
        {"body4.v_0", "body4.v"}},
       kAlways,
       5e-3,
       "at the same instant the published `body4.v_0[2]` is off by 4.4e-3 of its range at 1.48 s, "
       "when this mass passes the centre at 0.034 m and turns round. An integration of the "
       "equations of motion that shares nothing with this library (extrapolated midpoint rule, "
       "converged to 6e-13) differs from the published rows by the same 4.4e-3 and agrees with "
       "ours at 1e-10 to better than 1e-6 (`independent_test.cc`). It keeps the energy of the "
       "masses 3 and 4 to 7e-13 J, the "
       "published rows to 8.9e-4 J: that is what their tolerance of 1e-6 leaves."},
      {"RollingWheel",
       make<RollingWheel>,
       4,
       {{"wheel1.angles", "wheel1.body.orientation.phi"},
        {"wheel1.der_angles", "wheel1.body.orientation.rate"},
        {"wheel1.x", "wheel1.body.x[1]"},
        {"wheel1.y", "wheel1.body.x[2]"}}},
      {"RollingWheelSetDriving", make<RollingWheelSetDriving>, 3},
      {"SpringDamperSystem",
       make<SpringDamperSystem>,
       10,
       {{"body1.frame_a.r_0", "body1.x"}, {"body1.v_0", "body1.v"}, {"body1.w_a", "body1.w"}}},
      {"SpringMassSystem", make<SpringMassSystem>, 5},
      {"Surfaces", make<Surfaces>, 5},
      {"ThreeSprings",
       make<ThreeSprings>,
       10,
       {{"body1.frame_a.r_0", "body1.x"}, {"body1.v_0", "body1.v"}, {"body1.w_a", "body1.w"}}},
      {"RevoluteConstraint",
       make<RevoluteConstraint>,
       10,
       {{"bodyOfConstraint.body.w_a", "bodyOfConstraint.body.w"},
        {"bodyOfJoint.body.w_a", "bodyOfJoint.body.w"}}},
      {"UniversalConstraint",
       make<UniversalConstraint>,
       10,
       {{"bodyOfConstraint.body.w_a", "bodyOfConstraint.body.w"},
        {"joint.phi_a", "joint.first.phi"},
        {"joint.phi_b", "joint.second.phi"},
        {"joint.w_a", "joint.first.w"},
        {"joint.w_b", "joint.second.w"}}},
      {"Fourbar1", make<Fourbar1>, 5},
      {"Fourbar2", make<Fourbar2>, 5},
      {"PlanarFourbar", make<PlanarFourbar>, 5},
      {"PlanarLoops_analytic", make<PlanarLoops>, 5},
      {"Engine1a", make<Engine1a>, 5},
      {"Engine1b", make<Engine1b>, 0.5},
      {"EngineV6",
       make<examples::EngineV6>,
       1.01,
       {},
       kAlways,
       2e-3,
       "after 55 turns the published angle of the load is off by 0.0088 rad, so that the torque, "
       "which has six peaks a turn, is out of phase by that. An integration over the angle of the "
       "crankshaft instead of time, written from the equation of motion of its one degree of "
       "freedom, agrees with ours at 1e-10 to 7e-11 (`load.phi`), 1.5e-10 (`load.w`) and 4e-9 "
       "(`filter.x[1]`) of the range; the published rows differ from it by 2.5e-5, 6.4e-5 and "
       "1.6e-3 (`independent_test.cc`). There are no events to be found in it: the strokes change "
       "at the dead points, whose angles are known."},
      {"ActuatedDrive", make<ActuatedDrive>, 1.1},
      {"GearConstraint", make<GearConstraint>, 5},
      {"BevelGear1D",
       make<BevelGear1D>,
       0.4,
       {},
       0.2,
       0,
       "chaotic. Two published runs agree to 1e-6 at 0.2 s and differ by 0.3 rad/s at 0.4 s."},
      {"FullRobot", make<examples::Robot>, 1.8560450019040893, robot_names()},
  };
}

}  // namespace

const std::vector<ReferenceModel>& models() {
  static const std::vector<ReferenceModel> all = list();
  return all;
}

SimulationOptions options(const ReferenceModel& model, double tolerance) {
  return {.stop = model.stop, .tolerance = tolerance, .intervals = kIntervals, .audit = false};
}

Result run(const ReferenceModel& model, double tolerance) {
  return simulate(*model.make(), options(model, tolerance));
}

Result published(const ReferenceModel& model) {
  return read_result(std::string(MULTIBOND_TEST_DATA) + "/msl/" + model.name + ".csv");
}

Comparison compare(const ReferenceModel& model, const Result& ours, const Result& theirs) {
  ComparisonOptions smooth{.tolerance = std::max(1e-3, model.published_error),
                           .time_tolerance = 0,
                           .noise = kNoise,
                           .until = model.until};
  ComparisonOptions jumping{.until = model.until};
  for (const Signal& signal : theirs.signals()) {
    if (signal.path == "time") continue;
    ComparisonOptions& options = signal.path.ends_with(".mode") ? jumping : smooth;
    options.signals.push_back(signal.path);
    for (const auto& [name, here] : model.names) {
      if (!signal.path.starts_with(name)) continue;
      options.names[signal.path] = here + signal.path.substr(name.size());
    }
  }
  Comparison found = multibond::compare(ours, theirs, smooth);
  if (jumping.signals.empty()) return found;
  const Comparison modes = multibond::compare(ours, theirs, jumping);
  found.signals.insert(found.signals.end(), modes.signals.begin(), modes.signals.end());
  std::stable_sort(found.signals.begin(), found.signals.end(),
                   [](const auto& a, const auto& b) { return a.deviation > b.deviation; });
  return found;
}

double own_difference(const ReferenceModel& model, const Result& loose, const Result& tight,
                      const Comparison& comparison) {
  ComparisonOptions options{.time_tolerance = 0, .noise = kNoise, .until = model.until};
  for (const SignalComparison& signal : comparison.signals) {
    if (!signal.path.ends_with(".mode")) options.signals.push_back(signal.path);
  }
  return multibond::compare(loose, tight, options).signals.front().deviation;
}

}  // namespace multibond::reference
