/// Instances: a class in its place, with what modifiers make of it. Made as they are asked for.
///
/// An expression is always kept together with the scope in which it was written, so that a modifier
/// means the names of the place where it stands, however deep it acts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "value.h"

namespace multibond::modelica {

struct Instance;
struct Member;
struct Modifier;

/// Where names are looked for: first in an instance, then in the imports of the class that the text
/// is written in, then in what encloses that class.
struct Scope {
  Instance* instance = nullptr;
  const Class* written_in = nullptr;
  const Scope* enclosing = nullptr;  ///< null: the top level
};

/// An expression with its scope. One of an element of an array takes a part of it.
struct Binding {
  const Expression* expression = nullptr;
  const Scope* scope = nullptr;
  const Binding* whole = nullptr;  ///< of which it is the part with this index
  int index = 0;                   ///< from 0
  bool each = false;
  bool declared = false;  ///< by the declaration itself: the weakest
  Position position = 0;
  mutable bool busy = false;
  mutable std::shared_ptr<const Value> value = {};  ///< once it was evaluated
};

struct Redeclaration {
  const Element* element = nullptr;
  const Scope* scope = nullptr;
};

struct ModifierPart {
  Name name;
  const Modifier* modifier = nullptr;
};

/// What is said of a component or class from outside. Not changed once it is made.
struct Modifier {
  const Binding* binding = nullptr;
  std::vector<ModifierPart> parts = {};
  const Redeclaration* redeclaration = nullptr;
  bool final = false, each = false;
  Position position = 0;

  const Modifier* part(Name name) const {
    for (const ModifierPart& part : parts) {
      if (part.name == name) return part.modifier;
    }
    return nullptr;
  }
};

enum class Builtin : std::uint8_t { none, real, integer, boolean, string, enumeration, object };

/// A class together with where its names are looked for and how it is modified.
struct Type {
  const Class* definition = nullptr;  ///< null for Real, Integer, Boolean, String
  Builtin builtin = Builtin::none;
  const Scope* enclosing = nullptr;
  const Modifier* modifier = nullptr;
  // of short classes on the way
  std::vector<std::pair<const Expression*, const Scope*>> dimensions = {};
  Causality causality = Causality::none;
  bool flow = false, connector = false;
  const Member* inherited = nullptr;  ///< what a class that extends its namesake extends
};

enum class Progress : std::uint8_t { fresh, busy, done };

/// A declaration in an instance: of a component or a class.
struct Member {
  const Element* element = nullptr;
  const Class* definition = nullptr;  ///< of a class
  const Scope* scope = nullptr;       ///< in which it is written
  const Modifier* outer = nullptr;    ///< from outside
  const Member* inherited = nullptr;  ///< of `redeclare model extends`: what it extends
  Progress progress = Progress::fresh;
  bool absent = false;           ///< its condition is false
  Instance* instance = nullptr;  ///< once it is made
  bool is_class() const { return definition != nullptr; }
};

struct Instance {
  Name name;
  Instance* parent = nullptr;
  int index = -1;  ///< among the elements of an array, from 0
  const Element* element = nullptr;
  const Scope* scope = nullptr;  ///< of the declaration
  const Class* definition = nullptr;
  const Scope* enclosing = nullptr;
  const Modifier* modifier = nullptr;
  Builtin builtin = Builtin::none;
  const Class* enumeration = nullptr;
  bool is_namespace = false;  ///< of a class that is a package, a function: no component
  Variability variability = Variability::continuous;
  Causality causality = Causality::none;
  bool flow = false, stream = false, connector = false, hidden = false;
  bool is_array = false;
  Shape shape = {};
  std::vector<Instance*> elements = {};  ///< of an array of what is no built-in type

  const Member* inherited = nullptr;
  const Class* native = nullptr;  ///< the class of the catalog that it is, or extends
  Progress expansion = Progress::fresh;
  std::vector<Member*> members = {};
  std::unordered_map<Name, Member*> by_name = {};
  std::vector<const Scope*> scopes = {};  ///< of its class and the bases

  // of built-in types
  Progress leaf_progress = Progress::fresh;
  std::vector<Value> leaves = {};  ///< scalars, row by row
  Progress bound_progress = Progress::fresh;
  std::optional<Value> bound = {};  ///< its declaration equation, once it was evaluated
  std::uint32_t component = 0;      ///< of the system
  bool in_system = false;
};

/// Locals of a function that runs, and the indices of loops.
struct Frame {
  std::vector<std::pair<Name, Value>> values = {};
  Frame* outer = nullptr;

  Value* find(Name name) {
    for (Frame* frame = this; frame; frame = frame->outer) {
      for (auto it = frame->values.rbegin(); it != frame->values.rend(); ++it) {
        if (it->first == name) return &it->second;
      }
    }
    return nullptr;
  }
};

}  // namespace multibond::modelica
