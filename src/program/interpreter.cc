#include "interpreter.h"

#include <algorithm>
#include <array>

#include "call_runtime.h"
#include "multibond/symbolic/operations.h"

namespace multibond::detail {
namespace {

constexpr std::size_t kCodeCount = static_cast<std::size_t>(Code::result) + 1;

// A switch per instruction costs about 4 ns (feasibility study), mostly mispredicted jumps.
// Instructions are therefore reordered into runs of equal codes, and each run is one tight loop:
// about 1 ns per operation (measured, bench/program_bench.cc). The values are renumbered in the new
// order, so that results are written one after the other and only operands need to be stored.
struct Run {
  Code code;
  std::uint32_t count;
};

template <Code code>
const std::uint32_t* execute(const std::uint32_t* operand, std::uint32_t count, double* values,
                             double* result) {
  constexpr int kOperands = op_info(code).operands;
  constexpr auto kEvaluate = op_info(code).evaluate;
  if constexpr (kEvaluate != nullptr) {
    for (std::uint32_t i = 0; i < count; ++i, operand += kOperands) {
      result[i] = kEvaluate(values[operand[0]], kOperands > 1 ? values[operand[1]] : 0,
                            kOperands > 2 ? values[operand[2]] : 0);
    }
  }
  return operand;
}

using Loop = const std::uint32_t* (*)(const std::uint32_t*, std::uint32_t, double*, double*);

template <std::size_t... codes>
constexpr std::array<Loop, sizeof...(codes)> loops(std::index_sequence<codes...>) {
  return {&execute<static_cast<Code>(codes)>...};
}
constexpr auto kLoops = loops(std::make_index_sequence<static_cast<std::size_t>(Code::call)>{});

/// Orders instructions into runs: of all codes that have ready instructions, the one with the most
/// is run until it has none left. Every instruction and every use is visited once.
class Scheduler {
 public:
  explicit Scheduler(const Program& program);
  /// Instruction indices in the order of execution.
  const std::vector<std::uint32_t>& order() const { return order_; }
  const std::vector<Run>& runs() const { return runs_; }

 private:
  template <class Visit>
  void for_each_operand(const Instruction& instruction, Visit visit) const;
  void release(std::uint32_t instruction);

  const Program& program_;
  std::vector<std::uint32_t> call_of_;  ///< per call index, its instruction
  std::vector<std::uint32_t> users_start_, users_, waiting_;
  std::array<std::vector<std::uint32_t>, kCodeCount> ready_;
  std::vector<std::uint32_t> order_;
  std::vector<Run> runs_;
};

template <class Visit>
void Scheduler::for_each_operand(const Instruction& instruction, Visit visit) const {
  const auto first = static_cast<std::uint32_t>(program_.first_result());
  const auto visit_value = [&](std::uint32_t value) {
    if (value >= first) visit(value - first);
  };
  if (instruction.code == Code::call) {
    for (const std::uint32_t argument : program_.calls[instruction.a].arguments) {
      visit_value(argument);
    }
  } else if (instruction.code == Code::result) {
    visit(call_of_[instruction.a]);
  } else {
    const int operands = op_info(instruction.code).operands;
    visit_value(instruction.a);
    if (operands > 1) visit_value(instruction.b);
    if (operands > 2) visit_value(instruction.c);
  }
}

Scheduler::Scheduler(const Program& program) : program_(program), call_of_(program.calls.size()) {
  const auto size = static_cast<std::uint32_t>(program.instructions.size());
  for (std::uint32_t i = 0; i < size; ++i) {
    if (program.instructions[i].code == Code::call) call_of_[program.instructions[i].a] = i;
  }
  // Users of each instruction, as one flat array.
  users_start_.assign(size + 1, 0);
  waiting_.assign(size, 0);
  for (std::uint32_t i = 0; i < size; ++i) {
    for_each_operand(program.instructions[i], [&](std::uint32_t operand) {
      ++users_start_[operand + 1];
      ++waiting_[i];
    });
  }
  for (std::uint32_t i = 0; i < size; ++i) users_start_[i + 1] += users_start_[i];
  users_.resize(users_start_[size]);
  std::vector<std::uint32_t> fill(users_start_.begin(), users_start_.end() - 1);
  for (std::uint32_t i = 0; i < size; ++i) {
    for_each_operand(program.instructions[i],
                     [&](std::uint32_t operand) { users_[fill[operand]++] = i; });
  }

  for (std::uint32_t i = 0; i < size; ++i) {
    if (waiting_[i] == 0)
      ready_[static_cast<std::size_t>(program.instructions[i].code)].push_back(i);
  }
  order_.reserve(size);
  while (order_.size() < size) {
    const auto most = std::max_element(
        ready_.begin(), ready_.end(),
        [](const auto& left, const auto& right) { return left.size() < right.size(); });
    const auto code = static_cast<Code>(most - ready_.begin());
    const std::size_t start = order_.size();
    // Instructions of this code that become ready on the way join the run.
    for (std::size_t i = 0; i < most->size(); ++i) release((*most)[i]);
    most->clear();
    runs_.push_back({code, static_cast<std::uint32_t>(order_.size() - start)});
  }
}

void Scheduler::release(std::uint32_t instruction) {
  order_.push_back(instruction);
  for (std::uint32_t u = users_start_[instruction]; u < users_start_[instruction + 1]; ++u) {
    const std::uint32_t user = users_[u];
    if (--waiting_[user] == 0) {
      ready_[static_cast<std::size_t>(program_.instructions[user].code)].push_back(user);
    }
  }
}

/// Work area, behind the kept part of the memory:
///
///     inputs, constants, values in the order of execution | results of calls | arguments | scratch
class Interpreter final : public Executable {
 public:
  explicit Interpreter(const Program& program);
  std::size_t kept_size() const override { return runtime_.kept(); }
  std::size_t memory_size() const override {
    return runtime_.kept() + scratch_at_ + runtime_.most_scratch();
  }
  void initialize(double* memory) const override { runtime_.initialize(memory); }
  bool run(const double* in, double* out, double* memory) const override;
  std::string failure(const double* memory) const override { return runtime_.failure(memory); }

