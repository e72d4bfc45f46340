// Loops in machine code: what the finder promises, and programs of many equal cells in every way.
#include "../../src/program/repetition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "multibond/program/builder.h"
#include "multibond/program/runner.h"

namespace multibond::test {
namespace {

using detail::AllocatedInstruction;
using detail::AllocatedProgram;
using detail::MachineCode;
using detail::Repetition;
using Value = ProgramBuilder::Value;

AllocatedProgram allocated(const Program& program) {
  return detail::allocate_registers(detail::lower(program));
}

/// A chain of masses and springs as a model gives it: s' = v, v' = c (s[i+1] - 2 s[i] + s[i-1]).
Program chain(std::size_t n) {
  ProgramBuilder b(2 * n + 1);
  const Value c = b.input(2 * n);
  Value before = b.emit(Code::mul, c, b.input(0));
  std::vector<Value> rates(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    rates[2 * i] = b.input(2 * i + 1);
    if (i + 1 == n) {
      rates[2 * i + 1] = b.emit(Code::neg, before);
      break;
    }
    const Value length = b.emit(Code::sub, b.input(2 * i + 2), b.input(2 * i));
    const Value force = b.emit(Code::mul, c, length);
    rates[2 * i + 1] = b.emit(Code::sub, force, before);
    before = force;
  }
  for (const Value rate : rates) b.output(rate);
  return b.finish();
}

/// Every promise of Repetition, instruction by instruction.
void expect_true(const AllocatedProgram& program, const std::vector<Repetition>& found) {
  std::size_t free = 0;
  for (const Repetition& r : found) {
    ASSERT_GE(r.first, free);
    ASSERT_GE(r.times, 2u);
    ASSERT_GE(r.length, 1u);
    ASSERT_LE(r.end(), program.code.size());
    free = r.end();
    for (std::size_t i = r.first; i < r.end(); ++i) {
      const std::size_t j = (i - r.first) % r.length, k = (i - r.first) / r.length;
      AllocatedInstruction expected = program.code[r.first + j];
      ASSERT_NE(expected.code, MachineCode::group);
      expected.memory.index = static_cast<std::uint32_t>(
          expected.memory.index + static_cast<std::int64_t>(k) * r.stride(program, j));
      const AllocatedInstruction& is = program.code[i];
      ASSERT_TRUE(is.code == expected.code && is.result == expected.result &&
                  is.sources == expected.sources && is.form == expected.form &&
                  is.memory == expected.memory)
          << "instruction " << i << " of a loop from " << r.first << ", length " << r.length;
    }
  }
}

std::set<std::int64_t> strides(const AllocatedProgram& program, const Repetition& repetition) {
  std::set<std::int64_t> result;
  for (std::size_t j = 0; j < repetition.length; ++j) result.insert(repetition.stride(program, j));
  result.erase(0);
  return result;
}

std::size_t covered(const std::vector<Repetition>& found) {
  std::size_t sum = 0;
  for (const Repetition& r : found) sum += r.end() - r.first;
  return sum;
}

TEST(Repetition, AChainIsNearlyAllLoop) {
  const Program program = chain(3000);
  const AllocatedProgram code = allocated(program);
  const std::vector<Repetition> found = find_repetitions(code);
  expect_true(code, found);
  EXPECT_GT(covered(found), code.code.size() * 98 / 100);
  EXPECT_LE(found.size(), 4u);
}

TEST(Repetition, AShortProgramStaysStraight) {
  EXPECT_TRUE(find_repetitions(AllocatedProgram{}).empty());
  EXPECT_TRUE(find_repetitions(allocated(chain(20))).empty());
}

TEST(Repetition, CodeGrowsWithThePatternsNotWithTheParts) {
  if (default_backend() != Backend::jit) GTEST_SKIP() << "no machine code on this processor";
  const std::size_t small = make_executable(chain(1000), Backend::jit)->code_bytes();
  const std::size_t large = make_executable(chain(100000), Backend::jit)->code_bytes();
  EXPECT_LT(small, 4000u);
  EXPECT_LT(large, small + 1000);
}

TEST(Repetition, AChangeInTheMiddleEndsTheLoop) {
  Program program = chain(2000);
  std::swap(program.outputs[2000], program.outputs[2002]);  // copies of two velocities
  const AllocatedProgram code = allocated(program);
  const std::vector<Repetition> found = find_repetitions(code);
  expect_true(code, found);
  EXPECT_GE(found.size(), 3u);
  EXPECT_GT(covered(found), code.code.size() * 95 / 100);
}

TEST(Repetition, ARecurrenceMovesNothingInMemory) {
  ProgramBuilder b(2);
  Value x = b.input(0);
  for (int k = 0; k < 600; ++k) {
    x = b.emit(Code::sqrt, b.emit(Code::add, b.emit(Code::mul, x, x), b.input(1)));
  }
  b.output(x);
  const Program program = b.finish();
  const AllocatedProgram code = allocated(program);
  const std::vector<Repetition> found = find_repetitions(code);
  expect_true(code, found);
  EXPECT_EQ(strides(code, found.at(0)).size(), 0u);
  if (default_backend() != Backend::jit) return;
  const double in[] = {2, 0.01};
  double out = 0;
  ASSERT_TRUE(Runner(program, Backend::jit).run(in, &out));
  EXPECT_NEAR(out, std::sqrt(10.0), 1e-13);  // 2^2 + 600 times 0.01
}

/// Equal cells of random operations on their own inputs, shared inputs and results of the cell
/// before; all numbers stay between 0 and 1 and lose no accuracy on the way.
class Cells {
 public:
  explicit Cells(unsigned seed) : random_(seed) {
    n_ = 50 + random_() % 400;
    own_ = 1 + random_() % 8;
    width_ = 2 + random_() % 30;
    for (std::size_t k = 0; k < width_; ++k) {
      kinds_.push_back(random_() % 6);
      for (int operand = 0; operand < 2; ++operand) picks_.push_back(random_());
      written_.push_back(random_() % 3 == 0);
    }
    written_.back() = true;
    for (std::size_t k = 0; k < own_; ++k) stride_.push_back(1 + random_() % (2 * own_));
    descending_ = random_() % 4 == 0;
    irregular_ = random_() % 3 == 0 ? random_() % n_ : n_;
    function_ = random_() % 4 == 0 ? random_() % n_ : n_;
  }

