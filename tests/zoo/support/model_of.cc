#include "model_of.h"

#include <functional>
#include <utility>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"

namespace multibond::zoo {
namespace {

/// Holds a flange for a time, at once and with whatever impulse that takes.
template <typename Flange>
class Lock final : public Component {
 public:
  using Component::Component;
  Flange flange{this, "flange"};
  double from = 0, until = 0;
  void equations() override {
    const Expr rate = der(flange.position()), locked = time() >= from && time() < until;
    either(
        locked, [&] { equation(rate, 0.0); }, [&] { equation(flange.force(), 0.0); });
    conserves_power(rate * flange.force());
  }
};

/// What both kinds of models have in common. `Library` knows the components.
template <typename Library>
class MechanismModel : public Model {
 public:
  using Frame = typename Library::Frame;

  MechanismModel(const Mechanism& mechanism, const Wording& wording)
      : mechanism_(mechanism), wording_(wording) {
    Library::set_gravity(world_, mechanism.gravity);
    for (std::size_t l = 0; l < mechanism.links.size(); ++l) {
      const Link& link = mechanism.links[l];
      if (l == 0 && !mechanism.floats) {
        hubs_.push_back(&world_.frame_b);
      } else {
        hubs_.push_back(&Library::body(*this, link).frame_a);
      }
    }
    const std::vector<double> q = start_of(mechanism);
    std::size_t place = 0;
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      add(joint, j, q.data() + place);
      place += coordinates(joint.kind);
    }
    if (wording.swapped) {
      for (auto it = joins_.rbegin(); it != joins_.rend(); ++it) connect(*it->second, *it->first);
    } else {
      for (const auto& [a, b] : joins_) connect(*a, *b);
    }
  }

  void join(Frame& a, Frame& b) { joins_.emplace_back(&a, &b); }
  /// The axis of a joint is held while the joint is locked.
  template <typename Flange>
  void hold(Flange& axis, const Joint& joint) {
    auto& lock = create<Lock<Flange>>(joint.name + "_lock");
    lock.from = joint.locked_from;
    lock.until = joint.locked_until;
    connect(axis, lock.flange);
  }

 private:
  void add(const Joint& joint, std::size_t j, const double* q) {
    const auto drive = [&](std::size_t coordinate) -> const Drive* {
      for (const Drive& d : mechanism_.drives) {
        if (d.joint == j && d.coordinate == coordinate) return &d;
      }
      return nullptr;
    };
    const auto start = [&](Variable& x, Variable& v, std::size_t coordinate) {
      x.start(q[coordinate]);
      if (const Drive* given = drive(coordinate)) {
        x.fixed();
        v.start(given->rate).fixed();
      }
    };
    Frame& a = place(joint.a, joint.on_a, joint.name + "_a",
                     (j == 0 ? wording_.detours : 0) + (j % 2 == 1 ? wording_.detours_inside : 0));
    Frame& b = place(joint.b, joint.on_b, joint.name + "_b", 0);
    Library::joint(*this, joint, q, a, b, start);
  }

  /// A frame at a place of a link.
  Frame& place(std::size_t link, const Pose& pose, const std::string& name, std::size_t detours) {
    Frame* at = hubs_[link];
    if (link == 0 && wording_.own_grounds && !mechanism_.floats) {
      at = &create<typename Library::Fixed>(name + "_ground").frame_b;
    }
    for (std::size_t k = 0; k < detours; ++k) {
      at =
          &Library::translation(*this, *at, Vector3d::Zero(), name + "_detour" + std::to_string(k));
    }
    if (!pose.x.isZero(0)) at = &Library::translation(*this, *at, pose.x, name + "_arm");
    if (!pose.A.isIdentity(0)) at = &Library::rotation(*this, *at, pose.A, name + "_corner");
    return *at;
  }

  const Mechanism& mechanism_;
  const Wording& wording_;
  typename Library::World world_{this, "world"};
  std::vector<Frame*> hubs_;
  std::vector<std::pair<Frame*, Frame*>> joins_;
};

/// Axis as the library is to see it: an axis along a coordinate has whole numbers.
Vector3 axis(const Vector3d& n) {
  return n.unaryExpr([](double c) { return std::abs(c) < 1e-15 ? 0.0 : c; });
}

bool is_locked(const Joint& joint) { return joint.locked_until > joint.locked_from; }

/// Spring, friction and stops along the coordinate of a joint, which starts at q.
void resist(Mobility& mobility, const Joint& joint, double q) {
  if (joint.spring > 0) {
    mobility.c = joint.spring;
    mobility.q_ref = q;
  }
  if (joint.friction > 0) {
    mobility.e_kinetic = joint.friction;
    mobility.e_static = 1.2 * joint.friction;
  }
  if (joint.reach > 0) {
    mobility.q_min = q - joint.reach;
    mobility.q_max = q + joint.reach;
    mobility.c_stop = 1e4;
  }
}

struct Space {
  using World = mechanics3d::World;
  using Frame = mechanics3d::Frame;
  using Fixed = mechanics3d::Fixed;
  using Of = MechanismModel<Space>;

