// Frames are the nodes: ports that are connected, and not cut, are one frame. What joins two of
// them is a part (a joint, a rod), or a connection that closes a loop and was cut there.

#include "connection_graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "multibond/base/union_find.h"
#include "multibond/model/context.h"
#include "multibond/model/port.h"

namespace multibond::page {
namespace {

class GraphWriter {
 public:
  explicit GraphWriter(const ModelContext& context) : context_(context) {}

  Json run() {
    const Statements& statements = context_.statements;
    for (const ConnectionSet& set : statements.sets) {
      for (const auto& member : set.members) add(member.port);
    }
    for (const auto& [a, b] : context_.branches) {
      add(a.part);
      add(b.part);
    }
    if (ports_.empty()) return nullptr;
    for (const ConnectionSet& set : statements.sets) join(set);
    number_frames();
    Json edges = Json::array();
    std::set<const Component*> parts;  // that join frames
    for (const auto& [a, b] : context_.branches) {
      parts.insert(a.part->owner());
      parts.insert(b.part->owner());
      edges.push_back(
          {{"part", a.part->owner()->path()}, {"from", frame(a.part)}, {"to", frame(b.part)}});
    }
    for (const ConnectionSet& set : statements.sets) {
      for (const std::size_t m : set.cuts) {
        Port* const port = set.members[m].port;
        edges.push_back({{"part", port->path()},
                         {"from", frame(set.members[set.origin].port)},
                         {"to", frame(port)},
                         {"cut", true}});
      }
    }
    for (Port* const port : ports_) {
      Json& at = frames_[frame(port)];
      at["ports"].push_back(port->path());
      if (statements.root_ports[port->serial()]) at["root"] = true;
      if (!parts.count(port->owner())) at["parts"].push_back(port->owner()->path());
    }
    return {{"frames", std::move(frames_)}, {"edges", std::move(edges)}};
  }

 private:
  void add(Port* port) {
    if (!port->overdetermined()) return;
    if (!number_.try_emplace(port, ports_.size()).second) return;
    ports_.push_back(port);
    classes_.add();
  }

  /// Connected ports are one frame, but for those that were cut.
  void join(const ConnectionSet& set) {
    if (!number_.count(set.members[set.origin].port)) return;
    const std::size_t origin = number_.at(set.members[set.origin].port);
    for (std::size_t m = 0; m < set.members.size(); ++m) {
      if (std::find(set.cuts.begin(), set.cuts.end(), m) != set.cuts.end()) continue;
      classes_.join(origin, number_.at(set.members[m].port));
    }
  }

  void number_frames() {
    for (std::size_t p = 0; p < ports_.size(); ++p) {
      if (!frame_of_class_.try_emplace(classes_.find(p), frames_.size()).second) continue;
      frames_.push_back({{"ports", Json::array()}, {"parts", Json::array()}, {"root", false}});
    }
  }

  std::size_t frame(Port* port) { return frame_of_class_.at(classes_.find(number_.at(port))); }

  const ModelContext& context_;
  std::vector<Port*> ports_;
  std::map<const Port*, std::size_t> number_;
  UnionFind classes_;
  std::map<std::size_t, std::size_t> frame_of_class_;
  Json frames_ = Json::array();
};

}  // namespace

Json connection_graph_json(const Component& model) { return GraphWriter(model.context()).run(); }

}  // namespace multibond::page
