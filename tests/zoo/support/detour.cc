#include "detour.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"
#include "multibond/model/context.h"

namespace multibond::zoo {
namespace {

/// More than from any joint of the catalog's loops to the other end of its loop.
constexpr std::size_t kParts = 8;

/// Takes over the connections that its owner states to a port. It is a part itself, so that it also
/// finds those that the owner makes in build().
template <typename Frame, typename Translation>
class Detour final : public Component {
 public:
  Detour(Component* owner, std::string_view name, std::string port)
      : Component(owner, name), port_(std::move(port)) {
    for (Translation& part : parts_) part.r = decltype(part.r.value())::Zero().eval();
    connect(frame_a, parts_[0].frame_a);
    for (std::size_t k = 1; k < kParts; ++k) connect(parts_[k - 1].frame_b, parts_[k].frame_a);
    connect(parts_[kParts - 1].frame_b, frame_b);
  }
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};

  void build() override {
    Port& port = owner()->port_at(port_);
    for (Connection& connection : context().connections) {
      if (connection.where != owner()) continue;
      if (connection.a == &port) std::tie(connection.a, connection.serial_a) = end();
      if (connection.b == &port) std::tie(connection.b, connection.serial_b) = end();
    }
    owner()->connect(port, frame_a);
  }

 private:
  std::pair<Port*, std::uint32_t> end() { return {&frame_b, frame_b.serial()}; }

  std::string port_;
  ComponentArray<Translation> parts_{this, "part", kParts};
};

Component& part(Component& model, const std::string& path) {
  return path.empty() ? model : model.part_at(path);
}

}  // namespace

std::vector<Junction> junctions_of(const Component& elaborated) {
  std::vector<Junction> junctions;
  std::set<std::pair<const Component*, const Port*>> known;
  for (const Connection& connection : elaborated.context().connections) {
    for (const Port* port : {connection.a, connection.b}) {
      const bool planar = dynamic_cast<const planar::Frame*>(port) != nullptr;
      if (!planar && dynamic_cast<const mechanics3d::Frame*>(port) == nullptr) continue;
      if (!known.emplace(connection.where, port).second) continue;
      const std::string where = connection.where->path(), path = port->path();
      junctions.push_back({where, where.empty() ? path : path.substr(where.size() + 1), planar});
    }
  }
  return junctions;
}

void add_detour(Component& model, const Junction& at) {
  Component& where = part(model, at.where);
  const std::string name = "detour" + std::to_string(where.children().size());
  if (at.planar) {
    where.create<Detour<planar::Frame, planar::FixedTranslation>>(name, at.port);
  } else {
    where.create<Detour<mechanics3d::Frame, mechanics3d::FixedTranslation>>(name, at.port);
  }
}

void reverse_connections(Component& model) {
  std::vector<Connection>& connections = model.context().connections;
  std::reverse(connections.begin(), connections.end());
  for (Connection& connection : connections) {
    std::swap(connection.a, connection.b);
    std::swap(connection.serial_a, connection.serial_b);
  }
}

}  // namespace multibond::zoo
