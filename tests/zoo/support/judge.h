/// Runs a mechanism with the library and judges the outcome with the kinematics of the zoo.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "mechanism.h"
#include "model_of.h"
#include "multibond/simulate/simulation.h"

namespace multibond::zoo {

/// What the compiler found out about the mobility of a model.
struct Freedom {
  std::size_t directions = 0;  ///< in which its states can move: twice the mobility, if holonomic
  std::size_t redundant = 0;   ///< constraints that others imply
  bool operator==(const Freedom&) const = default;
};
Freedom freedom_of(Component& model);
/// The same by the data.
Freedom freedom_of(const Mechanism& mechanism);
std::ostream& operator<<(std::ostream& out, const Freedom& freedom);

/// A run that is ended after as many steps as none of the zoo should need.
Result run(Model& model, double stop, double tolerance, int intervals);

/// The worst of a run.
struct Quality {
  double gap = 0;     ///< of the loops, in m or rad, by the coordinates of all joints
  double energy = 0;  ///< change of the energy, by the energy that moves
  double moving = 0;  ///< J: how much goes through motion, height and springs
};
Quality quality_of(const Mechanism& mechanism, const Result& result);

/// How regular the loops are in the most singular of the recorded positions (see Kinematics).
double least_regularity(const Mechanism& mechanism, const Result& result);

/// Warnings and errors of a run, one per line.
std::string complaints(const Result& result);

/// Largest difference of the places of all links between two runs of equal rows, the second of a
/// mechanism that is larger by a factor.
double difference(const Mechanism& mechanism, const Result& a, const Mechanism& named_otherwise,
                  const Result& b, double factor = 1);

/// Assemblies from random guesses, of which lengths are wrong by a part of themselves, or of
/// `size`, angles of a radian.
struct Assemblies {
  std::size_t tried = 0, closed = 0, near = 0;
  std::vector<std::string> messages = {};  ///< of those that were refused
};
Assemblies assemble(const Mechanism& mechanism, std::size_t count, double error, double size = 1);

}  // namespace multibond::zoo
