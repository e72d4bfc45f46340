#include "emit.h"

#include <algorithm>
#include <cmath>

#include "term.h"

namespace multibond {
namespace {

using Fingerprint = Fingerprints::Value;

class Emitter {
 public:
  Emitter(const BlockMatrix& matrix, const EliminationPlan& plan, Samples& samples, ExprPool& pool)
      : matrix_(matrix), plan_(plan), maker_(pool), entries_(plan.slots) {
    std::size_t slot = 0;
    for (const BlockMatrix::Row& row : matrix.rows) {
      for (const BlockMatrix::Entry& entry : row.entries) {
        entries_[slot++] = maker_.sum(entry.value, entry.kind == EntryKind::varying);
      }
      rests_.push_back(maker_.sum(row.rest, !samples.is_constant(row.rest)));
    }
    for (const Expr& leaf : matrix.unknowns) leaves_.push_back(maker_.term(leaf, true));
  }

  void run(Elimination& result) {
    for (const EliminationPlan::Step& step : plan_.steps) eliminate(step, result);
    std::reverse(result.assignments.begin(), result.assignments.end());
    std::vector<bool> solved(matrix_.unknowns.size(), false);
    for (const EliminationPlan::Step& step : plan_.steps) solved[step.column] = true;
    for (std::size_t c = 0; c < solved.size(); ++c) {
      if (!solved[c]) result.kept.push_back(matrix_.unknowns[c]);
    }
    for (const EliminationPlan::Left& left : plan_.left) {
      LinearForm form;
      for (const auto& cell : plan_.cells_of(left)) {
        const Expr coefficient = maker_.materialise(entries_[cell.slot]).expr();
        form.terms.push_back({matrix_.unknowns[cell.column], coefficient});
      }
      std::sort(form.terms.begin(), form.terms.end(),
                [](const auto& a, const auto& b) { return a.unknown.id() < b.unknown.id(); });
      form.rest = maker_.materialise(rests_[left.row]).expr();
      result.reduced.push_back(std::move(form));
    }
  }

 private:
  /// x = -(rest + sum of u_j x_j) / p, and row_i -= (a_i / p) row.
  void eliminate(const EliminationPlan::Step& step, Elimination& result) {
    const auto cells = plan_.cells_of(step);
    const auto targets = plan_.targets_of(step);
    LazySum& rest = rests_[step.row];
    const Term p = maker_.materialise(entries_[step.pivot]);
    const Fingerprint p_fingerprint = entries_[step.pivot].fingerprint;
    if (step.kind == EntryKind::varying) {
      result.watched.push_back({p.expr(), step.size, matrix_.unknowns[step.column]});
    } else if (step.kind == EntryKind::parameter) {
      result.divisors.push_back(p.expr());
    }

    // What is used more than once is computed once. One target may take over short sums as they
    // are.
    const bool lazy = targets.size() == 1 && p.is_number() &&
                      maker_.materialise(entries_[targets[0].slot]).is_number();
    for (const auto& cell : cells) {
      if (!lazy || entries_[cell.slot].terms.size() > kShort) {
        maker_.materialise(entries_[cell.slot]);
      }
    }
    if (!lazy || rest.terms.size() > kShort) maker_.materialise(rest);

    // The division goes to the factors or to the pivot row, where it meets fewer values.
    const bool divide_row = !p.is_number() && !targets.empty() && row_is_cheaper(step, p);
    Term inverse = p.is_number() || !targets.empty() ? maker_.inverse(p) : Term();
    if (divide_row) {
      for (const auto& cell : cells) divide(entries_[cell.slot], inverse, p_fingerprint);
      divide(rest, inverse, p_fingerprint);
    }
    for (const EliminationPlan::Target& target : targets) {
      LazySum& a = entries_[target.slot];
      Term factor = maker_.materialise(a);
      Fingerprint exact = a.fingerprint;
      if (!divide_row) {
        factor = maker_.product(factor, inverse);
        if (!(p_fingerprint == Fingerprint{1, 1})) exact = exact / p_fingerprint;
      }
      for (const auto& update : plan_.updates_of(target)) {
        subtract(entries_[update.to], factor, exact, entries_[update.from]);
      }
      subtract(rests_[target.row], factor, exact, rest);
      a.terms.clear();
    }

    // the unknown itself
    std::vector<Term> terms;
    for (const auto& cell : cells) {
      LazySum& u = entries_[cell.slot];
      for (const Term& term : u.terms) {
        terms.push_back(maker_.product(term, leaves_[cell.column]));
      }
    }
    terms.insert(terms.end(), rest.terms.begin(), rest.terms.end());
    Expr value;
    if (p.is_number() || divide_row) {
      const double scale = p.is_number() ? -1 / p.coefficient : -1;
      for (Term& term : terms) term.coefficient *= scale;
      value = maker_.total(std::move(terms));
    } else {
      for (Term& term : terms) term.coefficient = -term.coefficient;
      const Expr sum = maker_.total(std::move(terms));
      value = targets.empty() ? sum / p.expr() : sum * inverse.expr();
    }
    result.assignments.emplace_back(matrix_.unknowns[step.column], value);
    for (const auto& cell : cells) entries_[cell.slot] = {};
    entries_[step.pivot] = {};
    rest = {};
  }

