// Accelerations fulfil the equations of motion: chains, trees and rings of up to 300 links, in
// random states.
#include <gtest/gtest.h>

#include <random>

#include "base/large_size.h"
#include "multibond/compile/compiled_model.h"
#include "multibond/program/runner.h"
#include "multibond/simulate/simulator.h"
#include "support/inverse_dynamics.h"
#include "support/kinematics.h"
#include "support/model_of.h"
#include "support/zoo.h"

namespace multibond::zoo {
namespace {

enum class Axes { plane, parallel, various };  ///< planar parts; in space: all z, or all different

/// `parent` gives the link that carries each link.
template <typename Parent>
Mechanism tree(std::size_t n, Axes axes, const Parent& parent) {
  Mechanism m;
  m.planar = axes == Axes::plane;
  const double length = 5 / std::sqrt(static_cast<double>(n));
  for (std::size_t k = 1; k <= n; ++k) {
    const std::size_t before = parent(k);
    Vector3d at = before == 0 ? Vector3d::Zero() : Vector3d(m.links[before].start.x);
    if (before != 0) at += Vector3d(length, .1 * length * static_cast<double>(k % 3), 0);
    const auto link = m.link({at, Matrix3d::Identity()});
    Vector3d axis = Vector3d::UnitZ();
    if (axes == Axes::various) {
      const double angle = static_cast<double>(k);
      axis = Vector3d(std::cos(angle), std::sin(angle), .5).normalized();
    }
    m.joint(JointKind::revolute, before, link, at, axis);
  }
  return m.with_masses();
}

Mechanism chain(std::size_t n, Axes axes) {
  return tree(n, axes, [](std::size_t k) { return k - 1; });
}

Mechanism binary_tree(std::size_t n, Axes axes) {
  return tree(n, axes, [](std::size_t k) { return k / 2; });
}

/// Links on a circle of 2 m, closed over the ground.
Mechanism ring_of(std::size_t n, Axes axes) {
  Mechanism m;
  m.planar = axes == Axes::plane;
  const auto place = [&](std::size_t k) {
    const double angle = 2 * kPi * static_cast<double>(k) / static_cast<double>(n + 1);
    const double out = axes == Axes::various ? .2 * std::sin(2 * static_cast<double>(k)) : 0;
    return Vector3d(std::cos(angle), std::sin(angle), out);
  };
  std::size_t before = 0;
  for (std::size_t k = 0; k <= n; ++k) {
    const std::size_t next = k < n ? m.link({place(k), Matrix3d::Identity()}) : 0;
    Vector3d axis = Vector3d::UnitZ();
    if (axes == Axes::various) axis = Vector3d(std::cos(k), std::sin(k), .5).normalized();
    m.joint(JointKind::revolute, before, next, place(k), axis);
    before = next;
  }
  return m.with_masses();
}

/// The motion of a random state, with the accelerations of the compiled model.
JointMotion random_motion(const Mechanism& m, Simulator& run, std::mt19937& random, double spread) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const std::vector<double> start = start_of(m);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    run.set(start_path(m.joints[j], 0), start[j] + spread * uniform(random));
    try {
      run.set(rate_path(m.joints[j], 0) + ".start", 2 * uniform(random));
    } catch (const Error&) {
      // It follows from the others, and is no state.
    }
  }
  run.initialize();
  RunView view = run.view();
  view.dynamics.set_point(view.time, view.state);
  std::vector<VariableLeaf> leaves;
  for (const Joint& joint : m.joints) {
    const VariableId phi = *view.model.find_variable(coordinate_path(joint, 0)),
                     w = *view.model.find_variable(rate_path(joint, 0));
    // The acceleration is the rate of one or of the other; what is not computed is zero.
    leaves.insert(leaves.end(), {{phi, 0}, {w, 0}, {w, 1}, {phi, 2}});
  }
  std::vector<double> values(leaves.size());
  Runner(view.dynamics.functions().probe(leaves)).run(view.dynamics.inputs().data(), values.data());
  const auto n = static_cast<Eigen::Index>(m.joints.size());
  JointMotion motion{Eigen::VectorXd(n), Eigen::VectorXd(n), Eigen::VectorXd(n)};
  Eigen::Index following = -1;
  for (Eigen::Index j = 0; j < n; ++j) {
    const double* v = values.data() + 4 * j;
    motion.q(j) = v[0];
    motion.rate(j) = v[1];
    motion.acceleration(j) = v[2] != 0 ? v[2] : v[3];
    if (v[2] == 0 && v[3] == 0) following = j;
  }
  // A ring of parallel axes has one angle that follows from the others: all together are constant.
  if (following >= 0) motion.acceleration(following) = -motion.acceleration.sum();
  return motion;
}

void expect_balance(const Mechanism& m, double spread) {
  Simulator run(compile_model(*model_of(m)));
  std::mt19937 random(7);
  for (int state = 0; state < 3; ++state) {
    const Imbalance rest = imbalance_of(m, random_motion(m, run, random, spread));
    EXPECT_LT(rest.forces, 1e-12) << m.links.size() - 1 << " links, state " << state;
    EXPECT_LT(rest.loops, 1e-12) << m.links.size() - 1 << " links, state " << state;
  }
}

TEST(InverseDynamics, OfChainsInThePlane) {
  for (const std::size_t n : {1, 2, 5, 20, test::large_size(100), test::large_size(300)})
    expect_balance(chain(n, Axes::plane), 3);
}
TEST(InverseDynamics, OfPlanarChainsInSpace) {
  for (const std::size_t n : {1, 2, 5, 20, test::large_size(100), test::large_size(150)})
    expect_balance(chain(n, Axes::parallel), 3);
}
TEST(InverseDynamics, OfALongPlanarChainInSpace) {
  expect_balance(chain(test::large_size(300), Axes::parallel), 3);
}
TEST(InverseDynamics, OfChainsInSpace) {
  for (const std::size_t n : {1, 2, 5, 20, test::large_size(100), test::large_size(300)}) {
    expect_balance(chain(n, Axes::various), 3);
  }
}
TEST(InverseDynamics, OfTrees) {
  for (const Axes axes : {Axes::plane, Axes::parallel, Axes::various}) {
    for (const std::size_t n : {1, 2, 3, 20, test::large_size(100), test::large_size(300)})
      expect_balance(binary_tree(n, axes), 3);
  }
}
TEST(InverseDynamics, OfRingsInThePlane) {
  for (const std::size_t n : {4, 6, 20, test::large_size(100), test::large_size(300)})
    expect_balance(ring_of(n, Axes::plane), .3);
}
TEST(InverseDynamics, OfPlanarRingsInSpace) {
  for (const std::size_t n : {4, 6, 20, test::large_size(100), test::large_size(300)})
    expect_balance(ring_of(n, Axes::parallel), .3);
}
TEST(InverseDynamics, OfRingsInSpace) {
  for (const std::size_t n : {6, 8, 20, test::large_size(100), test::large_size(300)})
    expect_balance(ring_of(n, Axes::various), .1);
}

}  // namespace
}  // namespace multibond::zoo
