// Forces in space against closed forms and equations of motion from d'Alembert's principle.
#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

using test::BodyMotion;
using test::Coordinates;
using test::Load;
using test::Mechanism;
using test::Placed;
using test::reference;
using test::State;

// -- along a line ---------------------------------------------------------------------------------

/// A point mass hooked to the ground at a distance of 2 along a skew line, without gravity.
template <typename Link>
struct Hooked : Weightless {
  Link link{this, "link"};
  PointMass body{this, "body"};
  explicit Hooked(bool reversed) {
    ground.r = Vector3(0.3, 0.1, -0.2);
    body.m = 2.0;
    body.x.start(Vector3(Vector3(0.3, 0.1, -0.2) + 2 * kSkew)).fixed();
    body.v.start(Vector3(0, 0, 0)).fixed();
    connect(ground.frame_b, reversed ? link.frame_b : link.frame_a);
    connect(reversed ? link.frame_a : link.frame_b, body.frame_a);
  }
};

class SpaceLines : public testing::TestWithParam<bool> {
 protected:
  bool reversed() const { return GetParam(); }
  /// The body is at a distance on its line.
  static void expect_at(const Result& result, double distance, double tolerance = 1e-8) {
    EXPECT_NEAR(result.final("link.s"), distance, tolerance);
    expect_near(vector_of(result, "body.x"), Vector3(0.3, 0.1, -0.2) + distance * kSkew, tolerance);
  }
};

INSTANTIATE_TEST_SUITE_P(Directions, SpaceLines, testing::Bool(), [](const auto& info) {
  return info.param ? "BodyAtFrameA" : "BodyAtFrameB";
});

TEST_P(SpaceLines, SpringsPullAlongTheirLine) {
  struct Sprung : Hooked<Spring> {
    explicit Sprung(bool reversed) : Hooked(reversed) {
      link.c = 18.0;
      link.s0 = 1.5;
    }
  };
  const Result result = audited(Sprung(reversed()), 1);
  expect_at(result, 1.5 + 0.5 * std::cos(3));
  EXPECT_NEAR(result.at("link.f", 0), 9, 1e-12);
  EXPECT_NEAR(result.final("link.v"), -1.5 * std::sin(3), 1e-8);
}

TEST_P(SpaceLines, DampersSlowDown) {
  struct Slowed : Hooked<Damper> {
    explicit Slowed(bool reversed) : Hooked(reversed) {
      link.d = 3.0;
      body.v.start(kSkew);
    }
  };
  const Result result = audited(Slowed(reversed()), 1);
  EXPECT_NEAR(result.final("link.v"), std::exp(-1.5), 1e-8);
  expect_at(result, 2 + (1 - std::exp(-1.5)) / 1.5);
}

TEST_P(SpaceLines, SpringAndDamperInParallelAdd) {
  struct Both : Hooked<SpringDamper> {
    explicit Both(bool reversed) : Hooked(reversed) {
      link.c = 18.0;
      link.d = 4.0;
      link.s0 = 1.5;
    }
  };
  expect_at(audited(Both(reversed()), 1), 1.5 + damped(2, 18, 4, 0.5, 1));
}

/// s'' = -f / m with f' = c s' - c / d f: spring and damper in series at a mass of 2.
State relaxed(double stop) {
  return reference(
      [](const State& y) { return State(Vector3(y(1), -y(2) / 2, 18 * y(1) - 3 * y(2))); },
      Vector3(2, 0, 9), stop);
}

TEST_P(SpaceLines, SpringAndDamperInSeriesRelax) {
  struct Series : Hooked<SpringDamperSeries> {
    explicit Series(bool reversed) : Hooked(reversed) {
      link.c = 18.0;
      link.d = 6.0;
      link.s0 = 1.5;
      link.s_spring.start(2.0).fixed();
    }
  };
  const Result result = audited(Series(reversed()), 1);
  expect_at(result, relaxed(1)(0));
  EXPECT_NEAR(result.final("link.f"), relaxed(1)(2), 1e-7);
}

