/// Linkages for the tests of assembly: each with its closed position, from which guesses deviate.
#pragma once

#include <cmath>
#include <random>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"
#include "multibond/simulate/simulation.h"
#include "multibond/simulate/simulator.h"

namespace multibond::test {

/// Guesses that deviate from the closed position by up to `error` of an angle, or of a radian.
class Guesses {
 public:
  explicit Guesses(double error, unsigned seed = 0) : error_(error), random_(seed) {}
  double operator()(double exact) {
    const double share = 2 * static_cast<double>(random_()) / 4294967295.0 - 1;
    return exact + error_ * share * std::max(std::abs(exact), 1.0);
  }

 private:
  double error_;
  std::mt19937 random_;
};

/// A joint, its coordinate in the closed position that is meant, and whether it is guessed.
struct JointPosition {
  std::string path;
  double value = 0;
  bool guessed = true;
};

/// How a linkage was assembled: whether it closed, and how far its joints are from the position
/// that was meant.
struct Assembled {
  bool closed = false;
  double farthest = 0;
  std::string said;  ///< if it did not close
};

/// Starts the model, with other guesses if there are any.
inline Assembled assembled(const std::shared_ptr<const CompiledModel>& model,
                           const std::vector<JointPosition>& exact, Guesses* guess = nullptr) {
  Assembled result;
  try {
    Simulator run(model);
    for (const JointPosition& joint : exact) {
      if (guess && joint.guessed) run.set(joint.path + ".start", (*guess)(joint.value));
    }
    run.initialize();
    result.closed = true;
    for (const JointPosition& joint : exact) {
      result.farthest = std::max(result.farthest, std::abs(run.get(joint.path) - joint.value));
    }
  } catch (const Error& error) {
    result.said = error.what();
  }
  return result;
}

/// The same of a model that may not even compile.
template <typename Linkage>
Assembled assembled(Linkage& linkage) {
  try {
    return assembled(compile_model(linkage), linkage.exact);
  } catch (const Error& error) {
    return {false, 0, error.what()};
  }
}

/// A ring of hinges in space: at these points, about these axes, in its closed position; there each
/// hinge has an angle other than 0. The last is held by the ground.
struct Ring : Model {
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed end{this, "end"};
  ComponentArray<mechanics3d::Revolute> hinge{this, "hinge"};
  ComponentArray<mechanics3d::FixedTranslation> link{this, "link"};
  ComponentArray<mechanics3d::Body> body{this, "body"};
  std::vector<JointPosition> exact;

  /// Hinges from `unguessed` on have no guess.
  Ring(const std::vector<Vector3>& points, const std::vector<Vector3>& axes, Guesses guess,
       std::size_t unguessed = 1000) {
    const std::size_t n = points.size();
    hinge.resize(n);
    link.resize(n - 1);
    body.resize(n - 1);
    world.gravityType = "none";
    end.r = points.back() - points.front();
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = 0.4 + 0.3 * std::sin(2.0 * static_cast<double>(i));
      hinge[i].n = axes[i];
      hinge[i].phi_offset = -angle;
      exact.push_back({hinge[i].path() + ".phi", angle, i < unguessed});
      const double start = guess(angle);
      if (i < unguessed) hinge[i].phi.start(start);
      if (i == 0) {
        connect(world.frame_b, hinge[i].frame_a);
      } else {
        connect(link[i - 1].frame_b, hinge[i].frame_a);
      }
      if (i + 1 == n) break;
      link[i].r = points[i + 1] - points[i];
      connect(hinge[i].frame_b, link[i].frame_a);
      connect(hinge[i].frame_b, body[i].frame_a);
    }
    connect(hinge[n - 1].frame_b, end.frame_b);
  }
};

/// Points and axes of a ring that is given by lengths and twists, at these angles.
struct Chain {
  std::vector<Vector3> points, axes;
  Chain(const std::vector<double>& a, const std::vector<double>& alpha,
        const std::vector<double>& theta) {
    Matrix3 R = Matrix3::Identity();
    Vector3 p = Vector3::Zero();
    for (std::size_t i = 0; i < a.size(); ++i) {
      points.push_back(p);
      axes.push_back(R.col(2));
      R = R * Eigen::AngleAxisd(theta[i], Vector3::UnitZ()).toRotationMatrix();
      p += R.col(0) * a[i];
      R = R * Eigen::AngleAxisd(alpha[i], Vector3::UnitX()).toRotationMatrix();
    }
  }
};

/// Four hinges, opposite links alike, sines of the twists as the lengths.
inline Chain bennett() {
  const double alpha = 1.0, beta = std::asin(0.7 * std::sin(alpha)), theta = 1.1;
  const double other = 2 * std::atan(std::sin((beta + alpha) / 2) / std::sin((beta - alpha) / 2) /
                                     std::tan(theta / 2));
  return Chain({1, 0.7, 1, 0.7}, {alpha, beta, alpha, beta}, {theta, other, -theta, -other});
}

