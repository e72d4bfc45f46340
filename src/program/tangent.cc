#include <stdexcept>

#include "multibond/program/builder.h"
#include "multibond/program/executable.h"

namespace multibond {
namespace {

/// The forward derivative of a solver, as a solver: (in, out, in_dot) -> out_dot.
class TangentSolver final : public Solver {
 public:
  explicit TangentSolver(std::shared_ptr<const Solver> solver) : solver_(std::move(solver)) {}
  std::string name() const override { return "derivative of " + solver_->name(); }
  std::size_t inputs() const override { return 2 * solver_->inputs() + solver_->outputs(); }
  std::size_t outputs() const override { return solver_->outputs(); }
  std::size_t scratch() const override { return solver_->scratch(); }
  bool solve(const double* in, double* out, double*, double* scratch) const override {
    const double* const solution = in + solver_->inputs();
    return solver_->tangent(in, solution, solution + solver_->outputs(), out, scratch);
  }
  /// Second derivatives are not available.
  bool tangent(const double*, const double*, const double*, double*, double*) const override {
    return false;
  }

 private:
  std::shared_ptr<const Solver> solver_;
};

/// Copies the program into a builder and writes the derivative of each instruction beside it.
class Tangent {
 public:
  Tangent(const Program& program, const std::vector<std::uint32_t>& active);
  Program run();

 private:
  using Value = ProgramBuilder::Value;
  /// A derivative that does not move is zero, and nothing is written for it.
  struct Derivative {
    Value value = 0;
    bool moves = false;
  };

  void copy(std::size_t index);
  Derivative derivative(std::size_t index);
  void call(std::uint32_t index);

  Value emit(Code code, Value a, Value b = 0, Value c = 0) { return builder_.emit(code, a, b, c); }
  Value number(double value) { return builder_.constant(value); }
  Derivative moving(Value value) const { return {value, true}; }
  Derivative scaled(Derivative a, Value factor) {
    return a.moves ? moving(emit(Code::mul, a.value, factor)) : a;
  }
  Derivative negated(Derivative a) { return a.moves ? moving(emit(Code::neg, a.value)) : a; }
  Derivative sum(Derivative a, Derivative b) {
    if (!a.moves || !b.moves) return a.moves ? a : b;
    return moving(emit(Code::add, a.value, b.value));
  }
  Derivative difference(Derivative a, Derivative b) {
    if (!a.moves || !b.moves) return a.moves ? a : negated(b);
    return moving(emit(Code::sub, a.value, b.value));
  }
  Derivative quotient(Derivative a, Value b) {
    return a.moves ? moving(emit(Code::div, a.value, b)) : a;
  }
  Value written(Derivative a) { return a.moves ? a.value : number(0); }
  Derivative chosen(Value condition, Derivative a, Derivative b) {
    if (!a.moves && !b.moves) return {};
    return moving(emit(Code::select, condition, written(a), written(b)));
  }

