/// The command for your own models.
///
///     #include "multibond/multibond.h"
///
///     struct Oscillator : multibond::Model { ... };
///
///     MULTIBOND_MAIN(Oscillator)
///
/// makes a program with all commands: `./oscillator simulate Oscillator --plot mass.s`, and
/// likewise list, catalog, inspect, linearize, draw. A model needs a constructor without arguments,
/// or from (owner, name). What a static member `description` (one sentence) or `experiment` (stop
/// time, tolerance, variables to plot) says is used.
#pragma once

#include <string_view>
#include <utility>

#include "multibond/cli/command.h"
#include "multibond/library/library.h"
#include "multibond/model/class_name.h"

namespace multibond {

/// Adds a model under the name of its class.
template <typename T>
void add_own_model(Catalog& catalog) {
  std::string_view description;
  if constexpr (requires { std::string_view(T::description); }) description = T::description;
  Experiment experiment;
  if constexpr (requires { Experiment(T::experiment); }) experiment = T::experiment;
  catalog.add_model<T>(short_class_name(typeid(T)), description, experiment);
}

/// Runs a command on these models; the components of the library are there too.
template <typename... Models>
int main_with_models(int argc, const char* const* argv) {
  Catalog catalog = component_catalog();
  (add_own_model<Models>(catalog), ...);
  return command_main(argc, argv, std::move(catalog));
}

}  // namespace multibond

/// The main function of a program with these models.
#define MULTIBOND_MAIN(...) \
  int main(int argc, char** argv) { return ::multibond::main_with_models<__VA_ARGS__>(argc, argv); }
