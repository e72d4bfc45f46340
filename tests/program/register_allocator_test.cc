// The register allocator, checked by executing its result on simulated registers.
#include "../../src/program/register_allocator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "multibond/program/builder.h"
#include "multibond/symbolic/operations.h"
#include "random_program.h"

namespace multibond::test {
namespace {

using detail::AllocatedInstruction;
using detail::AllocatedProgram;
using detail::MachineCode;
using detail::MachineProgram;
using detail::Place;
using detail::Space;
using Value = ProgramBuilder::Value;

/// A processor with a few registers, for AllocatedProgram.
class Simulator {
 public:
  Simulator(const MachineProgram& machine, const AllocatedProgram& code, int registers)
      : machine_(machine),
        code_(code),
        registers_(static_cast<std::size_t>(registers), kPoison),
        spill_(code.spill_slots, kPoison),
        results_(machine.result_start.back(), kPoison),
        out_(machine.program->outputs.size(), kPoison) {
    for (const Call& call : machine.program->calls) memory_.emplace_back(call.solver->memory());
  }

  std::vector<double> run(const std::vector<double>& in) {
    in_ = in;
    for (const AllocatedInstruction& i : code_.code) step(i);
    return out_;
  }

 private:
  static constexpr double kPoison = std::numeric_limits<double>::signaling_NaN();

  double& at(Place place) {
    switch (place.space) {
      case Space::input:
        return in_.at(place.index);
      case Space::constant:
        constant_ = machine_.constants.at(place.index);
        return constant_;
      case Space::spill:
        return spill_.at(place.index);
      case Space::output:
        return out_.at(place.index);
      case Space::result:
        return results_.at(place.index);
      case Space::none:
        break;
    }
    ADD_FAILURE() << "a value without a place is used";
    return constant_;
  }
  double source(const AllocatedInstruction& i, std::size_t k) {
    return i.sources[k] == detail::kInMemory ? at(i.memory) : registers_.at(i.sources[k]);
  }

  void step(const AllocatedInstruction& i) {
    if (i.code == MachineCode::group) return group(i);
    if (i.code == MachineCode::store) {
      at(i.memory) = registers_.at(i.sources[0]);
      return;
    }
    double& r = registers_.at(i.result);
    const double a = source(i, 0);
    if (i.code == MachineCode::load || i.code == MachineCode::move) {
      r = a;
      return;
    }
    const int count = detail::operand_count(i.code);
    const double b = count > 1 ? source(i, 1) : 0;
    const auto truth = [](bool x) { return x ? 1.0 : 0.0; };
    switch (i.code) {
      case MachineCode::add:
        r = a + b;
        return;
      case MachineCode::sub:
        r = a - b;
        return;
      case MachineCode::mul:
        r = a * b;
        return;
      case MachineCode::div:
        r = a / b;
        return;
      case MachineCode::min:
        r = a < b ? a : b;
        return;
      case MachineCode::max:
        r = a > b ? a : b;
        return;
      case MachineCode::less:
        r = truth(a < b);
        return;
      case MachineCode::less_equal:
        r = truth(a <= b);
        return;
      case MachineCode::equal:
        r = truth(a == b);
        return;
      case MachineCode::greater:
        r = truth(a > b);
        return;
      case MachineCode::greater_equal:
        r = truth(a >= b);
        return;
      case MachineCode::sqrt:
        r = std::sqrt(a);
        return;
      case MachineCode::floor:
        r = std::floor(a);
        return;
      case MachineCode::neg:
        r = -a;
        return;
      case MachineCode::abs:
        r = std::fabs(a);
        return;
      case MachineCode::truth:
        r = truth(a != 0);
        return;
      case MachineCode::bit_not:
        r = 1 - a;
        return;
      case MachineCode::bit_and:
        r = a * b;
        return;
      case MachineCode::bit_or:
        r = std::fmax(a, b);
        return;
      case MachineCode::multiply_add:
        r = multiply_add(i, r, a, b, 1, 1);
        return;
      case MachineCode::multiply_subtract:
        r = multiply_add(i, r, a, b, 1, -1);
        return;
      case MachineCode::negative_multiply:
        r = multiply_add(i, r, a, b, -1, 1);
        return;
      case MachineCode::select:
        select(i, r, a != 0, 1);
        return;
      case MachineCode::select_less:
        select(i, r, a < b, 2);
        return;
      case MachineCode::select_less_equal:
        select(i, r, a <= b, 2);
        return;
      case MachineCode::select_equal:
        select(i, r, a == b, 2);
        return;
      default:
        ADD_FAILURE() << "unexpected code";
    }
  }

  static double multiply_add(const AllocatedInstruction& i, double r, double a, double b,
                             double product_sign, double addend_sign) {
    switch (i.form) {
      case detail::MultiplyAddForm::form132:
        return product_sign * r * b + addend_sign * a;
      case detail::MultiplyAddForm::form213:
        return product_sign * a * r + addend_sign * b;
      case detail::MultiplyAddForm::form231:
        return product_sign * a * b + addend_sign * r;
    }
    return 0;
  }

