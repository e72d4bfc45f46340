#include "multibond/compile/pictures.h"

#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond {
namespace {

Rewriter reduction(const Plan& plan, const Aliases& aliases) {
  return Rewriter([&plan, &aliases](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::variable) return std::nullopt;
    return aliases.image(*plan.system.pool, leaf.index(), leaf.order());
  });
}

bool varies(const Expr& expr) {
  return !expr.is_number() &&
         depends_on(expr, [](const Expr& leaf) { return leaf.op() != Op::parameter; });
}

}  // namespace

PictureFunction::PictureFunction(const Plan& plan) {
  // What moves in one mode may rest in another; what rests in all of them is constant.
  Rewriter reduced = reduction(plan, plan.source ? plan.common_aliases : plan.aliases);
  NodeMap output_of;  // by reduced expression: rods and pins that move together share numbers
  const auto number = [&](const Expr& original) {
    const Expr expr = reduced(original);
    if (!varies(expr)) return Number{plan.system.evaluate(expr), Number::kConstant};
    const std::uint32_t known = output_of.find(expr.id());
    if (known != NodeMap::kMissing) return Number{0, known};
    const auto output = static_cast<std::uint32_t>(outputs_.size());
    output_of.insert(expr.id(), output);
    outputs_.push_back(original);
    return Number{0, output};
  };
  for (const SystemPicture& picture : plan.original.pictures) {
    const ShownPicture& shown = picture.shown;
    Item item;
    for (int i = 0; i < 3; ++i) {
      item.position[i] = number(shown.pose.position(i));
      item.size[i] = number(shown.size(i));
    }
    for (int i = 0; i < 9; ++i) item.rotation[i] = number(shown.pose.rotation.data()[i]);
    for (const ExprVector2& corner : shown.corners) {
      item.corners.emplace_back(plan.system.evaluate(corner(0)), plan.system.evaluate(corner(1)));
    }
    items_.push_back(std::move(item));
  }
}

std::vector<Expr> PictureFunction::expressions(const Plan& plan) const {
  Rewriter reduced = reduction(plan, plan.aliases);
  std::vector<Expr> result;
  result.reserve(outputs_.size());
  for (const Expr& output : outputs_) result.push_back(reduced(output));
  return result;
}

}  // namespace multibond
