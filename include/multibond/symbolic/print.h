/// Printing of expressions, plain and as LaTeX.
#pragma once

#include <functional>
#include <string>

#include "multibond/symbolic/expr.h"

namespace multibond {

/// Name of a leaf, e.g. "body.v" or "der(body.v)".
using LeafName = std::function<std::string(const Expr& leaf)>;

/// Plain text with as few parentheses as needed. Longer than `limit` characters it is cut with "…":
/// expressions in messages stay readable, and shared graphs do not explode.
std::string to_text(const Expr& expr, const LeafName& leaf_name, std::size_t limit = 400);
std::string to_latex(const Expr& expr, const LeafName& leaf_name, std::size_t limit = 4000);

/// Name of an operation as the plain printer writes it ("sin", "+", "<").
std::string_view op_name(Op op);

}  // namespace multibond