  static void set_gravity(World& world, const Vector3d& gravity) {
    if (gravity.isZero(0)) {
      world.gravityType = "none";
    } else {
      world.g = gravity.norm();
      world.n = gravity.normalized();
    }
  }
  static mechanics3d::Body& body(Of& model, const Link& link) {
    auto& body = model.create<mechanics3d::Body>(link.name);
    body.m = link.mass;
    body.r_CM = link.centre;
    body.I_11 = link.inertia(0);
    body.I_22 = link.inertia(1);
    body.I_33 = link.inertia(2);
    return body;
  }
  static Frame& translation(Of& model, Frame& from, const Vector3d& r, const std::string& name) {
    auto& part = model.create<mechanics3d::FixedTranslation>(name);
    part.r = r;
    model.join(from, part.frame_a);
    return part.frame_b;
  }
  static Frame& rotation(Of& model, Frame& from, const Matrix3d& A, const std::string& name) {
    auto& part = model.create<mechanics3d::FixedRotation>(name);
    const Vector3d turned = rotation_vector(A);
    part.n = axis(turned.normalized());
    part.angle = turned.norm();
    model.join(from, part.frame_a);
    return part.frame_b;
  }
  template <typename Start>
  static void joint(Of& model, const Joint& joint, const double* q, Frame& a, Frame& b,
                    const Start& start) {
    const auto pull = [&](Mobility& mobility) { resist(mobility, joint, q[0]); };
    const auto between = [&](auto& part) {
      model.join(a, part.frame_a);
      model.join(part.frame_b, b);
    };
    switch (joint.kind) {
      case JointKind::revolute: {
        const auto add = [&](auto& part) {
          part.n = axis(joint.n);
          start(part.phi, part.w, 0);
          pull(part.mobility);
          between(part);
        };
        if (!is_locked(joint)) return add(model.create<mechanics3d::Revolute>(joint.name));
        auto& part = model.create<mechanics3d::ActuatedRevolute>(joint.name);
        add(part);
        return model.hold(part.axis, joint);
      }
      case JointKind::prismatic: {
        const auto add = [&](auto& part) {
          part.n = axis(joint.n);
          start(part.s, part.v, 0);
          pull(part.mobility);
          between(part);
        };
        if (!is_locked(joint)) return add(model.create<mechanics3d::Prismatic>(joint.name));
        auto& part = model.create<mechanics3d::ActuatedPrismatic>(joint.name);
        add(part);
        return model.hold(part.axis, joint);
      }
      case JointKind::cylindrical: {
        auto& part = model.create<mechanics3d::Cylindrical>(joint.name);
        part.n = axis(joint.n);
        start(part.slide.s, part.slide.v, 0);
        start(part.turn.phi, part.turn.w, 1);
        return between(part);
      }
      case JointKind::universal: {
        auto& part = model.create<mechanics3d::Universal>(joint.name);
        part.n_a = axis(joint.n);
        part.n_b = axis(joint.n2);
        start(part.first.phi, part.first.w, 0);
        start(part.second.phi, part.second.w, 1);
        return between(part);
      }
      case JointKind::spherical: {
        auto& part = model.create<mechanics3d::Spherical>(joint.name);
        part.orientation.phi_start = Vector3(q[0], q[1], q[2]);
        return between(part);
      }
      case JointKind::shift: {
        auto& part = model.create<mechanics3d::FreeTranslation>(joint.name);
        for (int i = 0; i < 3; ++i) start(part.r[i], part.v[i], static_cast<std::size_t>(i));
        return between(part);
      }
      case JointKind::free: {
        auto& part = model.create<mechanics3d::FreeMotion>(joint.name);
        for (int i = 0; i < 3; ++i) {
          start(part.translation.r[i], part.translation.v[i], static_cast<std::size_t>(i));
        }
        part.rotation.orientation.phi_start = Vector3(q[3], q[4], q[5]);
        return between(part);
      }
      case JointKind::rod: {
        auto& part = model.create<mechanics3d::Rod>(joint.name);
        part.length = joint.r_a;
        return between(part);
      }
      case JointKind::gear:
        throw std::logic_error("gears of the zoo are planar");
    }
  }
};

struct Plane {
  using World = planar::World;
  using Frame = planar::Frame;
  using Fixed = planar::Fixed;
  using Of = MechanismModel<Plane>;

