#include "object_diagram.h"

#include <map>
#include <set>
#include <typeinfo>
#include <vector>

#include "multibond/library/library.h"
#include "multibond/model/class_name.h"
#include "multibond/model/context.h"
#include "multibond/model/port.h"

namespace multibond::page {
namespace {

/// The part of the model that a port belongs to, and the name of the port in it.
struct End {
  const Component* part = nullptr;
  std::string port;
};

End end_of(const Component& model, const Port& port) {
  End end{nullptr, port.name()};
  for (const Component* at = port.owner(); at && at != &model; at = at->owner()) {
    if (end.part) end.port = end.part->name() + "." + end.port;
    end.part = at;
  }
  return end;
}

/// Paths in the catalog by C++ class: icons have these names.
const std::map<std::string, std::string>& catalog_paths() {
  static const std::map<std::string, std::string> paths = [] {
    std::map<std::string, std::string> result;
    const Catalog catalog = library_catalog();
    for (const CatalogEntry& entry : catalog.entries()) {
      if (!entry.is_model) result.emplace(entry.cpp_class, entry.path);
    }
    return result;
  }();
  return paths;
}

class DiagramWriter {
 public:
  explicit DiagramWriter(const Component& model) : model_(model) {}

  Json run() {
    for (const Connection& connection : model_.context().connections) {
      const End a = end_of(model_, *connection.a), b = end_of(model_, *connection.b);
      // What a part connects inside of itself is its own business.
      if (!a.part || !b.part || a.part == b.part || connection.where != &model_) continue;
      edges_.push_back({place(a, *connection.a), place(b, *connection.b)});
    }
    if (edges_.empty()) return nullptr;
    return {{"nodes", std::move(nodes_)}, {"edges", std::move(edges_)}};
  }

 private:
  /// [node, port], both by number.
  Json place(const End& end, const Port& port) {
    const auto [node, new_node] = node_of_.try_emplace(end.part, nodes_.size());
    if (new_node) {
      const std::string type = class_name(typeid(*end.part));
      Json added{{"path", end.part->path()}, {"type", type}, {"ports", Json::array()}};
      const auto known = catalog_paths().find(type);
      if (known != catalog_paths().end()) added["icon"] = known->second;
      nodes_.push_back(std::move(added));
    }
    Json& ports = nodes_[node->second]["ports"];
    const auto [number, new_port] = port_of_.try_emplace({node->second, end.port}, ports.size());
    if (new_port) ports.push_back({{"name", end.port}, {"kind", port.kind_name()}});
    return {node->second, number->second};
  }

  const Component& model_;
  Json nodes_ = Json::array(), edges_ = Json::array();
  std::map<const Component*, std::size_t> node_of_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> port_of_;
};

}  // namespace

void add_object_diagram(const Component& model, Json& header) {
  Json diagram = DiagramWriter(model).run();
  if (!diagram.is_null()) header["diagram"] = std::move(diagram);
}

std::vector<std::string> icons_in(const Json& header) {
  std::set<std::string> icons;
  if (const auto diagram = header.find("diagram"); diagram != header.end()) {
    for (const Json& node : diagram->at("nodes")) {
      if (const auto icon = node.find("icon"); icon != node.end()) icons.insert(*icon);
    }
  }
  return {icons.begin(), icons.end()};
}

}  // namespace multibond::page
