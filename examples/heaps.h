/// Many contacts at once: things that rest on each other, and spheres in a box.
///
/// All sizes are parameters, so that cost and precision can be looked at as numbers grow.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"

namespace multibond::examples {

/// A wall of bricks without mortar, in the plane: it stands, and nothing creeps.
///
///     [==] [====] [====] [==]        rows of whole bricks, and between them rows with half
///     [====] [====] [====]           bricks at their ends; 1 mm between the bricks of a row
///     -----------------------
///
/// Each brick has four contacts with those below it: for r rows of c bricks, 4 c (r - 1) + 2 c. All
/// but three per brick are redundant.
class BrickWall final : public Model {
 public:
  Parameter<int> rows{this, "rows", 6, "1", "rows of bricks", Check::positive};
  Parameter<int> columns{this, "columns", 5, "1", "whole bricks in a row", Check::positive};
  Parameter<double> mu{this, "mu", 0.6, "1", "friction", Check::non_negative};
  planar::World world{this, "world"};
  ComponentArray<planar::Body> brick{this, "brick"};
  ComponentArray<planar::PolygonCollider> shape{this, "shape"};
  planar::FloorCollider floor{this, "floor"};

  void build() override {
    const double length = 0.24, height = 0.07, joint = 1e-3, density = 20;  // kg/m2
    const int c = columns.value();
    const auto bricks_of = [&](int row) { return row % 2 == 0 ? c : c + 1; };
    std::size_t count = 0;
    for (int row = 0; row < rows.value(); ++row) count += static_cast<std::size_t>(bricks_of(row));
    brick.resize(count);
    shape.resize(count);
    floor.mu = mu;
    world.bodyDiameter = height / 5;
    connect(world.frame_b, floor.frame_a);
    std::size_t i = 0;
    for (int row = 0; row < rows.value(); ++row) {
      for (int k = 0; k < bricks_of(row); ++k, ++i) {
        const bool shifted = row % 2 != 0, half = shifted && (k == 0 || k == c);
        const double width = half ? (length - joint) / 2 : length;
        double x = (length + joint) * k + (shifted ? 0 : length / 2 + joint / 2);
        if (half) x += (k == 0 ? 1 : -1) * (length + joint) / 4;
        MatrixX corners(2, 4);
        corners << -width, width, width, -width, -height, -height, height, height;
        shape[i].corners = MatrixX(corners / 2);
        // No two that touch have the same.
        constexpr const char* kColours[] = {"#b8664a", "#d08a6c", "#a3563d"};
        shape[i].picture.colour = kColours[(2 * k + (shifted ? 0 : 1)) % 3];
        shape[i].mu = mu;
        const double mass = density * width * height;
        brick[i].m = mass;
        brick[i].J = mass * (width * width + height * height) / 12;
        brick[i].x.start(x).fixed();
        brick[i].y.start((row + 0.5) * height).fixed();
        brick[i].phi.start(0.0).fixed();
        brick[i].vx.start(0.0).fixed();
        brick[i].vy.start(0.0).fixed();
        brick[i].w.start(0.0).fixed();
        connect(brick[i].frame_a, shape[i].frame_a);
      }
    }
  }
};

/// Marbles at rest in a box: n x n of them cover its floor, each further layer lies in the hollows
/// of the one below.
///
///       O           the top one has four contacts below,
///      O O          and those of one layer just touch
///     |O O O|
///     +-----+
class MarbleBox final : public Model {
 public:
  Parameter<int> n{this, "n", 4, "1", "marbles along a side of the box", Check::positive};
  Parameter<double> mu{this, "mu", 0.5, "1", "friction", Check::non_negative};
  mechanics3d::World world{this, "world"};
  ComponentArray<mechanics3d::Body> marble{this, "marble"};
  ComponentArray<mechanics3d::SphereCollider> sphere{this, "sphere"};
  ComponentArray<mechanics3d::Fixed> place{this, "place"};
  ComponentArray<mechanics3d::FloorCollider> side{this, "side"};

