// The models of the catalog that have loops move alike wherever these are cut.
#include <gtest/gtest.h>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>

#include "base/large_size.h"
#include "multibond/analyze/linearize.h"
#include "multibond/library/library.h"
#include "multibond/model/system.h"
#include "multibond/simulate/simulator.h"
#include "support/detour.h"
#include "support/judge.h"

namespace multibond::zoo {
namespace {

const Catalog& catalog() {
  static const Catalog all = library_catalog();
  return all;
}

/// The first, and of the others each that comes `stride` after one.
std::vector<std::string> model_names(std::size_t stride = 1) {
  std::vector<std::string> names;
  std::size_t number = 0;
  for (const CatalogEntry& entry : catalog().entries()) {
    if (entry.is_model && number++ % stride == 0) names.push_back(entry.path);
  }
  return names;
}

/// A way to say the same: frames with detours, bodies that are more or less willing to be a root.
struct Telling {
  std::vector<Junction> detours = {};
  std::vector<std::pair<std::string, int>> priorities = {};
  std::string text() const {
    std::string all;
    for (const Junction& at : detours) all += "detour at " + at.path() + " ";
    for (const auto& [path, priority] : priorities) {
      all += path + " = " + std::to_string(priority) + " ";
    }
    return all;
  }
};

std::unique_ptr<Component> make(const std::string& name, const Telling& telling = {}) {
  auto model = catalog().find(name).make(nullptr, name);
  for (const Junction& at : telling.detours) add_detour(*model, at);
  for (const auto& [path, priority] : telling.priorities) {
    model->set(path, static_cast<double>(priority));
  }
  return model;
}

/// Where the loops are cut.
std::vector<std::string> cuts_of(Component& model) {
  std::vector<std::string> loops = flatten(model).loops;
  std::sort(loops.begin(), loops.end());
  return loops;
}

void collect_priorities(const Component& part, std::vector<std::string>& paths) {
  for (const ParameterBase* parameter : part.parameters()) {
    if (parameter->name() == "root_priority") paths.push_back(part.path() + ".root_priority");
  }
  for (const Component* child : part.children()) collect_priorities(*child, paths);
}

/// Tellings that cut in other places, each in others.
std::vector<Telling> tellings_of(const std::string& name, std::size_t count) {
  const auto model = make(name);
  const std::vector<std::string> usual = cuts_of(*model);
  std::vector<Telling> candidates(3);
  // The last body first: that moves the root of what floats.
  std::vector<std::string> priorities;
  collect_priorities(*model, priorities);
  for (std::size_t k = 0; k < priorities.size(); ++k) {
    candidates[0].priorities.emplace_back(priorities[k], -static_cast<int>(k));
  }
  // Every other frame, and single ones: evenly among all, since large models have many.
  const std::vector<Junction> junctions = junctions_of(*model);
  for (std::size_t k = 0; k < junctions.size(); ++k) {
    candidates[1 + k % 2].detours.push_back(junctions[k]);
  }
  constexpr std::size_t kTried = 48;
  const std::size_t tried = std::min(kTried, junctions.size());
  for (std::size_t k = 0; k < tried; ++k) {
    candidates.push_back({.detours = {junctions[k * junctions.size() / tried]}});
  }
  std::set<std::vector<std::string>> seen{usual};
  std::vector<Telling> found;
  for (const Telling& candidate : candidates) {
    if (seen.insert(cuts_of(*make(name, candidate))).second) found.push_back(candidate);
  }
  std::vector<Telling> chosen;
  for (std::size_t k = 0; k < std::min(count, found.size()); ++k) {
    chosen.push_back(found[k * found.size() / std::min(count, found.size())]);
  }
  return chosen;
}

/// Directions in which frames can move and be moving: twice the mobility, if holonomic. States are
/// not counted, since a joint may turn by more angles than it needs (a spin angle).
std::size_t freedom_of_frames(Component& model, const std::vector<std::string>& paths) {
  const Linearization linear = linearize(model, {.outputs = paths});
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(linear.C.rows(), linear.C.cols());
  decomposition.setThreshold(1e-8);
  return static_cast<std::size_t>(decomposition.compute(linear.C).rank());
}

/// Positions, orientations and velocities of frames that move.
std::vector<std::string> frame_paths(const Result& result, const std::vector<Junction>& junctions) {
  static const std::set<std::string> units{"m", "1", "rad", "m/s", "rad/s"};
  std::vector<std::string> paths;
  for (const Signal& signal : result.signals()) {
    if (signal.constant || units.count(signal.unit) == 0) continue;
    const std::string frame = signal.path.substr(0, signal.path.rfind('.'));
    const auto is_it = [&](const Junction& at) { return at.path() == frame; };
    if (std::any_of(junctions.begin(), junctions.end(), is_it)) paths.push_back(signal.path);
  }
  return paths;
}

bool is_motion(const std::string& unit) {
  static const std::set<std::string> units{"m", "rad", "m/s", "rad/s", "m/s2", "rad/s2"};
  return units.count(unit) > 0;
}

/// The largest difference of a signal that both have, by its range.
struct Difference {
  double value = 0;
  std::string path = {};
  std::size_t compared = 0;
};

/// Forces are compared only if the loops determine them.
Difference difference(const Result& a, const Result& b, bool forces) {
  Difference worst;
  std::map<std::string, double> widest;  // by unit
  const auto compared = [&](const Signal& signal) {
    return !signal.constant && b.has(signal.path) && (forces || is_motion(signal.unit));
  };
  const auto range = [](const std::vector<double>& values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return *most - *least;
  };
  for (const Signal& signal : a.signals()) {
    if (!compared(signal)) continue;
    double& most = widest[signal.unit];
    most = std::max(most, range(a[signal.path]));
  }
  for (const Signal& signal : a.signals()) {
    if (!compared(signal)) continue;
    ++worst.compared;
    const std::vector<double> one = a[signal.path], other = b[signal.path];
    // What hardly moves beside others of its kind has their rounding; where none of them moves, as
    // on shafts that turn about themselves, there is nothing else.
    constexpr double kMoves = 1e-6;
    const double size = std::max({range(one), 1e-3 * widest[signal.unit], kMoves});
    for (std::size_t row = 0; row < std::min(one.size(), other.size()); ++row) {
      const double apart = std::abs(one[row] - other[row]) / size;
      if (apart <= worst.value) continue;
      worst.value = apart;
      worst.path = signal.path;
    }
  }
  return worst;
}

/// Of its time each model runs this part. Later, impacts and chaotic motions make more of what is
/// rounded, and so do forces near singular positions: a parallelogram is flat after a twelfth.
constexpr double kPart = 0.05;

class MovedCuts : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalog, MovedCuts,
                         ::testing::ValuesIn(model_names(test::kSanitized ? 3 : 1)),
                         [](const ::testing::TestParamInfo<std::string>& info) {
                           return info.param;
                         });

TEST_P(MovedCuts, HaveTheSameFreedomAndMotion) {
  const std::string& name = GetParam();
  const auto model = make(name), reversed = make(name);
  const std::vector<std::string> usual = cuts_of(*model);
  if (usual.empty()) return;
  reverse_connections(*reversed);
  EXPECT_EQ(cuts_of(*reversed), usual);

  const double stop = catalog().find(name).experiment.stop * kPart;
  const auto run_of = [&](const Telling& telling) {
    return simulate(*make(name, telling), {.stop = stop, .tolerance = 1e-12, .intervals = 20});
  };
  const Result expected = run_of({});
  const std::vector<std::string> frames = frame_paths(expected, junctions_of(*model));
  const std::size_t freedom = freedom_of_frames(*make(name), frames);
  const std::size_t redundant = freedom_of(*make(name)).redundant;
  EXPECT_GT(freedom, 0u);
  // Start values are wishes for joints, which are the same wherever loops are cut: so all motions
  // are compared, also those whose start is not given completely.
  const std::size_t count = test::kSanitized ? 1 : 3;
  const std::vector<Telling> tellings = tellings_of(name, count);
  EXPECT_EQ(tellings.size(), count);
  for (const Telling& telling : tellings) {
    SCOPED_TRACE(telling.text());
    EXPECT_EQ(freedom_of_frames(*make(name, telling), frames), freedom);
    EXPECT_EQ(freedom_of(*make(name, telling)).redundant, redundant);
    const Result result = run_of(telling);
    EXPECT_EQ(result.status, expected.status);
    const Difference worst = difference(expected, result, redundant == 0);
    std::cout << name << ": " << usual.size() << " loops, freedom " << freedom << ", " << redundant
              << " redundant, " << worst.compared << " signals differ by " << worst.value << " ("
              << worst.path << ")\n";
    EXPECT_GE(worst.compared, frames.size() / 2);
    EXPECT_LT(worst.value, 1e-8) << worst.path;
  }
}

/// None is left out: what the test above goes over.
TEST(MovedCutsData, AreOfSixteenModels) {
  std::size_t models = 0, loops = 0;
  for (const std::string& name : model_names()) {
    const std::size_t here = flatten(*make(name)).loops.size();
    models += here > 0;
    loops += here;
  }
  std::cout << models << " models of the catalog have " << loops << " loops\n";
  EXPECT_GE(models, 16u);
}

}  // namespace
}  // namespace multibond::zoo
