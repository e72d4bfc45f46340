/// Small parts for the tests of model/: a line of frames, a plain node, and messages as text.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "multibond/model/component.h"
#include "multibond/model/port.h"
#include "multibond/model/system.h"

namespace multibond::sample {

/// What an action reports to the user; "no error" if it succeeds.
template <typename Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// Terms of a plain sum in alphabetical order: nobody promises the order of the operands.
inline std::string ordered_terms(const std::string& side) {
  if (side.find_first_of("-*/(") != std::string::npos) return side;
  std::vector<std::string> terms;
  for (std::size_t begin = 0;;) {
    const std::size_t end = side.find(" + ", begin);
    terms.push_back(side.substr(begin, end - begin));
    if (end == std::string::npos) break;
    begin = end + 3;
  }
  std::sort(terms.begin(), terms.end());
  std::string result = terms[0];
  for (std::size_t i = 1; i < terms.size(); ++i) result += " + " + terms[i];
  return result;
}

inline std::vector<std::string> equation_texts(const System& system) {
  std::vector<std::string> texts;
  for (const SystemEquation& equation : system.equations) {
    const std::string text = system.text(equation);
    const std::size_t sign = text.find(" = ");
    texts.push_back(ordered_terms(text.substr(0, sign)) + " = " +
                    ordered_terms(text.substr(sign + 3)));
  }
  return texts;
}

/// Unknowns less equations: 0 for a complete model.
inline int missing_equations(const System& system) {
  int unknowns = 0;
  for (const SystemVariable& v : system.variables) {
    if (!is_given(v.kind)) ++unknowns;
  }
  for (const SystemMode& mode : system.modes) unknowns -= static_cast<int>(mode.then.size());
  return unknowns - static_cast<int>(system.equations.size());
}

inline const SystemVariable& variable(const System& system, const std::string& path) {
  for (const SystemVariable& v : system.variables) {
    if (v.path == path) return v;
  }
  throw std::out_of_range(path);
}

inline const SystemParameter& parameter(const System& system, const std::string& path) {
  for (const SystemParameter& p : system.parameters) {
    if (p.path == path) return p;
  }
  throw std::out_of_range(path);
}

/// Node with one potential and one flow.
class Node final : public Port {
 public:
  using Port::Port;
  Variable e{this, "e", "V"};
  Flow f{this, "f", "A"};
  std::string kind_name() const override { return "node"; }
};

/// Another kind of node.
class Pipe final : public Port {
 public:
  using Port::Port;
  Variable p{this, "p", "Pa"};
  Flow q{this, "q", "m3/s"};
  std::string kind_name() const override { return "pipe"; }
};

/// Two nodes and nothing between them.
class Element : public Component {
 public:
  using Component::Component;
  Node a{this, "a"}, b{this, "b"};
  Parameter<double> m{this, "m", 2.0, "kg", "mass", Check::positive};
};

/// Frame on a line: one overdetermined position.
class Frame final : public Port {
 public:
  using Port::Port;
  Variable x{this, "x"};
  Flow f{this, "f"};
  std::string kind_name() const override { return "frame"; }
  bool overdetermined() const override { return true; }
  std::size_t cut_size() const override { return 1; }
  LoopCut cut(const Port& other, const std::vector<Expr>& reactions) const override {
    return {{x - dynamic_cast<const Frame&>(other).x}, {reactions[0]}, {-reactions[0]}};
  }
};

/// A root.
class World final : public Component {
 public:
  World(Component* owner, std::string_view name) : Component(owner, name) { root(frame); }
  Frame frame{this, "frame"};
  bool is_origin = false;
  void equations() override {
    is_origin = is_root(frame);
    position_equation(frame.x, 0.0);
  }
};

/// A potential root.
class Body final : public Component {
 public:
  Body(Component* owner, std::string_view name, int priority = 0) : Component(owner, name) {
    potential_root(frame, priority);
  }
  Frame frame{this, "frame"};
  Variable s{this, "s"};
  bool is_origin = false;
  void equations() override {
    is_origin = is_root(frame);
    position_equation(frame.x, s);
    equation(der(der(s)), frame.f);
  }
};

/// A branch.
class Link final : public Component {
 public:
  Link(Component* owner, std::string_view name) : Component(owner, name) { branch(a, b); }
  Frame a{this, "a"}, b{this, "b"};
  bool from_a = false, from_b = false;
  void equations() override {
    from_a = is_rooted(a);
    from_b = is_rooted(b);
    position_equation(b.x, a.x + 1.0);
    equation(a.f + b.f, 0.0);
  }
};

}  // namespace multibond::sample
