/// Elements for the tests of causality: each states its rule and the equations that belong to it.
#pragma once

#include "multibond/library/bonds/element.h"

namespace multibond::bonds::test {

class TwoPort : public Element {
 public:
  using Element::Element;
  BondPort a{this, "a"};
  BondPort b{this, "b"};
  Parameter<double> m{this, "m", 2.0, "1", "ratio"};

 protected:
  std::vector<CausalRule> pairs(CausalRule::Kind kind) const {
    std::vector<CausalRule> rules;
    const auto n = static_cast<std::uint32_t>(size());
    for (std::uint32_t i = 0; i < n; ++i) rules.push_back({kind, {i, n + i}});
    return rules;
  }
};

/// e_a = m e_b, f_b = -m f_a
class Transformer final : public TwoPort {
 public:
  using TwoPort::TwoPort;
  std::string code() const override { return "TF"; }
  std::vector<CausalRule> causal_rules() const override {
    return pairs(CausalRule::Kind::transformer);
  }
  void equations() override {
    for (std::size_t i = 0; i < a.e.size(); ++i) {
      equation(a.e[i], m * b.e[i]);
      equation(b.f[i], -m * a.f[i]);
    }
  }
};

/// e_a = m f_b, e_b = -m f_a
class Gyrator final : public TwoPort {
 public:
  using TwoPort::TwoPort;
  std::string code() const override { return "GY"; }
  std::vector<CausalRule> causal_rules() const override { return pairs(CausalRule::Kind::gyrator); }
  void equations() override {
    for (std::size_t i = 0; i < a.e.size(); ++i) {
      equation(a.e[i], m * b.f[i]);
      equation(b.e[i], -m * a.f[i]);
    }
  }
};

/// Inertia with a full matrix: e = M df/dt.
class InertiaField final : public OnePort {
 public:
  using OnePort::OnePort;
  std::string code() const override { return "I"; }
  std::vector<CausalRule> causal_rules() const override {
    return together(CausalRule::Kind::inertial);
  }
  void equations() override {
    for (int i = 0; i < size(); ++i) {
      Expr sum = 0.0;
      for (int j = 0; j < size(); ++j) sum += (i == j ? 3.0 : 1.0) * der(f(j));
      equation(e(i), sum);
      port.f[static_cast<std::size_t>(i)].hint(StateHint::prefer);
    }
  }
};

/// Joins two bonds of size 1 to one of size 2.
class Composition final : public Element {
 public:
  using Element::Element;
  BondPort first{this, "first"};
  BondPort second{this, "second"};
  BondPort both{this, "both"};
  int port_size(const BondPort& port) const override { return &port == &both ? 2 : 1; }
  std::string code() const override { return "comp"; }
  std::vector<CausalRule> causal_rules() const override {
    return {{CausalRule::Kind::transformer, {0, 2}}, {CausalRule::Kind::transformer, {1, 3}}};
  }
  void equations() override {
    equation(first.e[0], both.e[0]);
    equation(second.e[0], both.e[1]);
    equation(first.f[0], -both.f[0]);
    equation(second.f[0], -both.f[1]);
  }
};

/// Two ports joined by a matrix M of any shape: x_b = M x_a and y_a = -M^T y_b, where x are flows
/// and y efforts, or the other way round; or e_b = M f_a and e_a = -M^T f_b (gyrator), or the same
/// with efforts and flows exchanged.
class MatrixPart final : public Element {
 public:
  MatrixPart(Component* owner, std::string_view name, CausalRule::Kind kind, MatrixX matrix)
      : Element(owner, name), kind_(kind), matrix_(std::move(matrix)) {}
  BondPort a{this, "a"};
  BondPort b{this, "b"};
  int port_size(const BondPort& port) const override {
    return static_cast<int>(&port == &a ? matrix_.cols() : matrix_.rows());
  }
  std::string code() const override { return "M"; }
  std::vector<CausalRule> causal_rules() const override {
    CausalRule rule{kind_, {}, matrix_};
    for (std::uint32_t i = 0; i < matrix_.rows() + matrix_.cols(); ++i) rule.places.push_back(i);
    return {rule};
  }
  void equations() override {
    using Kind = CausalRule::Kind;
    const bool from_effort = kind_ == Kind::effort_matrix || kind_ == Kind::gyrator_inverse_matrix;
    const bool to_effort = kind_ == Kind::effort_matrix || kind_ == Kind::gyrator_matrix;
    relate(to_effort ? b.effort() : b.flow(), matrix_, from_effort ? a.effort() : a.flow());
    relate(from_effort ? a.flow() : a.effort(), -matrix_.transpose(),
           to_effort ? b.flow() : b.effort());
  }

 private:
  using Vector = Eigen::Matrix<Expr, Eigen::Dynamic, 1>;
  void relate(const Vector& left, const MatrixX& matrix, const Vector& right) {
    for (Eigen::Index i = 0; i < left.size(); ++i) {
      Expr sum = 0.0;
      for (Eigen::Index j = 0; j < right.size(); ++j) sum += matrix(i, j) * right[j];
      equation(left[i], sum);
    }
  }

  CausalRule::Kind kind_;
  MatrixX matrix_;
};

}  // namespace multibond::bonds::test
