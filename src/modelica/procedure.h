/// Procedure: a function of text that is run with numbers, statement by statement, where its result
/// is no expression: how often its loops run depends on its arguments.
///
/// Locals are slots. A statement computes expressions of slots, which are derived as expressions
/// are; so the derivative of a procedure is one with twice as many slots.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "multibond/symbolic/expr.h"
#include "multibond/symbolic/function.h"
#include "multibond/symbolic/pool.h"

namespace multibond::modelica {

/// A statement, as expressions of slots (variables of the pool).
struct Step {
  enum class Kind : std::uint8_t {
    assign,  ///< all targets at once
    choose,  ///< body or otherwise, by the value
    loop,    ///< body as long as the value is true
    leave,   ///< the loop
    finish,  ///< the procedure
    fail,    ///< an assertion, if the value is true: there is no result
  };
  Kind kind = Kind::assign;
  std::vector<std::uint32_t> targets = {};
  std::vector<Expr> values = {};
  std::vector<Step> body = {}, otherwise = {};
};

struct Draft {
  std::string name;
  std::shared_ptr<ExprPool> pool;
  std::uint32_t slots = 0;
  std::vector<std::uint32_t> inputs = {};
  std::vector<Expr> outputs = {};
  std::vector<Step> steps = {};
};

class Procedure {
 public:
  /// `derivative`: of the same inputs and their rates, if the text gives one; else it is derived.
  explicit Procedure(Draft draft, std::shared_ptr<const Procedure> derivative = {});
  ~Procedure();
  const std::string& name() const { return draft_.name; }
  std::size_t inputs() const { return draft_.inputs.size(); }
  std::size_t outputs() const { return draft_.outputs.size(); }
  void run(std::span<const double> arguments, std::span<double> results) const;
  /// The rates of the results, of the inputs followed by their rates. Made when first asked for.
  std::shared_ptr<const Procedure> derivative() const;

 private:
  struct Code;
  const Draft draft_;
  std::unique_ptr<const Code> code_;
  mutable std::shared_ptr<const Procedure> derivative_;
};

/// A function for each result.
std::vector<std::shared_ptr<const Function>> functions_of(
    const std::shared_ptr<const Procedure>& procedure);

}  // namespace multibond::modelica
