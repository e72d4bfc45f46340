#include "multibond/compile/emission.h"

#include <gtest/gtest.h>

#include <cmath>

#include "multibond/program/runner.h"
#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_expression;
using test::read_system;

/// Expressions of the variables of a system, which are the inputs of the program in their order.
struct Emitted {
  System system = read_system("variable x, y, z");
  Fingerprints fingerprints{*system.pool};
  ProgramBuilder builder{3};
  int leaves = 0;  ///< how often one was asked for
  Emission emit{*system.pool, fingerprints, builder, [this](const Expr& leaf) {
                  ++leaves;
                  return builder.input(leaf.index());
                }};

  Expr read(const char* text) const { return read_expression(system, text); }

  /// Value at x = 2, y = 3, z = 5.
  double value(const Expr& expr) {
    builder.output(emit(expr));
    Runner runner(builder.finish());
    const double in[] = {2, 3, 5};
    double out = 0;
    EXPECT_TRUE(runner.run(in, &out));
    return out;
  }
};

TEST(Emission, ComputesWhatTheExpressionSays) {
  EXPECT_EQ(Emitted().value(7.0), 7);
  for (const auto& [text, expected] : std::initializer_list<std::pair<const char*, double>>{
           {"y", 3},
           {"x*y - z/x", 3.5},
           {"sin(x)^2.5 + atan2(y, z)", std::pow(std::sin(2), 2.5) + std::atan2(3, 5)},
           {"select(x < y and not (z < x), z, -1)", 5},
           {"max(x, min(y, z)) + floor(2.5*x)", 8}}) {
    Emitted emitted;
    EXPECT_NEAR(emitted.value(emitted.read(text)), expected, 1e-14) << text;
  }
}

TEST(Emission, ComputesEqualFunctionsOnce) {
  Emitted emitted;
  const auto a = emitted.emit(emitted.read("(x + y)*(x - y)"));
  EXPECT_EQ(emitted.emit(emitted.read("x*x - y*y")), a);
  EXPECT_NE(emitted.emit(emitted.read("x*x + y*y")), a);
}

TEST(Emission, AsksForEachLeafOnce) {
  Emitted emitted;
  emitted.emit(emitted.read("x*y + x/y"));
  emitted.emit(emitted.read("x - y"));
  EXPECT_EQ(emitted.leaves, 2);
}

TEST(Emission, TakesValuesThatAreSaidBeforehand) {
  Emitted emitted;
  emitted.emit.define(emitted.read("z"), emitted.emit(emitted.read("x + y")));
  emitted.emit.define(emitted.read("x*z"), emitted.builder.constant(100));
  EXPECT_EQ(emitted.value(emitted.read("x*z + 2*z")), 110);
}

TEST(Emission, LeavesNoEventOut) {
  Emitted emitted;
  const auto inside = emitted.emit(emitted.read("x*y"));
  EXPECT_EQ(emitted.emit(emitted.read("no_event(x*y)")), inside);
}

TEST(Emission, OfADeepExpressionNeedsNoStack) {
  Emitted emitted;
  Expr deep = emitted.read("x");
  for (int i = 0; i < 100000; ++i) deep = sqrt(deep + 2.0);
  EXPECT_NEAR(emitted.value(deep), 2, 1e-14);
}

/// Sum and product of two arguments, computed together.
class SumAndProduct final : public VectorFunction {
 public:
  std::string name() const override { return "sum and product"; }
  std::size_t arity() const override { return 2; }
  std::size_t results() const override { return 2; }
  void evaluate(std::span<const double> x, std::span<double> y) const override {
    y[0] = x[0] + x[1];
    y[1] = x[0] * x[1];
  }
  void tangent(std::span<const double> x, std::span<const double> v,
               std::span<double> y) const override {
    y[0] = v[0] + v[1];
    y[1] = v[0] * x[1] + x[0] * v[1];
  }
};

class ResultOf final : public Function {
 public:
  ResultOf(std::shared_ptr<const VectorFunction> whole, std::size_t result)
      : whole_(std::move(whole)), result_(result) {}
  std::string name() const override { return whole_->name(); }
  std::size_t arity() const override { return whole_->arity(); }
  double evaluate(std::span<const double> x) const override {
    double y[2];
    whole_->evaluate(x, y);
    return y[result_];
  }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }
  Part part() const override { return {whole_, result_}; }

 private:
  std::shared_ptr<const VectorFunction> whole_;
  std::size_t result_;
};

TEST(Emission, CallsAVectorFunctionOnceForAllItsResults) {
  Emitted emitted;
  const auto whole = std::make_shared<SumAndProduct>();
  const auto sum = std::make_shared<ResultOf>(whole, 0),
             product = std::make_shared<ResultOf>(whole, 1);
  const Expr x = emitted.read("x"), y = emitted.read("y"), z = emitted.read("z");
  emitted.builder.output(emitted.emit(call(sum, {x, y})));
  emitted.builder.output(emitted.emit(call(product, {x, y})));
  emitted.builder.output(emitted.emit(call(product, {x, z})));
  const Program program = emitted.builder.finish();
  EXPECT_EQ(program.calls.size(), 2u);  // for two lists of arguments
  Runner runner(program);
  const double in[] = {2, 3, 5};
  double out[3];
  ASSERT_TRUE(runner.run(in, out));
  EXPECT_EQ(out[0], 5);
  EXPECT_EQ(out[1], 6);
  EXPECT_EQ(out[2], 10);
}

}  // namespace
}  // namespace multibond
