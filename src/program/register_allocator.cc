#include "register_allocator.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "multibond/symbolic/operations.h"
#include "register_file.h"

namespace multibond::detail {
namespace {

class Allocator {
 public:
  Allocator(const MachineProgram& machine, int registers);
  AllocatedProgram run();

 private:
  using Operands = std::array<std::uint32_t, 4>;

  void allocate(const MachineInstruction& instruction);
  AllocatedInstruction binary(const MachineInstruction& instruction);
  AllocatedInstruction unary(const MachineInstruction& instruction);
  AllocatedInstruction multiply_add(const MachineInstruction& instruction);
  AllocatedInstruction selection(const MachineInstruction& instruction);
  void group(const MachineInstruction& instruction);
  void define(std::uint32_t value, std::uint8_t result);
  void copy_remaining_outputs();

  RegisterSet bit(std::uint32_t value) const {
    return file_.in_register(value) ? RegisterSet{1} << file_.register_of(value) : 0;
  }
  /// The register of a value, or kInMemory.
  std::uint8_t source(std::uint32_t value) const {
    return file_.in_register(value) ? file_.register_of(value) : kInMemory;
  }
  void release_dying(const Operands& operands, int count) {
    for (int k = 0; k < count; ++k) {
      if (file_.dies(operands[static_cast<std::size_t>(k)])) {
        file_.release(operands[static_cast<std::size_t>(k)]);
      }
    }
  }

