#include "x86_calls.h"

#ifdef MULTIBOND_X86

#include <algorithm>

#include "function_table.h"
#include "multibond/symbolic/operations.h"

namespace multibond::detail {
namespace {

namespace x86 = asmjit::x86;

constexpr std::int32_t kBias = 128;

// A four-lane call costs about as much as one or two scalar calls (measured: sine 6 ns and 10 ns;
// arc tangent 50 ns and 30 ns).
constexpr std::size_t kVectorFrom = 2;

void run_solver(CallSession* session, std::uint32_t call, const double* in, double* out) {
  session->run(call, in, out);
}

bool is_row(Place first, Place other, std::uint32_t distance) {
  return other.space == first.space && other.index == first.index + distance;
}

}  // namespace

X86Frame::X86Frame(const MachineProgram& machine, const AllocatedProgram& program,
                   x86::Assembler& assembler)
    : a_(assembler),
      calls_(!machine.groups.empty()),
      results_at_(program.spill_slots),
      arguments_at_(program.spill_slots + machine.result_start.back()),
      work_(calls_ ? x86::rbx : x86::rdx),
      constants_(calls_ ? x86::rbp : x86::rcx) {}

void X86Frame::enter() {
  a_.sub(x86::rdi, -kBias);  // one byte shorter than adding 128
  a_.sub(x86::rsi, -kBias);
  if (calls_) {
    a_.push(x86::rbx);
    a_.push(x86::rbp);
    a_.sub(x86::rsp, 24);  // three saved pointers; also aligned to 16 bytes
    a_.mov(x86::ptr_64(x86::rsp, 0), x86::rdi);
    a_.mov(x86::ptr_64(x86::rsp, 8), x86::rsi);
    a_.mov(session(), x86::r8);
    a_.mov(work_, x86::rdx);
    a_.mov(constants_, x86::rcx);
  }
  a_.sub(work_, -kBias);
  a_.sub(constants_, -kBias);
}

void X86Frame::leave() {
  if (calls_) {
    a_.add(x86::rsp, 24);
    a_.pop(x86::rbp);
    a_.pop(x86::rbx);
  }
  a_.ret();
}

void X86Frame::restore_after_call() {
  a_.mov(x86::rdi, x86::ptr_64(x86::rsp, 0));
  a_.mov(x86::rsi, x86::ptr_64(x86::rsp, 8));
}

x86::Mem X86Frame::memory(Place place) const {
  x86::Gp base = work_;
  std::uint32_t index = place.index;
  switch (place.space) {
    case Space::input:
      base = x86::rdi;
      break;
    case Space::output:
      base = x86::rsi;
      break;
    case Space::constant:
      base = constants_;
      index += kOwnConstants;
      break;
    case Space::result:
      index += results_at_;
      break;
    default:
      break;
  }
  return x86::ptr(base, static_cast<std::int32_t>(index * 8) - kBias);
}

x86::Mem X86Frame::own_constant(std::uint32_t index) const {
  return x86::ptr(constants_, static_cast<std::int32_t>(index * 8) - kBias);
}

x86::Mem X86Frame::argument(std::uint32_t index) const {
  return x86::ptr(work_, static_cast<std::int32_t>((arguments_at_ + index) * 8) - kBias);
}

void X86Calls::call(const void* function) {
  a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(function));
  a_.call(x86::rax);
  frame_.restore_after_call();
}

// The C library's scalar functions may use legacy SSE code, which is slow while upper halves of
// the vector registers are in use.
void X86Calls::leave_vector_state() {
  if (upper_halves_used_) a_.vzeroupper();
  upper_halves_used_ = false;
}

void X86Calls::vector_call(const void* function, std::span<const Task> tasks) {
  // Missing lanes repeat the last one.
  std::array<Place, 4> in, out;
  bool row_in = true, row_out = tasks.size() == 4;
  for (std::uint32_t k = 0; k < 4; ++k) {
    const Task& task = tasks[std::min<std::size_t>(k, tasks.size() - 1)];
    in[k] = task.a;
    out[k] = task.result;
    row_in = row_in && is_row(in[0], in[k], k);
    row_out = row_out && is_row(out[0], out[k], k);
  }
  if (row_in) {
    a_.vmovupd(x86::ymm0, frame_.memory(in[0]));
  } else {
    a_.vmovsd(x86::xmm0, frame_.memory(in[0]));
    a_.vmovhpd(x86::xmm0, x86::xmm0, frame_.memory(in[1]));
    a_.vmovsd(x86::xmm1, frame_.memory(in[2]));
    a_.vmovhpd(x86::xmm1, x86::xmm1, frame_.memory(in[3]));
    a_.vinsertf128(x86::ymm0, x86::ymm0, x86::xmm1, 1);
  }
  upper_halves_used_ = true;
  call(function);
  if (row_out) {
    a_.vmovupd(frame_.memory(out[0]), x86::ymm0);
    return;
  }
  a_.vmovsd(frame_.memory(out[0]), x86::xmm0);
  if (tasks.size() > 1) a_.vmovhpd(frame_.memory(out[1]), x86::xmm0);
  if (tasks.size() > 2) a_.vextractf128(x86::xmm1, x86::ymm0, 1);
  if (tasks.size() > 2) a_.vmovsd(frame_.memory(out[2]), x86::xmm1);
  if (tasks.size() > 3) a_.vmovhpd(frame_.memory(out[3]), x86::xmm1);
}

