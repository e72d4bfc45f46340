#include "command_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "multibond/base/file.h"
#include "multibond/page/page.h"
#include "multibond/simulate/result_selection.h"
#include "multibond/view/figure.h"
#include "multibond/view/mechanism.h"
#include "multibond/view/scene_json.h"

namespace multibond {
namespace {

namespace fs = std::filesystem;

std::string system_message() { return errno == 0 ? "no access" : std::strerror(errno); }

/// Why the file cannot be written, as fact and remedy; an empty fact if it can.
std::pair<std::string, std::string> obstacle(std::string_view option, const std::string& file) {
  std::error_code ignored;
  const fs::path path(file);
  if (fs::is_directory(path, ignored)) {
    return {fmt::format("{}: {} is a directory.", option, file), "Give the name of a file in it."};
  }
  const fs::path parent = path.parent_path();
  if (!parent.empty() && !fs::is_directory(parent, ignored)) {
    return {fmt::format("{}: there is no directory {} for {}.", option, parent.string(), file),
            "Create it first, or write elsewhere."};
  }
  // Opened as it will be, and left as it was.
  const bool existed = fs::exists(path, ignored);
  errno = 0;
  const bool opened = std::ofstream(file, std::ios::app).is_open();
  if (!opened) {
    return {fmt::format("{}: {} cannot be written: {}.", option, file, system_message()),
            "Write to a place where you may create files."};
  }
  if (!existed) fs::remove(path, ignored);
  return {};
}

void check_names(std::string_view option, const std::vector<std::string>& files,
                 const std::vector<std::string>& extensions, const std::string& remedy,
                 OptionReader& options) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto begin = files.begin(), here = begin + static_cast<std::ptrdiff_t>(i);
    if (std::find(begin, here, files[i]) != here) {
      options.wrong(option, fmt::format("{}: {} is given twice.", option, files[i]),
                    "Name each file once.");
      continue;
    }
    const std::string extension = fs::path(files[i]).extension().string();
    if (std::find(extensions.begin(), extensions.end(), extension) == extensions.end()) {
      options.wrong(option, fmt::format("{}: {}: unknown file type.", option, files[i]), remedy);
      continue;
    }
    auto [fact, hint] = obstacle(option, files[i]);
    if (!fact.empty()) options.wrong(option, std::move(fact), std::move(hint));
  }
}

}  // namespace

void check_file(const std::string& file, OptionReader& options) {
  auto [fact, remedy] = obstacle("--output", file);
  if (!fact.empty()) options.wrong("--output", std::move(fact), std::move(remedy));
}

void check_result_files(const std::vector<std::string>& files, OptionReader& options) {
  check_names("--output", files, {".csv", ".mat", ".svg"},
              "Let the name end in .csv (text table), .mat (MATLAB) or .svg (figure).", options);
}

void check_scene_files(const std::vector<std::string>& files, OptionReader& options) {
  check_names("--scene", files, {".svg", ".json"},
              "Let the name end in .svg (drawing) or .json (scene document).", options);
}

void check_report_files(const std::vector<std::string>& files, OptionReader& options) {
  if (files.empty()) return;
  check_names("--report", files, {".html"}, "Let the name end in .html.", options);
  if (!has_page()) options.wrong("--report", kNoPage, kNoPageRemedy);
}

namespace {

/// One panel per variable.
void write_figure(const Result& result, const std::string& file,
                  const std::vector<std::string>& figure) {
  std::vector<std::vector<std::string>> panels;
  for (const std::string& path : figure) panels.push_back({path});
  write_file(file, draw_figure(result, panels));
}

}  // namespace

std::vector<Diagnostic> write_result_files(const Result& result,
                                           const std::vector<std::string>& files,
                                           const std::vector<std::string>& variables,
                                           const std::vector<std::string>& figure) {
  std::vector<Diagnostic> findings;
  std::optional<Result> chosen;
  if (!variables.empty()) chosen = with_variables(result, variables);
  for (const std::string& file : files) {
    try {
      if (fs::path(file).extension() == ".svg") {
        write_figure(result, file, figure);
      } else {
        write_result(chosen ? *chosen : result, file);
      }
    } catch (const Error& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  return findings;
}

std::vector<Diagnostic> write_scene_files(const Result& result,
                                          const std::vector<std::string>& files, int poses) {
  std::vector<Diagnostic> findings;
  for (const std::string& file : files) {
    try {
      const bool drawing = fs::path(file).extension() == ".svg";
      write_file(file, drawing ? draw_mechanism(result.scene, {.poses = poses})
                               : scene_json(result.scene));
    } catch (const Error& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  return findings;
}

}  // namespace multibond
