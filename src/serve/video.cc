#include "multibond/serve/video.h"

#include <filesystem>

#include <fmt/format.h>

#include "child.h"
#include "multibond/diagnostic.h"

namespace multibond {
namespace {

namespace fs = std::filesystem;

/// Beside the file, with its extension: an earlier file stays whole until the new one is complete.
std::string unfinished(const std::string& file) {
  const fs::path path(file);
  return (path.parent_path() /
          fmt::format(".{}.part{}", path.stem().string(), path.extension().string()))
      .string();
}

}  // namespace

class VideoWriter::Content {
 public:
  Content(std::string file, double per_second)
      : file_(std::move(file)),
        part_(unfinished(file_)),
        // Names that begin with a dash are no options.
        ffmpeg_({"ffmpeg", "-loglevel", "quiet", "-y", "-f", "image2pipe", "-c:v", "mjpeg",
                 "-framerate", fmt::format("{}", per_second), "-i", "pipe:0", "-pix_fmt", "yuv420p",
                 "-movflags", "+faststart", "file:" + part_},
                "Install it (Debian: apt-get install ffmpeg), or use --frames.") {}
  ~Content() {
    std::error_code ignored;
    if (!finished_) fs::remove(part_, ignored);
  }
  void add(std::string_view jpeg) {
    if (!ffmpeg_.write(jpeg)) fail();
  }
  void finish() {
    if (ffmpeg_.finish() != 0) fail();
    std::error_code error;
    fs::rename(part_, file_, error);
    if (error) fail();
    finished_ = true;
  }

 private:
  [[noreturn]] void fail() const {
    throw Error("--video", fmt::format("ffmpeg could not write {}.", file_),
                "Choose a file such as run.mp4, in a folder that can be written.");
  }
  std::string file_, part_;
  serve::Child ffmpeg_;
  bool finished_ = false;
};

VideoWriter::VideoWriter(std::string file, double per_second)
    : content_(std::make_unique<Content>(std::move(file), per_second)) {}
VideoWriter::~VideoWriter() = default;
void VideoWriter::add(std::string_view jpeg) { content_->add(jpeg); }
void VideoWriter::finish() { content_->finish(); }

}  // namespace multibond
