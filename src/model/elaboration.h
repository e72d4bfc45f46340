/// Elaboration: runs a model's build() and equations() functions, settings applied.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "connection_graph.h"
#include "multibond/model/context.h"

namespace multibond {

class Elaboration {
 public:
  explicit Elaboration(Component& root) : root_(root), context_(root.context()) {}

  /// Elaborates a model that is only declared. Throws Error with all findings, and leaves the model
  /// as it was declared then.
  void run();

 private:
  bool concerns(const std::string& path) const;
  void apply_settings(Component& component, const std::string& path);
  std::string short_path(const ParameterBase& parameter) const;
  void apply_element_settings(RealParameter& parameter, const std::string& path);
  void apply_existing(Component& component, const std::string& path);
  void elaborate();
  void build(Component& component, const std::string& path, std::size_t depth = 0);
  void check_names(const Component& component, const std::string& path);
  void state_equations(Component& component);
  void report_lost();
  void apply_variable_settings();
  void note_demand(const ParameterBase& parameter);
  void note_demand(const RealParameter& parameter, int element);
  void check_parameters();
  void check_replaced_bindings();
  std::set<std::uint32_t> sources(std::uint32_t parameter) const;
  void report_unused_settings(bool attributes);
  void report_wrong_attributes();
  template <typename Step>
  void guarded(Step&& step);
  template <typename Step>
  void guarded(const Component& component, Step&& step);
  template <typename Step>
  void apply(Override& setting, Step&& step);
  void stop_on_findings();
  std::vector<std::string> settable_paths() const;

  Component& root_;
  ModelContext& context_;
  std::map<std::string, Override*> settings_;  ///< by path
  std::vector<Diagnostic> findings_;
  std::vector<std::string_view> names_;  ///< scratch
  /// Parameters that were set though they followed from another one, and that one.
  std::map<std::pair<const RealParameter*, int>, const RealParameter*> replaced_;
};

}  // namespace multibond
