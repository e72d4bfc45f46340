#include "multibond/library/bonds/specimen.h"

#include "multibond/library/bonds/composition.h"
#include "multibond/library/bonds/junctions.h"

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

}  // namespace

Specimen make_specimen(const CatalogEntry& entry) {
  Specimen specimen;
  specimen.model = entry.make(nullptr, entry.path);
  specimen.component = specimen.model.get();
  if (dynamic_cast<Element*>(specimen.component)) {
    auto open = std::make_unique<OpenElement>(entry);
    specimen.component = &open->element();
    specimen.model = std::move(open);
  }
  return specimen;
}

}  // namespace multibond::bonds
