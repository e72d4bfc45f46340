// Spheres that fall onto each other in a box: time stepping with contacts (--solver moreau), beside
// the Open Dynamics Engine if it is installed (libode-dev).
//
// Both start from the same places: n^3 spheres of 0.1 m and 1 kg on a grid of 0.21 m, friction 0.5,
// no restitution, steps of 1 ms for 1 s. Wall times of the steps alone; the time to compile is
// shown apart. "deepest": largest overlap of two spheres at the end of a hundredth of a second.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "examples/heaps.h"
#include "multibond/simulate/simulator.h"

#ifdef MULTIBOND_ODE
#include <ode/ode.h>
#endif

namespace {

using multibond::Vector3;

constexpr double kRadius = 0.1, kSpacing = 0.21, kFriction = 0.5, kStep = 1e-3;
constexpr int kParts = 100, kStepsOfPart = 10;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double deepest(const std::vector<Vector3>& places) {
  double most = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      most = std::max(most, 2 * kRadius - (places[i] - places[j]).norm());
    }
  }
  return most;
}

void report(const std::string& name, double took, double overlap) {
  fmt::print("  {:10} {:8.3f} ms per step   deepest {:.2f} mm\n", name,
             1e3 * took / (kParts * kStepsOfPart), 1e3 * overlap);
}

/// Returns where they start.
std::vector<Vector3> ours(int n) {
  multibond::examples::SphereBox box;
  box.n = n;
  box.spacing = kSpacing;
  box.speed = 0.0;
  box.e = 0.0;
  box.mu = kFriction;
  box.world.gravityType = "uniform";
  const double begin = seconds();
  multibond::Simulator run(multibond::compile_model(box),
                           {.solver = "moreau", .fixed_step = kStep, .stop = 1e3});
  run.initialize();
  fmt::print("{} spheres (compiled and started in {:.2f} s)\n", n * n * n, seconds() - begin);
  const auto places = [&] {
    std::vector<Vector3> all;
    for (int i = 1; i <= n * n * n; ++i) {
      const std::string x = fmt::format("body[{}].x", i);
      all.emplace_back(run.get(x + "[1]"), run.get(x + "[2]"), run.get(x + "[3]"));
    }
    return all;
  };
  const std::vector<Vector3> start = places();
  run.advance(kStep);  // all functions are made
  double took = 0, overlap = 0;
  for (int part = 1; part <= kParts; ++part) {
    const double from = seconds();
    run.advance(kStep * (1 + kStepsOfPart * part));
    took += seconds() - from;
    if (part % 10 == 0) overlap = std::max(overlap, deepest(places()));
  }
  report("multibond", took, overlap);
  return start;
}

#ifdef MULTIBOND_ODE
struct Scene {
  dWorldID world = dWorldCreate();
  dSpaceID space = dHashSpaceCreate(nullptr);
  dJointGroupID joints = dJointGroupCreate(0);
  ~Scene() {
    dJointGroupDestroy(joints);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
};

void touch(void* data, dGeomID a, dGeomID b) {
  Scene& scene = *static_cast<Scene*>(data);
  const dBodyID one = dGeomGetBody(a), other = dGeomGetBody(b);
  if (!one && !other) return;
  dContact contacts[4];
  const int count = dCollide(a, b, 4, &contacts[0].geom, sizeof(dContact));
  for (int k = 0; k < count; ++k) {
    contacts[k].surface.mode = dContactApprox1;
    contacts[k].surface.mu = kFriction;
    dJointAttach(dJointCreateContact(scene.world, scene.joints, &contacts[k]), one, other);
  }
}

void ode(int n, const std::vector<Vector3>& start) {
  Scene scene;
  dWorldSetGravity(scene.world, 0, -9.81, 0);
  const double width = kSpacing * n;
  for (int k = 0; k < 3; ++k) {
    Vector3 normal = Vector3::Zero();
    normal[k] = 1;
    dCreatePlane(scene.space, normal[0], normal[1], normal[2], 0);
    dCreatePlane(scene.space, -normal[0], -normal[1], -normal[2], -width);
  }
  std::vector<dBodyID> bodies;
  for (const Vector3& place : start) {
    bodies.push_back(dBodyCreate(scene.world));
    dMass mass;
    dMassSetSphereTotal(&mass, 1, kRadius);
    dBodySetMass(bodies.back(), &mass);
    dBodySetPosition(bodies.back(), place[0], place[1], place[2]);
    dGeomSetBody(dCreateSphere(scene.space, kRadius), bodies.back());
  }
  double took = 0, overlap = 0;
  for (int part = 1; part <= kParts; ++part) {
    const double from = seconds();
    for (int step = 0; step < kStepsOfPart; ++step) {
      dSpaceCollide(scene.space, &scene, &touch);
      dWorldQuickStep(scene.world, kStep);
      dJointGroupEmpty(scene.joints);
    }
    took += seconds() - from;
    if (part % 10 != 0) continue;
    std::vector<Vector3> places;
    for (const dBodyID body : bodies) {
      const dReal* place = dBodyGetPosition(body);
      places.emplace_back(place[0], place[1], place[2]);
    }
    overlap = std::max(overlap, deepest(places));
  }
  report("ODE", took, overlap);
}
#endif

}  // namespace

int main() {
#ifdef MULTIBOND_ODE
  dInitODE2(0);
#else
  fmt::print("(libode-dev is not installed: no peer)\n");
#endif
  for (const int n : {5, 10}) {
    const std::vector<Vector3> start = ours(n);
#ifdef MULTIBOND_ODE
    ode(n, start);
#endif
  }
}
