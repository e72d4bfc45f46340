#include "parts.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "multibond/program/connections.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

constexpr std::uint32_t kNone = ~0u;

/// Some outputs of a program, with all of its inputs.
Program some_outputs(const Program& program, std::size_t first, std::size_t count) {
  std::vector<std::uint32_t> inputs(program.inputs), outputs(count);
  std::iota(inputs.begin(), inputs.end(), 0u);
  std::iota(outputs.begin(), outputs.end(), static_cast<std::uint32_t>(first));
  return Slicer(program).slice(outputs, inputs).program;
}

std::vector<std::uint32_t> numbers(std::size_t first, std::size_t count) {
  std::vector<std::uint32_t> list(count);
  std::iota(list.begin(), list.end(), static_cast<std::uint32_t>(first));
  return list;
}

/// All that tells kinds apart, in a row.
std::vector<std::uint64_t> signature(const Program& program, const PartKind::Sizes& sizes) {
  std::vector<std::uint64_t> words{
      program.inputs,    sizes.states,   sizes.pivots, sizes.places,
      sizes.coordinates, sizes.declared, sizes.powers, program.constants.size()};
  for (const double constant : program.constants) {
    words.push_back(std::bit_cast<std::uint64_t>(constant));
  }
  for (const Instruction& instruction : program.instructions) {
    words.push_back(static_cast<std::uint64_t>(instruction.code) << 32 | instruction.a);
    words.push_back(static_cast<std::uint64_t>(instruction.b) << 32 | instruction.c);
  }
  words.insert(words.end(), program.outputs.begin(), program.outputs.end());
  return words;
}

}  // namespace

PartKind::PartKind(const Program& program, const Sizes& sizes, Backend backend)
    : inputs(program.inputs),
      derivatives(some_outputs(program, 0, sizes.states + sizes.pivots), backend),
      geometry(some_outputs(program, sizes.first_place(), sizes.places + sizes.coordinates),
               backend),
      declared(some_outputs(program, sizes.first_declared(), sizes.declared), backend),
      powers_run(some_outputs(program, sizes.first_declared() + sizes.declared, sizes.powers),
                 backend),
      column(tangent(some_outputs(program, 0, sizes.states),
                     numbers(1 + sizes.states, sizes.coordinates)),
             backend),
      answers(tangent(some_outputs(program, sizes.first_place() + sizes.places, sizes.coordinates),
                      numbers(1, sizes.states)),
              backend),
      sizes_(sizes) {}