TEST_P(SpaceLines, CarryOneDimensionalParts) {
  struct Line : Hooked<LineForce> {
    translational::SpringDamper spring{this, "spring"};
    explicit Line(bool reversed) : Hooked(reversed) {
      spring.c = 18.0;
      spring.d = 4.0;
      spring.s_rel0 = 1.5;
      connect(spring.flange_a, link.flange_a);
      connect(spring.flange_b, link.flange_b);
    }
  };
  expect_at(audited(Line(reversed()), 1), 1.5 + damped(2, 18, 4, 0.5, 1));
  // A mass at a flange moves as the distance changes: it adds to that of the body.
  struct Heavy : Hooked<LineForce> {
    translational::Mass mass{this, "mass"};
    translational::ConstantForce pull{this, "pull"};
    explicit Heavy(bool reversed) : Hooked(reversed) {
      mass.m = 3.0;
      pull.f_constant = -10.0;
      connect(mass.flange_a, link.flange_b);
      connect(pull.flange, mass.flange_b);
    }
  };
  expect_at(audited(Heavy(reversed()), 0.5), 2 - 0.5 * 2 * 0.25);
}

TEST_P(SpaceLines, PullBySignalAndFlangeTogether) {
  struct Pulled : Hooked<LineForce> {
    translational::Spring spring{this, "spring"};
    signals::Constant tension{this, "tension"};
    explicit Pulled(bool reversed) : Hooked(reversed) {
      spring.c = 18.0;
      spring.s_rel0 = 1.5;
      tension.k = 5.0;
      connect(spring.flange_a, link.flange_a);
      connect(spring.flange_b, link.flange_b);
      connect(tension.y, link.tension);
    }
  };
  const double middle = 1.5 - 5.0 / 18;  // 2 kg swing about it with 3 rad/s
  const Result result = audited(Pulled(reversed()), 0.5);
  expect_at(result, middle + (2 - middle) * std::cos(1.5));
  EXPECT_NEAR(result.at("link.f", 0), 5 + 9, 1e-12);
}

TEST_P(SpaceLines, SpheresPushEachOtherApartAndNeverPull) {
  struct Bounce : Hooked<SphereContact> {
    explicit Bounce(bool reversed) : Hooked(reversed) {
      link.c = 2e4;
      link.ra = 1.0;
      link.rb = 0.5;
      body.v.start(Vector3(-kSkew));
    }
  };
  // At 1.5 after 0.5 s, half an oscillation of w = 100 in the contact, and back.
  const double half = std::numbers::pi / 100;
  const Result result = audited(Bounce(reversed()), 0.7);
  expect_at(result, 1.5 + (0.7 - 0.5 - half), 1e-7);
  EXPECT_EQ(result.final("link.f"), 0);
  EXPECT_EQ(result.at("link.f", 0.3), 0);
  // With damping it leaves more slowly, where the push would turn into a pull: 0 = c depth - d v.
  struct Damped : Bounce {
    explicit Damped(bool reversed) : Bounce(reversed) { link.d = 80.0; }
  };
  const State end = reference(
      [](const State& y) { return State(Eigen::Vector2d(y(1), -(2e4 * y(0) + 80 * y(1)) / 2)); },
      Eigen::Vector2d(0, 1), (std::numbers::pi - 2 * std::asin(0.2)) / std::sqrt(1e4 - 400));
  // m x'' = -c x - d x' ends where c x + d x' = 0: with decay 20 and w = sqrt(1e4 - 400) at
  // w t = pi - 2 asin(decay / w0).
  EXPECT_NEAR(2e4 * end(0) + 80 * end(1), 0, 1e-9);
  EXPECT_NEAR(audited(Damped(reversed()), 0.7).final("link.v"), -end(1), 1e-7);
}

