#include "opaque.h"

#include <algorithm>

#include <fmt/format.h>

namespace multibond::modelica {
namespace {

class Opaque final : public VectorFunction {
 public:
  Opaque(std::string name, std::size_t arity, std::size_t results, Computation computation)
      : name_(std::move(name)),
        arity_(arity),
        results_(results),
        computation_(std::move(computation)) {}
  std::string name() const override { return name_; }
  std::size_t arity() const override { return arity_; }
  std::size_t results() const override { return results_; }
  void evaluate(std::span<const double> arguments, std::span<double> results) const override {
    computation_(arguments, results);
  }
  void tangent(std::span<const double>, std::span<const double>,
               std::span<double> result_rates) const override {
    // Arguments change at events only.
    std::fill(result_rates.begin(), result_rates.end(), 0.0);
  }

 private:
  std::string name_;
  std::size_t arity_, results_;
  Computation computation_;
};

class OpaqueResult final : public Function {
 public:
  OpaqueResult(std::shared_ptr<const Opaque> whole, std::size_t index)
      : whole_(std::move(whole)), index_(index) {}
  std::string name() const override { return fmt::format("{}[{}]", whole_->name(), index_ + 1); }
  std::size_t arity() const override { return whole_->arity(); }
  double evaluate(std::span<const double> arguments) const override {
    std::vector<double> results(whole_->results());
    whole_->evaluate(arguments, results);
    return results[index_];
  }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }
  Part part() const override { return {whole_, index_}; }

 private:
  std::shared_ptr<const Opaque> whole_;
  std::size_t index_;
};

}  // namespace

std::vector<std::shared_ptr<const Function>> opaque_functions(std::string name, std::size_t arity,
                                                              std::size_t results,
                                                              Computation computation) {
  const auto whole =
      std::make_shared<const Opaque>(std::move(name), arity, results, std::move(computation));
  std::vector<std::shared_ptr<const Function>> functions;
  for (std::size_t i = 0; i < results; ++i) {
    functions.push_back(std::make_shared<OpaqueResult>(whole, i));
  }
  return functions;
}

}  // namespace multibond::modelica