 private:
  CallRuntime runtime_;
  std::size_t inputs_;
  std::vector<double> constants_;
  std::vector<Run> runs_;
  std::vector<std::uint32_t> operands_;
  std::vector<std::uint32_t> outputs_;
  std::size_t arguments_at_, scratch_at_;  ///< in the work area
};

Interpreter::Interpreter(const Program& program)
    : runtime_(program.calls), inputs_(program.inputs), constants_(program.constants) {
  const Scheduler scheduler(program);
  runs_ = scheduler.runs();

  const std::size_t first = program.first_result();
  std::vector<std::uint32_t> place(program.values());
  for (std::uint32_t value = 0; value < first; ++value) place[value] = value;
  auto next = static_cast<std::uint32_t>(first);
  for (const std::uint32_t i : scheduler.order()) place[first + i] = next++;
  std::vector<std::uint32_t> results_at;
  for (const Call& call : program.calls) {
    results_at.push_back(next);
    next += static_cast<std::uint32_t>(call.solver->outputs());
  }
  arguments_at_ = next;
  scratch_at_ = arguments_at_ + runtime_.most_arguments();

  // Operand stream: per operation its operands; per call its index, the place of its results and
  // its arguments; per result its place.
  for (const std::uint32_t i : scheduler.order()) {
    const Instruction& instruction = program.instructions[i];
    if (instruction.code == Code::call) {
      operands_.push_back(instruction.a);
      operands_.push_back(results_at[instruction.a]);
      for (const std::uint32_t argument : program.calls[instruction.a].arguments) {
        operands_.push_back(place[argument]);
      }
    } else if (instruction.code == Code::result) {
      operands_.push_back(results_at[instruction.a] + instruction.b);
    } else {
      const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
      for (int k = 0; k < op_info(instruction.code).operands; ++k) {
        operands_.push_back(place[operands[k]]);
      }
    }
  }
  for (const std::uint32_t value : program.outputs) outputs_.push_back(place[value]);
}

bool Interpreter::run(const double* in, double* out, double* memory) const {
  if (runs_.empty()) {  // nothing to compute, as in models without states
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const std::uint32_t place = outputs_[i];
      out[i] = place < inputs_ ? in[place] : constants_[place - inputs_];
    }
    return true;
  }
  double* const values = memory + runtime_.kept();
  double* const arguments = values + arguments_at_;
  CallSession calls(runtime_, memory, values + scratch_at_);
  double* result = std::copy_n(in, inputs_, values);
  result = std::copy(constants_.begin(), constants_.end(), result);
  const std::uint32_t* operand = operands_.data();
  for (const Run& run : runs_) {
    if (run.code < Code::call) {
      operand = kLoops[static_cast<std::size_t>(run.code)](operand, run.count, values, result);
    } else if (run.code == Code::result) {
      for (std::uint32_t i = 0; i < run.count; ++i) result[i] = values[*operand++];
    } else {
      for (std::uint32_t i = 0; i < run.count; ++i) {
        const std::uint32_t call = *operand++;
        double* const results = values + *operand++;
        const std::size_t count = runtime_.inputs(call);
        for (std::size_t k = 0; k < count; ++k) arguments[k] = values[*operand++];
        calls.run(call, arguments, results);
      }
    }
    result += run.count;
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) out[i] = values[outputs_[i]];
  return calls.finish();
}

}  // namespace

std::shared_ptr<const Executable> make_interpreter(const Program& program) {
  return std::make_shared<Interpreter>(program);
}

}  // namespace multibond::detail
