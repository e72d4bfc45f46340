#include "x86_emitter.h"

#ifdef MULTIBOND_X86

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "x86_calls.h"

namespace multibond::detail {
namespace {

namespace x86 = asmjit::x86;
namespace Inst = asmjit::x86::Inst;

// Own constants, by index.
enum OwnConstant : std::uint32_t { kOne, kSignBit, kAllButSign, kZero };

// Predicates of vcmpsd: ordered and quiet, but "not equal" is true for NaN.
enum Predicate : std::uint32_t {
  kEqual = 0x00,
  kNotEqual = 0x04,
  kLess = 0x11,
  kLessEqual = 0x12,
  kGreaterEqual = 0x1d,
  kGreater = 0x1e,
};

Predicate predicate(MachineCode code) {
  switch (code) {
    case MachineCode::less:
    case MachineCode::select_less:
      return kLess;
    case MachineCode::less_equal:
    case MachineCode::select_less_equal:
      return kLessEqual;
    case MachineCode::greater:
      return kGreater;
    case MachineCode::greater_equal:
      return kGreaterEqual;
    default:
      return kEqual;
  }
}

class Emitter {
 public:
  Emitter(const MachineProgram& machine, const AllocatedProgram& program, x86::Assembler& assembler)
      : program_(program),
        a_(assembler),
        frame_(machine, program, assembler),
        calls_(machine, program, frame_, assembler) {}

  void run(const std::vector<Repetition>& loops) {
    frame_.enter();
    std::size_t next = 0;
    for (const Repetition& repetition : loops) {
      straight(next, repetition.first);
      next = loop(repetition) ? repetition.end() : repetition.first;
    }
    straight(next, program_.code.size());
    frame_.leave();
  }

 private:
  void straight(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) emit(program_.code[i]);
  }
  bool loop(const Repetition& repetition);
  void emit(const AllocatedInstruction& i);
  void arithmetic(asmjit::InstId id, const AllocatedInstruction& i, bool commutative);
  void multiply_add(const AllocatedInstruction& i);
  void compare(Predicate predicate, const AllocatedInstruction& i);

  x86::Mem memory(const AllocatedInstruction& i) const {
    x86::Mem place = frame_.memory(i.memory);
    if (moving_) place.setIndex(*moving_);
    return place;
  }
  static x86::Xmm xmm(std::uint8_t number) { return x86::xmm(number); }
  x86::Mem own(OwnConstant constant) const { return frame_.own_constant(constant); }

