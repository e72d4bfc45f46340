#include "multibond/library/planar_points.h"

#include "register.h"

namespace multibond {
namespace planar_points {

LoopCut Point::cut(const Port& other, const std::vector<Expr>& reactions) const {
  const auto& b = dynamic_cast<const Point&>(other);
  LoopCut result;
  result.residuals = {x - b.x, y - b.y};
  // The reactions act on the other side: they are the forces into the component of `other`.
  result.contribution_a = {reactions[0], reactions[1]};
  result.contribution_b = {-reactions[0], -reactions[1]};
  return result;
}

void Anchor::equations() {
  const ExprVector2 r0 = r;
  position_equation(point.x, r0(0));
  position_equation(point.y, r0(1));
  equation(point.vx, 0.0);
  equation(point.vy, 0.0);
}

void PointMass::equations() {
  const ExprVector2 g = outer<Gravity>("Gravity").g;
  if (is_root(point)) {
    position_equation(point.x, x);
    position_equation(point.y, y);
    equation(der(x), vx);
    equation(der(y), vy);
  } else {
    position_equation(x, point.x);
    position_equation(y, point.y);
    x.derivative_rule(vx);
    y.derivative_rule(vy);
  }
  equation(point.vx, vx);
  equation(point.vy, vy);
  equation(m * der(vx), point.fx + m * g(0));
  equation(m * der(vy), point.fy + m * g(1));
}

void Rod::equations() {
  const Expr dx = point_b.x - point_a.x, dy = point_b.y - point_a.y;
  constraint(dx * dx + dy * dy - length * length, f);
  const Expr fx = f * dx / length, fy = f * dy / length;
  equation(point_b.fx, fx);
  equation(point_b.fy, fy);
  equation(point_a.fx, -fx);
  equation(point_a.fy, -fy);
}

void PointSpring::equations() {
  const Expr dx = point_b.x - point_a.x, dy = point_b.y - point_a.y;
  const Expr ex = dx / max(s, s_small), ey = dy / max(s, s_small);
  const Expr speed = ex * (point_b.vx - point_a.vx) + ey * (point_b.vy - point_a.vy);
  equation(s, sqrt(dx * dx + dy * dy));
  equation(f, c * (s - s_unstretched) + d * speed);
  equation(point_b.fx, f * ex);
  equation(point_b.fy, f * ey);
  equation(point_a.fx, -point_b.fx);
  equation(point_a.fy, -point_b.fy);
}

void Offset::equations() {
  const ExprVector2 d = r;
  // Positions are passed on away from the root.
  if (is_rooted(point_a)) {
    position_equation(point_b.x, point_a.x + d(0));
    position_equation(point_b.y, point_a.y + d(1));
    equation(point_b.vx, point_a.vx);
    equation(point_b.vy, point_a.vy);
  } else {
    position_equation(point_a.x, point_b.x - d(0));
    position_equation(point_a.y, point_b.y - d(1));
    equation(point_a.vx, point_b.vx);
    equation(point_a.vy, point_b.vy);
  }
  equation(point_a.fx + point_b.fx, 0.0);
  equation(point_a.fy + point_b.fy, 0.0);
}

}  // namespace planar_points

void register_planar_points(Catalog& catalog) {
  using namespace planar_points;
  catalog.add<Gravity>("PlanarPoints.Gravity",
                       "Uniform gravity for the point masses of the model.");
  catalog.add<Anchor>("PlanarPoints.Anchor", "Fixed point.");
  catalog.add<PointMass>("PlanarPoints.PointMass", "Point mass.");
  catalog.add<Rod>("PlanarPoints.Rod", "Massless rod of fixed length between two points.");
  catalog.add<PointSpring>("PlanarPoints.PointSpring",
                           "Spring and damper in parallel between two points.");
  catalog.add<Offset>("PlanarPoints.Offset", "Fixed offset between two points.");
}

}  // namespace multibond
