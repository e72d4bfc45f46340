/// Runs in the background: started, followed, cancelled, and their data fetched, by id.
///
/// Nothing waits in a queue: where too many runs are under way, another one is refused, and a page
/// asks again. A run that nobody follows any more is cancelled by whoever notices.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "models.h"
#include "multibond/diagnostic.h"
#include "multibond/page/page.h"

namespace multibond::serve {

/// How far a run is.
struct News {
  enum class State { running, done, failed };
  State state = State::running;
  double time = 0, stop = 0;
  std::size_t steps = 0;
  std::string status = {};                   ///< of a run that is done: "completed"
  std::vector<Diagnostic> diagnostics = {};  ///< of a run that is done or failed
  std::size_t number = 0;                    ///< grows with each change
  std::size_t parts = 0;                     ///< how often there were more results to be shown
};

class Job {
 public:
  explicit Job(std::string id);
  const std::string& id() const { return id_; }
  void cancel() { cancelled_ = true; }
  bool cancelled() const { return cancelled_; }
  bool over() const;

  /// What there is to tell after news number `seen`; at the latest after this time, news or not.
  News news_after(std::size_t seen, std::chrono::milliseconds patience) const;
  /// The run as the page reads it, as far as it is; nothing if there is none.
  std::shared_ptr<const PageData> data() const;

  // -- for the thread that runs it --
  void progress(double time, double stop, std::size_t steps);
  /// Whether what there is should be shown again: not more often than it can be made in passing.
  bool wants_part() const;
  /// `began`: when the data began to be made.
  void show_part(PageData data, std::chrono::steady_clock::time_point began);
  void finish(std::string status, std::vector<Diagnostic> diagnostics, PageData data);
  void fail(std::vector<Diagnostic> diagnostics);

 private:
  void tell(News::State state);

  const std::string id_;
  std::atomic<bool> cancelled_ = false;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  News news_;
  std::shared_ptr<const PageData> data_;
  std::chrono::steady_clock::time_point told_ = {};
  std::chrono::steady_clock::time_point next_part_;
};

class Jobs {
 public:
  static constexpr std::size_t kMostRunning = 4;
  static constexpr std::size_t kMostKept = 12;  ///< that are over

  explicit Jobs(Models& models) : models_(models) {}
  ~Jobs();

  /// Cancels the run that the request replaces, and starts another one. Throws Error if the request
  /// makes no sense; nothing is returned if too many runs are under way.
  std::shared_ptr<Job> start(const RunRequest& request);
  /// Nothing if there is no such run, or if it is gone.
  std::shared_ptr<Job> find(std::string_view id) const;
  void cancel_all();
  std::size_t running() const;

 private:
  struct Running {
    std::shared_ptr<Job> job;
    std::thread thread;
  };
  void tidy();

  Models& models_;
  mutable std::mutex mutex_;
  std::list<Running> jobs_;  ///< the latest last
  std::size_t started_ = 0;
};

}  // namespace multibond::serve
