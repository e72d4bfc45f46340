/// BondGraph: the vertices and edges of a built model, for causality and drawings.
///
/// Wrapped components join the graph by attachments (library/bonds/attachment.h): ports of a domain
/// that are connected to each other form a junction of their own, 0 where they have a common effort
/// (pins), 1 where they have a common flow (flanges).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

struct BondGraph {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  /// A component of the model that contains vertices: drawn as a box.
  struct Box {
    const Component* component = nullptr;
    std::string path;
    std::uint32_t parent = kNone;
  };
  struct Vertex {
    const Element* element = nullptr;  ///< nullptr for a junction made of connected ports
    std::string path;                  ///< of the element, or of the first connected port
    std::string code;
    std::uint32_t box = 0;                  ///< the innermost box that contains it
    std::string open_port;                  ///< by which the graph may be continued from outside
    std::vector<std::uint32_t> port_start;  ///< first place of each port; places() at the end
    std::vector<CausalRule> rules;
    std::uint32_t places() const { return port_start.back(); }
  };
  /// One end of an edge: port number of a vertex.
  struct Port {
    std::uint32_t vertex = kNone, port = 0;
  };
  struct Edge {
    std::string path;
    std::uint32_t size = 1;
    Port tail, head;
    /// Where it leaves a wrapped component by one of its ports: that port, and the component's box.
    struct Exit {
      std::string port;
      std::uint32_t box = kNone;
    };
    Exit tail_exit, head_exit;
    Stroke stroke = Stroke::any;
    /// Variables of the system, by component: the effort, and the flow into the head. Empty for
    /// the outer bonds of wrapped components, whose velocities need not be variables.
    std::vector<std::uint32_t> effort, flow;
  };
  /// Connected signal ports; who determines the value is not known.
  struct Signal {
    std::vector<std::string> ports;       ///< paths
    std::vector<std::uint32_t> vertices;  ///< those of them that are vertices
  };

  std::vector<Box> boxes;  ///< 0 is the model
  std::vector<Vertex> vertices;
  std::vector<Edge> edges;
  std::vector<Signal> signals;
};

/// The graph of a model; elaborates it. Points into the model: valid until that is changed.
///
/// A flange that nobody connected is shown if its component is the model, or at one of these paths.
BondGraph bond_graph(Component& model, const std::vector<std::string>& shown = {});

/// Gives an element that switches ideally the causality it has in one of its modes: the element at
/// the path, or the only such element of the component at the path. Throws Error with the choices.
void set_mode(BondGraph& graph, std::string_view path, std::string_view mode);

/// The elements that switch ideally, with their modes: "sw (closed, open)".
std::vector<std::string> switching_elements(const BondGraph& graph);

}  // namespace multibond::bonds
