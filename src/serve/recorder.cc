// Chromium without a window, and the server that it draws for.

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "child.h"
#include "guard.h"
#include "multibond/diagnostic.h"
#include "multibond/serve/recorder.h"
#include "wire.h"

// After Eigen, whose names its macros would change.
#include <httplib.h>

namespace multibond {

using namespace serve;

namespace {

constexpr const char* kRecorderHost = "127.0.0.1";
constexpr std::size_t kLargestPicture = 32 << 20;
constexpr std::chrono::seconds kPatience{60};  // for one picture

/// A folder that is gone when it is no longer needed.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "multibond-XXXXXX").string();
    if (!::mkdtemp(name.data())) {
      throw Error("", "A temporary folder could not be made.",
                  "Let TMPDIR name a directory that can be written.");
    }
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Pictures on their way from the server's threads to whoever takes them.
class Arrivals {
 public:
  void add(std::string picture) {
    const std::lock_guard lock(mutex_);
    pictures_.push_back(std::move(picture));
    changed_.notify_all();
  }
  void fail(std::string reason) {
    const std::lock_guard lock(mutex_);
    reason_ = std::move(reason);
    changed_.notify_all();
  }
  /// The next one, if it comes soon. Throws Error if none will.
  std::optional<std::string> next(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return !pictures_.empty() || !reason_.empty(); });
    if (pictures_.empty() && !reason_.empty()) {
      throw Error("animate", fmt::format("The browser could not draw the run: {}.", reason_),
                  "multibond report shows it in a browser of yours.");
    }
    if (pictures_.empty()) return std::nullopt;
    std::string picture = std::move(pictures_.front());
    pictures_.pop_front();
    return picture;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> pictures_;
  std::string reason_;
};

class RecorderServer {
 public:
  RecorderServer(const PageData& data, const RecordOptions& options, Arrivals& arrivals)
      : token_(make_token()), port_(http_.bind_to_any_port(kRecorderHost)), guard_(port_, token_) {
    const nlohmann::json recording{{"times", options.times},
                                   {"width", options.width},
                                   {"height", options.height},
                                   {"view", options.view},
                                   {"theme", options.dark ? "dark" : "light"}};
    const nlohmann::json live{{"token", token_}, {"model", ""}, {"record", recording}};
    http_.set_payload_max_length(kLargestPicture);
    http_.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          RequestFacts facts{.method = request.method, .path = request.path};
          facts.host = request.get_header_value("Host");
          facts.hosts = request.get_header_value_count("Host");
          facts.origin = request.get_header_value("Origin");
          facts.fetch_site = request.get_header_value("Sec-Fetch-Site");
          facts.token = request.get_header_value("X-Multibond-Token");
          facts.query = request.get_param_value("token");
          const auto refusal = guard_.refuse(facts);
          if (!refusal) return httplib::Server::HandlerResponse::Unhandled;
          response.status = refusal->status;
          return httplib::Server::HandlerResponse::Handled;
        });
    http_.Get(
        "/", [page = live_page(live.dump())](const httplib::Request&, httplib::Response& response) {
          response.set_content(page, "text/html; charset=utf-8");
        });
    http_.Get("/api/data", [&data](const httplib::Request&, httplib::Response& response) {
      response.set_content(joined(data), "application/octet-stream");
    });
    http_.Post(R"(/api/frame/(\d{1,9}))",
               [&arrivals](const httplib::Request& request, httplib::Response& response) {
                 arrivals.add(request.body);
                 response.status = 204;
               });
    http_.Post("/api/failed", [&arrivals](const httplib::Request& request, httplib::Response&) {
      arrivals.fail(request.body.substr(0, 500));
    });
    thread_ = std::thread([this] { http_.listen_after_bind(); });
    while (!http_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ~RecorderServer() {
    http_.stop();
    thread_.join();
  }
  std::string url() const {
    return fmt::format("http://{}:{}/?token={}", kRecorderHost, port_, token_);
  }

 private:
  httplib::Server http_;
  std::string token_;
  int port_;
  Guard guard_;
  std::thread thread_;
};

std::vector<std::string> browser_command(const std::string& url,
                                         const std::filesystem::path& home) {
  std::vector<std::string> command{"chromium",
                                   "--headless",
                                   "--disable-gpu-sandbox",
                                   "--use-angle=swiftshader",
                                   "--enable-unsafe-swiftshader",
                                   "--force-device-scale-factor=1",
                                   "--hide-scrollbars",
                                   "--no-first-run",
                                   "--disable-background-networking",
                                   "--user-data-dir=" + home.string()};
  if (::geteuid() == 0) command.push_back("--no-sandbox");  // which it refuses to root
  command.push_back(url);
  return command;
}

}  // namespace

std::vector<double> video_times(double start, double stop, double per_second, double speed) {
  // As the page plays a run: what is too short or too long to be seen takes a few seconds.
  constexpr double kShortest = 2, kLongest = 40, kSeen = 6;
  const double duration = stop - start;
  double rate = speed;
  if (rate == 0) rate = duration < kShortest || duration > kLongest ? duration / kSeen : 1;
  const auto count = static_cast<std::size_t>(std::floor(duration / rate * per_second + 1e-9)) + 1;
  std::vector<double> times(count);
  for (std::size_t k = 0; k < count; ++k) {
    times[k] = std::min(stop, start + static_cast<double>(k) * rate / per_second);
  }
  return times;
}

bool record(const PageData& data, const RecordOptions& options,
            const std::function<void(std::string_view jpeg)>& picture) {
  Arrivals arrivals;
  const RecorderServer server(data, options, arrivals);
  const Scratch scratch;
  Child browser(
      browser_command(server.url(), scratch.path()),
      "Install Chromium (Debian: apt-get install chromium); multibond report needs none.");
  auto last = std::chrono::steady_clock::now();
  for (std::size_t done = 0; done < options.times.size();) {
    if (options.interrupted && options.interrupted()) return false;
    const auto next = arrivals.next(std::chrono::milliseconds(100));
    const auto now = std::chrono::steady_clock::now();
    if (next) {
      picture(*next);
      last = now;
      if (options.progress)
        options.progress(++done, options.times.size());
      else
        ++done;
      continue;
    }
    if (now - last > kPatience || !browser.running()) {
      throw Error("animate", "The browser has stopped drawing.",
                  "Try again with a smaller --size, or look at multibond report.");
    }
  }
  return true;
}

}  // namespace multibond
