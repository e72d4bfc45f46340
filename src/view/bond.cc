// The lines of a bond: harpoon and causality strokes.

#include "draft.h"

namespace multibond::view {
namespace {

using Tint = Drawing::Tint;

Tint tint_of(const Diagram::Line& line) {
  return line.conflict   ? Tint::conflict
         : line.violated ? Tint::violated
         : line.in_loop  ? Tint::loop
                         : Tint::none;
}

/// Conflicts are worse than violated preferences, these than loops.
int weight(Tint tint) {
  switch (tint) {
    case Tint::conflict:
      return 3;
    case Tint::violated:
      return 2;
    case Tint::loop:
      return 1;
    case Tint::none:
    case Tint::vanished:
      break;
  }
  return 0;
}

void add_strokes(const std::vector<Diagram::Line>& lines, bool at_head, Drawing::Bond& bond) {
  const bonds::Stroke wanted = at_head ? bonds::Stroke::at_head : bonds::Stroke::at_tail;
  const std::vector<Point>& route = bond.route;
  const Point end = at_head ? route.back() : route.front();
  const Point along = at_head ? unit(end - route[route.size() - 2]) : unit(route[1] - end);
  const Point across = right_of(along);
  const std::size_t n = lines.size();
  std::size_t here = 0;
  for (const Diagram::Line& line : lines) here += line.stroke == wanted ? 1 : 0;
  if (here == 0) return;
  // Pieces side by side, the first component to the left; one stroke if all are alike.
  const double half = here == n && n == 1 ? 7 : std::max(8.5, 2.6 * static_cast<double>(n));
  const double slot = 2 * half / static_cast<double>(n);
  for (std::size_t i = 0; i < n;) {
    std::size_t next = i + 1;
    if (lines[i].stroke == wanted) {
      const Tint tint = tint_of(lines[i]);
      while (next < n && lines[next].stroke == wanted && tint_of(lines[next]) == tint) ++next;
      const double inset = here == n ? 0 : 0.6;
      Drawing::Stroke stroke;
      stroke.from = end + (-half + slot * static_cast<double>(i) + inset) * across;
      stroke.to = end + (-half + slot * static_cast<double>(next) - inset) * across;
      stroke.at_head = at_head;
      for (std::size_t k = i; k < next; ++k) {
        stroke.components.push_back(static_cast<std::uint32_t>(k));
      }
      stroke.tint = tint;
      bond.strokes.push_back(std::move(stroke));
    }
    i = next;
  }
}

}  // namespace

Drawing::Tint worst_tint(const std::vector<Diagram::Line>& lines) {
  Tint worst = Tint::none;
  for (const Diagram::Line& line : lines) {
    const Tint tint = tint_of(line);
    if (weight(tint) > weight(worst)) worst = tint;
  }
  return worst;
}

Drawing::Bond draw_bond(const Diagram::Bond& bond, std::vector<Point> route, bool impulse) {
  Drawing::Bond result;
  result.path = bond.path;
  result.merged = bond.merged;
  result.size = bond.size;
  result.remark = bond.remark;
  result.route = std::move(route);
  const Point tip = result.route.back();
  const Point along = unit(tip - result.route[result.route.size() - 2]);
  const bool wide = bond.size > 1;
  // On the left, the side of the effort (thesis, section 2.1; MultiBondLib).
  const Point left = -1.0 * right_of(along);
  result.barb = tip + (wide ? -13.0 : -11.0) * along + (wide ? 7.5 : 6.0) * left;
  if (impulse) {
    const Point back = (wide ? -7.0 : -6.0) * along;
    const Point side = wide ? 1.6 * left : Point{};
    result.second_barb = {tip + back + side, result.barb + back};
  }
  result.tint = bond.vanished ? Tint::vanished : worst_tint(bond.lines);
  add_strokes(bond.lines, false, result);
  add_strokes(bond.lines, true, result);
  return result;
}

}  // namespace multibond::view
