/// Random numbers of the Modelica Standard Library, behind the names of its C functions.
///
/// The generators are those of S. Vigna (2014, xorshift.di.unimi.it). Their state is a list of
/// Integers of 32 bits, two for each word, the lower half first.
#pragma once

#include <span>
#include <string_view>

namespace multibond::modelica {

struct RandomGenerator {
  std::string_view name;
  std::size_t states;
  /// The next number, in (0, 1]; the state goes on.
  double (*next)(std::span<double> state);
};

/// By name: "xorshift64star", "xorshift128plus", "xorshift1024star"; null for another one.
const RandomGenerator* random_generator(std::string_view name);

/// A number of 32 bits with sign that depends on all characters (the hash of A. Partow).
double text_hash(std::string_view text);

}  // namespace multibond::modelica
