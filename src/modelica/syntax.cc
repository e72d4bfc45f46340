#include "multibond/modelica/syntax.h"

namespace multibond::modelica {

std::string_view to_string(Restriction restriction) {
  switch (restriction) {
    case Restriction::class_:
      return "class";
    case Restriction::model:
      return "model";
    case Restriction::block:
      return "block";
    case Restriction::record:
      return "record";
    case Restriction::operator_record:
      return "operator record";
    case Restriction::connector:
      return "connector";
    case Restriction::type:
      return "type";
    case Restriction::package:
      return "package";
    case Restriction::function:
      return "function";
    case Restriction::operator_function:
      return "operator function";
    case Restriction::operator_:
      return "operator";
  }
  return "class";
}

std::string_view to_string(Operator op) {
  switch (op) {
    case Operator::none:
      return "";
    case Operator::add:
    case Operator::plus:
      return "+";
    case Operator::sub:
    case Operator::minus:
      return "-";
    case Operator::mul:
      return "*";
    case Operator::div:
      return "/";
    case Operator::pow:
      return "^";
    case Operator::dot_add:
    case Operator::dot_plus:
      return ".+";
    case Operator::dot_sub:
    case Operator::dot_minus:
      return ".-";
    case Operator::dot_mul:
      return ".*";
    case Operator::dot_div:
      return "./";
    case Operator::dot_pow:
      return ".^";
    case Operator::less:
      return "<";
    case Operator::less_equal:
      return "<=";
    case Operator::greater:
      return ">";
    case Operator::greater_equal:
      return ">=";
    case Operator::equal:
      return "==";
    case Operator::not_equal:
      return "<>";
    case Operator::logical_and:
      return "and";
    case Operator::logical_or:
      return "or";
    case Operator::logical_not:
      return "not";
  }
  return "";
}

}  // namespace multibond::modelica
