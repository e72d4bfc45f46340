/// record: pictures of a run, drawn by a browser that nobody sees.
///
///     record(page_data(result), {.width = 1280, .height = 720}, [](std::string_view jpeg) { ...
///     });
///
/// The browser is Chromium without a window, on a page that a server of its own gives out; it draws
/// picture after picture, as slowly as it needs, and sends them back.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/page/page.h"

namespace multibond {

struct RecordOptions {
  std::vector<double> times = {};  ///< of the pictures
  int width = 1280, height = 720;
  std::string view = "iso";  ///< iso, front, side or top
  bool dark = false;
  std::function<bool()> interrupted = {};                               ///< true ends it
  std::function<void(std::size_t done, std::size_t of)> progress = {};  ///< after each picture
};

/// Times of a video at so many pictures per second of watching. Speed 1 is real time; 0: real time,
/// but runs that are too short or too long for it take a few seconds.
std::vector<double> video_times(double start, double stop, double per_second, double speed);

/// Gives each picture, a JPEG file, in order. Throws Error if there is no browser, or if it fails.
/// Returns false if it was interrupted.
bool record(const PageData& data, const RecordOptions& options,
            const std::function<void(std::string_view jpeg)>& picture);

}  // namespace multibond