  bool row_is_cheaper(const EliminationPlan::Step& step, const Term& p) {
    const auto costs = [&](const LazySum& x) {
      return p.varying ? 1 : static_cast<int>(!x.terms.empty() && x.terms[0].varying);
    };
    int row = rests_[step.row].terms.empty() ? 0 : costs(rests_[step.row]), column = 1;
    for (const auto& cell : plan_.cells_of(step)) row += costs(entries_[cell.slot]);
    for (const auto& target : plan_.targets_of(step)) {
      column += costs(entries_[target.slot]);
    }
    return row < column;
  }

  void divide(LazySum& sum, const Term& inverse, const Fingerprint& p) {
    if (sum.terms.empty()) return;
    sum.terms[0] = maker_.product(maker_.materialise(sum), inverse);
    sum.fingerprint = sum.fingerprint / p;
  }

  /// to -= factor * from
  void subtract(LazySum& to, const Term& factor, const Fingerprint& exact, const LazySum& from) {
    to.fingerprint = to.fingerprint - exact * from.fingerprint;
    for (const Term& term : from.terms) to.terms.push_back(-maker_.product(factor, term));
  }

  static constexpr std::size_t kShort = 2;

  const BlockMatrix& matrix_;
  const EliminationPlan& plan_;
  TermMaker maker_;
  std::vector<LazySum> entries_, rests_;
  std::vector<Term> leaves_;
};

/// Arithmetic that the assignments add to what the block is made of, without what depends on
/// numbers and parameters only.
std::size_t count_operations(const BlockMatrix& matrix, const Elimination& result, Samples& samples,
                             ExprPool& pool) {
  std::vector<Expr> given, made;
  const auto add = [](std::vector<Expr>& list, const Expr& expr) {
    if (!expr.is_number()) list.push_back(expr);
  };
  for (const BlockMatrix::Row& row : matrix.rows) {
    for (const BlockMatrix::Entry& entry : row.entries) add(given, entry.value);
    add(given, row.rest);
  }
  for (const auto& [leaf, value] : result.assignments) add(made, value);
  for (const LinearForm& form : result.reduced) {
    for (const LinearTerm& term : form.terms) add(made, term.coefficient);
    add(made, form.rest);
  }
  NodeMap known;  // 1: constant, 2: varying
  for (std::uint32_t id : pool.reachable(given)) {
    known.insert(id, samples.is_constant(pool.expr(id)) ? 1 : 2);
  }
  std::size_t count = 0;
  for (std::uint32_t id : pool.reachable(made)) {
    if (known.contains(id)) continue;
    const Op op = pool.node(id).op;
    bool varying = is_leaf(op) && op != Op::number && op != Op::parameter;
    for (std::uint32_t operand : pool.operands(id)) varying = varying || known.find(operand) == 2;
    known.insert(id, varying ? 2 : 1);
    count += varying && !is_leaf(op) && op != Op::neg;
  }
  return count;
}

}  // namespace

void emit(const BlockMatrix& matrix, const EliminationPlan& plan, Samples& samples,
          Elimination& result) {
  if (matrix.unknowns.empty()) return;
  ExprPool& pool = *matrix.unknowns[0].pool();
  Emitter(matrix, plan, samples, pool).run(result);
  result.operations = count_operations(matrix, result, samples, pool);
}

}  // namespace multibond
