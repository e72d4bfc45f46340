/// What the commands share: streams, the catalog, reading of values, messages.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "command_arguments.h"
#include "multibond/analyze/report.h"
#include "multibond/cli/command.h"
#include "multibond/simulate/simulation.h"

namespace multibond {

struct Session {
  const Arguments& arguments;
  const Catalog& catalog;
  const CommandEnvironment& environment;
  std::ostream& out;
  std::ostream& err;
};

// -- the commands ---------------------------------------------------------------------------------
ExitCode command_new(Session& session);
ExitCode command_list(Session& session);
ExitCode command_catalog(Session& session);
ExitCode command_simulate(Session& session);
ExitCode command_report(Session& session);
ExitCode command_serve(Session& session);
ExitCode command_gallery(Session& session);
ExitCode command_animate(Session& session);
ExitCode command_inspect(Session& session);
ExitCode command_linearize(Session& session);
ExitCode command_bench(Session& session);
ExitCode command_draw(Session& session);
ExitCode command_compare(Session& session);
ExitCode command_check(Session& session);
ExitCode command_flat(Session& session);

// -- the model ------------------------------------------------------------------------------------
/// The entry that MODEL names, or the only model if it is left out; throws Error if it is missing,
/// unknown or no complete model.
const CatalogEntry& find_model(const Session& session);
/// The same, but a component will do as well.
const CatalogEntry& find_entry(const Session& session);
/// An instance of it with all --set applied; throws Error with all findings.
std::unique_ptr<Component> make_model(const Session& session, const CatalogEntry& entry);
/// Applies all --set below a component; throws Error with all findings.
void apply_settings(const Session& session, Component& component);

// -- values of options ----------------------------------------------------------------------------
/// Reads values of options and collects what is wrong with them.
class OptionReader {
 public:
  /// The number, or nothing if the option is absent or wrong. A time may carry a unit.
  std::optional<double> number(std::string_view option, const std::optional<std::string>& text);
  std::optional<double> time(std::string_view option, const std::optional<std::string>& text);
  void wrong(std::string_view option, std::string text, std::string hint);
  bool good() const { return findings_.empty(); }
  /// Throws Error with all findings, if there are any.
  void finish();

  std::optional<Backend> backend(const std::optional<std::string>& text);
  void tolerance(const std::optional<std::string>& text, double& value);
  void solver(const std::optional<std::string>& text, std::string& value);
  /// PATH=MODE, each as a pair.
  std::vector<std::pair<std::string, std::string>> modes(const std::vector<std::string>& texts);
  void baumgarte(const std::optional<std::string>& text, double& alpha, double& beta);

 private:
  std::vector<Diagnostic> findings_;
};

/// "a, b[1,2]" as {a, b[1,2]}: split at commas outside brackets, blanks removed.
std::vector<std::string> split_names(std::string_view text);

// -- output ---------------------------------------------------------------------------------------
/// The text with control characters written out (\x1b), so that names cannot command a terminal.
std::string printable(std::string_view text);
/// The same of several lines.
std::string printable_lines(std::string_view text);
void print(std::ostream& err, const std::vector<Diagnostic>& diagnostics);
void print_json(std::ostream& out, const nlohmann::ordered_json& json);

}  // namespace multibond
