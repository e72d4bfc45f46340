/// Progress: one line that tells how far a run is, on a terminal only.
///
///     simulating 3.2 of 10 s  32 %  1.2e4 steps  about 4 s left
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace multibond {

/// Rewrites its line at most ten times a second, begins after half a second (short runs show
/// nothing) and erases the line at the end. In a pipe, in a file and with TERM=dumb it is silent.
class Progress {
 public:
  using Clock = std::function<double()>;  ///< seconds, from any origin
  using Sink = std::function<void(std::string_view)>;

  /// For a run from `start` to `stop`, on standard error if that is a terminal.
  Progress(double start, double stop);
  /// With another clock and sink; `terminal` says whether to show anything at all. The line is
  /// kept shorter than `width` characters.
  Progress(double start, double stop, Clock clock, Sink sink, bool terminal,
           std::size_t width = 80);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The run has reached `time` after `steps` steps. Cheap enough for every step.
  void update(double time, std::size_t steps);
  /// Erases the line; before a message is printed, and at the end.
  void finish();

 private:
  std::string line(double time, std::size_t steps, double elapsed) const;

  double start_, stop_;
  Clock clock_;
  Sink sink_;
  bool terminal_;
  std::size_t width_;
  double began_ = 0, next_ = 0;
  bool shown_ = false;
};

}  // namespace multibond
