// Back ends compared on the derivative functions of five real models of different size.
//
// Goal: machine code at most 1.3 times slower than gcc -O2 and ready at least 100 times sooner
// (medians over the five). Run by hand; nothing here is asserted by a test.
#include <string>
#include <vector>

#include "backend_comparison.h"
#include "multibond/compile/plan.h"
#include "multibond/library/library.h"

namespace {

/// The derivatives of a model, with its parameter n set if `n` is positive.
multibond::bench::BackendComparison compare(const std::string& name, int n = 0) {
  const multibond::Catalog catalog = multibond::library_catalog();
  const auto model = catalog.find(name).make(nullptr, name);
  if (n > 0) model->set("n", n);
  const multibond::Plan plan = multibond::compile(*model);
  std::vector<multibond::Expr> derivatives;
  for (const multibond::State& state : plan.selection.states)
    derivatives.push_back(state.derivative);
  return multibond::bench::compare_backends(plan.program(derivatives),
                                            n > 0 ? name + " " + std::to_string(n) : name);
}

}  // namespace

int main() {
  multibond::bench::print_table({
      compare("CartesianPendulum"),
      compare("Truss"),
      compare("RCLadder", 100),
      compare("MassChain", 300),
      compare("MassChain", 3000),
  });
}
