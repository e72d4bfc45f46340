/// Random bond graphs: a tree of junctions, maybe with rings, of one-ports, transformers, gyrators.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "analyze/causality_elements.h"
#include "multibond/library/bonds/fields.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"

namespace multibond::bonds::test {

/// Makes elements with random values, so that nothing cancels by chance.
class RandomParts : public Model {
 public:
  /// What is joined to what, to look at when a test fails.
  const std::string& description() const { return description_; }

 protected:
  explicit RandomParts(unsigned seed) : random_(seed) {}

  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  double value() { return std::uniform_real_distribution<double>(0.5, 3)(random_); }
  VectorX values(int size) {
    VectorX list(size);
    for (double& x : list) x = value();
    return list;
  }

  template <class T, class... Arguments>
  T& make(const std::string& code, int size, const Arguments&... arguments) {
    T& element = create<T>(code + "_" + std::to_string(++elements_), arguments...);
    element.n = size;
    return element;
  }

  void join(Element& tail, End tail_end, Element& head, End head_end) {
    bond(*this, tail_end, head_end);
    description_ += tail.name() + " -> " + head.name() + ", ";
  }

  void attach(Element& junction, Element& part) {
    if (pick(3) > 0) {
      join(junction, junction, part, part);
    } else {
      join(part, part, junction, junction);
    }
  }

  Element& junction(int size) {
    if (pick(2) == 0) return make<J0>("0", size);
    return make<J1>("1", size);
  }

  Element& one_port(int size) {
    const int kind = pick(12);
    if (kind < 4) {
      R& r = make<R>("R", size);
      r.R = values(size);
      return r;
    }
    if (kind < 7) {
      C& c = make<C>("C", size);
      c.C = values(size);
      return c;
    }
    if (kind < 10) {
      I& i = make<I>("I", size);
      i.I = values(size);
      return i;
    }
    if (kind < 11) {
      Se& source = make<Se>("Se", size);
      source.e0 = values(size);
      return source;
    }
    Sf& source = make<Sf>("Sf", size);
    source.f0 = values(size);
    return source;
  }

 private:
  std::mt19937 random_;
  int elements_ = 0;
  std::string description_;
};

/// A tree of junctions, and rings; a bond that closes a ring goes through a transformer or gyrator.
class RandomGraph : public RandomParts {
 public:
  RandomGraph(unsigned seed, int rings) : RandomParts(seed), size_(1 + pick(3)) {
    const int count = 1 + pick(5);
    for (int i = 0; i < count; ++i) add_junction();
    for (int i = 0; i < rings; ++i) close_ring();
    for (Element* junction : junctions_) {
      const int parts = (count == 1 ? 2 : 1) + pick(2);
      for (int i = 0; i < parts; ++i) attach(*junction, one_port(size_));
    }
  }

 private:
  Element& any_junction() {
    return *junctions_[static_cast<std::size_t>(pick(static_cast<int>(junctions_.size())))];
  }

  void add_junction() {
    Element& added = junction(size_);
    if (!junctions_.empty()) {
      Element& other = any_junction();
      if (pick(10) < 4) {
        attach(other, added);
      } else {
        join_by_two_port(other, added);
      }
    }
    junctions_.push_back(&added);
  }

  void join_by_two_port(Element& a, Element& b) {
    TwoPort* part = nullptr;
    if (pick(3) == 0) {
      part = &make<Gyrator>("GY", size_);
    } else {
      part = &make<Transformer>("TF", size_);
    }
    part->m = value();
    join(a, a, *part, part->a);
    join(*part, part->b, b, b);
  }

  void close_ring() {
    Element &a = any_junction(), &b = any_junction();
    if (&a != &b) join_by_two_port(a, b);
  }

  int size_;
  std::vector<Element*> junctions_;
};

/// Two junctions of different sizes joined by a matrix, some of whose entries are zero.
class RandomMatrixGraph : public RandomParts {
 public:
  explicit RandomMatrixGraph(unsigned seed) : RandomParts(seed) {
    using Kind = CausalRule::Kind;
    const Kind kinds[] = {Kind::flow_matrix, Kind::effort_matrix, Kind::gyrator_matrix,
                          Kind::gyrator_inverse_matrix};
    MatrixX matrix(1 + pick(3), 1 + pick(3));
    for (double& entry : matrix.reshaped()) entry = pick(3) == 0 ? 0.0 : value();
    auto& part = make<MatrixPart>("M", 0, kinds[pick(4)], matrix);
    add_side(part, part.a, static_cast<int>(matrix.cols()));
    add_side(part, part.b, static_cast<int>(matrix.rows()));
  }

 private:
  void add_side(Element& part, BondPort& port, int size) {
    Element& side = junction(size);
    join(part, port, side, side);
    const int parts = 1 + pick(2);
    for (int i = 0; i < parts; ++i) attach(side, one_port(size));
  }
};

/// Junctions of several components with fields, the matrices of which may be singular.
class RandomFieldGraph : public RandomParts {
 public:
  explicit RandomFieldGraph(unsigned seed) : RandomParts(seed), size_(2 + pick(2)) {
    Element& first = junction(size_);
    attach(first, field());
    attach(first, one_port(size_));
    if (pick(2) == 0) return;
    Element& second = junction(size_);
    auto& part = make<Transformer>("TF", size_);
    part.m = value();
    join(first, first, part, part.a);
    join(part, part.b, second, second);
    attach(second, pick(2) == 0 ? field() : one_port(size_));
  }

 private:
  Element& field() {
    MatrixX factor(size_, 1 + pick(size_));
    for (double& entry : factor.reshaped()) entry = (pick(4) - 1) * value();
    const MatrixX matrix = factor * factor.transpose();
    if (pick(2) == 0) {
      IF& inertia = make<IF>("IF", size_);
      inertia.I = matrix;
      return inertia;
    }
    CF& capacitance = make<CF>("CF", size_);
    capacitance.C = matrix;
    return capacitance;
  }
  int size_;
};

}  // namespace multibond::bonds::test