TEST(SpaceForces, MayBeChainedWithNothingBetween) {
  // Two springs of 27 and 54 in series are one of 18.
  struct Chain : Weightless {
    Spring a{this, "a"}, b{this, "b"};
    PointMass body{this, "body"};
    Chain() {
      a.c = 27.0;
      b.c = 54.0;
      a.s0 = 0.5;
      b.s0 = 1.0;
      body.m = 2.0;
      body.x.start(Vector3(2 * kSkew)).fixed();
      body.v.start(Vector3(0, 0, 0)).fixed();
      a.frame_b.x.start(Vector3(0.8 * kSkew + 0.02 * kAskew));
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, b.frame_a);
      connect(b.frame_b, body.frame_a);
    }
  };
  expect_near(vector_of(audited(Chain{}, 1), "body.x"), (1.5 + 0.5 * std::cos(3)) * kSkew, 1e-7);
  // A spring and a damper are the series element.
  struct Damped : Weightless {
    Spring a{this, "a"};
    Damper b{this, "b"};
    PointMass body{this, "body"};
    Damped() {
      a.c = 18.0;
      a.s0 = 1.0;
      b.d = 6.0;
      body.m = 2.0;
      body.x.start(Vector3(2 * kSkew)).fixed();
      body.v.start(Vector3(0, 0, 0)).fixed();
      a.frame_b.x.start(Vector3(1.5 * kSkew)).fixed();
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, b.frame_a);
      connect(b.frame_b, body.frame_a);
    }
  };
  expect_near(vector_of(audited(Damped{}, 1), "body.x"), relaxed(1)(0) * kSkew, 1e-7);
}

// -- on a body that turns -------------------------------------------------------------------------

