/// What is wrong with values of parameters: found when a model is elaborated, and again when values
/// are set in what was compiled from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "multibond/diagnostic.h"
#include "multibond/model/parameter.h"

namespace multibond {

struct System;
struct SystemParameter;

bool satisfies(Check check, double value);
/// "must be positive"; empty if it may be anything.
std::string_view demand(Check check);

/// "body.m (mass) must be positive: it is -1 kg."
Diagnostic fault_of_value(std::string_view path, std::string_view description, Check check,
                          double value, std::string_view unit, std::string remedy);
/// The same of a parameter of a system, if there is something wrong with this value for it.
std::vector<Diagnostic> faults_of_value(const SystemParameter& parameter, double value);

/// All that is wrong with these values of all parameters: each by itself, those that follow from
/// others, and what components demand of several together (Component::check_values).
std::vector<Diagnostic> find_faults(const System& system, const std::vector<double>& parameters);

}  // namespace multibond
