#include "multibond/model/class_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

#include "multibond/model/component.h"

namespace multibond {
namespace {

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

/// What follows the last "::" outside of brackets: a class of a function has the function's
/// arguments in its name.
std::string_view last_part(std::string_view name) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    depth += name[i] == '<' || name[i] == '(' ? 1 : name[i] == '>' || name[i] == ')' ? -1 : 0;
    if (depth == 0 && name[i] == ':' && name[i + 1] == ':') begin = i + 2;
  }
  return name.substr(begin);
}

}  // namespace

std::string class_name(const std::type_info& type) {
  constexpr std::string_view ours = "multibond::";
  std::string name = demangled(type.name());
  if (name.starts_with(ours)) name.erase(0, ours.size());
  return name;
}

std::string short_class_name(const std::type_info& type) {
  const std::string name = class_name(type);
  return std::string(last_part(name));
}

std::string model_name(const Component& model) {
  if (!model.name().empty()) return model.name();
  return short_class_name(typeid(model));
}

}  // namespace multibond