  const AllocatedProgram& program_;
  x86::Assembler& a_;
  X86Frame frame_;
  X86Calls calls_;
  std::optional<x86::Gp> moving_;  ///< how far a loop has moved the memory of this instruction
};

/// One register per stride counts bytes, the first of them also the turns. False if there are more
/// strides than registers that nothing else uses.
bool Emitter::loop(const Repetition& repetition) {
  static constexpr std::array kCounters{x86::rax, x86::r8, x86::r9, x86::r10, x86::r11};
  std::vector<std::int64_t> strides;
  std::vector<std::optional<x86::Gp>> moving(repetition.length);
  for (std::size_t j = 0; j < repetition.length; ++j) {
    const std::int64_t stride = repetition.stride(program_, j);
    if (stride == 0) continue;
    const auto known = std::find(strides.begin(), strides.end(), stride);
    const auto number = static_cast<std::size_t>(known - strides.begin());
    if (known == strides.end()) {
      if (strides.size() == kCounters.size()) return false;
      strides.push_back(stride);
    }
    moving[j] = kCounters[number];
  }
  if (strides.empty()) strides.push_back(1);

  for (std::size_t k = 0; k < strides.size(); ++k) a_.xor_(kCounters[k].r32(), kCounters[k].r32());
  const asmjit::Label begin = a_.newLabel();
  a_.align(asmjit::AlignMode::kCode, 32);
  a_.bind(begin);
  for (std::size_t j = 0; j < repetition.length; ++j) {
    moving_ = moving[j];
    emit(program_.code[repetition.first + j]);
  }
  moving_.reset();
  for (std::size_t k = 0; k < strides.size(); ++k) a_.add(kCounters[k], strides[k] * 8);
  a_.cmp(kCounters[0], strides[0] * 8 * static_cast<std::int64_t>(repetition.times));
  a_.jne(begin);
  return true;
}

void Emitter::arithmetic(asmjit::InstId id, const AllocatedInstruction& i, bool commutative) {
  if (i.sources[1] == kInMemory) {
    a_.emit(id, xmm(i.result), xmm(i.sources[0]), memory(i));
    return;
  }
  std::uint8_t first = i.sources[0], second = i.sources[1];
  // The short VEX prefix cannot name registers 8 to 15 as the last operand.
  if (commutative && second >= 8 && first < 8) std::swap(first, second);
  a_.emit(id, xmm(i.result), xmm(first), xmm(second));
}

void Emitter::multiply_add(const AllocatedInstruction& i) {
  static constexpr asmjit::InstId kIds[3][3] = {
      {Inst::kIdVfmadd132sd, Inst::kIdVfmadd213sd, Inst::kIdVfmadd231sd},
      {Inst::kIdVfmsub132sd, Inst::kIdVfmsub213sd, Inst::kIdVfmsub231sd},
      {Inst::kIdVfnmadd132sd, Inst::kIdVfnmadd213sd, Inst::kIdVfnmadd231sd},
  };
  const auto row = static_cast<int>(i.code) - static_cast<int>(MachineCode::multiply_add);
  arithmetic(kIds[row][static_cast<int>(i.form)], i, false);
}

// result = mask of the comparison of the first two sources
void Emitter::compare(Predicate predicate, const AllocatedInstruction& i) {
  if (i.sources[1] == kInMemory) {
    a_.vcmpsd(xmm(i.result), xmm(i.sources[0]), memory(i), predicate);
  } else {
    a_.vcmpsd(xmm(i.result), xmm(i.sources[0]), xmm(i.sources[1]), predicate);
  }
}

void Emitter::emit(const AllocatedInstruction& i) {
  const x86::Xmm result = xmm(i.result);
  const std::uint8_t first = i.sources[0];
  switch (i.code) {
    case MachineCode::add:
      return arithmetic(Inst::kIdVaddsd, i, true);
    case MachineCode::sub:
      return arithmetic(Inst::kIdVsubsd, i, false);
    case MachineCode::mul:
      return arithmetic(Inst::kIdVmulsd, i, true);
    case MachineCode::div:
      return arithmetic(Inst::kIdVdivsd, i, false);
    case MachineCode::min:
      return arithmetic(Inst::kIdVminsd, i, false);
    case MachineCode::max:
      return arithmetic(Inst::kIdVmaxsd, i, false);
    case MachineCode::bit_and:
      return arithmetic(Inst::kIdVandpd, i, true);
    case MachineCode::bit_or:
      return arithmetic(Inst::kIdVorpd, i, true);
    case MachineCode::less:
    case MachineCode::less_equal:
    case MachineCode::equal:
    case MachineCode::greater:
    case MachineCode::greater_equal:
      compare(predicate(i.code), i);
      a_.vandpd(result, result, own(kOne));
      return;
    case MachineCode::truth:
      a_.vcmpsd(result, xmm(first), own(kZero), kNotEqual);
      a_.vandpd(result, result, own(kOne));
      return;
    case MachineCode::bit_not:
      a_.vxorpd(result, xmm(first), own(kOne));
      return;
    case MachineCode::neg:
      a_.vxorpd(result, xmm(first), own(kSignBit));
      return;
    case MachineCode::abs:
      a_.vandpd(result, xmm(first), own(kAllButSign));
      return;
    case MachineCode::sqrt:
      if (first == kInMemory) {
        a_.vsqrtsd(result, result, memory(i));
      } else {
        a_.vsqrtsd(result, xmm(first), xmm(first));
      }
      return;
    case MachineCode::floor:  // 9: towards minus infinity, no exception for inexact
      if (first == kInMemory) {
        a_.vroundsd(result, result, memory(i), 9);
      } else {
        a_.vroundsd(result, xmm(first), xmm(first), 9);
      }
      return;
    case MachineCode::multiply_add:
    case MachineCode::multiply_subtract:
    case MachineCode::negative_multiply:
      return multiply_add(i);
    case MachineCode::select:
      a_.vcmpsd(result, xmm(first), own(kZero), kNotEqual);
      a_.vblendvpd(result, xmm(i.sources[2]), xmm(i.sources[1]), result);
      return;
    case MachineCode::select_less:
    case MachineCode::select_less_equal:
    case MachineCode::select_equal:
      compare(predicate(i.code), i);
      a_.vblendvpd(result, xmm(i.sources[3]), xmm(i.sources[2]), result);
      return;
    case MachineCode::group:
      return calls_.emit(i);
    case MachineCode::load:
      a_.vmovsd(result, memory(i));
      return;
    case MachineCode::store:
      a_.vmovsd(memory(i), xmm(first));
      return;
    case MachineCode::move:
      a_.vmovapd(result, xmm(first));
      return;
  }
}

}  // namespace

void fill_own_constants(double* constants) {
  constants[kOne] = 1.0;
  constants[kSignBit] = -0.0;
  constants[kAllButSign] = std::bit_cast<double>(0x7fffffffffffffffu);
  constants[kZero] = 0.0;
}

void emit_x86(const MachineProgram& machine, const AllocatedProgram& program,
              const std::vector<Repetition>& loops, x86::Assembler& assembler) {
  Emitter(machine, program, assembler).run(loops);
}

}  // namespace multibond::detail
#endif