std::optional<Parts> Parts::of(CompiledDynamics& dynamics, std::size_t fewest) {
  const CompiledMode& mode = dynamics.mode();
  const Functions& functions = dynamics.functions();
  const ContactsDescription& contacts = mode.contacts;
  if (mode.invariants.constraints || functions.ranks > 0) return std::nullopt;

  // One program of all functions: derivatives, invariants, powers, places and rates.
  std::vector<VariableLeaf> leaves;
  for (const ColliderDescription& collider : contacts.colliders) {
    leaves.insert(leaves.end(), collider.place.begin(), collider.place.end());
  }
  for (const ContactCoordinate& coordinate : contacts.coordinates) {
    leaves.push_back(coordinate.rate);
  }
  // The derivatives of the states without their smallest pivot, which would connect all.
  const Program program = functions.program(
      {FunctionKind::jacobian, FunctionKind::declared, FunctionKind::powers, FunctionKind::pivots},
      leaves);
  if (!program.calls.empty()) return std::nullopt;
  const std::size_t n = mode.states.size(), m = contacts.coordinates.size();
  const std::size_t first_power = n + mode.invariants.declared_outputs;
  std::vector<std::uint32_t> integrated;
  for (std::uint32_t k = 0; k < mode.powers.size(); ++k) {
    if (mode.powers[k].integrated()) integrated.push_back(k);
  }
  const std::size_t first_pivot = first_power + integrated.size();
  const std::size_t pivots = functions.pivot_parts.size(), first_place = first_pivot + pivots;
  const std::size_t first_rate = program.outputs.size() - m;

  const auto state = [&](std::size_t i) {
    return static_cast<std::uint32_t>(mode.layout.states + i);
  };
  const auto effort = [&](std::size_t c) {
    return static_cast<std::uint32_t>(mode.layout.discretes + contacts.coordinates[c].effort);
  };
  std::vector<std::uint32_t> varying;
  for (std::size_t i = 0; i < n; ++i) varying.push_back(state(i));
  for (std::size_t c = 0; c < m; ++c) varying.push_back(effort(c));
  Connections connections(program, varying);
  for (std::size_t i = 0; i < n; ++i) connections.join(state(i), program.outputs[i]);
  for (const InvariantsDescription::Declared& declared : mode.invariants.declared) {
    for (std::size_t k = 0; k <= declared.states.size(); ++k) {
      connections.join(state(declared.states.front()), program.outputs[n + declared.output + k]);
    }
    for (const std::uint32_t i : declared.states) {
      connections.join(state(declared.states.front()), state(i));
    }
  }

  // What belongs to a collider; those of fixed ones have nothing that varies but efforts.
  std::vector<std::vector<std::uint32_t>> values(contacts.colliders.size());
  std::size_t place = first_place;
  std::vector<std::size_t> place_of(contacts.colliders.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    const ColliderDescription& collider = contacts.colliders[k];
    place_of[k] = place;
    for (std::size_t j = 0; j < collider.place.size(); ++j) {
      values[k].push_back(program.outputs[place++]);
    }
    for (std::size_t c = collider.coordinate; c < collider.coordinate + (collider.planar() ? 3 : 6);
         ++c) {
      values[k].push_back(program.outputs[first_rate + c]);
      values[k].push_back(effort(c));
    }
    std::erase_if(values[k], [&](std::uint32_t value) { return !connections.varies(value); });
    for (const std::uint32_t value : values[k]) connections.join(values[k].front(), value);
  }

  Parts parts;
  parts.functions_ = dynamics.shared_functions();
  std::map<std::size_t, std::uint32_t> number;  // of the part, by its set
  const auto part = [&](std::size_t set) -> Part& {
    const auto [known, added] =
        number.try_emplace(set, static_cast<std::uint32_t>(parts.list.size()));
    if (added) parts.list.emplace_back();
    return parts.list[known->second];
  };
  std::vector<std::uint32_t> local_state(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::uint32_t>& states = part(connections.find(state(i))).states;
    local_state[i] = static_cast<std::uint32_t>(states.size());
    states.push_back(static_cast<std::uint32_t>(i));
  }
  parts.local_.assign(m, kNone);
  parts.part_of_.assign(m, kNone);
  for (std::uint32_t k = 0; k < values.size(); ++k) {
    // A collider whose values do not vary is alone.
    const std::size_t set =
        values[k].empty() ? program.values() + k : connections.find(values[k].front());
    Part& own = part(set);
    parts.of_collider.push_back(number[set]);
    own.colliders.push_back(k);
    const ColliderDescription& collider = contacts.colliders[k];
    for (std::size_t c = collider.coordinate; c < collider.coordinate + (collider.planar() ? 3 : 6);
         ++c) {
      if (parts.local_[c] != kNone) continue;
      parts.local_[c] = static_cast<std::uint32_t>(own.coordinates.size());
      parts.part_of_[c] = number[set];
      own.coordinates.push_back(static_cast<std::uint32_t>(c));
    }
  }
  const auto moving = std::count_if(parts.list.begin(), parts.list.end(), [](const Part& part) {
    return !part.states.empty() && !part.colliders.empty();
  });
  if (static_cast<std::size_t>(moving) < fewest) return std::nullopt;
  std::vector<std::vector<std::size_t>> declared_of(parts.list.size());
  for (std::size_t d = 0; d < mode.invariants.declared.size(); ++d) {
    const auto first = mode.invariants.declared[d].states.front();
    declared_of[number[connections.find(state(first))]].push_back(d);
  }
  for (std::uint32_t k = 0; k < integrated.size(); ++k) {
    const std::uint32_t value = program.outputs[first_power + k];
    if (value >= program.first_constant() && value < program.first_result() &&
        program.constants[value - program.first_constant()] == 0) {
      continue;  // no power at all
    }
    // What does not vary has a part all the same: somebody must integrate it.
    const auto known =
        connections.varies(value) ? number.find(connections.find(value)) : number.begin();
    if (known == number.end()) return std::nullopt;
    parts.list[known->second].powers.push_back(k);
  }

  std::vector<std::vector<std::uint32_t>> pivots_of(parts.list.size());
  for (std::size_t k = 0; k < pivots; ++k) {
    const auto output = static_cast<std::uint32_t>(first_pivot + k);
    if (!connections.varies(program.outputs[output])) continue;
    const auto known = number.find(connections.find(program.outputs[output]));
    if (known == number.end()) return std::nullopt;
    pivots_of[known->second].push_back(output);
  }

  // Slices, and who shares them.
  Slicer slicer(program);
  std::map<std::vector<std::uint64_t>, PartKind*> kinds;
  for (std::size_t p = 0; p < parts.list.size(); ++p) {
    Part& own = parts.list[p];
    PartKind::Sizes sizes;
    std::vector<std::uint32_t> outputs, inputs{static_cast<std::uint32_t>(mode.layout.time)};
    for (const std::uint32_t i : own.states) {
      outputs.push_back(i);
      inputs.push_back(state(i));
    }
    outputs.insert(outputs.end(), pivots_of[p].begin(), pivots_of[p].end());
    for (const std::uint32_t k : own.colliders) {
      for (std::size_t j = 0; j < contacts.colliders[k].place.size(); ++j) {
        outputs.push_back(static_cast<std::uint32_t>(place_of[k] + j));
        ++sizes.places;
      }
    }
    for (const std::uint32_t c : own.coordinates) {
      outputs.push_back(static_cast<std::uint32_t>(first_rate + c));
      inputs.push_back(effort(c));
    }
    for (const std::size_t d : declared_of[p]) {
      const InvariantsDescription::Declared& declared = mode.invariants.declared[d];
      PartInvariant& invariant = own.invariants.emplace_back();
      invariant.output = sizes.declared;
      for (const std::uint32_t i : declared.states) invariant.states.push_back(local_state[i]);
      for (std::size_t k = 0; k <= declared.states.size(); ++k) {
        outputs.push_back(static_cast<std::uint32_t>(n + declared.output + k));
        ++sizes.declared;
      }
    }
    for (const std::uint32_t k : own.powers) {
      outputs.push_back(static_cast<std::uint32_t>(first_power + k));
    }
    sizes.states = own.states.size();
    sizes.coordinates = own.coordinates.size();
    sizes.powers = own.powers.size();
    sizes.pivots = pivots_of[p].size();
    Slice slice = slicer.slice(outputs, inputs);
    PartKind*& kind = kinds[signature(slice.program, sizes)];
    if (!kind) {
      parts.kinds_.push_back(std::make_unique<PartKind>(slice.program, sizes, functions.backend()));
      kind = parts.kinds_.back().get();
    }
    own.kind = kind;
    own.inputs = std::move(slice.inputs);
    own.point.resize(own.inputs.size() + std::max(sizes.first_place(), sizes.coordinates));
  }
  return parts;
}

bool Parts::serve(const CompiledDynamics& dynamics) const {
  return functions_.get() == &dynamics.functions();
}

void Parts::read(const CompiledDynamics& dynamics) {
  const std::vector<double>& inputs = dynamics.inputs();
  for (Part& part : list) {
    for (std::size_t k = 1 + part.states.size() + part.coordinates.size(); k < part.inputs.size();
         ++k) {
      part.point[k] = inputs[part.inputs[k]];
    }
  }
}

}  // namespace multibond