void X86Calls::functions(Code code, std::span<const Task> tasks) {
  const FunctionEntry entry = function_entry(code);
  const bool two = op_info(code).operands > 1;
  if (entry.vector != nullptr && tasks.size() >= kVectorFrom) {
    for (std::size_t k = 0; k < tasks.size(); k += 4) {
      vector_call(entry.vector, tasks.subspan(k, std::min<std::size_t>(4, tasks.size() - k)));
    }
    return;
  }
  leave_vector_state();
  for (const Task& task : tasks) {
    a_.vmovsd(x86::xmm0, frame_.memory(task.a));
    if (two) a_.vmovsd(x86::xmm1, frame_.memory(task.b));
    call(entry.scalar);
    a_.vmovsd(frame_.memory(task.result), x86::xmm0);
  }
}

void X86Calls::sine_and_cosine(const Task& sine, const Task& cosine) {
  leave_vector_state();
  a_.vmovsd(x86::xmm0, frame_.memory(sine.a));
  // The results' addresses come before the base registers of in and out are lost: rdi and rsi are
  // also where they are passed, so the first waits in rax.
  a_.lea(x86::rax, frame_.memory(sine.result));
  a_.lea(x86::rsi, frame_.memory(cosine.result));
  a_.mov(x86::rdi, x86::rax);
  call(sincos_entry());
}

void X86Calls::solver(std::uint32_t index, const Place* arguments) {
  leave_vector_state();
  const std::size_t count = machine_.program->calls[index].arguments.size();
  for (std::uint32_t k = 0; k < count; ++k) {
    a_.vmovsd(x86::xmm0, frame_.memory(arguments[k]));
    a_.vmovsd(frame_.argument(k), x86::xmm0);
  }
  a_.mov(x86::rdi, frame_.session());
  a_.mov(x86::esi, index);
  a_.lea(x86::rdx, frame_.argument(0));
  a_.lea(x86::rcx, frame_.memory({Space::result, machine_.result_start[index]}));
  call(reinterpret_cast<const void*>(&run_solver));
}

void X86Calls::emit(const AllocatedInstruction& instruction) {
  const CallGroup& group = machine_.groups[instruction.group];
  const Place* place = program_.group_places.data() + instruction.memory.index;

  // Tasks per function; the functions of a group are sorted.
  std::vector<Task> tasks;
  std::vector<std::size_t> start;
  for (std::size_t i = 0; i < group.functions.size(); ++i) {
    const FunctionCall& call = group.functions[i];
    if (i == 0 || call.function != group.functions[i - 1].function) start.push_back(i);
    Task task{call.a, *place++, {}, {}};
    if (op_info(call.function).operands > 1) task.b = *place++;
    task.result = *place++;
    tasks.push_back(task);
  }
  start.push_back(tasks.size());
  for (std::size_t s = 0; s + 1 < start.size(); ++s) {
    const Code code = group.functions[start[s]].function;
    const std::span<const Task> same{tasks.data() + start[s], start[s + 1] - start[s]};
    // One sine and one cosine of the same argument; cosines follow sines.
    if (code == Code::sin && same.size() == 1 && s + 2 < start.size() &&
        start[s + 2] - start[s + 1] == 1 && group.functions[start[s + 1]].function == Code::cos &&
        tasks[start[s + 1]].argument == same[0].argument && sincos_entry() != nullptr) {
      sine_and_cosine(same[0], tasks[start[s + 1]]);
      ++s;
    } else {
      functions(code, same);
    }
  }
  for (const std::uint32_t call : group.solvers) {
    solver(call, place);
    place += machine_.program->calls[call].arguments.size();
  }
  leave_vector_state();
}

}  // namespace multibond::detail
#endif
