#include <array>
#include <map>
#include <stdexcept>

#include "multibond/program/builder.h"
#include "multibond/program/executable.h"
#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/pool.h"

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

  Value written(Derivative a) { return a.moves ? a.value : builder_.constant(0); }

  /// The derivative of an operation (symbolic/operations.h) for the case that some of its operands
  /// move, as an expression of these leaves.
  struct Rule {
    Expr rate;
    std::vector<std::uint32_t> nodes;
  };
  static constexpr std::uint32_t kValue = 0, kOperand = 1, kRate = 4, kLeaves = 7;
  const Rule& rule(Code code, unsigned moving);
  Value written(const Rule& rule, const std::array<Value, kLeaves>& leaves);

  const Program& program_;
  ProgramBuilder builder_;
  std::vector<Value> value_;                          ///< per value of the program, its copy
  std::vector<Derivative> dot_;                       ///< per value of the program
  std::vector<std::vector<Value>> results_;           ///< per call
  std::vector<std::vector<Derivative>> result_dots_;  ///< per call
  ExprPool pool_;                                     ///< of the rules
  std::map<std::pair<Code, unsigned>, Rule> rules_;   ///< by operation and operands that move
  std::vector<Value> rule_values_;                    ///< per node of the pool
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
    value_[program.first_constant() + i] = builder_.constant(program.constants[i]);
  }
  for (std::size_t k = 0; k < active.size(); ++k) {
    if (active[k] >= program.inputs) throw std::out_of_range("tangent: no such input");
    // An input named twice moves with the sum of its seeds.
    Derivative& dot = dot_[active[k]];
    const Value seed = builder_.input(program.inputs + k);
    dot = {dot.moves ? builder_.emit(Code::add, dot.value, seed) : seed, true};
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
  for (std::size_t k = 0; k < dots.size(); ++k) result_dots_[index][k] = {dots[k], true};
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
    const int operands = op_info(instruction.code).operands;
    value_[value] = builder_.emit(instruction.code, value_[instruction.a],
                                  operands > 1 ? value_[instruction.b] : 0,
                                  operands > 2 ? value_[instruction.c] : 0);
    dot_[value] = derivative(index);
  }
}

Tangent::Derivative Tangent::derivative(std::size_t index) {
  const Instruction& instruction = program_.instructions[index];
  const OpInfo& info = op_info(instruction.code);
  if (info.derivative == nullptr) return {};  // piecewise constant: sign, floor, truth values
  const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
  std::array<Value, kLeaves> leaves{value_[program_.first_result() + index]};
  unsigned moving = 0;
  for (int k = 0; k < info.operands; ++k) {
    leaves[kOperand + k] = value_[operands[k]];
    leaves[kRate + k] = dot_[operands[k]].value;
    moving |= dot_[operands[k]].moves ? 1u << k : 0u;
  }
  if (moving == 0) return {};
  const Rule& rule = this->rule(instruction.code, moving);
  if (rule.rate.is_number(0)) return {};
  return {written(rule, leaves), true};
}

const Tangent::Rule& Tangent::rule(Code code, unsigned moving) {
  const auto [entry, added] = rules_.try_emplace({code, moving});
  Rule& rule = entry->second;
  if (!added) return rule;
  const auto rate = [&](std::uint32_t k) {
    return moving & (1u << k) ? pool_.variable(kRate + k) : Expr(0.0);
  };
  rule.rate = op_info(code).derivative({pool_.variable(kValue), pool_.variable(kOperand),
                                        pool_.variable(kOperand + 1), rate(0), rate(1), rate(2)});
  if (!rule.rate.is_number()) rule.nodes = pool_.reachable(std::array{rule.rate});
  return rule;
}

Tangent::Value Tangent::written(const Rule& rule, const std::array<Value, kLeaves>& leaves) {
  if (rule.rate.is_number()) return builder_.constant(rule.rate.number());
  rule_values_.resize(pool_.size());
  for (const std::uint32_t id : rule.nodes) {
    const ExprNode& node = pool_.node(id);
    Value& value = rule_values_[id];
    if (node.op == Op::number) {
      value = builder_.constant(pool_.number(id));
    } else if (node.op == Op::variable) {
      value = leaves[node.a];
    } else if (node.op == Op::no_event) {
      value = rule_values_[node.a];
    } else {
      value =
          builder_.emit(node.op, rule_values_[node.a], rule_values_[node.b], rule_values_[node.c]);
    }
  }
  return rule_values_[rule.rate.id()];
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
