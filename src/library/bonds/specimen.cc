#include "multibond/library/bonds/specimen.h"

#include <algorithm>

#include "multibond/library/bonds/composition.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/mechanics3d/gears.h"
#include "multibond/library/mechanics3d/line_masses.h"
#include "multibond/library/mechanics3d/parts.h"
#include "multibond/library/planar/parts.h"
#include "multibond/library/planar_points.h"

namespace multibond::bonds {
namespace {

/// An element with bonds to the interfaces of the model around it.
class OpenElement final : public Model {
 public:
  OpenElement(const CatalogEntry& entry) : Model(nullptr, entry.path) {
    std::unique_ptr<Component> made =
        entry.make(this, entry.path.substr(entry.path.rfind('.') + 1));
    element_ = dynamic_cast<Element*>(made.get());
    own(std::move(made));
  }

  void build() override {
    if (dynamic_cast<Junction*>(element_)) {
      for (int i = 0; i < 3; ++i) add_bond(element_->free_port());
    } else {
      for (BondPort* port : element_->bond_ports()) add_bond(*port);
    }
  }

  Element& element() const { return *element_; }

 private:
  void add_bond(BondPort& port) {
    auto& outside = create<BondPort>(port.name(), port.size());
    if (points_away(port)) {
      bond(*this, port, outside);
    } else {
      bond(*this, outside, port);
    }
  }

  /// As one usually draws it: power comes from sources, and goes from the first port to the others.
  bool points_away(const BondPort& port) const {
    if (dynamic_cast<const Decomposition*>(element_)) return port.name() != "port_c";
    if (dynamic_cast<const Composition*>(element_)) return port.name() == "port_c";
    const std::string code = element_->code();
    if (code == "Se" || code == "Sf" || code == "mSe" || code == "mSf") return true;
    return element_->bond_ports().front() != &port;
  }

  Element* element_;
};

/// A point mass of the library Plane, with the gravity that it asks for.
class HeavyPoint final : public Model {
 public:
  explicit HeavyPoint(const CatalogEntry& entry) : Model(nullptr, entry.path) {
    create<planar_points::Gravity>("gravity");
    std::unique_ptr<Component> made =
        entry.make(this, entry.path.substr(entry.path.rfind('.') + 1));
    part_ = made.get();
    own(std::move(made));
  }
  Component& part() const { return *part_; }

 private:
  Component* part_;
};

bool has_frames(const Component& part) {
  return std::any_of(part.children().begin(), part.children().end(), [](const Component* child) {
    const auto* port = dynamic_cast<const Port*>(child);
    return port && port->overdetermined();
  });
}

/// Whether the part, or what it is made of, is one of the kinds.
template <typename... Kinds>
bool contains(const Component& part) {
  if ((dynamic_cast<const Kinds*>(&part) || ...)) return true;
  return std::any_of(part.children().begin(), part.children().end(),
                     [](const Component* child) { return contains<Kinds...>(*child); });
}

/// A part whose frames are where they are.
class HangingPart final : public Model {
 public:
  explicit HangingPart(const CatalogEntry& entry) : Model(nullptr, entry.path) {
    std::unique_ptr<Component> made =
        entry.make(this, entry.path.substr(entry.path.rfind('.') + 1));
    part_ = made.get();
    own(std::move(made));
    if (contains<planar::BodyBase, planar::PointMass>(*part_)) create<planar::World>("world");
    if (contains<mechanics3d::BodyBase, mechanics3d::PointMass, mechanics3d::MassOnLine,
                 mechanics3d::EpicyclicGear>(*part_)) {
      create<mechanics3d::World>("world");
    }
    int last = 2000;
    for (Component* child : part_->children()) {
      auto* port = dynamic_cast<Port*>(child);
      if (port && port->overdetermined()) potential_root(*port, ++last);
    }
  }
  Component& part() const { return *part_; }

 private:
  Component* part_;
};

}  // namespace

Specimen make_specimen(const CatalogEntry& entry) {
  Specimen specimen;
  specimen.model = entry.make(nullptr, entry.path);
  specimen.component = specimen.model.get();
  if (dynamic_cast<Element*>(specimen.component)) {
    auto open = std::make_unique<OpenElement>(entry);
    specimen.component = &open->element();
    specimen.model = std::move(open);
  } else if (dynamic_cast<planar_points::PointMass*>(specimen.component)) {
    auto heavy = std::make_unique<HeavyPoint>(entry);
    specimen.component = &heavy->part();
    specimen.model = std::move(heavy);
  } else if (!entry.is_model && has_frames(*specimen.component)) {
    auto hanging = std::make_unique<HangingPart>(entry);
    specimen.component = &hanging->part();
    specimen.open = hanging->part().name();
    specimen.model = std::move(hanging);
  }
  return specimen;
}

}  // namespace multibond::bonds