/// The mixer of Schatz.
inline Chain schatz() {
  Chain chain({}, {}, {});
  const Vector3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1), d = Vector3(1, 0, -1).normalized();
  chain.points = {0 * x, 0 * x, x, x + y, x + y + z, x + y + z};
  chain.axes = {d, y, z, x, y, d};
  return chain;
}

/// Seven hinges anywhere.
inline Chain seven(unsigned seed) {
  Chain chain({}, {}, {});
  Guesses any(1, seed);
  for (int i = 0; i < 7; ++i) {
    chain.points.push_back(Vector3(any(0), any(0), any(0)));
    chain.axes.push_back(Vector3(any(0), any(0), any(0)).normalized());
  }
  return chain;
}

/// A four-bar linkage in the plane whose last joint has no guess.
struct PlaneFourBar : Model {
  planar::World world{this, "world"};
  planar::Fixed pin{this, "pin"};
  planar::Revolute a{this, "a"}, b{this, "b"}, c{this, "c"}, d{this, "d"};
  planar::Body crank{this, "crank"}, coupler{this, "coupler"}, rocker{this, "rocker"};
  std::vector<JointPosition> exact;
  explicit PlaneFourBar(Guesses guess) {
    world.gravityType = "none";
    // Corners of the closed position.
    const Vector2 A(0, 0), B(0.3, 0.5), C(1.1, 0.9), D(1.2, -0.1);
    pin.r = D;
    const auto bar = [](planar::Body& body, double length) {
      body.r_ports = Vector2(length, 0);
      body.r_CM = Vector2(length / 2, 0);
    };
    const auto angle = [](const Vector2& v) { return std::atan2(v[1], v[0]); };
    bar(crank, (B - A).norm());
    bar(coupler, (C - B).norm());
    bar(rocker, (D - C).norm());
    exact = {{"a.phi", angle(B - A)},
             {"b.phi", angle(C - B) - angle(B - A)},
             {"c.phi", angle(D - C) - angle(C - B)}};
    a.phi.start(guess(exact[0].value));
    b.phi.start(guess(exact[1].value));
    c.phi.start(guess(exact[2].value));
    connect(world.frame_b, a.frame_a);
    connect(a.frame_b, crank.frame_a);
    connect(crank.port(0), b.frame_a);
    connect(b.frame_b, coupler.frame_a);
    connect(coupler.port(0), c.frame_a);
    connect(c.frame_b, rocker.frame_a);
    connect(rocker.port(0), d.frame_a);
    connect(d.frame_b, pin.frame_b);
  }
};

/// Peaucellier's straight-line linkage: seven bars, ten hinges, three loops. The hinges that close
/// them have no guess.
struct Peaucellier : Model {
  planar::World world{this, "world"};
  planar::Fixed O{this, "O"}, A{this, "A"};
  planar::Revolute o1{this, "o1"}, o2{this, "o2"}, a{this, "a"}, c1{this, "c1"}, c2{this, "c2"},
      d1{this, "d1"}, d2{this, "d2"}, p1{this, "p1"}, p2{this, "p2"}, q{this, "q"};
  planar::Body OC{this, "OC"}, OD{this, "OD"}, CP{this, "CP"}, PD{this, "PD"}, DQ{this, "DQ"},
      QC{this, "QC"}, AP{this, "AP"};
  std::vector<JointPosition> exact;
  double Q_x = 0;  ///< of the point that moves on a straight line

  explicit Peaucellier(Guesses guess, bool fixed = true)
      : Peaucellier([guess](double angle) mutable { return guess(angle); }, fixed) {}
  /// The angle of the crank is exact, and fixed or wished; the others are guessed.
  Peaucellier(const std::function<double(double)>& guess, bool fixed) {
    const double L = 2, s = 1, k = 0.8, crank = 0.4;
    world.gravityType = "none";
    A.r = Vector2(k, 0);
    const Vector2 P = Vector2(k, 0) + k * Vector2(std::cos(crank), std::sin(crank));
    const double rho = P.norm(), phi = std::atan2(P[1], P[0]);
    const double g = std::acos((L * L + rho * rho - s * s) / (2 * L * rho));
    const Vector2 C = L * Vector2(std::cos(phi + g), std::sin(phi + g)),
                  D = L * Vector2(std::cos(phi - g), std::sin(phi - g));
    const Vector2 Q = P * ((L * L - s * s) / (rho * rho));
    Q_x = Q[0];
    const auto angle = [](const Vector2& d) { return std::atan2(d[1], d[0]); };
    const auto bar = [&](planar::Body& body, double length) {
      body.r_ports = Vector2(length, 0);
      body.r_CM = Vector2(length / 2, 0);
    };
    bar(OC, L);
    bar(OD, L);
    bar(AP, k);
    for (planar::Body* body : {&CP, &PD, &DQ, &QC}) bar(*body, s);
    const auto start = [&](planar::Revolute& joint, double value) {
      exact.push_back({joint.path() + ".phi", value});
      joint.phi.start(guess(value));
    };
    a.phi.start(crank).fixed(fixed);
    a.w.start(-0.3).fixed();
    start(o1, angle(C));
    start(o2, angle(D));
    start(c1, angle(P - C) - angle(C));
    start(c2, angle(Q - C) - angle(C));
    start(d1, angle(P - D) - angle(D));
    start(d2, angle(Q - D) - angle(D));
    const auto hinge = [&](planar::Frame& from, planar::Revolute& joint, planar::Frame& to) {
      connect(from, joint.frame_a);
      connect(joint.frame_b, to);
    };
    hinge(O.frame_b, o1, OC.frame_a);
    hinge(O.frame_b, o2, OD.frame_a);
    hinge(A.frame_b, a, AP.frame_a);
    hinge(OC.port(0), c1, CP.frame_a);
    hinge(OC.port(0), c2, QC.frame_a);
    hinge(OD.port(0), d1, PD.frame_a);
    hinge(OD.port(0), d2, DQ.frame_a);
    hinge(CP.port(0), p1, AP.port(0));
    hinge(PD.port(0), p2, AP.port(0));
    hinge(QC.port(0), q, DQ.port(0));
  }
};

