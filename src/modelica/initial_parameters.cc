// Parameters that initial equations determine: p = e with an e that is known before the run.
//
// A filter computes its coefficients so, a noise its seeds. What follows from parameters alone is a
// parameter like any other; only what depends on variables is left to the start of the run.

#include "elaborator.h"

namespace multibond::modelica {

/// The value that an initial equation of the same component gives; none if it is not known yet.
std::optional<Value> Elaborator::initial_value(Instance& instance) {
  Instance* const owner = instance.parent;
  if (!owner || owner->is_namespace || owner->is_array || instance.index >= 0) return std::nullopt;
  for (const Scope* scope : owner->scopes) {
    for (const Section& section : scope->written_in->sections) {
      if (!section.initial || section.algorithm) continue;
      const bool before = at_start_;
      at_start_ = true;
      std::optional<Value> found;
      try {
        found = initial_value(instance, section.statements, {scope, nullptr});
      } catch (const Error&) {
        // Not known before the run: whoever states the equation tells what is wrong, if anything.
      } catch (const ValueFault&) {
      }
      at_start_ = before;
      if (found) return found;
    }
  }
  return std::nullopt;
}

std::optional<Value> Elaborator::initial_value(Instance& instance,
                                               const List<Statement*>& statements,
                                               const Place& place) {
  const auto names = [&](const Expression* e) {
    return e && e->kind == Expression::Kind::reference && !e->reference->global &&
           e->reference->parts.size() == 1 && e->reference->parts[0].subscripts.empty() &&
           e->reference->parts[0].name == instance.name;
  };
  const auto mentions = [&](const auto& self, const List<Statement*>& list) -> bool {
    for (const Statement* s : list) {
      if (s->left && names(s->left)) return true;
      if (s->left && s->left->kind == Expression::Kind::tuple &&
          std::any_of(s->left->operands.begin(), s->left->operands.end(), names)) {
        return true;
      }
      for (const Branch& branch : s->branches) {
        if (self(self, branch.body)) return true;
      }
    }
    return false;
  };
  if (!mentions(mentions, statements)) return std::nullopt;
  for (const Statement* s : statements) {
    std::optional<Value> value;
    if (s->kind == Statement::Kind::choose) {
      for (const Branch& branch : s->branches) {
        if (branch.condition) {
          const std::optional<double> holds =
              try_number(scalar(evaluate(*branch.condition, place)));
          if (!holds) break;
          if (*holds == 0) continue;
        }
        value = initial_value(instance, branch.body, place);
        break;
      }
    } else if (s->kind != Statement::Kind::equation) {
      continue;
    } else if (names(s->left)) {
      value = evaluate(*s->right, place);
    } else if (s->left->kind == Expression::Kind::tuple) {
      for (std::size_t i = 0; i < s->left->operands.size(); ++i) {
        if (!names(s->left->operands[i])) continue;
        value = evaluate_results(*s->right, place, s->left->operands.size()).at(i);
      }
    }
    if (value && is_known(*value)) return value;
  }
  return std::nullopt;
}

/// Whether parameters alone determine all of it.
bool Elaborator::is_known(const Value& value) {
  if (value.is_scalar()) return !varies(value.scalar);
  if (value.kind == Value::Kind::text) return true;
  if (value.kind == Value::Kind::none) return false;
  return std::all_of(value.items().begin(), value.items().end(),
                     [&](const Value& item) { return is_known(item); });
}

}  // namespace multibond::modelica
