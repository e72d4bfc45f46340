/// Dimensions of expressions, inferred from the units of their leaves.
///
///   unknown      literal numbers and leaves without unit: fit everything; a product with one is
///                unknown, too, because the number may be 9.81 m/s2
///   equal        + - min max atan2 relations, both values of select
///   combined     * / pow with an integer exponent, sqrt; der divides by s; time is s
///   pure number  arguments of sin, exp, ... and exponents; angles are pure numbers
///
/// Every node is looked at once, however many equations share it. A contradiction is found where it
/// first appears; above it the dimension is unknown, so that one mistake is one finding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "multibond/base/units.h"
#include "multibond/model/system.h"

namespace multibond {

/// Nothing: fits everything.
using KnownDimension = std::optional<Dimension>;

struct DimensionConflict {
  Op op = Op::number;  ///< the operation; number for the two sides of an equation
  Dimension a, b;      ///< of the operands; for functions `a` only, which should be a pure number
};

class DimensionInference {
 public:
  /// Infers for all expressions reachable from the roots.
  DimensionInference(const System& system, const std::vector<Expr>& roots);

  KnownDimension of(const Expr& expr) const;
  /// The first contradiction inside an expression; null if there is none.
  const DimensionConflict* conflict(const Expr& expr) const;

  /// Declared dimension; unknown for unknown or empty units.
  KnownDimension of_unit(std::string_view unit);
  /// Nodes reachable from the roots.
  const std::vector<std::uint32_t>& nodes() const { return nodes_; }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  struct Entry {
    KnownDimension dimension;
    std::uint32_t conflict = kNone;
  };

  KnownDimension leaf(const ExprNode& node);
  KnownDimension inner(std::uint32_t id, const ExprNode& node);
  KnownDimension equal(Op op, const KnownDimension& a, const KnownDimension& b);
  KnownDimension pure_number(Op op, const KnownDimension& argument);
  KnownDimension product(const ExprNode& node) const;
  KnownDimension quotient(const ExprNode& node) const;
  KnownDimension power_of(const ExprNode& node);
  void report(Op op, const Dimension& a, const Dimension& b);
  /// A factor -1 is a sign, not a quantity.
  bool is_sign(std::uint32_t id) const;

  const System& system_;
  std::vector<std::uint32_t> nodes_;
  std::vector<Entry> entries_;  ///< by node
  std::vector<DimensionConflict> conflicts_;
  std::uint32_t found_ = kNone;  ///< in the node at hand
  std::unordered_map<std::string_view, KnownDimension> units_;
};

}  // namespace multibond