  // The mask is made in the result register before b and c are read.
  void select(const AllocatedInstruction& i, double& r, bool condition, std::size_t b) {
    r = kPoison;
    r = condition ? source(i, b) : source(i, b + 1);
  }

  // Calls in reverse order: their results must not depend on it. All registers are lost.
  void group(const AllocatedInstruction& i) {
    std::fill(registers_.begin(), registers_.end(), kPoison);
    const detail::CallGroup& group = machine_.groups.at(i.group);
    const Place* place = code_.group_places.data() + i.memory.index;
    struct Task {
      Code code;
      Place a, b, result;
    };
    std::vector<Task> tasks;
    for (const detail::FunctionCall& call : group.functions) {
      Task task{call.function, *place++, {}, {}};
      if (op_info(call.function).operands > 1) task.b = *place++;
      task.result = *place++;
      tasks.push_back(task);
    }
    for (std::size_t k = tasks.size(); k-- > 0;) {
      const double b = op_info(tasks[k].code).operands > 1 ? at(tasks[k].b) : 0;
      at(tasks[k].result) = op_info(tasks[k].code).evaluate(at(tasks[k].a), b, 0);
    }
    for (const std::uint32_t call : group.solvers) {
      std::vector<double> arguments;
      const Call& c = machine_.program->calls[call];
      for (std::size_t k = 0; k < c.arguments.size(); ++k) arguments.push_back(at(*place++));
      EXPECT_TRUE(c.solver->solve(arguments.data(), &results_[machine_.result_start[call]],
                                  memory_[call].data(), nullptr));
    }
  }

  const MachineProgram& machine_;
  const AllocatedProgram& code_;
  std::vector<double> registers_, spill_, results_, in_, out_;
  std::vector<std::vector<double>> memory_;
  double constant_ = 0;
};

std::vector<double> simulate(const Program& program, const std::vector<double>& in, int registers) {
  const MachineProgram machine = detail::lower(program);
  const AllocatedProgram code = detail::allocate_registers(machine, registers);
  return Simulator(machine, code, registers).run(in);
}

TEST(RegisterAllocator, IsCorrectForAnyNumberOfRegisters) {
  for (unsigned seed = 0; seed < 600; ++seed) {
    RandomProgram random(seed + 5000, static_cast<RandomProgram::Shape>(seed % 3), 1 + seed % 9,
                         20 + seed % 200);
    const Program program = random.program();
    for (const int registers : {5, 6, 9, 16, 32}) {
      const std::vector<double> out = simulate(program, random.inputs(0), registers);
      const std::vector<double> expected = random.expected(0);
      for (std::size_t i = 0; i < out.size(); ++i) {
        ASSERT_NEAR(out[i], expected[i], 1e-12 * std::fabs(expected[i]))
            << "seed " << seed << ", " << registers << " registers, output " << i;
      }
    }
  }
}

// A spilled operand is used for the last time by an instruction whose result needs a register: the
// store that makes room must not take the slot which the instruction still reads.
TEST(RegisterAllocator, DoesNotReuseASlotBeforeItsLastReader) {
  for (int alive = 5; alive < 40; ++alive) {
    ProgramBuilder b(1);
    std::vector<Value> values;
    std::vector<double> expected;
    double x = 0.7;
    for (int i = 0; i < alive; ++i) {
      values.push_back(b.emit(Code::add, b.input(0), b.constant(i + 1)));
      expected.push_back(x + i + 1);
    }
    // Each step reads the two oldest values for the last time and makes a new one: all registers
    // are full, so every step evicts while its operands are in slots about to become free.
    for (int step = 0; step < 200; ++step) {
      const std::size_t i = values.size() - static_cast<std::size_t>(alive);
      const Code code = step % 3 == 0 ? Code::sub : step % 3 == 1 ? Code::min : Code::div;
      values.push_back(b.emit(code, values[i], values[i + 1]));
      const double p = expected[i], q = expected[i + 1];
      expected.push_back(step % 3 == 0 ? p - q : step % 3 == 1 ? (p < q ? p : q) : p / q);
      if (expected.back() == 0 || !std::isfinite(expected.back())) {
        values.back() = b.emit(Code::add, values[i], b.constant(2));
        expected.back() = p + 2;
      }
    }
    for (std::size_t i = values.size() - static_cast<std::size_t>(alive); i < values.size(); ++i) {
      b.output(values[i]);
    }
    const Program program = b.finish();
    for (const int registers : {5, 8, 16}) {
      const std::vector<double> out = simulate(program, {x}, registers);
      for (std::size_t i = 0; i < out.size(); ++i) {
        ASSERT_DOUBLE_EQ(out[i], expected[expected.size() - out.size() + i])
            << alive << " alive, " << registers << " registers";
      }
    }
  }
}

TEST(RegisterAllocator, FusesProductsUsedOnce) {
  ProgramBuilder b(4);
  const Value p = b.emit(Code::mul, b.input(0), b.input(1));
  const Value q = b.emit(Code::mul, b.input(2), b.input(3));
  const Value r = b.emit(Code::mul, b.input(0), b.input(2));
  b.output(b.emit(Code::add, p, b.input(3)));  // x*y + z
  b.output(b.emit(Code::sub, b.input(0), q));  // z - x*y
  b.output(b.emit(Code::sub, r, b.input(1)));  // x*y - z
  const Program program = b.finish();
  const MachineProgram machine = detail::lower(program);
  ASSERT_EQ(machine.code.size(), 3u);
  EXPECT_EQ(machine.code[0].code, MachineCode::multiply_add);
  EXPECT_EQ(machine.code[1].code, MachineCode::negative_multiply);
  EXPECT_EQ(machine.code[2].code, MachineCode::multiply_subtract);
  EXPECT_EQ(simulate(program, {2, 3, 5, 7}, 16), (std::vector<double>{13, 2 - 35, 10 - 3}));
}

TEST(RegisterAllocator, NeedsNoSpillForWhatFits) {
  ProgramBuilder b(2);
  std::vector<Value> v;
  for (int i = 0; i < 12; ++i) v.push_back(b.emit(Code::add, b.input(i % 2), b.constant(i)));
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 12; ++i) v[i] = b.emit(Code::mul, v[i], v[(i + 5) % 12]);
  }
  for (const Value x : v) b.output(x);
  const Program program = b.finish();
  const AllocatedProgram code = detail::allocate_registers(detail::lower(program), 16);
  EXPECT_EQ(code.stores, 0u);
  EXPECT_EQ(code.spill_slots, 0u);
}

