#include "command_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "multibond/view/figure.h"

namespace multibond {
namespace {

namespace fs = std::filesystem;

std::string system_message() { return errno == 0 ? "no access" : std::strerror(errno); }

/// Why the file cannot be written, as fact and remedy; an empty fact if it can.
std::pair<std::string, std::string> obstacle(const std::string& file) {
  std::error_code ignored;
  const fs::path path(file);
  if (fs::is_directory(path, ignored)) {
    return {fmt::format("--output: {} is a directory.", file), "Give the name of a file in it."};
  }
  const fs::path parent = path.parent_path();
  if (!parent.empty() && !fs::is_directory(parent, ignored)) {
    return {fmt::format("--output: there is no directory {} for {}.", parent.string(), file),
            "Create it first, or write elsewhere."};
  }
  // Opened as it will be, and left as it was.
  const bool existed = fs::exists(path, ignored);
  errno = 0;
  const bool opened = std::ofstream(file, std::ios::app).is_open();
  if (!opened) {
    return {fmt::format("--output: {} cannot be written: {}.", file, system_message()),
            "Write to a place where you may create files."};
  }
  if (!existed) fs::remove(path, ignored);
  return {};
}

}  // namespace

void check_file(const std::string& file, OptionReader& options) {
  auto [fact, remedy] = obstacle(file);
  if (!fact.empty()) options.wrong("--output", std::move(fact), std::move(remedy));
}

void check_result_files(const std::vector<std::string>& files, OptionReader& options) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto begin = files.begin(), here = begin + static_cast<std::ptrdiff_t>(i);
    if (std::find(begin, here, files[i]) != here) {
      options.wrong("--output", fmt::format("--output: {} is given twice.", files[i]),
                    "Name each file once.");
      continue;
    }
    const std::string extension = fs::path(files[i]).extension().string();
    if (extension != ".csv" && extension != ".mat" && extension != ".svg") {
      options.wrong("--output",
                    fmt::format("--output: the kind of {} cannot be told from its name.", files[i]),
                    "Let the name end in .csv (text table), .mat (MATLAB) or .svg (figure).");
      continue;
    }
    check_file(files[i], options);
  }
}

namespace {

/// One panel per variable.
void write_figure(const Result& result, const std::string& file,
                  const std::vector<std::string>& figure) {
  std::vector<std::vector<std::string>> panels;
  for (const std::string& path : figure) panels.push_back({path});
  errno = 0;
  std::ofstream stream(file, std::ios::binary);
  stream << draw_figure(result, panels);
  stream.close();
  if (stream) return;
  throw Error("--output",
              fmt::format("--output: {} could not be written: {}.", file, system_message()),
              "Free some space, or write somewhere else.");
}

}  // namespace

std::vector<Diagnostic> write_result_files(const Result& result,
                                           const std::vector<std::string>& files,
                                           const std::vector<std::string>& figure) {
  std::vector<Diagnostic> findings;
  for (const std::string& file : files) {
    try {
      if (fs::path(file).extension() == ".svg") {
        write_figure(result, file, figure);
      } else {
        write_result(result, file);
      }
    } catch (const Error& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  return findings;
}

}  // namespace multibond
