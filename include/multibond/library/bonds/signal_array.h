/// SignalArray and Modulation: the signals of an element, as many as its cardinality asks for.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

struct Shape {
  int rows = 1, columns = 1;
};

/// Vector or matrix of signals, called name if there is one, else name[1], … or name[1][2], ….
///
/// A signal exists as soon as it is asked for, so that constructors can connect it; give the
/// element its n before. The element makes the others in its build().
class SignalArray {
 public:
  SignalArray(Element* owner, std::string_view name, std::function<Shape()> shape)
      : owner_(owner), name_(name), shape_(std::move(shape)) {}

  /// Counted from 0.
  signals::Signal& operator()(int row, int column = 0);
  /// Makes the signals that nobody has asked for.
  void build();
  ExprMatrix expr() const;  ///< once built
  Shape shape() const { return shape_(); }

 protected:
  bool empty() const { return signals_.empty(); }
  const std::string& name() const { return name_; }
  Element& owner() const { return *owner_; }

 private:
  std::string signal_name(int row, int column) const;
  void check(int row, int column) const;

  Element* owner_;
  std::string name_;
  std::function<Shape()> shape_;
  std::map<std::pair<int, int>, signals::Signal*> signals_;
};

/// What modulates an element: signals, or an expression in their place.
///
///     connect(sensor.y(0), transformer.M(0));
///     transformer.M.set([&] { return ExprMatrix{{cos(phi), -sin(phi)}, {sin(phi), cos(phi)}}; });
class Modulation : public SignalArray {
 public:
  using SignalArray::SignalArray;
  /// The expression is asked for when equations are stated: all variables exist by then.
  void set(std::function<ExprMatrix()> law);
  /// Of scalar elements.
  void set(const Expr& expression);
  void build();
  ExprMatrix expr() const;

 private:
  std::function<ExprMatrix()> law_;
};

}  // namespace multibond::bonds
