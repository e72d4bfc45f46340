// Free spheres in a box by events: seconds of the processor per collision, for 125, 1000 and 10648
// spheres (issue: it may grow as the logarithm of their number), and what becomes of energy and
// momentum.
//
//     box     SphereBox as it is: elastic spheres of 0.1 m and 1 kg on a grid of 0.3 m with random
//             velocities up to 1 m/s; walls change the momentum
//     cloud   as many spheres that fly towards their middle, without walls: the momentum stays
//
// "compiled" holds the building of the model as well; "started" is until the first window of
// impacts is done. Arguments: edges of the grid in place of 5, 10, 22. Run by hand; nothing here is
// asserted.
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "examples/heaps.h"
#include "multibond/simulate/simulator.h"

namespace {

using multibond::Vector3;

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::vector<Vector3> velocities(multibond::Simulator& run, int count) {
  // States are told by name; looking up one variable after the other would make a function of each.
  const multibond::RunView view = run.view();
  std::vector<Vector3> all(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < view.dynamics.size(); ++i) {
    const std::string state = view.dynamics.state_name(i);  // body[7].v[2]
    const std::size_t dot = state.find("].v[");
    if (!state.starts_with("body[") || dot == std::string::npos) continue;
    const int body = std::atoi(state.c_str() + 5);
    const int axis = std::atoi(state.c_str() + dot + 4);
    all[static_cast<std::size_t>(body - 1)][axis - 1] = view.state[i];
  }
  return all;
}

class Cloud final : public multibond::Model {
 public:
  explicit Cloud(int edge) {
    const double spacing = 0.3, r = 0.1, m = 1;
    const auto side = static_cast<std::size_t>(edge), count = side * side * side;
    body.resize(count);
    sphere.resize(count);
    world.gravityType = "none";
    std::uint64_t seed = 777;
    const auto chance = [&] {  // in (-1, 1)
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      return static_cast<double>(seed >> 11) / 4503599627370496.0 - 1.0;
    };
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t cell[] = {i % side, i / side % side, i / side / side};
      Vector3 x, v;
      for (int k = 0; k < 3; ++k) {
        const double middle = (edge - 1) / 2.0;
        x[k] = (static_cast<double>(cell[k]) - middle + 0.1 * chance()) * spacing;
        v[k] = chance() - 2 * x[k] / (middle * spacing);
      }
      body[i].m = m;
      for (auto* moment : {&body[i].I_11, &body[i].I_22, &body[i].I_33}) *moment = 0.4 * m * r * r;
      body[i].x.start(x).fixed();
      body[i].v.start(v).fixed();
      body[i].w.start({0.0, 0.0, 0.0}).fixed();
      body[i].orientation.fixed = true;
      sphere[i].radius = r;
      sphere[i].e = 1;
      sphere[i].mu = 0;
      connect(body[i].frame_a, sphere[i].frame_a);
    }
  }
  multibond::mechanics3d::World world{this, "world"};
  multibond::ComponentArray<multibond::mechanics3d::Body> body{this, "body"};
  multibond::ComponentArray<multibond::mechanics3d::SphereCollider> sphere{this, "sphere"};
};

struct Sums {
  Vector3 momentum = Vector3::Zero();
  double size = 0, energy = 0;
};

Sums sums(const std::vector<Vector3>& velocities) {
  Sums s;
  for (const Vector3& v : velocities) {
    s.momentum += v;
    s.size += v.norm();
    s.energy += v.squaredNorm() / 2;
  }
  return s;
}

void measure(int edge, bool cloud, double stop) {
  const int count = edge * edge * edge;
  double begin = seconds();
  std::shared_ptr<const multibond::CompiledModel> model;
  if (cloud) {
    Cloud spheres(edge);
    model = multibond::compile_model(spheres);
  } else {
    multibond::examples::SphereBox spheres;
    spheres.n = edge;
    model = multibond::compile_model(spheres);
  }
  const double compiled = seconds() - begin;
  multibond::Simulator run(model, {.tolerance = 1e-9, .stop = stop});
  begin = seconds();
  run.initialize();
  const Sums first = sums(velocities(run, count));
  const double initialized = seconds() - begin;
  begin = seconds();
  run.advance(1e-3);
  const double started = seconds() - begin;
  begin = seconds();
  run.advance(stop);
  const double took = seconds() - begin;
  for (const multibond::Diagnostic& d : run.diagnostics()) fmt::print("{}\n", d.text);
  const Sums last = sums(velocities(run, count));
  std::size_t walls = 0;
  for (const multibond::EventRecord& event : run.events()) {
    for (const std::string& text : event.conditions) walls += text.find("side") < text.size();
  }
  const std::size_t impacts = run.contacts().impacts;
  const double change = (last.momentum - first.momentum).cwiseAbs().maxCoeff() / first.size;
  fmt::print("{:6} {:6} {:9.2f} {:9.2f} {:9.2f} {:8} {:8} {:6} {:9.1f} {:9.1e} {:>9}\n",
             cloud ? "cloud" : "box", count, compiled, initialized, started, run.statistics().steps,
             impacts, walls, 1e6 * took / static_cast<double>(impacts),
             last.energy / first.energy - 1, cloud ? fmt::format("{:.1e}", change) : "walls");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> edges;
  for (int k = 1; k < argc; ++k) edges.push_back(std::atoi(argv[k]));
  if (edges.empty()) edges = {5, 10, 22};
  fmt::print("{:6} {:>6} {:>9} {:>9} {:>9} {:>8} {:>8} {:>6} {:>9} {:>9} {:>9}\n", "", "n",
             "compiled", "initial", "started", "windows", "impacts", "walls", "us each", "energy",
             "momentum");
  for (const bool cloud : {false, true}) {
    for (const int edge : edges) measure(edge, cloud, cloud ? 0.3 : 0.5);
  }
}
