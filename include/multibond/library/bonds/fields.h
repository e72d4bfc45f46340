/// Fields: passive one-ports whose components act on each other.
///
/// A matrix of one number is that multiple of the identity.
#pragma once

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

/// Base of the fields: their matrix, and how it couples the components.
class Field : public OnePort {
 public:
  using OnePort::OnePort;

 protected:
  /// One rule for each group of components that the matrix couples.
  std::vector<CausalRule> coupled(CausalRule::Kind kind, const Parameter<MatrixX>& matrix) const;
  /// Row i of matrix times vector.
  static Expr row(const ExprMatrix& matrix, const ExprVector& vector, int i);
};

/// Base of the fields that store energy: y = M dx/dt, where x and y are effort and flow or flow and
/// effort.
///
/// M may be singular: a capacitor between two nodes has one state for two efforts. Then what
/// integrates y is the state, in as many components as M has independent rows.
class StorageField : public Field {
 public:
  using Field::Field;
  VariableArray stored{this, "stored", "",
                       "integral of the bond's variable that changes the state"};

 protected:
  void make_states(const Parameter<MatrixX>& matrix);
  void store(const Parameter<MatrixX>& matrix, const VariableArray& y, VariableArray& x,
             const Parameter<VectorX>& start, bool fixed);

 private:
  /// Otherwise a cycle of states would yield energy.
  void check_symmetric(const Parameter<MatrixX>& matrix);
  void keep_independent(const Parameter<MatrixX>& matrix, std::vector<int> rows);
  void store_dependent(const ExprMatrix& matrix, const VariableArray& y, const VariableArray& x,
                       const Parameter<VectorX>& start, bool fixed);
  std::vector<int> independent_;  ///< rows, if not all are
  MatrixX dependence_;            ///< all rows by those
};

/// Resistive field: e = R f with a matrix R.
///
/// R need not be symmetric; its skew part takes up no power.
class RF final : public Field {
 public:
  using Field::Field;
  Parameter<MatrixX> R{this, "R", MatrixX::Ones(1, 1), "", "matrix of resistances"};
  std::string code() const override { return "RF"; }
  std::vector<CausalRule> causal_rules() const override {
    return coupled(CausalRule::Kind::resistive, R);
  }
  void equations() override;
};

/// Conductive field: f = G e with a matrix G.
///
/// G need not be symmetric; its skew part takes up no power.
class GF final : public Field {
 public:
  using Field::Field;
  Parameter<MatrixX> G{this, "G", MatrixX::Ones(1, 1), "", "matrix of conductances"};
  std::string code() const override { return "GF"; }
  std::vector<CausalRule> causal_rules() const override {
    return coupled(CausalRule::Kind::resistive, G);
  }
  void equations() override;
};

/// Capacitive field: f = C de/dt with a symmetric matrix C, stores e.C e / 2.
class CF final : public StorageField {
 public:
  using StorageField::StorageField;
  Parameter<MatrixX> C{this, "C", MatrixX::Ones(1, 1), "", "matrix of capacitances"};
  Parameter<VectorX> e_start{this, "e_start", VectorX::Zero(1), "", "initial efforts"};
  Parameter<bool> fixed{this, "fixed", false, "whether the initial efforts hold exactly"};
  std::string code() const override { return "CF"; }
  std::vector<CausalRule> causal_rules() const override {
    return coupled(CausalRule::Kind::capacitive, C);
  }
  void build() override { make_states(C); }
  void equations() override { store(C, port.f, port.e, e_start, fixed.value()); }
};

/// Inertial field: e = I df/dt with a symmetric matrix I, stores f.I f / 2.
class IF final : public StorageField {
 public:
  using StorageField::StorageField;
  Parameter<MatrixX> I{this, "I", MatrixX::Ones(1, 1), "", "matrix of inertances"};
  Parameter<VectorX> f_start{this, "f_start", VectorX::Zero(1), "", "initial flows"};
  Parameter<bool> fixed{this, "fixed", false, "whether the initial flows hold exactly"};
  std::string code() const override { return "IF"; }
  std::vector<CausalRule> causal_rules() const override {
    return coupled(CausalRule::Kind::inertial, I);
  }
  void build() override { make_states(I); }
  void equations() override { store(I, port.e, port.f, f_start, fixed.value()); }
};

}  // namespace multibond::bonds