/// A carrier that turns about a skew hinge and a body on a universal joint at the end of its arm.
struct Stage : Scene {
  Revolute base{this, "base"};
  Body carrier{this, "carrier"}, body{this, "body"};
  FixedTranslation arm{this, "arm"}, tip{this, "tip"};
  Universal joint{this, "joint"};
  ComponentArray<signals::Constant> value{this, "value", 3};
  Stage() {
    base.n = kSkew;
    carrier.m = 2.0;
    set_inertia(carrier, 2 * full_inertia());
    arm.r = Vector3(0.4, -0.3, 0.6);
    joint.n_a = kAskew;
    joint.n_b = Vector3(1, 1, 0.5);
    body.m = 1.5;
    body.r_CM = Vector3(0.5, 0.2, -0.3);
    set_inertia(body, full_inertia());
    tip.r = Vector3(0.3, -0.2, 0.4);
    const std::pair<Variable*, double> starts[] = {
        {&base.phi, 0.4},      {&base.w, 1.5},           {&joint.first.phi, 0.3},
        {&joint.first.w, 0.8}, {&joint.second.phi, 0.5}, {&joint.second.w, -1.0}};
    for (const auto& [variable, start] : starts) variable->start(start).fixed();
    for (std::size_t i = 0; i < 3; ++i) value[i].k = given()(static_cast<int>(i));
    connect(ground.frame_b, base.frame_a);
    connect(base.frame_b, carrier.frame_a);
    connect(base.frame_b, arm.frame_a);
    connect(arm.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
    connect(body.frame_a, tip.frame_a);
  }
  static Vector3 given() { return {3, -2, 4}; }
};

/// The same by hand: bodies are the carrier, the body, and a massless tip of the body.
using Loads = std::function<void(const BodyMotion& carrier, const BodyMotion& body,
                                 const BodyMotion& tip, Load& on_carrier, Load& on_body)>;

void expect_stage(Component&& model, const Loads& loads, double stop = 0.8,
                  double tolerance = 1e-8) {
  const auto carrier = [](const Coordinates& q) { return Placed{}.turned(kSkew, q[0]); };
  const auto body = [=](const Coordinates& q) {
    return carrier(q)
        .moved(Vector3(0.4, -0.3, 0.6))
        .turned(kAskew, q[1])
        .turned(Vector3(1, 1, 0.5), q[2]);
  };
  Mechanism mechanism;
  mechanism.bodies.push_back({2, Vector3::Zero(), 2 * full_inertia(), carrier});
  mechanism.bodies.push_back({1.5, Vector3(0.5, 0.2, -0.3), full_inertia(), body});
  mechanism.bodies.push_back({0, Vector3::Zero(), Matrix3::Zero(), [=](const Coordinates& q) {
                                return body(q).moved(Vector3(0.3, -0.2, 0.4));
                              }});
  mechanism.loads = [&](const std::vector<BodyMotion>& at, std::vector<Load>& on) {
    loads(at[0], at[1], at[2], on[0], on[1]);
  };
  State start(6);
  start << 0.4, 0.3, 0.5, 1.5, 0.8, -1.0;
  const State end = mechanism.at(start, stop);
  const Result result = audited(std::move(model), stop);
  EXPECT_NEAR(result.final("base.phi"), end(0), tolerance);
  EXPECT_NEAR(result.final("joint.first.phi"), end(1), tolerance);
  EXPECT_NEAR(result.final("joint.second.phi"), end(2), tolerance);
}

template <typename F>
struct Pushed : Stage {
  F load{this, "load"};
  Pushed() {
    connect(load.frame_b, tip.frame_b);
    for (std::size_t i = 0; i < 3; ++i) {
      if constexpr (requires { load.force[i]; }) connect(value[i].y, load.force[i]);
      if constexpr (requires { load.torque[i]; }) connect(value[i].y, load.torque[i]);
    }
  }
};

TEST(SpaceForces, SignalsGiveForcesInTheWorldOrInTheBody) {
  const Vector3 value = Stage::given();
  expect_stage(Pushed<WorldForce>{}, [&](auto&, auto& body, auto& tip, Load&, Load& on_body) {
    on_body.push(body, tip.x, value);
  });
  expect_stage(Pushed<BodyForce>{}, [&](auto&, auto& body, auto& tip, Load&, Load& on_body) {
    on_body.push(body, tip.x, body.A * value);
  });
  expect_stage(Pushed<WorldTorque>{},
               [&](auto&, auto&, auto&, Load&, Load& on_body) { on_body.torque += value; });
  expect_stage(Pushed<BodyTorque>{}, [&](auto&, auto& body, auto&, Load&, Load& on_body) {
    on_body.torque += body.A * value;
  });
}

/// A load at the tip, in directions of a frame.
template <typename F>
struct Directed : Pushed<F> {
  FixedRotation third{this, "third"};
  explicit Directed(const std::string& resolve) {
    third.n = kAskew;
    third.angle = 1.1;
    this->load.resolveInFrame = resolve;
    this->connect(this->carrier.frame_a, third.frame_a);
    if (resolve == "frame_resolve") this->connect(third.frame_b, this->load.frame_resolve);
  }
};

TEST(SpaceForces, SignalsGiveForcesOnAFrameInAnyDirections) {
  const Vector3 value = Stage::given();
  for (const std::string resolve : {"world", "frame_b", "frame_resolve"}) {
    SCOPED_TRACE(resolve);
    const auto in_world = [&](const BodyMotion& carrier, const BodyMotion& body) {
      if (resolve == "world") return value;
      if (resolve == "frame_b") return Vector3(body.A * value);
      return Vector3(carrier.A * turned_about(kAskew, 1.1) * value);
    };
    const Loads push = [&](auto& carrier, auto& body, auto& tip, Load&, Load& on_body) {
      on_body.push(body, tip.x, in_world(carrier, body));
    };
    const Loads turn = [&](auto& carrier, auto& body, auto&, Load&, Load& on_body) {
      on_body.torque += in_world(carrier, body);
    };
    expect_stage(Directed<WorldForce>(resolve), push);
    expect_stage(Directed<WorldTorque>(resolve), turn);
    expect_stage(Directed<WorldForceAndTorque>(resolve),
                 [&](auto& carrier, auto& body, auto& tip, Load& on_carrier, Load& on_body) {
                   push(carrier, body, tip, on_carrier, on_body);
                   turn(carrier, body, tip, on_carrier, on_body);
                 });
  }
}

TEST(SpaceForces, AnOpenSignalIsZero) {
  struct Half : Stage {
    WorldForce force{this, "force"};
    Half() {
      connect(force.frame_b, tip.frame_b);
      connect(value[1].y, force.force[1]);
    }
  };
  expect_stage(Half{}, [&](auto&, auto& body, auto& tip, Load&, Load& on_body) {
    on_body.push(body, tip.x, Vector3(0, -2, 0));
  });
}

/// Between the carrier (or the tip of the body) and the tip (or the carrier).
template <typename F>
struct Linked : Stage {
  F load{this, "load"};
  FixedRotation third{this, "third"};
  Linked(bool reversed, const std::string& resolve) {
    third.n = kAskew;
    third.angle = 1.1;
    load.resolveInFrame = resolve;
    connect(carrier.frame_a, reversed ? load.frame_b : load.frame_a);
    connect(tip.frame_b, reversed ? load.frame_a : load.frame_b);
    connect(carrier.frame_a, third.frame_a);
    if (resolve == "frame_resolve") connect(third.frame_b, load.frame_resolve);
    for (std::size_t i = 0; i < 3; ++i) {
      if constexpr (requires { load.force[i]; }) connect(value[i].y, load.force[i]);
      if constexpr (requires { load.torque[i]; }) connect(value[i].y, load.torque[i]);
    }
  }
};

TEST(SpaceForces, SignalsGiveForcesBetweenFramesInAnyDirections) {
  const Vector3 value = Stage::given();
  for (const bool reversed : {false, true}) {
    for (const std::string resolve : {"world", "frame_a", "frame_b", "frame_resolve"}) {
      SCOPED_TRACE(fmt::format("{} {}", resolve, reversed));
      const auto in_world = [&](const BodyMotion& carrier, const BodyMotion& body) {
        if (resolve == "world") return value;
        if (resolve == "frame_resolve")
          return Vector3(carrier.A * turned_about(kAskew, 1.1) * value);
        const bool of_carrier = (resolve == "frame_a") != reversed;
        return Vector3((of_carrier ? carrier.A : body.A) * value);
      };
      // On frame_b, at its origin; frame_a bears it, with the moment of the distance.
      const Loads push = [&](auto& carrier, auto& body, auto& tip, Load& on_carrier,
                             Load& on_body) {
        const Vector3 force = in_world(carrier, body), at = reversed ? carrier.x : tip.x;
        (reversed ? on_carrier : on_body).push(reversed ? carrier : body, at, force);
        (reversed ? on_body : on_carrier).push(reversed ? body : carrier, at, -force);
      };
      const Loads turn = [&](auto& carrier, auto& body, auto&, Load& on_carrier, Load& on_body) {
        const Vector3 torque = in_world(carrier, body);
        (reversed ? on_carrier : on_body).torque += torque;
        (reversed ? on_body : on_carrier).torque -= torque;
      };
      expect_stage(Linked<Force>(reversed, resolve), push);
      expect_stage(Linked<Torque>(reversed, resolve), turn);
      expect_stage(Linked<ForceAndTorque>(reversed, resolve),
                   [&](auto& carrier, auto& body, auto& tip, Load& on_carrier, Load& on_body) {
                     push(carrier, body, tip, on_carrier, on_body);
                     turn(carrier, body, tip, on_carrier, on_body);
                   });
    }
  }
}

TEST(SpaceForces, DragSlowsDown) {
  struct Dragged : Stage {
    Drag drag{this, "drag"};
    Dragged() {
      drag.d = 0.5;
      drag.d2 = 0.25;
      drag.d_w = 0.3;
      connect(drag.frame_b, tip.frame_b);
    }
  };
  expect_stage(Dragged{}, [&](auto&, auto& body, auto& tip, Load&, Load& on_body) {
    on_body.push(body, tip.x, -(0.5 + 0.25 * tip.v.norm()) * tip.v);
    on_body.torque -= 0.3 * body.w;
  });
}

/// Velocity of the point of a body at a place.
Vector3 velocity_at(const BodyMotion& body, const Vector3& place) {
  return body.v + body.w.cross(place - body.x);
}

TEST(SpaceForces, DampingResistsAllRelativeMotion) {
  struct Damped : Stage {
    Damping damping{this, "damping"};
    explicit Damped(bool reversed) {
      damping.d = 2.0;
      damping.d_w = 0.4;
      connect(carrier.frame_a, reversed ? damping.frame_b : damping.frame_a);
      connect(tip.frame_b, reversed ? damping.frame_a : damping.frame_b);
    }
  };
  for (const bool reversed : {false, true}) {
    SCOPED_TRACE(reversed);
    expect_stage(Damped(reversed),
                 [&](auto& carrier, auto& body, auto& tip, Load& on_carrier, Load& on_body) {
                   const Vector3 at = reversed ? carrier.x : tip.x;
                   const Vector3 force = -2 * (velocity_at(body, at) - velocity_at(carrier, at));
                   const Vector3 torque = -0.4 * (body.w - carrier.w);
                   on_body.push(body, at, force);
                   on_carrier.push(carrier, at, -force);
                   on_body.torque += torque;
                   on_carrier.torque -= torque;
                 });
  }
}

TEST(SpaceForces, ABushingHoldsAndTurnsBack) {
  struct Held : Stage {
    Bushing bushing{this, "bushing"};
    Held() {
      bushing.c = Vector3(30, 20, 10);
      bushing.d = Vector3(1, 2, 0.5);
      bushing.c_w = Vector3(5, 4, 3);
      bushing.d_w = Vector3(0.2, 0.1, 0.3);
      bushing.r0 = Vector3(0.2, 0.1, 0.3);
      connect(carrier.frame_a, bushing.frame_a);
      connect(tip.frame_b, bushing.frame_b);
    }
  };
  expect_stage(Held{}, [&](auto& carrier, auto& body, auto& tip, Load& on_carrier, Load& on_body) {
    const Matrix3& A = carrier.A;
    const Vector3 r = A.transpose() * (tip.x - carrier.x);
    const Vector3 rate = A.transpose() * (tip.v - velocity_at(carrier, tip.x));
    const Vector3 force =
        A * Vector3(-Vector3(30, 20, 10).cwiseProduct(r - Vector3(0.2, 0.1, 0.3)) -
                    Vector3(1, 2, 0.5).cwiseProduct(rate));
    on_body.push(body, tip.x, force);
    on_carrier.push(carrier, tip.x, -force);
    // The potential 1/2 sum c_i sigma_i^2 of the sine of the rotation, along its axis. Its
    // torque by differences: turned a little about each axis of frame_a.
    const auto energy = [&](const Vector3& more) {
      const Eigen::AngleAxisd turn(
          Matrix3(turned_about(more.norm() > 0 ? more : Vector3(Vector3::UnitX()), more.norm()) *
                  A.transpose() * body.A));
      const Vector3 sigma = std::sin(turn.angle()) * turn.axis();
      return 0.5 * Vector3(5, 4, 3).dot(sigma.cwiseProduct(sigma));
    };
    Vector3 torque;
    const double h = 1e-3;
    for (int i = 0; i < 3; ++i) {
      const Vector3 u = h * Vector3::Unit(i);
      // Sixth order: an error of h^6.
      torque(i) = -(45 * (energy(u) - energy(-u)) - 9 * (energy(2 * u) - energy(-2 * u)) +
                    (energy(3 * u) - energy(-3 * u))) /
                  (60 * h);
    }
    torque -= Vector3(0.2, 0.1, 0.3).cwiseProduct(A.transpose() * (body.w - carrier.w));
    on_body.torque += A * torque;
    on_carrier.torque -= A * torque;
  });
}

TEST(SpaceForces, BetweenFreeBodiesConserveMomentum) {
  struct Pair : Weightless {
    Body a{this, "a"}, b{this, "b"};
    Force force{this, "force"};
    Torque torque{this, "torque"};
    Bushing bushing{this, "bushing"};
    SpringDamper spring{this, "spring"};
    signals::Constant two{this, "two"};
    Pair() {
      two.k = 2.0;
      a.m = 2.0;
      set_inertia(a, full_inertia());
      set_inertia(b, 2 * full_inertia());
      b.x.start(Vector3(1, 0.5, -0.3)).fixed();
      a.w.start(Vector3(1, -0.5, 0.3)).fixed();
      bushing.c = Vector3(3, 2, 1);
      bushing.c_w = Vector3(1, 2, 3);
      for (const auto& [from, to] :
           {std::pair{&force.frame_a, &force.frame_b}, std::pair{&torque.frame_a, &torque.frame_b},
            std::pair{&bushing.frame_a, &bushing.frame_b},
            std::pair{&spring.frame_a, &spring.frame_b}}) {
        connect(a.frame_a, *from);
        connect(*to, b.frame_a);
      }
      connect(two.y, force.force[1]);
      connect(two.y, torque.torque[2]);
    }
  };
  const Result result = audited(Pair{}, 1);
  const Vector3 va = vector_of(result, "a.v"), vb = vector_of(result, "b.v");
  expect_near(2 * va + vb, Vector3::Zero(), 1e-8);
  const Matrix3 A = axes_of(result, "a.frame_a"), B = axes_of(result, "b.frame_a");
  const Vector3 L = A * full_inertia() * vector_of(result, "a.w") +
                    B * 2 * full_inertia() * vector_of(result, "b.w") +
                    2 * vector_of(result, "a.x").cross(va) + vector_of(result, "b.x").cross(vb);
  expect_near(L, full_inertia() * Vector3(1, -0.5, 0.3), 1e-8);
}

}  // namespace
}  // namespace multibond::mechanics3d
