/// Bond graphs of many shapes, to be drawn.
#pragma once

#include <string>
#include <vector>

#include "multibond/library/bonds/attachment.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"

namespace multibond::bonds {

/// Se --> 1 --> R, C.
struct RcCircuit : Model {
  Se source{this, "source"};
  J1 loop{this, "loop"};
  R r{this, "r"};
  C c{this, "c"};
  RcCircuit() : RcCircuit(nullptr, "") {}
  RcCircuit(Component* owner, std::string_view name) : Model(owner, name) {
    r.R = VectorX::Constant(1, 30.0);
    c.C = VectorX::Constant(1, 2e-6);
    bond(*this, source, loop);
    bond(*this, loop, r);
    bond(*this, loop, c);
  }
};

/// The electric circuit of Zimmer's figure 2.5: every node a 0-junction, every branch a 1-junction,
/// and the ground a source of zero effort. Simplified it is figure 2.6.
struct CircuitWithGround : Model {
  Se U0{this, "U0"}, ground{this, "ground"};
  I L{this, "L"};
  R R1{this, "R1"}, R2{this, "R2"};
  C C1{this, "C1"};
  J0 v1{this, "v1"}, v2{this, "v2"}, v0{this, "v0"};
  J1 i0{this, "i0"}, iL{this, "iL"}, i1{this, "i1"}, i2{this, "i2"}, iC{this, "iC"};
  CircuitWithGround() : CircuitWithGround(nullptr, "") {}
  CircuitWithGround(Component* owner, std::string_view name) : Model(owner, name) {
    ground.e0 = VectorX::Zero(1);
    U0.e0 = VectorX::Constant(1, 10.0);
    R1.R = VectorX::Constant(1, 100.0);
    R2.R = VectorX::Constant(1, 20.0);
    bond(*this, U0, i0);
    bond(*this, i0, v1);
    bond(*this, v0, i0);
    branch(v1, iL, L, v0);
    branch(v1, i1, R1, v2);
    branch(v2, iC, C1, v0);
    branch(v2, i2, R2, v0);
    bond(*this, ground, v0);
  }

 private:
  void branch(J0& from, J1& current, Element& element, J0& to) {
    bond(*this, from, current);
    bond(*this, current, element);
    bond(*this, current, to);
  }
};

/// Two bodies in the plane joined by a spring and damper: multibonds of cardinality 3.
struct MultibondNetwork : Model {
  Defaults defaults{this, "defaults"};
  Se gravity{this, "gravity"};
  I body1{this, "body1"}, body2{this, "body2"};
  J1 v1{this, "v1"}, v2{this, "v2"}, relative{this, "relative"};
  J0 force{this, "force"};
  C spring{this, "spring"};
  R damper{this, "damper"};
  MultibondNetwork() : MultibondNetwork(nullptr, "") {}
  MultibondNetwork(Component* owner, std::string_view name) : Model(owner, name) {
    defaults.n = 3;
    gravity.e0 = Eigen::Vector3d(0, -9.81, 0);
    body1.I = Eigen::Vector3d(2, 2, 0.1);
    bond(*this, gravity, v1);
    bond(*this, v1, body1);
    bond(*this, v1, force);
    bond(*this, force, relative);
    bond(*this, relative, spring);
    bond(*this, relative, damper);
    bond(*this, force, v2);
    bond(*this, v2, body2);
  }
};

/// A resistor with a capacitor behind it, and interfaces on both sides.
struct Cell : Component {
  BondPort in{this, "in", 1}, out{this, "out", 1};
  J1 through{this, "through"};
  R r{this, "r"};
  J0 node{this, "node"};
  C c{this, "c"};
  Cell(Component* owner, std::string_view name) : Component(owner, name) {
    bond(*this, in, through);
    bond(*this, through, r);
    bond(*this, through, node);
    bond(*this, node, c);
    bond(*this, node, out);
  }
};

/// Two cells, one of them inside a box of its own.
struct Nested : Model {
  struct Pair : Component {
    BondPort in{this, "in", 1}, out{this, "out", 1};
    Cell first{this, "first"}, second{this, "second"};
    Pair(Component* owner, std::string_view name) : Component(owner, name) {
      bond(*this, in, first.in);
      bond(*this, first.out, second.in);
      bond(*this, second.out, out);
    }
  };
  Se source{this, "source"};
  Pair pair{this, "pair"};
  Cell cell{this, "cell"};
  R load{this, "load"};
  Nested() : Nested(nullptr, "") {}
  Nested(Component* owner, std::string_view name) : Model(owner, name) {
    bond(*this, source, pair.in);
    bond(*this, pair.out, cell.in);
    bond(*this, cell.out, load);
  }
};

/// n cells of R and C in a row.
struct Ladder : Model {
  explicit Ladder(int n) {
    Se& source = create<Se>("source");
    Element* last = &source;
    for (int i = 1; i <= n; ++i) {
      const std::string k = "[" + std::to_string(i) + "]";
      J1& loop = create<J1>("loop" + k);
      J0& node = create<J0>("node" + k);
      bond(*this, *last, loop);
      bond(*this, loop, create<R>("r" + k));
      bond(*this, loop, node);
      bond(*this, node, create<C>("c" + k));
      last = &node;
    }
  }
};

/// 0-junctions in a rectangle, with a 1-junction and a resistor between neighbours.
struct Grid : Model {
  Grid(int rows, int columns) {
    std::vector<J0*> nodes;
    for (int i = 0; i < rows * columns; ++i) {
      nodes.push_back(&create<J0>("node" + std::to_string(i)));
      bond(*this, *nodes.back(), create<C>("c" + std::to_string(i)));
    }
    const auto join = [&](int a, int b) {
      const std::string k = std::to_string(a) + "_" + std::to_string(b);
      J1& branch = create<J1>("branch" + k);
      bond(*this, *nodes[static_cast<std::size_t>(a)], branch);
      bond(*this, branch, create<R>("r" + k));
      bond(*this, branch, *nodes[static_cast<std::size_t>(b)]);
    };
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        if (j + 1 < columns) join(i * columns + j, i * columns + j + 1);
        if (i + 1 < rows) join(i * columns + j, (i + 1) * columns + j);
      }
    }
  }
};

/// Junctions in a circle, with a bond to each other twice.
struct Tangle : Model {
  Se source{this, "source"};
  J0 a{this, "a"}, b{this, "b"};
  J1 c{this, "c"}, d{this, "d"};
  R r1{this, "r1"}, r2{this, "r2"}, r3{this, "r3"}, r4{this, "r4"};
  C c1{this, "c1"};
  Tangle() : Tangle(nullptr, "") {}
  Tangle(Component* owner, std::string_view name) : Model(owner, name) {
    bond(*this, source, a);
    bond(*this, a, c);
    bond(*this, a, d);
    bond(*this, c, b);
    bond(*this, d, b);
    bond(*this, b, d);
    bond(*this, b, a);
    for (Element* leaf :
         {static_cast<Element*>(&r1), static_cast<Element*>(&r2), static_cast<Element*>(&r3),
          static_cast<Element*>(&r4), static_cast<Element*>(&c1)}) {
      bond(*this, a, *leaf);
    }
  }
};

}  // namespace multibond::bonds