  static void set_gravity(World& world, const Vector3d& gravity) {
    if (gravity.isZero(0)) {
      world.gravityType = "none";
    } else {
      world.g = gravity.norm();
      world.n = Vector2(gravity.head<2>().normalized());
    }
  }
  static planar::Body& body(Of& model, const Link& link) {
    auto& body = model.create<planar::Body>(link.name);
    body.m = link.mass;
    body.r_CM = Vector2(link.centre.head<2>());
    body.J = link.inertia(2);
    return body;
  }
  static Frame& translation(Of& model, Frame& from, const Vector3d& r, const std::string& name) {
    auto& part = model.create<planar::FixedTranslation>(name);
    part.r = Vector2(r.head<2>());
    model.join(from, part.frame_a);
    return part.frame_b;
  }
  static Frame& rotation(Of& model, Frame& from, const Matrix3d& A, const std::string& name) {
    auto& part = model.create<planar::FixedRotation>(name);
    part.phi = rotation_vector(A).z();
    model.join(from, part.frame_a);
    return part.frame_b;
  }
  template <typename Start>
  static void joint(Of& model, const Joint& joint, const double* q, Frame& a, Frame& b,
                    const Start& start) {
    const auto pull = [&](Mobility& mobility) { resist(mobility, joint, q[0]); };
    const auto between = [&](auto& part) {
      model.join(a, part.frame_a);
      model.join(part.frame_b, b);
    };
    switch (joint.kind) {
      case JointKind::revolute: {
        const auto add = [&](auto& part) {
          start(part.phi, part.w, 0);
          pull(part.mobility);
          between(part);
        };
        if (!is_locked(joint)) return add(model.create<planar::Revolute>(joint.name));
        auto& part = model.create<planar::ActuatedRevolute>(joint.name);
        add(part);
        return model.hold(part.axis, joint);
      }
      case JointKind::prismatic: {
        const auto add = [&](auto& part) {
          part.n = Vector2(axis(joint.n).head<2>());
          start(part.s, part.v, 0);
          pull(part.mobility);
          between(part);
        };
        if (!is_locked(joint)) return add(model.create<planar::Prismatic>(joint.name));
        auto& part = model.create<planar::ActuatedPrismatic>(joint.name);
        add(part);
        return model.hold(part.axis, joint);
      }
      case JointKind::gear: {
        auto& part = model.create<planar::GearPair>(joint.name);
        part.r_a = joint.r_a;
        part.r_b = joint.r_b;
        return between(part);
      }
      default:
        throw std::logic_error("no joint of the plane");
    }
  }
};

/// "phi" and "w" of the joint, or of its part.
std::pair<std::string, std::string> names(JointKind kind, std::size_t coordinate) {
  const std::string index = "[" + std::to_string(coordinate + 1) + "]";
  switch (kind) {
    case JointKind::revolute:
      return {"phi", "w"};
    case JointKind::prismatic:
      return {"s", "v"};
    case JointKind::cylindrical:
      if (coordinate == 0) return {"slide.s", "slide.v"};
      return {"turn.phi", "turn.w"};
    case JointKind::universal:
      if (coordinate == 0) return {"first.phi", "first.w"};
      return {"second.phi", "second.w"};
    case JointKind::spherical:
      return {"orientation.phi" + index, "w" + index};
    case JointKind::shift:
      return {"r" + index, "v" + index};
    case JointKind::free: {
      if (coordinate < 3) return {"translation.r" + index, "translation.v" + index};
      const auto [phi, w] = names(JointKind::spherical, coordinate - 3);
      return {"rotation." + phi, "rotation." + w};
    }
    default:
      return {};
  }
}

}  // namespace

std::unique_ptr<Model> model_in_space(const Mechanism& mechanism, const Wording& wording) {
  return std::make_unique<MechanismModel<Space>>(mechanism, wording);
}

std::unique_ptr<Model> model_in_plane(const Mechanism& mechanism, const Wording& wording) {
  return std::make_unique<MechanismModel<Plane>>(mechanism, wording);
}

std::unique_ptr<Model> model_of(const Mechanism& mechanism, const Wording& wording) {
  return mechanism.planar ? model_in_plane(mechanism, wording) : model_in_space(mechanism, wording);
}

std::string coordinate_path(const Joint& joint, std::size_t coordinate) {
  return joint.name + "." + names(joint.kind, coordinate).first;
}

std::string rate_path(const Joint& joint, std::size_t coordinate) {
  return joint.name + "." + names(joint.kind, coordinate).second;
}

std::string start_path(const Joint& joint, std::size_t coordinate) {
  if (joint.kind == JointKind::spherical) {
    return joint.name + ".orientation.phi_start[" + std::to_string(coordinate + 1) + "]";
  }
  if (joint.kind == JointKind::free && coordinate > 2) {
    return joint.name + ".rotation.orientation.phi_start[" + std::to_string(coordinate - 2) + "]";
  }
  return coordinate_path(joint, coordinate) + ".start";
}

}  // namespace multibond::zoo
