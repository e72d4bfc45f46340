/// What every drawing has to satisfy.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "multibond/library/bonds/graph.h"
#include "multibond/model/system.h"
#include "multibond/view/drawing.h"

namespace multibond {

/// Elements of an XML text: name and attributes, in order. Fails the test if it is not well formed.
struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
};

inline std::vector<XmlElement> parse_xml(std::string_view text) {
  std::vector<XmlElement> elements;
  std::vector<std::string> open;
  const auto fail = [&](std::size_t at, const char* why) {
    ADD_FAILURE() << why << " near: " << text.substr(at, 60);
    return elements;
  };
  const auto is_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == ':' || c == '_';
  };
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '&') {
      const std::size_t end = text.find(';', i);
      const std::set<std::string_view> known{"&amp", "&lt", "&gt", "&quot"};
      if (end == text.npos || !known.contains(text.substr(i, end - i))) return fail(i, "entity");
      i = end + 1;
    } else if (text[i] != '<') {
      if (text[i] == '>' && (open.empty() || open.back() != "style")) return fail(i, "bare >");
      ++i;
    } else if (text.substr(i, 2) == "<?") {
      i = text.find("?>", i) + 2;
    } else if (text.substr(i, 2) == "</") {
      const std::size_t end = text.find('>', i);
      if (open.empty() || end == text.npos || text.substr(i + 2, end - i - 2) != open.back()) {
        return fail(i, "unexpected end tag");
      }
      open.pop_back();
      i = end + 1;
    } else {
      XmlElement element;
      for (++i; i < text.size() && is_name(text[i]); ++i) element.name += text[i];
      if (element.name.empty()) return fail(i, "no name");
      bool closed = false;
      while (true) {
        while (i < text.size() && std::isspace(static_cast<unsigned char>(text[i]))) ++i;
        if (i >= text.size()) return fail(0, "unfinished tag");
        if (text.substr(i, 2) == "/>") {
          closed = true;
          i += 2;
          break;
        }
        if (text[i] == '>') {
          ++i;
          break;
        }
        std::string name;
        for (; i < text.size() && is_name(text[i]); ++i) name += text[i];
        if (name.empty() || text.substr(i, 2) != "=\"") return fail(i, "attribute");
        const std::size_t end = text.find('"', i + 2);
        if (end == text.npos) return fail(i, "quote");
        const std::string value(text.substr(i + 2, end - i - 2));
        if (value.find('<') != value.npos) return fail(i, "< in attribute");
        if (!element.attributes.emplace(name, value).second) return fail(i, "attribute twice");
        i = end + 1;
      }
      if (!closed) open.push_back(element.name);
      elements.push_back(std::move(element));
    }
  }
  if (!open.empty()) ADD_FAILURE() << open.back() << " is not closed";
  if (elements.empty() || elements[0].name != "svg") ADD_FAILURE() << "no svg element";
  return elements;
}

/// How often each path occurs in groups of that class.
inline std::map<std::string, int> paths_of(const std::vector<XmlElement>& elements,
                                           const std::string& kind) {
  std::map<std::string, int> count;
  for (const XmlElement& element : elements) {
    if (element.name != "g" || !element.attributes.contains("data-path")) continue;
    const std::string& its = element.attributes.at("class");
    if (its == kind || its.starts_with(kind + " ")) ++count[element.attributes.at("data-path")];
  }
  return count;
}

inline void expect_texts_apart(const Drawing& drawing) {
  const std::vector<const Drawing::Text*> texts = drawing.all_texts();
  // By the left edge, so that only neighbours are compared.
  std::vector<const Drawing::Text*> sorted = texts;
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->box.left < b->box.left; });
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const Drawing::Rect& a = sorted[i]->box;
    EXPECT_GE(a.left, 0) << sorted[i]->text;
    EXPECT_GE(a.top, 0) << sorted[i]->text;
    EXPECT_LE(a.right, drawing.width) << sorted[i]->text;
    EXPECT_LE(a.bottom, drawing.height) << sorted[i]->text;
    for (std::size_t j = i + 1; j < sorted.size() && sorted[j]->box.left < a.right - 0.01; ++j) {
      const Drawing::Rect& b = sorted[j]->box;
      EXPECT_FALSE(a.top < b.bottom - 0.01 && b.top < a.bottom - 0.01)
          << sorted[i]->text << " overlaps " << sorted[j]->text;
    }
  }
}

inline void expect_bonds_right(const Drawing& drawing) {
  const auto distance = [](Drawing::Point a, Drawing::Point b) {
    return std::hypot(a.x - b.x, a.y - b.y);
  };
  for (const Drawing::Bond& bond : drawing.bonds) {
    SCOPED_TRACE(bond.path);
    ASSERT_GE(bond.route.size(), 2u);
    const Drawing::Point tip = bond.route.back(), tail = bond.route.front();
    const Drawing::Point before = bond.route[bond.route.size() - 2];
    const Drawing::Point along{tip.x - before.x, tip.y - before.y};
    EXPECT_GT(std::hypot(along.x, along.y), 1);
    // To the left of a direction d, with y pointing down, the cross product is negative.
    const double cross = along.x * (bond.barb.y - tip.y) - along.y * (bond.barb.x - tip.x);
    EXPECT_LT(cross, 0);
    const double back = along.x * (bond.barb.x - tip.x) + along.y * (bond.barb.y - tip.y);
    EXPECT_LT(back, 0);
    for (const Drawing::Stroke& stroke : bond.strokes) {
      const Drawing::Point middle{(stroke.from.x + stroke.to.x) / 2,
                                  (stroke.from.y + stroke.to.y) / 2};
      const double to_tip = distance(middle, tip), to_tail = distance(middle, tail);
      EXPECT_LT(stroke.at_head ? to_tip : to_tail, stroke.at_head ? to_tail : to_tip);
      const Drawing::Point along_end =
          stroke.at_head ? along
                         : Drawing::Point{bond.route[1].x - tail.x, bond.route[1].y - tail.y};
      const Drawing::Point d{stroke.to.x - stroke.from.x, stroke.to.y - stroke.from.y};
      EXPECT_NEAR(d.x * along_end.x + d.y * along_end.y, 0, 1e-6);
    }
  }
}

/// The checks that need no knowledge of the model.
inline std::vector<XmlElement> check_drawing(const Drawing& drawing) {
  expect_texts_apart(drawing);
  expect_bonds_right(drawing);
  std::vector<XmlElement> xml = parse_xml(to_svg(drawing));
  for (const auto& [path, count] : paths_of(xml, "element")) EXPECT_EQ(count, 1) << path;
  for (const auto& [path, count] : paths_of(xml, "bond")) EXPECT_EQ(count, 1) << path;
  return xml;
}

/// The complete drawing of the model has each vertex and each edge of its graph once.
inline void expect_complete(Component& model) {
  const bonds::BondGraph graph = bonds::bond_graph(model);
  const std::vector<XmlElement> xml =
      check_drawing(draw(model, {.flat = true, .simplify = Simplification::none}));
  std::map<std::string, int> vertices, edges;
  for (const bonds::BondGraph::Vertex& vertex : graph.vertices) ++vertices[vertex.path];
  for (const bonds::BondGraph::Edge& edge : graph.edges) ++edges[edge.path];
  EXPECT_EQ(paths_of(xml, "element"), vertices);
  EXPECT_EQ(paths_of(xml, "bond"), edges);
}

}  // namespace multibond