  Program program() const {
    ProgramBuilder b(inputs());
    std::vector<Value> before(width_, b.input(inputs() - 1));
    const Value half = b.constant(0.5);
    for (std::size_t i = 0; i < n_; ++i) {
      std::vector<Value> cell;
      const auto operand = [&](unsigned pick) -> Value {
        const std::size_t kind = pick % 8, which = pick / 8;
        if (kind == 0) return b.input(inputs() - 1 - which % 3);
        if (kind == 1 && i > 0) return before[which % width_];
        if (kind < 4 || cell.empty()) {
          const std::size_t k = (which + (i == irregular_ ? 1 : 0)) % own_;
          const std::size_t place = descending_ ? n_ - 1 - i : i;
          return b.input((stride_[k] * place + k) % (inputs() - 3));
        }
        return cell[cell.size() - 1 - which % std::min<std::size_t>(cell.size(), 6)];
      };
      for (std::size_t k = 0; k < width_; ++k) {
        const Value x = operand(picks_[2 * k]), y = operand(picks_[2 * k + 1]);
        cell.push_back(combine(b, kinds_[k], x, y, half));
        if (i == function_ && k == width_ / 2) {
          cell.back() = b.emit(Code::sin, cell.back());
        }
        if (written_[k]) b.output(cell.back());
      }
      before = cell;
    }
    return b.finish();
  }

  std::vector<double> point() {
    std::vector<double> in(inputs());
    for (double& x : in) x = std::uniform_real_distribution<double>(0.1, 1)(random_);
    return in;
  }

 private:
  std::size_t inputs() const { return 2 * own_ * n_ + 4; }

  static Value combine(ProgramBuilder& b, std::size_t kind, Value x, Value y, Value half) {
    switch (kind) {
      case 0:  // mean
        return b.emit(Code::mul, b.emit(Code::add, x, y), half);
      case 1:  // geometric mean
        return b.emit(Code::sqrt, b.emit(Code::mul, x, y));
      case 2:
        return b.emit(Code::max, x, y);
      case 3:  // share
        return b.emit(Code::div, x, b.emit(Code::add, x, y));
      case 4:  // x / 4 + x y / 2: a multiply-add
        return b.emit(Code::add, b.emit(Code::mul, b.emit(Code::mul, x, half), half),
                      b.emit(Code::mul, b.emit(Code::mul, x, y), half));
      default:  // the smaller one, by selection
        return b.emit(Code::select, b.emit(Code::less, x, y), x, y);
    }
  }

  std::mt19937 random_;
  std::size_t n_, own_, width_, irregular_, function_;
  bool descending_;
  std::vector<std::size_t> kinds_, stride_;
  std::vector<unsigned> picks_;
  std::vector<bool> written_;
};

TEST(Repetition, CellsOfEveryKindComputeTheSameAsTheInterpreter) {
  std::size_t with_loops = 0, many_strides = 0, backwards = 0, beside_calls = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    Cells cells(seed);
    const Program program = cells.program();
    const AllocatedProgram code = allocated(program);
    const std::vector<Repetition> found = find_repetitions(code);
    expect_true(code, found);
    if (HasFatalFailure()) return;
    with_loops += found.empty() ? 0 : 1;
    for (const Repetition& r : found) {
      const std::set<std::int64_t> moves = strides(code, r);
      many_strides += moves.size() > 5 ? 1 : 0;  // more than the machine code has counters
      backwards += !moves.empty() && *moves.begin() < 0 ? 1 : 0;
      beside_calls += code.group_places.empty() ? 0 : 1;
    }
    if (default_backend() != Backend::jit) continue;
    Runner machine(program, Backend::jit);
    Runner interpreter(program, Backend::interpreter);
    for (int point = 0; point < 2; ++point) {
      const std::vector<double> in = cells.point();
      std::vector<double> expected(program.outputs.size(), -7.0), out(program.outputs.size(), -9.0);
      ASSERT_TRUE(interpreter.run(in.data(), expected.data()));
      ASSERT_TRUE(machine.run(in.data(), out.data()));
      for (std::size_t i = 0; i < out.size(); ++i) {
        ASSERT_NEAR(out[i], expected[i], 1e-12 * std::fabs(expected[i]))
            << "program " << seed << ", output " << i;
      }
    }
  }
  // Else these programs do not test what they are here for.
  EXPECT_GT(with_loops, 75u);
  EXPECT_GT(many_strides, 0u);
  EXPECT_GT(backwards, 10u);
  EXPECT_GT(beside_calls, 10u);
}

}  // namespace
}  // namespace multibond::test
