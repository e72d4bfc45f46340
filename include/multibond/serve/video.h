/// VideoWriter: pictures, one after the other, as a video file (ffmpeg does it).
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace multibond {

class VideoWriter {
 public:
  /// Throws Error if there is no ffmpeg. What the file is follows from its extension: .mp4, .webm.
  VideoWriter(std::string file, double per_second);
  ~VideoWriter();  ///< without finish(), no file is left behind
  void add(std::string_view jpeg);
  /// Throws Error if the file could not be made.
  void finish();

 private:
  class Content;
  std::unique_ptr<Content> content_;
};

}  // namespace multibond
