#include "multibond/library/bonds/element.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/base/text.h"

namespace multibond::bonds {

int Element::size() const {
  if (n.value() > 0) return n.value();
  const Defaults* defaults = find_outer<Defaults>();
  return defaults ? defaults->n.value() : 1;
}

BondPort& Element::free_port() {
  fail("has several ports, and a bond names none of them.", "Name the port, such as port_a.");
}

std::vector<BondPort*> Element::bond_ports() const {
  std::vector<BondPort*> ports;
  for (Component* part : children()) {
    if (auto* port = dynamic_cast<BondPort*>(part)) ports.push_back(port);
  }
  return ports;
}

std::vector<CausalRule> Element::each(CausalRule::Kind kind) const {
  std::vector<CausalRule> rules;
  for (int i = 0; i < size(); ++i) rules.push_back({kind, {static_cast<std::uint32_t>(i)}});
  return rules;
}

std::vector<CausalRule> Element::together(CausalRule::Kind kind) const {
  CausalRule rule{kind, {}};
  for (int i = 0; i < size(); ++i) rule.places.push_back(static_cast<std::uint32_t>(i));
  return {rule};
}

Expr Element::entry(const Parameter<VectorX>& parameter, int i) const {
  if (parameter.elements() == 1) return parameter.element(0);
  if (parameter.elements() != size()) {
    fail(fmt::format("has cardinality {}, but {} has {} elements.", size(), parameter.name(),
                     parameter.elements()),
         fmt::format("Give {} one value, or {} of them.", parameter.name(), size()));
  }
  return parameter.element(i);
}

Eigen::Matrix<Expr, Eigen::Dynamic, Eigen::Dynamic> Element::square(
    const Parameter<MatrixX>& parameter) const {
  const int m = size();
  Eigen::Matrix<Expr, Eigen::Dynamic, Eigen::Dynamic> result(m, m);
  const bool scalar = parameter.elements() == 1;
  if (!scalar && (parameter.actual_rows() != m || parameter.actual_columns() != m)) {
    fail(fmt::format("has cardinality {}, but {} is a matrix of {} rows and {} columns.", m,
                     parameter.name(), parameter.actual_rows(), parameter.actual_columns()),
         fmt::format("Give {} one value, or a matrix of size {} x {}.", parameter.name(), m, m));
  }
  for (int j = 0; j < m; ++j) {
    for (int i = 0; i < m; ++i) {
      result(i, j) =
          scalar ? (i == j ? parameter.element(0) : Expr(0.0)) : parameter.element(i + j * m);
    }
  }
  return result;
}

std::vector<int> Element::places(const Parameter<VectorX>& parameter, int count,
                                 int largest) const {
  const VectorX values = parameter.value();
  const auto refuse = [&](const std::string& why) {
    fail(fmt::format("has {} = {}, {}.", parameter.name(), parameter.value_text(), why),
         fmt::format("Give {} different whole numbers between 1 and {}.", count, largest));
  };
  if (values.size() < count) refuse(fmt::format("which has less than {} entries", count));
  if (values.size() > largest) refuse(fmt::format("which has more than {} entries", largest));
  std::vector<int> result;
  for (const double value : values) {
    if (value != std::floor(value) || value < 1 || value > largest) {
      refuse(format_number(value) + " is none of the places");
    }
    const int place = static_cast<int>(value) - 1;
    if (std::find(result.begin(), result.end(), place) != result.end()) {
      refuse(fmt::format("which names place {} twice", place + 1));
    }
    result.push_back(place);
  }
  result.resize(static_cast<std::size_t>(count));
  return result;
}

Expr Element::net_power() const {
  Expr sum = 0.0;
  for (const BondPort* port : bond_ports()) sum += port->power();
  return sum;
}

}  // namespace multibond::bonds