  const Program& program_;
  ProgramBuilder builder_;
  std::vector<Value> value_;                          ///< per value of the program, its copy
  std::vector<Derivative> dot_;                       ///< per value of the program
  std::vector<std::vector<Value>> results_;           ///< per call
  std::vector<std::vector<Derivative>> result_dots_;  ///< per call
};

Tangent::Tangent(const Program& program, const std::vector<std::uint32_t>& active)
    : program_(program),
      builder_(program.inputs + active.size()),
      value_(program.values()),
      dot_(program.values()),
      results_(program.calls.size()),
      result_dots_(program.calls.size()) {
  for (std::size_t i = 0; i < program.inputs; ++i) value_[i] = builder_.input(i);
  for (std::size_t i = 0; i < program.constants.size(); ++i) {
    value_[program.first_constant() + i] = number(program.constants[i]);
  }
  for (std::size_t k = 0; k < active.size(); ++k) {
    if (active[k] >= program.inputs) throw std::out_of_range("tangent: no such input");
    // An input named twice moves with the sum of its seeds.
    dot_[active[k]] = sum(dot_[active[k]], moving(builder_.input(program.inputs + k)));
  }
}

void Tangent::call(std::uint32_t index) {
  const Call& call = program_.calls[index];
  std::vector<Value> arguments;
  bool moves = false;
  for (const std::uint32_t argument : call.arguments) {
    arguments.push_back(value_[argument]);
    moves = moves || dot_[argument].moves;
  }
  results_[index] = builder_.call(call.solver, arguments);
  result_dots_[index].resize(results_[index].size());
  if (!moves) return;
  arguments.insert(arguments.end(), results_[index].begin(), results_[index].end());
  for (const std::uint32_t argument : call.arguments) {
    arguments.push_back(written(dot_[argument]));
  }
  const std::vector<Value> dots =
      builder_.call(std::make_shared<TangentSolver>(call.solver), arguments);
  for (std::size_t k = 0; k < dots.size(); ++k) result_dots_[index][k] = moving(dots[k]);
}

void Tangent::copy(std::size_t index) {
  const Instruction& instruction = program_.instructions[index];
  const std::size_t value = program_.first_result() + index;
  if (instruction.code == Code::call) {
    call(instruction.a);
  } else if (instruction.code == Code::result) {
    value_[value] = results_[instruction.a][instruction.b];
    dot_[value] = result_dots_[instruction.a][instruction.b];
  } else {
    const int operands = code_info(instruction.code).operands;
    value_[value] =
        emit(instruction.code, value_[instruction.a], operands > 1 ? value_[instruction.b] : 0,
             operands > 2 ? value_[instruction.c] : 0);
    dot_[value] = derivative(index);
  }
}

Tangent::Derivative Tangent::derivative(std::size_t index) {
  const Instruction& instruction = program_.instructions[index];
  const int operands = code_info(instruction.code).operands;
  const Derivative da = dot_[instruction.a];
  const Derivative db = operands > 1 ? dot_[instruction.b] : Derivative{};
  const Derivative dc = operands > 2 ? dot_[instruction.c] : Derivative{};
  if (!da.moves && !db.moves && !dc.moves) return {};
  const Value a = value_[instruction.a];
  const Value b = operands > 1 ? value_[instruction.b] : 0;
  const Value v = value_[program_.first_result() + index];
  const auto square = [&](Value x) { return emit(Code::mul, x, x); };
  const auto one_minus = [&](Value x) { return emit(Code::sub, number(1), x); };
  const auto one_plus = [&](Value x) { return emit(Code::add, number(1), x); };

  switch (instruction.code) {
    case Code::add:
      return sum(da, db);
    case Code::sub:
      return difference(da, db);
    case Code::mul:
      return sum(scaled(da, b), scaled(db, a));
    case Code::div:
      return quotient(difference(da, scaled(db, v)), b);
    case Code::neg:
      return negated(da);
    case Code::abs:
      return scaled(da, emit(Code::sign, a));
    case Code::sqrt:
      return quotient(scaled(da, number(0.5)), v);
    case Code::exp:
      return scaled(da, v);
    case Code::log:
      return quotient(da, a);
    case Code::sin:
      return scaled(da, emit(Code::cos, a));
    case Code::cos:
      return negated(scaled(da, emit(Code::sin, a)));
    case Code::tan:
      return scaled(da, one_plus(square(v)));
    case Code::asin:
      return quotient(da, emit(Code::sqrt, one_minus(square(a))));
    case Code::acos:
      return negated(quotient(da, emit(Code::sqrt, one_minus(square(a)))));
    case Code::atan:
      return quotient(da, one_plus(square(a)));
    case Code::sinh:
      return scaled(da, emit(Code::cosh, a));
    case Code::cosh:
      return scaled(da, emit(Code::sinh, a));
    case Code::tanh:
      return scaled(da, one_minus(square(v)));
    case Code::pow: {
      // b a^(b-1) da + log(a) a^b db. The second term is 0 for a <= 0, where a^b has no derivative
      // in b but a constant exponent that happens to be an input should not give NaN.
      const Value slope = emit(Code::mul, b, emit(Code::pow, a, emit(Code::sub, b, number(1))));
      const Derivative by_base = scaled(da, slope);
      if (!db.moves) return by_base;
      const Derivative by_exponent = scaled(db, emit(Code::mul, v, emit(Code::log, a)));
      return sum(by_base, chosen(emit(Code::less, number(0), a), by_exponent, {}));
    }
    case Code::atan2: {
      const Value radius2 = emit(Code::add, square(a), square(b));
      return quotient(difference(scaled(da, b), scaled(db, a)), radius2);
    }
    case Code::min:
      return chosen(emit(Code::less, a, b), da, db);
    case Code::max:
      return chosen(emit(Code::less, b, a), da, db);
    case Code::select:
      return chosen(a, db, dc);
    default:
      return {};  // piecewise constant: sign, floor, truth values
  }
}

Program Tangent::run() {
  for (std::size_t i = 0; i < program_.instructions.size(); ++i) copy(i);
  for (const std::uint32_t output : program_.outputs) {
    builder_.output(written(dot_[output]));
  }
  return builder_.finish();
}

}  // namespace

Program tangent(const Program& program, const std::vector<std::uint32_t>& active) {
  program.check();
  return Tangent(program, active).run();
}

}  // namespace multibond
