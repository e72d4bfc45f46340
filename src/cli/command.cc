#include "multibond/cli/command.h"

#include <exception>
#include <new>
#include <ostream>
#include <string_view>

#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/library/library.h"

namespace multibond {
namespace {

ExitCode dispatch(Session& session) {
  const std::string& command = session.arguments.command;
  if (command == "new") return command_new(session);
  if (command == "list") return command_list(session);
  if (command == "catalog") return command_catalog(session);
  if (command == "simulate") return command_simulate(session);
  if (command == "report") return command_report(session);
  if (command == "serve") return command_serve(session);
  if (command == "gallery") return command_gallery(session);
  if (command == "animate") return command_animate(session);
  if (command == "inspect") return command_inspect(session);
  if (command == "draw") return command_draw(session);
  if (command == "bench") return command_bench(session);
  if (command == "compare") return command_compare(session);
  if (command == "check") return command_check(session);
  if (command == "flat") return command_flat(session);
  return command_linearize(session);
}

/// Examples in the help of a program with models of its own are about the first of them.
HelpContext help_context(const CommandEnvironment& environment, const Catalog& catalog) {
  HelpContext help{.program = environment.program};
  if (!environment.catalog) return help;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) return {environment.program, entry.path};
  }
  return help;
}

bool wants_json(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--json") return true;
  }
  return false;
}

}  // namespace

int run_command(int argc, const char* const* argv, std::ostream& out, std::ostream& err,
                const CommandEnvironment& environment) {
  std::vector<Diagnostic> findings;
  ExitCode code = ExitCode::usage;
  try {
    const Catalog& catalog = environment.catalog ? *environment.catalog : library_catalog();
    const Arguments arguments = parse_arguments(argc, argv, help_context(environment, catalog));
    if (!arguments.message.empty()) {
      out << arguments.message;
      return static_cast<int>(ExitCode::success);
    }
    Session session{arguments, catalog, environment, out, err};
    return static_cast<int>(dispatch(session));
  } catch (const Error& error) {
    findings = error.diagnostics();
  } catch (const std::bad_alloc&) {
    code = ExitCode::failure;
    findings = {{Severity::error, "", "There is not enough memory for this.",
                 "Use fewer --intervals or a smaller model."}};
  } catch (const std::exception& error) {
    code = ExitCode::failure;
    findings = {{Severity::error, "", std::string("Internal error: ") + error.what() + ".",
                 "Please report it together with the command line."}};
  }
  if (wants_json(argc, argv)) {
    print_json(out, {{"status", "error"}, {"diagnostics", to_json(findings)}});
  } else {
    print(err, findings);
  }
  return static_cast<int>(code);
}

}  // namespace multibond
