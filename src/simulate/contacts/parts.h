/// Parts: what a model falls apart into as long as nothing touches.
///
/// States belong to one part if one of them enters the derivative of the other, or both the place
/// of a shape, a power or an invariant: a free body is a part, and so is a mechanism, and what
/// springs join is one. A shape that no state moves is a part without states. Nothing but time,
/// parameters and discrete values is common to parts, so that each can be at a time of its own.
///
/// The functions of a part are slices of those of the model (program/slice.h). Parts that are alike
/// share them: a thousand spheres have one code, and a thousand points at which it is run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "multibond/compile/compiled_model.h"
#include "multibond/program/runner.h"
#include "multibond/program/slice.h"

namespace multibond {

class CompiledDynamics;

/// An invariant that states itself and its gradient: by the states of a part.
struct PartInvariant {
  std::vector<std::uint32_t> states;
  std::size_t output = 0;
};

/// The functions that alike parts share. Inputs are the time, the states, the efforts of contact,
/// and whatever else is read; those of a directional derivative are followed by seeds.
class PartKind {
 public:
  /// Numbers of outputs of the program, in this order.
  struct Sizes {
    std::size_t states = 0, pivots = 0, places = 0, coordinates = 0, declared = 0, powers = 0;
    std::size_t first_place() const { return states + pivots; }
    std::size_t first_declared() const { return first_place() + places + coordinates; }
  };
  PartKind(const Program& program, const Sizes& sizes, Backend backend);

  std::size_t states() const { return sizes_.states; }
  std::size_t coordinates() const { return sizes_.coordinates; }
  std::size_t pivots() const { return sizes_.pivots; }
  std::size_t places() const { return sizes_.places; }
  std::size_t powers() const { return sizes_.powers; }
  const std::size_t inputs;

  Runner derivatives;  ///< and the watched pivots behind them, by their usual sizes
  Runner geometry;     ///< places of the shapes, then rates of the coordinates
  Runner declared;     ///< invariants and their gradients
  Runner powers_run;
  Runner column;   ///< change of the derivatives by efforts
  Runner answers;  ///< change of the rates by a change of the states

 private:
  Sizes sizes_;
};

struct Part {
  PartKind* kind = nullptr;
  std::vector<std::uint32_t> states, colliders, coordinates, powers;  ///< by number in the model
  std::vector<PartInvariant> invariants;
  std::vector<std::uint32_t> inputs;  ///< slots in the model
  std::vector<double> point;          ///< values of the inputs, and room for seeds
};

class Parts {
 public:
  /// The parts of a mode that has no constraints or solvers; none if it has, or if fewer than so
  /// many parts with shapes move.
  static std::optional<Parts> of(CompiledDynamics& dynamics, std::size_t fewest);

  std::vector<Part> list;
  std::vector<std::uint32_t> of_collider;  ///< the part of each
  std::size_t kinds() const { return kinds_.size(); }

  /// Whether they are slices of the functions that the dynamics use now.
  bool serve(const CompiledDynamics& dynamics) const;
  /// Discrete values and parameters are those of the dynamics from now on.
  void read(const CompiledDynamics& dynamics);
  /// Place of a coordinate of contact in its part.
  std::uint32_t local(std::size_t coordinate) const { return local_[coordinate]; }
  std::uint32_t of_coordinate(std::size_t coordinate) const { return part_of_[coordinate]; }

 private:
  std::shared_ptr<const Functions> functions_;
  std::vector<std::unique_ptr<PartKind>> kinds_;
  std::vector<std::uint32_t> local_, part_of_;  ///< of coordinates
};

}  // namespace multibond