  void build() override {
    const double r = 0.01, m = 0.01;
    const int across = n.value();
    world.nominalLength = 2 * r;
    place.resize(5);
    side.resize(5);
    const double width = 2 * r * across;
    const Vector3 corner[] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {width, 0, 0}, {0, 0, width}};
    const Vector3 normal[] = {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {-1, 0, 0}, {0, 0, -1}};
    for (std::size_t k = 0; k < 5; ++k) {
      place[k].r = corner[k];
      side[k].n = normal[k];
      side[k].mu = mu;
      connect(place[k].frame_b, side[k].frame_a);
    }
    std::size_t count = 0;
    for (int layer = across; layer > 0; --layer) count += static_cast<std::size_t>(layer * layer);
    marble.resize(count);
    sphere.resize(count);
    std::size_t i = 0;
    for (int layer = 0; layer < across; ++layer) {
      for (int a = 0; a < across - layer; ++a) {
        for (int b = 0; b < across - layer; ++b, ++i) {
          auto& body = marble[i];
          body.m = m;
          for (auto* moment : {&body.I_11, &body.I_22, &body.I_33}) *moment = 0.4 * m * r * r;
          body.x
              .start({r * (1 + layer + 2 * a), r * (1 + std::numbers::sqrt2 * layer),
                      r * (1 + layer + 2 * b)})
              .fixed();
          body.v.start({0.0, 0.0, 0.0}).fixed();
          body.w.start({0.0, 0.0, 0.0}).fixed();
          body.orientation.fixed = true;
          sphere[i].radius = r;
          sphere[i].mu = mu;
          connect(body.frame_a, sphere[i].frame_a);
        }
      }
    }
  }
};

/// A chain of n links that lies on a fixed drum, over 160 degrees of it: friction holds it.
///
///        .-o-o-o-.
///      o           o        a pin of radius r at each joint and at both ends, on a drum of
///     o    drum     o       radius R
///
/// One mechanism with n + 1 contacts, all closed. Its tangential forces are redundant: what one
/// contact does not hold the links pass on to the next.
class ChainOnDrum final : public Model {
 public:
  Parameter<int> n{this, "n", 10, "1", "links", Check::positive};
  Parameter<double> mu{this, "mu", 0.5, "1", "friction", Check::non_negative};
  planar::World world{this, "world"};
  ComponentArray<planar::Body> link{this, "link"};
  ComponentArray<planar::Revolute> joint{this, "joint"};
  ComponentArray<planar::DiscCollider> pin{this, "pin"};
  planar::DiscCollider drum{this, "drum"};

  void build() override {
    const double R = 1, r = 0.005, mass = 0.05;
    const int links = n.value();
    const double turn = 160 * std::numbers::pi / 180 / links;
    const double length = 2 * (R + r) * std::sin(turn / 2);
    const double first = std::numbers::pi / 2 + turn * links / 2;
    drum.radius = R;
    drum.mu = mu;
    drum.group = "drum";
    drum.picture.colour = "#8ba6c459";  // the links are seen through it
    connect(world.frame_b, drum.frame_a);
    link.resize(static_cast<std::size_t>(links));
    joint.resize(static_cast<std::size_t>(links - 1));
    pin.resize(static_cast<std::size_t>(links + 1));
    for (std::size_t k = 0; k < link.size(); ++k) {
      link[k].m = mass;
      link[k].J = mass * length * length / 12;
      link[k].r_CM = Vector2(length / 2, 0);
      link[k].r_ports = Vector2(length, 0);
      connect(link[k].frame_a, pin[k].frame_a);
      if (k == 0) continue;
      connect(link[k - 1].port(0), joint[k - 1].frame_a);
      connect(joint[k - 1].frame_b, link[k].frame_a);
      joint[k - 1].phi.start(-turn).fixed();
      joint[k - 1].w.start(0.0).fixed();
    }
    connect(link[link.size() - 1].port(0), pin[link.size()].frame_a);
    for (std::size_t k = 0; k < pin.size(); ++k) {
      pin[k].radius = r;
      pin[k].mu = mu;
      pin[k].group = "chain";
    }
    link[0].x.start((R + r) * std::cos(first)).fixed();
    link[0].y.start((R + r) * std::sin(first)).fixed();
    link[0].phi.start(first - turn / 2 - std::numbers::pi / 2).fixed();
    link[0].vx.start(0.0).fixed();
    link[0].vy.start(0.0).fixed();
    link[0].w.start(0.0).fixed();
  }
};

