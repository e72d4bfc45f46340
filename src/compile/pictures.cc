#include "multibond/compile/pictures.h"

#include "mode_functions.h"
#include "multibond/symbolic/linear.h"

namespace multibond {

std::vector<Expr> picture_numbers(const Plan& plan) {
  std::vector<Expr> list;
  for (const SystemPicture& picture : plan.original.pictures) {
    const ShownPicture& shown = picture.shown;
    for (const Expr& x : shown.pose.position.reshaped()) list.push_back(x);
    for (const Expr& x : shown.size.reshaped()) list.push_back(x);
    for (const Expr& x : shown.pose.rotation.reshaped()) list.push_back(x);
    for (const ExprVector2& corner : shown.corners) {
      list.push_back(corner(0));
      list.push_back(corner(1));
    }
  }
  return list;
}

std::vector<Expr> moving_picture_numbers(const Plan& plan) {
  std::vector<Expr> list;
  NodeMap known;
  for (const Expr& number : picture_numbers(plan)) {
    const Expr expr = reduced(plan, number);
    const bool moves = !expr.is_number() && depends_on(expr, [](const Expr& leaf) {
      return leaf.op() != Op::parameter;
    });
    if (!moves || known.contains(expr.id())) continue;
    known.insert(expr.id(), 1);
    list.push_back(expr);
  }
  return list;
}

}  // namespace multibond
