// What to change in a model whose loops cannot be closed.

#include "run_loop.h"
#include "start/lengths.h"

namespace multibond {

/// Which length would have to change, with a space before it; empty if that is not known. Lengths
/// that are numbers in the code become symbols first.
std::string Simulator::Run::length_advice(double start) {
  const std::vector<StartLength> lengths = lengths_of(model->description());
  std::vector<ParameterId> numbers;
  for (const StartLength& length : lengths) {
    for (const ParameterId p : length.parameters) {
      const bool number = model->description()[p].kind == ParameterDescription::Kind::specialized;
      if (number && parameters_[p.index()] != 0) numbers.push_back(p);
    }
  }
  const auto general = numbers.empty() ? model : model->with_free(numbers);
  CompiledDynamics dynamics(general->mode(machine_->modes(), parameters_));
  dynamics.set_parameters(parameters_);
  for (const auto& [variable, signal] : signals_) dynamics.drive(variable, signal);
  start_discrete_values(dynamics, starts_);
  const std::string text = multibond::length_advice(dynamics, start, starts_, parameters_, lengths);
  return text.empty() ? text : ' ' + text;
}

}  // namespace multibond