/// Free spheres in a closed box: n^3 of them on a grid, with velocities that look like chance.
///
/// Without gravity and with e = 1 a gas: they collide for ever, and energy stays. With gravity they
/// fall onto each other and come to rest: `multibond simulate SphereBox --solver moreau`.
class SphereBox final : public Model {
 public:
  Parameter<int> n{this, "n", 5, "1", "spheres along an edge of the grid", Check::positive};
  Parameter<double> spacing{this, "spacing", 0.3, "m", "of the grid", Check::positive};
  Parameter<double> speed{this, "speed", 1.0, "m/s", "largest at the start", Check::non_negative};
  Parameter<double> e{this, "e", 1.0, "1", "restitution"};
  Parameter<double> mu{this, "mu", 0.0, "1", "friction", Check::non_negative};
  mechanics3d::World world{this, "world"};
  ComponentArray<mechanics3d::Body> body{this, "body"};
  ComponentArray<mechanics3d::SphereCollider> sphere{this, "sphere"};
  ComponentArray<mechanics3d::Fixed> place{this, "place"};
  ComponentArray<mechanics3d::FloorCollider> side{this, "side"};

  SphereBox() { world.gravityType = "none"; }

  void build() override {
    const double r = 0.1, m = 1;
    const int edge = n.value();
    const double width = spacing.value() * edge;
    place.resize(6);
    side.resize(6);
    for (std::size_t k = 0; k < 6; ++k) {
      Vector3 normal = Vector3::Zero(), corner = Vector3::Zero();
      normal[static_cast<Eigen::Index>(k % 3)] = k < 3 ? 1 : -1;
      if (k >= 3) corner[static_cast<Eigen::Index>(k % 3)] = width;
      place[k].r = corner;
      side[k].n = normal;
      side[k].e = e;
      side[k].mu = mu;
      connect(place[k].frame_b, side[k].frame_a);
    }
    const auto count = static_cast<std::size_t>(edge) * static_cast<std::size_t>(edge * edge);
    body.resize(count);
    sphere.resize(count);
    std::uint64_t seed = 777;
    const auto chance = [&] {  // in (-1, 1)
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      return static_cast<double>(seed >> 11) / 4503599627370496.0 - 1.0;
    };
    const double free = 0.4 * (spacing.value() - 2 * r);
    for (std::size_t i = 0; i < count; ++i) {
      const auto at = [&](std::size_t cell) {
        return (static_cast<double>(cell) + 0.5) * spacing.value() + free * chance();
      };
      const auto side_count = static_cast<std::size_t>(edge);
      const double x = at(i % side_count), y = at(i / (side_count * side_count)),
                   z = at(i / side_count % side_count);
      const double vx = chance(), vy = chance(), vz = chance();
      body[i].m = m;
      for (auto* moment : {&body[i].I_11, &body[i].I_22, &body[i].I_33}) *moment = 0.4 * m * r * r;
      body[i].x.start({x, y, z}).fixed();
      body[i].v.start({speed * vx, speed * vy, speed * vz}).fixed();
      body[i].w.start({0.0, 0.0, 0.0}).fixed();
      body[i].orientation.fixed = true;
      sphere[i].radius = r;
      sphere[i].e = e;
      sphere[i].mu = mu;
      connect(body[i].frame_a, sphere[i].frame_a);
    }
  }
};

}  // namespace multibond::examples
