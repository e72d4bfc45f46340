#include "multibond/cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "multibond/base/text.h"

namespace multibond {
namespace {

constexpr double kDelay = 0.5;     // s before the first line
constexpr double kInterval = 0.1;  // s between lines
constexpr std::string_view kErase = "\r\033[K";

double steady_seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

void write_error(std::string_view text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); }

bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

std::size_t terminal_width() {
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

/// A time of the run, with so many decimals that it moves by about a hundredth of the whole.
std::string moving(double value, double whole) {
  const int power = static_cast<int>(std::floor(std::log10(std::abs(whole)) + 1e-9));
  if (power < -4 || power > 5) return fmt::format("{:.2e}", value);
  return fmt::format("{:.{}f}", value, std::clamp(2 - power, 0, 6));
}

std::string count(std::size_t steps) {
  if (steps < 10000) return std::to_string(steps);
  const double value = static_cast<double>(steps);
  int power = static_cast<int>(std::floor(std::log10(value)));
  double front = std::round(value / std::pow(10, power - 1)) / 10;
  if (front >= 10) front /= 10, ++power;
  return fmt::format("{:.1f}e{}", front, power);
}

std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  if (seconds < 90 * 60) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 72 * 3600) return fmt::format("{:.0f} h", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86400);
}

}  // namespace

Progress::Progress(double start, double stop)
    : Progress(start, stop, steady_seconds, write_error, is_terminal(), terminal_width()) {}

Progress::Progress(double start, double stop, Clock clock, Sink sink, bool terminal,
                   std::size_t width)
    : start_(start),
      stop_(stop),
      clock_(std::move(clock)),
      sink_(std::move(sink)),
      terminal_(terminal),
      width_(width) {
  if (!terminal_) return;
  began_ = clock_();
  next_ = began_ + kDelay;
}

Progress::~Progress() { finish(); }

void Progress::update(double time, std::size_t steps) {
  if (!terminal_) return;
  const double now = clock_();
  if (now < next_) return;
  next_ = now + kInterval;
  shown_ = true;
  sink_(std::string(kErase) + line(time, steps, now - began_));
}

void Progress::finish() {
  if (std::exchange(shown_, false)) sink_(kErase);
}

std::string Progress::line(double time, std::size_t steps, double elapsed) const {
  const double whole = stop_ - start_;
  const double fraction = whole == 0 ? 1 : (time - start_) / whole;
  const bool known = std::isfinite(fraction) && std::isfinite(whole) && whole != 0;
  std::vector<std::string> parts;
  if (known) {
    parts.push_back(fmt::format("simulating {} of {}", moving(time, whole), quantity(stop_, "s")));
    parts.push_back(fmt::format("{:.0f} %", std::clamp(std::floor(100 * fraction), 0.0, 100.0)));
  } else {
    parts.push_back("simulating " + quantity(time, "s"));
  }
  parts.push_back(count(steps) + (steps == 1 ? " step" : " steps"));
  if (known && fraction > 1e-6 && fraction < 1) {
    parts.push_back("about " + duration(elapsed * (1 - fraction) / fraction) + " left");
  }
  // what does not fit would wrap and could not be erased
  std::string text;
  for (const std::string& part : parts) {
    const std::size_t length = text.size() + (text.empty() ? 0 : 2) + part.size();
    if (length >= width_) break;
    if (!text.empty()) text += "  ";
    text += part;
  }
  return text;
}

}  // namespace multibond
