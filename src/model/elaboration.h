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

  /// Throws Error with all findings. Returns the connection sets.
  std::vector<ConnectionSet> run();

 private:
  bool concerns(const std::string& path) const;
  void apply_settings(Component& component, const std::string& path);
  void apply_element_settings(RealParameter& parameter, const std::string& path);
  void apply_existing(Component& component, const std::string& path);
  void build(Component& component, const std::string& path);
  void state_equations(Component& component);
  void apply_variable_settings();
  void check_parameters();
  std::set<std::uint32_t> sources(std::uint32_t parameter) const;
  void report_unused_settings(bool attributes);
  void report_wrong_attributes();
  template <typename Step>
  void guarded(Step&& step);
  void stop_on_findings();
  std::vector<std::string> settable_paths() const;

  Component& root_;
  ModelContext& context_;
  std::map<std::string, Override*> settings_;  ///< by path
  std::vector<Diagnostic> findings_;
};

}  // namespace multibond