  const MachineProgram& machine_;
  AllocatedProgram out_;
  NextUses uses_;
  RegisterFile file_;
  std::vector<std::uint32_t> output_start_, output_list_;  ///< per value, its outputs
  std::vector<bool> written_;                              ///< per output
};

Allocator::Allocator(const MachineProgram& machine, int registers)
    : machine_(machine), uses_(machine), file_(machine, uses_.take_first(), registers, out_) {
  const std::vector<std::uint32_t>& outputs = machine.program->outputs;
  output_start_.assign(machine.values + 1, 0);
  for (const std::uint32_t value : outputs) ++output_start_[value + 1];
  for (std::uint32_t v = 0; v < machine.values; ++v) output_start_[v + 1] += output_start_[v];
  output_list_.resize(outputs.size());
  std::vector<std::uint32_t> fill(output_start_.begin(), output_start_.end() - 1);
  for (std::uint32_t i = 0; i < outputs.size(); ++i) output_list_[fill[outputs[i]]++] = i;
  written_.assign(outputs.size(), false);
  out_.code.reserve(machine.code.size() + machine.code.size() / 2 + outputs.size());
}

AllocatedProgram Allocator::run() {
  for (const MachineInstruction& instruction : machine_.code) {
    if (instruction.code == MachineCode::group) {
      group(instruction);
    } else {
      allocate(instruction);
    }
    file_.end_instruction();
  }
  copy_remaining_outputs();
  return std::move(out_);
}

void Allocator::allocate(const MachineInstruction& instruction) {
  for_each_operand(machine_, instruction,
                   [&](std::uint32_t value) { file_.set_next_use(value, uses_.pop()); });
  AllocatedInstruction allocated{instruction.code};
  switch (instruction.code) {
    case MachineCode::multiply_add:
    case MachineCode::multiply_subtract:
    case MachineCode::negative_multiply:
      allocated = multiply_add(instruction);
      break;
    case MachineCode::select:
    case MachineCode::select_less:
    case MachineCode::select_less_equal:
    case MachineCode::select_equal:
      allocated = selection(instruction);
      break;
    default:
      allocated = operand_count(instruction.code) == 1 ? unary(instruction) : binary(instruction);
  }
  out_.code.push_back(allocated);
  define(instruction.result, allocated.result);
}

bool is_commutative(MachineCode code) {
  return code == MachineCode::add || code == MachineCode::mul ||
         (code >= MachineCode::less && code <= MachineCode::equal);
}

MachineCode exchanged(MachineCode code) {
  if (code == MachineCode::less) return MachineCode::greater;
  if (code == MachineCode::less_equal) return MachineCode::greater_equal;
  return code;
}

AllocatedInstruction Allocator::binary(const MachineInstruction& instruction) {
  AllocatedInstruction allocated{instruction.code};
  std::uint32_t a = instruction.operands[0], b = instruction.operands[1];
  if (is_commutative(instruction.code) && !file_.in_register(a) &&
      (file_.in_register(b) || file_.next_use(b) < file_.next_use(a))) {
    std::swap(a, b);
    allocated.code = exchanged(instruction.code);
  }
  const bool only_registers =
      instruction.code == MachineCode::bit_and || instruction.code == MachineCode::bit_or;
  allocated.sources[0] = file_.require(a, bit(a) | bit(b));
  if (only_registers || (!file_.in_register(b) && file_.worth_loading(b, bit(a)))) {
    file_.require(b, bit(a) | bit(b));
  }
  allocated.sources[1] = source(b);
  if (allocated.sources[1] == kInMemory) allocated.memory = file_.home(b);
  // The result may take the register of an operand: operands are read before it is written.
  release_dying({a, b}, 2);
  allocated.result = file_.allocate(0);
  return allocated;
}

AllocatedInstruction Allocator::unary(const MachineInstruction& instruction) {
  AllocatedInstruction allocated{instruction.code};
  const std::uint32_t a = instruction.operands[0];
  const bool from_memory =
      instruction.code == MachineCode::sqrt || instruction.code == MachineCode::floor;
  if (!file_.in_register(a) && (!from_memory || file_.worth_loading(a, 0))) file_.require(a, 0);
  allocated.sources[0] = source(a);
  if (allocated.sources[0] == kInMemory) allocated.memory = file_.home(a);
  release_dying({a}, 1);
  allocated.result = file_.allocate(0);
  return allocated;
}

// x86 multiply-add overwrites one of its three operands, and one other may be in memory. The
// overwritten one should be a value that dies here; else one that is loaded from memory for this;
// else a copy.
AllocatedInstruction Allocator::multiply_add(const MachineInstruction& instruction) {
  AllocatedInstruction allocated{instruction.code};
  Operands v = instruction.operands;
  const auto locked = [&] { return bit(v[0]) | bit(v[1]) | bit(v[2]); };
  const auto occurs_twice = [&](std::size_t k) {
    return v[k] == v[(k + 1) % 3] || v[k] == v[(k + 2) % 3];
  };
  for (std::size_t k = 0; k < 3; ++k) {
    if (file_.in_register(v[k])) continue;
    if (occurs_twice(k) || file_.worth_loading(v[k], locked())) file_.require(v[k], locked());
  }

  // Which operand is overwritten.
  std::size_t overwritten = 3;
  std::size_t in_memory = 3;  // the operand used from memory, later
  for (const std::size_t k : {2u, 0u, 1u}) {
    if (file_.in_register(v[k]) && file_.dies(v[k])) overwritten = k;
  }
  std::uint8_t result = kNoRegister;
  if (overwritten != 3) {
    result = file_.register_of(v[overwritten]);
  } else {
    for (const std::size_t k : {0u, 1u, 2u}) {
      if (!file_.in_register(v[k])) overwritten = k;
    }
    const bool load = overwritten != 3;
    if (!load) overwritten = 2;
    const std::uint8_t from = source(v[overwritten]);
    result = file_.allocate(locked());
    out_.code.push_back({load ? MachineCode::load : MachineCode::move,
                         result,
                         {from},
                         {},
                         load ? file_.home(v[overwritten]) : Place{}});
    out_.loads += load;
  }

  // Of the other two at most one stays in memory.
  const RegisterSet result_bit = RegisterSet{1} << result;
  std::array<std::uint8_t, 3> place{};
  for (std::size_t k = 0; k < 3; ++k) {
    if (k == overwritten) continue;
    if (!file_.in_register(v[k])) {
      if (in_memory == 3) {
        in_memory = k;
      } else {
        file_.require(v[k], locked() | result_bit);
      }
    }
    place[k] = source(v[k]);
  }
  place[overwritten] = result;

  if (in_memory != 3) allocated.memory = file_.home(v[in_memory]);

  // The form, with the operand in memory as the last source; factors may be exchanged.
  if (overwritten == 1) {
    std::swap(place[0], place[1]);
    if (in_memory == 0) in_memory = 1;
    overwritten = 0;
  }
  if (overwritten == 2) {
    allocated.form = MultiplyAddForm::form231;
    if (in_memory == 0) std::swap(place[0], place[1]);
    allocated.sources = {place[0], place[1]};
  } else if (in_memory == 1) {
    allocated.form = MultiplyAddForm::form132;
    allocated.sources = {place[2], place[1]};
  } else {
    allocated.form = MultiplyAddForm::form213;
    allocated.sources = {place[1], place[2]};
  }
  allocated.result = result;
  release_dying(v, 3);
  return allocated;
}

// mask = condition; result = mask ? b : c. The mask is computed in the result register.
AllocatedInstruction Allocator::selection(const MachineInstruction& instruction) {
  AllocatedInstruction allocated{instruction.code};
  const Operands& v = instruction.operands;
  const bool plain = instruction.code == MachineCode::select;
  const std::uint32_t x = v[0], y = plain ? v[0] : v[1];
  const std::uint32_t b = plain ? v[1] : v[2], c = plain ? v[2] : v[3];
  const auto locked = [&] { return bit(x) | bit(y) | bit(b) | bit(c); };
  const std::uint8_t b_at = file_.require(b, locked()), c_at = file_.require(c, locked());
  const std::uint8_t x_at = file_.require(x, locked());
  const std::uint8_t y_at = source(y);
  if (y_at == kInMemory) allocated.memory = file_.home(y);
  allocated.sources = plain ? std::array<std::uint8_t, 4>{x_at, b_at, c_at, 0}
                            : std::array<std::uint8_t, 4>{x_at, y_at, b_at, c_at};
  const RegisterSet kept = bit(b) | bit(c);
  release_dying(v, plain ? 3 : 4);
  allocated.result = file_.allocate(kept);
  return allocated;
}

void Allocator::group(const MachineInstruction& instruction) {
  file_.flush();
  AllocatedInstruction allocated{MachineCode::group};
  allocated.group = instruction.operands[0];
  allocated.memory.index = static_cast<std::uint32_t>(out_.group_places.size());
  const CallGroup& group = machine_.groups[allocated.group];
  const auto argument = [&](std::uint32_t value) {
    file_.set_next_use(value, uses_.pop());
    out_.group_places.push_back(file_.home(value));
  };
  // Results get new slots while those of the arguments are still taken: calls of one group may be
  // made in any order. Four or more results lie side by side, for vector stores.
  for (const FunctionCall& call : group.functions) {
    argument(call.a);
    if (op_info(call.function).operands > 1) argument(call.b);
    Place place;
    if (output_start_[call.result] != output_start_[call.result + 1]) {
      const std::uint32_t output = output_list_[output_start_[call.result]];
      place = {Space::output, output};
      written_[output] = true;
    } else {
      place = group.functions.size() < 4 ? file_.new_slot() : file_.fresh_slot();
    }
    file_.set_home(call.result, place);
    out_.group_places.push_back(place);
  }
  for (const std::uint32_t solver : group.solvers) {
    for (const std::uint32_t value : machine_.program->calls[solver].arguments) argument(value);
  }
  for_each_operand(machine_, instruction, [&](std::uint32_t value) {
    if (file_.dies(value)) file_.release(value);
  });
  out_.code.push_back(allocated);
}

// A new value; outputs are written at once, and the output is then its place in memory.
void Allocator::define(std::uint32_t value, std::uint8_t result) {
  file_.assign(value, result);
  for (std::uint32_t k = output_start_[value]; k < output_start_[value + 1]; ++k) {
    const Place place{Space::output, output_list_[k]};
    out_.code.push_back({MachineCode::store, 0, {result}, {}, place});
    written_[output_list_[k]] = true;
    file_.set_home(value, place);
  }
  if (file_.dies(value)) file_.release(value);
}

// Outputs that are inputs, constants, solver results, or that repeat a function's result.
void Allocator::copy_remaining_outputs() {
  for (std::uint32_t i = 0; i < written_.size(); ++i) {
    if (written_[i]) continue;
    const Place from = file_.home(machine_.program->outputs[i]);
    assert(from.space != Space::none);
    out_.code.push_back({MachineCode::load, 0, {kInMemory}, {}, from});
    out_.code.push_back({MachineCode::store, 0, {0}, {}, {Space::output, i}});
  }
}

}  // namespace

AllocatedProgram allocate_registers(const MachineProgram& machine, int registers) {
  return Allocator(machine, registers).run();
}

}  // namespace multibond::detail
