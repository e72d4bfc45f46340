/// Names of C++ classes, as users write them.
#pragma once

#include <string>
#include <typeinfo>

namespace multibond {

class Component;

/// "mechanics3d::Revolute": with its namespaces, multibond itself left out.
std::string class_name(const std::type_info& type);

/// "Revolute": without any namespace.
std::string short_class_name(const std::type_info& type);

/// What a model is called: its name, or that of its class if it was made without one.
std::string model_name(const Component& model);

}  // namespace multibond