// Linear: twice the program makes twice the code, and no more than a few instructions per value.
TEST(RegisterAllocator, WritesCodeInProportionToTheProgram) {
  const auto make = [](int size) {
    ProgramBuilder b(20);
    std::mt19937 random(9);
    std::vector<Value> v;
    for (int i = 0; i < 20; ++i) v.push_back(b.input(i));
    while (v.size() < static_cast<std::size_t>(size)) {
      const auto pick = [&] {
        return v[v.size() - 1 - random() % std::min<std::size_t>(60, v.size())];
      };
      v.push_back(b.emit(random() % 2 ? Code::add : Code::mul, pick(), pick()));
    }
    for (std::size_t i = v.size() - 60; i < v.size(); ++i) b.output(v[i]);
    return b.finish();
  };
  const Program small = make(50000), large = make(300000);
  const AllocatedProgram a = detail::allocate_registers(detail::lower(small));
  const AllocatedProgram b = detail::allocate_registers(detail::lower(large));
  const double per_small =
      static_cast<double>(a.code.size()) / static_cast<double>(small.instructions.size());
  const double per_large =
      static_cast<double>(b.code.size()) / static_cast<double>(large.instructions.size());
  EXPECT_NEAR(per_large / per_small, 1, 0.02);
  EXPECT_LT(per_large, 3);
  EXPECT_LT(b.spill_slots, 100u);  // about as many as are alive at once
}

TEST(CallSchedule, CollectsIndependentCallsInOneGroup) {
  ProgramBuilder b(40);
  Value sum = b.constant(1);
  for (int i = 0; i < 40; ++i) {  // written one by one, as a model does
    const Value s = b.emit(Code::sin, b.emit(Code::mul, b.input(i), b.constant(2)));
    const Value c = b.emit(Code::cos, b.emit(Code::mul, b.input(i), b.constant(2)));
    sum = b.emit(Code::add, b.emit(Code::mul, s, sum), c);
  }
  b.output(b.emit(Code::exp, sum));
  const Program program = b.finish();
  const MachineProgram machine = detail::lower(program);
  ASSERT_EQ(machine.groups.size(), 2u);
  EXPECT_EQ(machine.groups[0].functions.size(), 80u);
  EXPECT_EQ(machine.groups[1].functions.size(), 1u);
  EXPECT_EQ(machine.groups[0].functions.front().function, Code::sin);
  EXPECT_EQ(machine.groups[0].functions.back().function, Code::cos);
}

TEST(CallSchedule, PutsWhatNoCallNeedsAfterTheCalls) {
  ProgramBuilder b(2);
  const Value early = b.emit(Code::add, b.input(0), b.input(1));
  const Value unrelated = b.emit(Code::mul, b.input(0), b.input(1));
  const Value sine = b.emit(Code::sin, early);
  b.output(b.emit(Code::div, unrelated, sine));
  const Program program = b.finish();
  const MachineProgram machine = detail::lower(program);
  ASSERT_EQ(machine.code.size(), 4u);
  EXPECT_EQ(machine.code[0].code, MachineCode::add);
  EXPECT_EQ(machine.code[1].code, MachineCode::group);
  EXPECT_EQ(machine.code[2].code, MachineCode::mul);
  EXPECT_EQ(machine.code[3].code, MachineCode::div);
}

}  // namespace
}  // namespace multibond::test