/// A platform on six legs: two hinges across each other, slider, spherical joint.
struct Stewart : Model {
  mechanics3d::World world{this, "world"};
  ComponentArray<mechanics3d::Fixed> foot{this, "foot"};
  ComponentArray<mechanics3d::Revolute> first{this, "first"}, second{this, "second"};
  ComponentArray<mechanics3d::Prismatic> leg{this, "leg"};
  ComponentArray<mechanics3d::Body> rod{this, "rod"};
  ComponentArray<mechanics3d::Spherical> head{this, "head"};
  ComponentArray<mechanics3d::FixedTranslation> arm{this, "arm"};
  mechanics3d::Body platform{this, "platform"};
  std::vector<JointPosition> exact;

  explicit Stewart(Guesses guess) {
    world.gravityType = "none";
    for (auto* part : {&first, &second}) part->resize(6);
    foot.resize(6);
    leg.resize(6);
    rod.resize(6);
    head.resize(6);
    arm.resize(6);
    const Vector3 center(0, 0, 1);
    for (std::size_t i = 0; i < 6; ++i) {
      const double k = static_cast<double>(i), low = 1.047 * k + (i % 2 ? 0.3 : -0.3),
                   high = 1.047 * k + (i % 2 ? -0.3 : 0.3);
      const Vector3 base(std::cos(low), std::sin(low), 0);
      const Vector3 top = center + 0.6 * Vector3(std::cos(high), std::sin(high), 0);
      const Vector3 along = (top - base).normalized(), x = along.unitOrthogonal();
      foot[i].r = base;
      for (mechanics3d::Revolute* hinge : {&first[i], &second[i]}) {
        const double angle = 0.3 + 0.05 * k;
        hinge->n = hinge == &first[i] ? x : Vector3(along.cross(x));
        hinge->phi_offset = -angle;
        hinge->phi.start(guess(angle));
        exact.push_back({hinge->path() + ".phi", angle});
      }
      leg[i].n = along;
      leg[i].s.start(guess((top - base).norm()));
      exact.push_back({leg[i].path() + ".s", (top - base).norm()});
      arm[i].r = top - center;
      connect(foot[i].frame_b, first[i].frame_a);
      connect(first[i].frame_b, second[i].frame_a);
      connect(second[i].frame_b, leg[i].frame_a);
      connect(leg[i].frame_b, rod[i].frame_a);
      connect(leg[i].frame_b, head[i].frame_a);
      connect(head[i].frame_b, arm[i].frame_b);
      connect(arm[i].frame_a, platform.frame_a);
    }
  }
};

/// A chain of equal links in the plane between two points, all joints guessed to be straight.
struct HangingChain : Model {
  planar::World world{this, "world"};
  planar::Fixed pin{this, "pin"};
  ComponentArray<planar::Revolute> joint{this, "joint"};
  ComponentArray<planar::Body> link{this, "link"};
  HangingChain(std::size_t n, double length, double distance) {
    joint.resize(n + 1);
    link.resize(n);
    pin.r = Vector2(distance, 0);
    connect(world.frame_b, joint[0].frame_a);
    for (std::size_t i = 0; i < n; ++i) {
      link[i].r_ports = Vector2(length / static_cast<double>(n), 0);
      joint[i].phi.start(0.0);
      connect(joint[i].frame_b, link[i].frame_a);
      connect(link[i].port(0), joint[i + 1].frame_a);
    }
    connect(joint[n].frame_b, pin.frame_b);
  }
};

}  // namespace multibond::test
