#include "multibond/compile/pictures.h"

#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/node_map.h"

namespace multibond {

std::vector<Expr> picture_numbers(const System& system) {
  std::vector<Expr> list;
  for (const SystemPicture& picture : system.pictures) {
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

std::vector<Expr> moving_picture_numbers(const System& system, const Aliases& aliases) {
  std::vector<Expr> list;
  NodeMap known;
  for (const Expr& number : picture_numbers(system)) {
    const Expr expr = aliases.image(number);
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
