#include "multibond/library/part_kit.h"

#include "multibond/library/bonds/junctions.h"
#include "multibond/library/electrical.h"
#include "multibond/library/hydraulic.h"
#include "multibond/library/library.h"
#include "multibond/library/mechanics3d/frame.h"
#include "multibond/library/planar/frame.h"
#include "multibond/library/planar_points.h"
#include "multibond/library/rotational.h"
#include "multibond/library/signal_port.h"
#include "multibond/library/thermal.h"
#include "multibond/library/translational.h"

namespace multibond {
namespace {

template <typename T>
PortClass port_class(std::string_view path, std::string_view description) {
  Component scratch(nullptr, "scratch");
  const T port(&scratch, "port");
  return {std::string(path), std::string(description), port.kind_name(),
          [](Component* owner, std::string_view name, [[maybe_unused]] int size) {
            if constexpr (std::is_same_v<T, bonds::BondPort>) {
              return std::make_unique<T>(owner, name, size);
            } else {
              return std::make_unique<T>(owner, name);
            }
          }};
}

Port* next_port(Component& part) {
  auto* const junction = dynamic_cast<bonds::Junction*>(&part);
  return junction ? &junction->free_port() : nullptr;
}

bool join(Component& where, Port& a, Port& b, SourceLocation at) {
  auto* const tail = dynamic_cast<bonds::BondPort*>(&a);
  auto* const head = dynamic_cast<bonds::BondPort*>(&b);
  if (!tail || !head) return false;
  bonds::bond(where, *tail, *head, {}, at);
  return true;
}

}  // namespace

PartKit part_kit(std::shared_ptr<const Catalog> catalog) {
  PartKit kit;
  kit.catalog = std::move(catalog);
  kit.ports = {
      port_class<bonds::BondPort>("Bonds.BondPort", "Port for a bond: effort and flow."),
      port_class<electrical::Pin>("Electrical.Pin", "Pin of a circuit."),
      port_class<hydraulic::FluidPort>("Hydraulic.FluidPort", "Port for a fluid."),
      port_class<mechanics3d::Frame>("Mechanics3D.Frame", "Frame in space."),
      port_class<planar::Frame>("Planar.Frame", "Frame in the plane."),
      port_class<planar_points::Point>("PlanarPoints.Point", "Point in the plane."),
      port_class<rotational::Flange>("Rotational.Flange", "Flange of a shaft."),
      port_class<signals::Signal>("Signals.Signal", "Signal: a number."),
      port_class<thermal::HeatPort>("Thermal.HeatPort", "Port for heat."),
      port_class<translational::Flange>("Translational.Flange",
                                        "Flange of a part that moves along a line."),
  };
  kit.next_port = next_port;
  kit.join = join;
  return kit;
}

PartKit part_kit() { return part_kit(std::make_shared<const Catalog>(library_catalog())); }

}  // namespace multibond
