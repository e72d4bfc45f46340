/// Id: the number of one kind of thing, which cannot be taken for the number of another.
///
/// A variable, a parameter, a branch and a place in some list are all small numbers, and a function
/// that is given the wrong one does something, only not what was meant. An Id is made of a number
/// on purpose only, and gives it back by name: `variables[id.index()]`.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace multibond {

template <typename Tag>
class Id {
 public:
  constexpr Id() = default;
  template <typename Integer>
  requires std::is_integral_v<Integer>
  constexpr explicit Id(Integer index) : index_(static_cast<std::uint32_t>(index)) {}

  constexpr std::uint32_t index() const { return index_; }
  constexpr auto operator<=>(const Id&) const = default;

 private:
  std::uint32_t index_ = 0;
};

/// A variable of the flattened model, by its place in System::variables and in the description.
using VariableId = Id<struct VariableTag>;
/// A parameter of the flattened model, likewise.
using ParameterId = Id<struct ParameterTag>;
/// An `either` of the flattened model, by its place in System::modes and in a ModeSet.
using ModeId = Id<struct ModeTag>;
/// A relation of the flattened model. Each mode has a list of its own of the conditions that matter
/// in it; the relation is the same in all.
using RelationId = Id<struct RelationTag>;

static_assert(sizeof(VariableId) == sizeof(std::uint32_t) &&
              std::is_trivially_copyable_v<VariableId>);

}  // namespace multibond

template <typename Tag>
struct std::hash<multibond::Id<Tag>> {
  std::size_t operator()(const multibond::Id<Tag>& id) const noexcept { return id.index(); }
};
