/// Port: where a component meets others.
///
/// A port is a small component that has variables and no equations. Its plain variables are
/// potentials, equal when connected; its `Flow` variables sum to zero, counted positive into the
/// component. Two ports can be connected if they are of the same type: of one kind, with the same
/// variables. Which C++ class they are does not matter.
///
/// A port with an *overdetermined* part (the position and orientation of a frame) also says how two
/// of them are equal with as few equations as there are degrees of freedom; that form closes the
/// kinematic loops (design section 4).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "multibond/model/component.h"

namespace multibond {

/// A connection that closes a loop: residual(i) = 0 is enforced by reaction i, which enters the
/// flow sums on both sides.
struct LoopCut {
  std::vector<Expr> residuals;
  /// contribution[k]: what the reactions add to the flow sum of flow variable k, in the order in
  /// which the port declares its flows, on side a and on side b.
  std::vector<Expr> contribution_a, contribution_b;
  /// How many of the residuals, the last ones, are angles [rad] near the closed position; the
  /// others are lengths [m].
  std::size_t angles = 0;
  /// Of two frames in space, whose three angles are the skew part of the rotation between them: the
  /// trace of that rotation. The skew part vanishes after half a turn too; the trace is 3 where the
  /// frames coincide, and -1 there. Empty if the angles are angles wherever the frames are.
  std::vector<Expr> trace = {};
};

/// What ports of one kind have in common, as data.
struct PortType {
  struct Member {
    std::string name;  ///< from the port, "v"
    std::string unit = {};
    std::string description = {};
    bool flow = false;
  };
  std::string kind;  ///< what people call such a port: "electrical pin"
  std::vector<Member> variables;
};

/// Whether ports of the types can be connected: the kind, and names and flows of the variables, in
/// order, are the same. Units are compared with the equations of the connection.
bool connectable(const PortType& a, const PortType& b);

class Port : public Component {
 public:
  Port(Component* owner, std::string_view name);

  /// What people call such a port: "electrical pin".
  virtual std::string kind_name() const = 0;
  /// Its kind and variables, parts of the port included; all of them once the model is elaborated.
  PortType type() const;
  virtual bool overdetermined() const { return false; }
  /// Number of independent equations between two overdetermined ports.
  virtual std::size_t cut_size() const { return 0; }
  /// The equality of this port and `other` for a cut, with `reactions` resolved in this port.
  virtual LoopCut cut(const Port& other, const std::vector<Expr>& reactions) const;
  virtual std::vector<std::string> reaction_names() const { return {}; }
};

/// A port made of its type, for models that are not written in C++. It has no overdetermined part.
class TypedPort final : public Port {
 public:
  TypedPort(Component* owner, std::string_view name, const PortType& type);
  std::string kind_name() const override { return kind_; }

 private:
  std::string kind_;
  std::vector<std::unique_ptr<Variable>> variables_;
};

}  // namespace multibond
