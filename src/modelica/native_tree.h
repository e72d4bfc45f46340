/// NativeTree: the components of the catalog that a text declares, as a model of components.
///
/// Each has the path that it has in the text; what contains it in the text is a component without
/// equations. The tree is elaborated and flattened as any model is.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "elaborator.h"
#include "multibond/model/component.h"
#include "multibond/model/port.h"

namespace multibond::modelica {

/// The part of the tree that has the ports which stand for connectors of text.
constexpr std::string_view kWiring = "(text)";

class Elaborator::NativeTree {
 public:
  explicit NativeTree(Elaborator& text);
  const std::shared_ptr<multibond::Component>& root() const { return root_; }
  /// Makes the parts, sets their parameters and connects their ports.
  void make();
  /// What an instance is part of, its array passed over.
  static const Instance* owner_of(const Instance& instance);

 private:
  using Part = multibond::Component;
  class Wiring;
  std::string local_name(const Instance& instance) const;
  Part& node(const Instance& instance);
  void make_part(Instance& instance);
  void set_parameters(Instance& instance, const std::string& path);
  Wiring& wiring(Part& where);
  void join(const Joint& joint);
  static Port* find_port(Part& from, std::string_view path);

  Elaborator& text_;
  std::shared_ptr<Part> root_;
  std::unordered_map<const Instance*, Part*> nodes_;
};

}  // namespace multibond::modelica
