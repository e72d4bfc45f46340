// `multibond animate MODEL --frames DIR | --video FILE`: a run as pictures, or as a video.

#include <cmath>
#include <filesystem>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_files.h"
#include "command_session.h"
#include "multibond/base/file.h"
#include "multibond/base/text.h"
#include "multibond/cli/progress.h"
#include "multibond/page/page.h"
#include "multibond/serve/recorder.h"
#include "multibond/serve/video.h"
#include "text_model.h"

namespace multibond {
namespace {

namespace fs = std::filesystem;

constexpr double kMostPerSecond = 240;
constexpr std::size_t kMostPictures = 100'000;

/// "1280x720", both even: video coders want that.
void read_size(const std::optional<std::string>& text, RecordOptions& record, OptionReader& read) {
  if (!text) return;
  const std::size_t x = text->find('x');
  const double width = parse_number(text->substr(0, x)).value_or(0);
  const double height = x == std::string::npos ? 0 : parse_number(text->substr(x + 1)).value_or(0);
  const auto fits = [](double n) { return n >= 16 && n <= 8192 && n / 2 == std::floor(n / 2); };
  if (!fits(width) || !fits(height)) {
    read.wrong("--size", fmt::format("--size {} is not a width and a height in pixels.", *text),
               "Give two even numbers from 16 to 8192, e.g. --size 1920x1080.");
    return;
  }
  record.width = static_cast<int>(width);
  record.height = static_cast<int>(height);
}

double read_positive(std::string_view option, const std::optional<std::string>& text, double value,
                     double most, OptionReader& read) {
  const std::optional<double> given = read.number(option, text);
  if (!given) return value;
  if (*given > 0 && *given <= most) return *given;
  read.wrong(option, fmt::format("{} {} must be positive, and {} at most.", option, *text, most),
             "Leave it out for a usual value.");
  return value;
}

/// frame-00001.jpg and so on.
std::string picture_name(const fs::path& folder, std::size_t index) {
  return (folder / fmt::format("frame-{:05}.jpg", index + 1)).string();
}

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return;
  throw Error("--frames", fmt::format("--frames: {} cannot be made: {}.", folder, error.message()),
              "Name a folder that can be written.");
}

}  // namespace

ExitCode command_animate(Session& session) {
  const Arguments& arguments = session.arguments;
  const std::optional<TextModel> text = find_text_model(session);
  const CatalogEntry& entry = text ? text->entry : find_model(session);
  const double start = text ? text->start : 0;
  OptionReader read;
  if (arguments.frames.has_value() == arguments.video.has_value()) {
    read.wrong("animate", "animate needs either --frames or --video.",
               "Give e.g. --video run.mp4, or --frames pictures.");
  }
  if (!has_page()) read.wrong("animate", kNoPage, kNoPageRemedy);
  SimulationOptions options;
  options.start = start;
  options.stop = entry.experiment.stop;
  options.tolerance = entry.experiment.tolerance;
  options.intervals = entry.experiment.intervals;
  options.solver = entry.experiment.solver;
  options.pictures = true;
  options.interrupted = session.environment.interrupted;
  if (const auto stop = read.time("--stop", arguments.stop)) options.stop = *stop;
  RecordOptions record_options;
  record_options.dark = arguments.dark;
  record_options.interrupted = session.environment.interrupted;
  read_size(arguments.size, record_options, read);
  const double per_second = read_positive("--fps", arguments.fps, 30, kMostPerSecond, read);
  const double speed = read_positive("--speed", arguments.speed, 0, 1e9, read);
  if (arguments.video) check_file(*arguments.video, read);
  read.finish();

  const auto compiled =
      text ? compile_model(text->system(arguments)) : compile_model(*make_model(session, entry));
  if (compiled->pictures().pictures.empty()) {
    throw Error("animate", "No component of the model has a picture.",
                "Mechanisms have pictures if world.animate is true.");
  }
  record_options.times = video_times(start, options.stop, per_second, speed);
  if (record_options.times.size() > kMostPictures) {
    throw Error("--speed",
                fmt::format("This would be {} pictures, more than {}.", record_options.times.size(),
                            kMostPictures),
                "Choose a larger --speed, or a shorter --stop.");
  }
  // As many instants as there are pictures, so that none is between two that are far apart.
  options.intervals =
      std::max<int>(options.intervals, static_cast<int>(record_options.times.size()) - 1);
  const Result result = simulate(compiled, options);
  if (result.status == RunStatus::interrupted) return ExitCode::interrupted;
  if (result.rows() > 0 && result.times().back() < options.stop) {
    record_options.times = video_times(start, result.times().back(), per_second, speed);
  }
  const PageData data = page_data(result);

  std::optional<Progress> progress;
  if (session.environment.progress && !arguments.json) {
    progress.emplace(0, static_cast<double>(record_options.times.size()));
  }
  record_options.progress = [&](std::size_t done, std::size_t) {
    if (progress) progress->update(static_cast<double>(done), done);
  };
  std::size_t count = 0;
  bool whole = false;
  if (arguments.video) {
    VideoWriter video(*arguments.video, per_second);
    whole = record(data, record_options, [&](std::string_view picture) {
      video.add(picture);
      ++count;
    });
    if (whole) video.finish();
  } else {
    make_folder(*arguments.frames);
    whole = record(data, record_options, [&](std::string_view picture) {
      OutputFile file(picture_name(*arguments.frames, count++));
      file.write(picture);
      file.commit();
    });
  }
  if (progress) progress->finish();
  if (!whole) return ExitCode::interrupted;
  const std::string target = arguments.video ? *arguments.video : *arguments.frames;
  if (arguments.json) {
    print_json(session.out, {{"model", entry.path},
                             {"pictures", count},
                             {"width", record_options.width},
                             {"height", record_options.height},
                             {"file", target}});
  } else {
    session.out << fmt::format("wrote {} pictures to {}\n", count, printable(target));
  }
  print(session.err, result.diagnostics);
  return result.status == RunStatus::failed ? ExitCode::failure : ExitCode::success;
}

}  // namespace multibond
