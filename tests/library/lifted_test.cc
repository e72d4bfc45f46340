// Planar mechanisms lifted into space move as in the plane: every planar example is rebuilt part by
// part from the library of space, in planes of three orientations, loops included and without any
// cut joint.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "examples/planar.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/model/context.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

namespace space = mechanics3d;

/// A planar model, already compiled, in the plane that the first two columns of `axes` span.
class Lifted final : public Model {
 public:
  Lifted(const Component& planar, const Matrix3& axes) : axes_(axes) {
    for (const Component* part : planar.children()) lift(*part);
    for (const Connection& connection : planar.context().connections) {
      Port* a = counterpart(*connection.a);
      Port* b = counterpart(*connection.b);
      if (a && b) connect(*a, *b);
    }
  }

 private:
  Vector3 normal() const { return axes_.col(2); }
  Vector3 lifted(const Vector2& v) const { return axes_.leftCols(2) * v; }
  Vector3 lifted(const Parameter<Vector2>& v) const { return lifted(v.value()); }

  static double value(const Component& part, const Expr& expr) {
    return part.context().evaluate(expr);
  }

  /// Start values of variables that both have under the same name.
  void copy_starts(const Component& from, const Component& to) {
    for (const std::uint32_t v : from.variables()) {
      const VariableData& data = from.context().variables[v];
      for (const std::uint32_t u : to.variables()) {
        VariableData& other = context().variables[u];
        if (other.name != data.name || !data.has_start) continue;
        other.has_start = true;
        other.start = value(from, data.start);
        other.fixed = data.fixed;
      }
    }
  }

  static Port* port(const Component& part, const std::string& name) {
    for (Component* child : part.children()) {
      if (child->name() == name) return dynamic_cast<Port*>(child);
    }
    return nullptr;
  }

  Port* counterpart(const Port& planar) const {
    const auto extra = extra_.find(&planar);
    if (extra != extra_.end()) return extra->second;
    const auto part = parts_.find(planar.owner());
    return part == parts_.end() ? nullptr : port(*part->second, planar.name());
  }

  void lift(const Component& part) {
    Component* made = make(part);
    if (!made) return;
    parts_[&part] = made;
    copy_starts(part, *made);
  }

  template <typename T>
  static const T* as(const Component& part) {
    return dynamic_cast<const T*>(&part);
  }

  /// The same part of the other library; nothing for what is neither mechanics nor coupled to it.
  Component* make(const Component& part) {
    if (const auto* p = as<planar::World>(part)) {
      auto& world = create<space::World>(p->name());
      world.gravityType = p->gravityType.value();
      world.g = p->g.value();
      world.n = lifted(p->n);
      return &world;
    }
    if (const auto* p = as<planar::Fixed>(part)) {
      if (p->phi.value() == 0) {
        auto& fixed = create<space::Fixed>(p->name());
        fixed.r = lifted(p->r);
        return &fixed;
      }
    }
    if (const auto* p = as<planar::FixedTranslation>(part)) {
      auto& rod = create<space::FixedTranslation>(p->name());
      rod.r = lifted(p->r);
      return &rod;
    }
    if (const auto* p = as<planar::FixedRotation>(part)) {
      auto& corner = create<space::FixedRotation>(p->name());
      corner.n = normal();
      corner.angle = p->phi.value();
      return &corner;
    }
    if (const auto* p = as<planar::Body>(part)) return &body(*p);
    if (const auto* p = as<planar::ActuatedRevolute>(part)) {
      return &revolute(create<space::ActuatedRevolute>(p->name()), *p);
    }
    if (const auto* p = as<planar::Revolute>(part)) {
      return &revolute(create<space::Revolute>(p->name()), *p);
    }
    if (const auto* p = as<planar::ActuatedPrismatic>(part)) {
      return &prismatic(create<space::ActuatedPrismatic>(p->name()), *p);
    }
    if (const auto* p = as<planar::Prismatic>(part)) {
      return &prismatic(create<space::Prismatic>(p->name()), *p);
    }
    if (const auto* p = as<planar::Spring>(part)) {
      auto& spring = create<space::Spring>(p->name());
      spring.c = p->c.value();
      spring.s0 = p->s0.value();
      return &spring;
    }
    if (const auto* p = as<planar::Damper>(part)) {
      auto& damper = create<space::Damper>(p->name());
      damper.d = p->d.value();
      return &damper;
    }
    if (const auto* p = as<rotational::Damper>(part)) {
      auto& damper = create<rotational::Damper>(p->name());
      damper.d = p->d.value();
      return &damper;
    }
    if (const auto* p = as<translational::SpringDamper>(part)) {
      auto& spring = create<translational::SpringDamper>(p->name());
      spring.c = p->c.value();
      spring.d = p->d.value();
      spring.s_rel0 = p->s_rel0.value();
      return &spring;
    }
    if (const auto* p = as<signals::Constant>(part)) {
      auto& constant = create<signals::Constant>(p->name());
      constant.k = p->k.value();
      return &constant;
    }
    ADD_FAILURE() << part.path() << " has no counterpart in space.";
    return nullptr;
  }

