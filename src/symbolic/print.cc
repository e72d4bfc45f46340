#include "multibond/symbolic/print.h"

#include <cmath>

#include "multibond/base/text.h"
#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/pool.h"

namespace multibond {
namespace {

int strength(Op op) { return op_info(op).strength; }

bool is_infix(Op op) { return is_binary(op) && strength(op) < 7; }

bool is_negative_number(const Expr& e) { return e.is_number() && std::signbit(e.number()); }

/// 2.5e-7 becomes 2.5 \cdot 10^{-7}.
std::string latex_number(double value) {
  const std::string text = format_number(value);
  if (std::isinf(value)) return value > 0 ? "\\infty" : "-\\infty";
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  return text.substr(0, e) + " \\cdot 10^{" + text.substr(e + 1) + "}";
}

std::string latex_name(std::string_view name) {
  std::string text;
  for (char c : name) {
    if (c == '_') text += '\\';
    text += c;
  }
  return text;
}

/// Writes with an explicit stack of pending pieces: text to append, or an expression to open.
class Printer {
 public:
  Printer(const LeafName& leaf_name, std::size_t limit, bool latex)
      : leaf_name_(leaf_name), limit_(limit), latex_(latex) {}

  std::string operator()(const Expr& expr) {
    pending_.push_back({expr, {}});
    while (!pending_.empty()) {
      Piece piece = std::move(pending_.back());
      pending_.pop_back();
      if (out_.size() > limit_) return out_ + "…";
      forget_what_will_be_cut();
      if (!piece.text.empty()) {
        out_ += piece.text;
      } else {
        open(piece.expr);
      }
    }
    return cut_ ? out_ + "…" : out_;
  }

 private:
  struct Piece {
    Expr expr;
    std::string text;
  };

  /// Every pending piece writes a character or more: those below the top `limit` are not reached.
  void forget_what_will_be_cut() {
    if (pending_.size() / 2 <= limit_ + 16) return;
    pending_.erase(pending_.begin(), pending_.end() - static_cast<std::ptrdiff_t>(limit_ + 16));
    cut_ = true;
  }

  void push(const std::vector<Piece>& pieces) {
    for (auto it = pieces.rbegin(); it != pieces.rend(); ++it) pending_.push_back(*it);
  }

  void add_operand(std::vector<Piece>& pieces, const Expr& x, bool parentheses) {
    if (parentheses) pieces.push_back({0.0, latex_ ? "\\left(" : "("});
    pieces.push_back({x, {}});
    if (parentheses) pieces.push_back({0.0, latex_ ? "\\right)" : ")"});
  }

  static std::string_view latex_sign(Op op) {
    switch (op) {
      case Op::mul:
        return "\\,";
      case Op::less_equal:
        return "\\le";
      case Op::equal:
        return "=";
      case Op::logical_and:
        return "\\land";
      case Op::logical_or:
        return "\\lor";
      default:
        return op_name(op);
    }
  }

  static bool has_latex_name(Op op) {
    switch (op) {
      case Op::exp:
      case Op::log:
      case Op::sin:
      case Op::cos:
      case Op::tan:
      case Op::sinh:
      case Op::cosh:
      case Op::tanh:
      case Op::min:
      case Op::max:
        return true;
      default:
        return false;
    }
  }

  /// Whether x to the power of something needs parentheses around x.
  bool is_weak_base(const Expr& x) const {
    if (!x.is_number()) return strength(x.op()) < 7;
    return is_negative_number(x) ||
           (latex_ && format_number(x.number()).find('e') != std::string::npos);
  }

  /// Whether the text of x begins with a minus sign, so that it cannot follow another sign. Looks a
  /// few operands deep; beyond, parentheses do no harm.
  bool starts_with_minus(Expr x) const {
    for (int depth = 0; depth < 8; ++depth) {
      if (x.is_number()) return is_negative_number(x);
      if (x.op() == Op::neg) return true;
      if (x.op() < Op::add || x.op() > Op::div || (x.op() == Op::div && latex_)) return false;
      if (strength(x.operand(0).op()) < strength(x.op())) return false;
      x = x.operand(0);
    }
    return true;
  }

  void open(const Expr& e) {
    const Op op = e.op();
    if (op == Op::number) {
      out_ += latex_ ? latex_number(e.number()) : format_number(e.number());
      return;
    }
    if (is_leaf(op)) {
      out_ += op == Op::time ? (latex_ ? "t" : "time") : leaf_name_(e);
      return;
    }
    std::vector<Piece> pieces;
    const auto weaker = [&](const Expr& x, int than) { return strength(x.op()) < than; };
    if (op == Op::neg) {
      pieces.push_back({0.0, "-"});
      add_operand(pieces, e.operand(0), weaker(e.operand(0), 5) || starts_with_minus(e.operand(0)));
    } else if (latex_ && op == Op::div) {
      pieces = {{0.0, "\\frac{"}, {e.operand(0), {}}, {0.0, "}{"}, {e.operand(1), {}}, {0.0, "}"}};
    } else if (latex_ && op == Op::sqrt) {
      pieces = {{0.0, "\\sqrt{"}, {e.operand(0), {}}, {0.0, "}"}};
    } else if (latex_ && op == Op::pow) {
      add_operand(pieces, e.operand(0), is_weak_base(e.operand(0)));
      pieces.push_back({0.0, "^{"});
      pieces.push_back({e.operand(1), {}});
      pieces.push_back({0.0, "}"});
    } else if (is_infix(op)) {
      const int own = strength(op);
      const bool strict = op == Op::sub || op == Op::div || op == Op::pow || is_relation(op);
      const Expr a = e.operand(0), b = e.operand(1);
      add_operand(pieces, a,
                  op == Op::pow ? is_weak_base(a) : weaker(a, is_relation(op) ? own + 1 : own));
      const std::string sign{latex_ ? latex_sign(op) : op_name(op)};
      pieces.push_back({0.0, op == Op::pow ? sign : " " + sign + " "});
      add_operand(pieces, b,
                  weaker(b, strict ? own + 1 : own) || (own > 3 && starts_with_minus(b)));
    } else {
      std::string name = op == Op::call ? e.function().name() : std::string(op_name(op));
      if (latex_)
        name = has_latex_name(op) ? "\\" + name : "\\operatorname{" + latex_name(name) + "}";
      pieces.push_back({0.0, name + (latex_ ? "\\left(" : "(")});
      for (std::size_t i = 0; i < e.arity(); ++i) {
        if (i > 0) pieces.push_back({0.0, ", "});
        pieces.push_back({e.operand(i), {}});
      }
      pieces.push_back({0.0, latex_ ? "\\right)" : ")"});
    }
    push(pieces);
  }

  const LeafName& leaf_name_;
  std::size_t limit_;
  bool latex_;
  std::string out_;
  std::vector<Piece> pending_;
  bool cut_ = false;
};

}  // namespace

std::string_view op_name(Op op) { return op_info(op).text; }

std::string to_text(const Expr& expr, const LeafName& leaf_name, std::size_t limit) {
  return Printer(leaf_name, limit, false)(expr);
}

std::string to_latex(const Expr& expr, const LeafName& leaf_name, std::size_t limit) {
  return Printer(leaf_name, limit, true)(expr);
}

}  // namespace multibond