  Component& revolute(space::Revolute& joint, const planar::Revolute& planar) {
    joint.n = normal();
    joint.phi_offset = planar.phi_offset.value();
    joint.mobility.c = planar.mobility.c.value();
    joint.mobility.d = planar.mobility.d.value();
    return joint;
  }

  Component& prismatic(space::Prismatic& joint, const planar::Prismatic& planar) {
    joint.n = lifted(planar.n);
    joint.s_offset = planar.s_offset.value();
    joint.mobility.c = planar.mobility.c.value();
    joint.mobility.d = planar.mobility.d.value();
    return joint;
  }

  /// Its inertia about the normal is what counts: that of a ball is a possible one.
  Component& body(const planar::Body& planar) {
    auto& body = create<space::Body>(planar.name());
    body.m = planar.m.value();
    body.r_CM = lifted(planar.r_CM);
    for (auto* moment : {&body.I_11, &body.I_22, &body.I_33}) *moment = planar.J.value();
    const MatrixX places = planar.r_ports.value();
    for (Eigen::Index k = 0; k < places.cols(); ++k) {
      const std::string number = std::to_string(k + 1);
      auto& arm = create<space::FixedTranslation>(planar.name() + "_arm" + number);
      arm.r = lifted(Vector2(places.col(k)));
      connect(body.frame_a, arm.frame_a);
      extra_[port(planar, "ports[" + number + "]")] = &arm.frame_b;
    }
    if (planar.x.data().has_start) place(planar, body);
    return body;
  }

  void place(const planar::Body& planar, space::Body& body) {
    const auto start = [&](const Variable& v) { return value(planar, v.data().start); };
    const bool fixed = planar.x.data().fixed;
    body.x.start(lifted(Vector2(start(planar.x), start(planar.y)))).fixed(fixed);
    body.v.start(lifted(Vector2(start(planar.vx), start(planar.vy)))).fixed(fixed);
    body.w.start(Vector3(normal() * start(planar.w))).fixed(fixed);
    ASSERT_EQ(start(planar.phi), 0);
    body.orientation.fixed = fixed;
  }

  Matrix3 axes_;
  std::map<const Component*, Component*> parts_;
  std::map<const Port*, Port*> extra_;
};

/// Axes of a plane: that of x and y, one of other coordinate axes, and one aligned with none.
std::vector<Matrix3> planes() {
  Matrix3 turned;
  turned << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  const Vector3 normal = Vector3(1, 2, 3).normalized();
  Matrix3 oblique;
  oblique.col(0) = Vector3(2, -1, 0).normalized() * std::cos(0.4) +
                   normal.cross(Vector3(2, -1, 0).normalized()) * std::sin(0.4);
  oblique.col(1) = normal.cross(oblique.col(0));
  oblique.col(2) = normal;
  return {Matrix3::Identity(), turned, oblique};
}

/// Compares joint coordinates after `stop`.
template <typename Planar>
void expect_same_motion(double stop, const std::vector<std::string>& variables,
                        const std::function<void(Planar&)>& prepare = {}) {
  Planar planar;
  if (prepare) prepare(planar);
  const SimulationOptions options{.stop = stop, .tolerance = 1e-10};
  const Result expected = simulate(planar, options);
  ASSERT_EQ(expected.status, RunStatus::completed);
  for (const Matrix3& axes : planes()) {
    Lifted lifted(planar, axes);
    const Result result = simulate(lifted, options);
    ASSERT_EQ(result.status, RunStatus::completed)
        << (result.diagnostics.empty() ? "" : result.diagnostics.back().text);
    EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
    for (const std::string& name : variables) {
      for (const double t : {0.3 * stop, 0.7 * stop, stop}) {
        const double value = expected.at(name, t);
        EXPECT_NEAR(result.at(name, t), value, 1e-8 * std::max(1.0, std::abs(value)))
            << name << " at " << t << " in the plane of\n"
            << axes;
      }
    }
  }
}

using namespace examples;

TEST(Lifted, DoublePendulum) {
  expect_same_motion<PlanarDoublePendulum>(5, {"Revolute1.phi", "Revolute3.phi", "Revolute3.w"});
}
TEST(Lifted, FreeBody) { expect_same_motion<PlanarFreeBody>(5, {"Spring1.s", "Spring1.f"}); }
TEST(Lifted, KinematicLoop) {
  expect_same_motion<PlanarKinematicLoop>(5, {"Revolute1.phi", "Revolute2.phi", "Revolute2.w"});
}
TEST(Lifted, KinematicLoop2) {
  expect_same_motion<PlanarKinematicLoop2>(5, {"actuatedPrismatic.s", "Revolute4.phi"});
}
TEST(Lifted, DampedPendulum) {
  expect_same_motion<DampedPendulum>(5, {"actuatedRevolute1.phi", "actuatedRevolute1.w"});
}
TEST(Lifted, CraneCrab) {
  expect_same_motion<CraneCrab3>(5, {"Prismatic1.s", "Revolute1.phi", "Revolute1.w"});
}
TEST(Lifted, SevenBody) { expect_same_motion<SevenBody>(0.03, {"O.phi", "B3.phi", "O.w"}); }
TEST(Lifted, FourBars) {
  expect_same_motion<NFourBar>(2, {"base[1].phi", "base[1].w"}, [](NFourBar& m) { m.N = 3; });
}

}  // namespace
}  // namespace multibond
