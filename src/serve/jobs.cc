#include "jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>

#include "multibond/simulate/simulation.h"

namespace multibond::serve {
namespace {

/// Between two news of a run that goes on.
constexpr std::chrono::milliseconds kPause{60};
/// Before the first part of a run is shown, and between two: short runs are over by then.
constexpr std::chrono::milliseconds kFirstPart{400}, kNextPart{300};
/// Making parts may take up to this share of the time: one in so many.
constexpr int kShare = 8;
constexpr std::size_t kFewestRows = 3;  ///< that are worth showing

std::string_view word_for(RunStatus status) {
  switch (status) {
    case RunStatus::completed:
      return "completed";
    case RunStatus::interrupted:
      return "interrupted";
    case RunStatus::terminated:
      return "terminated";
    case RunStatus::failed:
      break;
  }
  return "failed";
}

/// Variables of the experiment that this form of the model has.
std::vector<std::string> plots_of(const Experiment& experiment, const Result& result,
                                  const std::vector<std::string>& states) {
  constexpr std::size_t kStatesPlotted = 3;
  std::vector<std::string> plots;
  for (const std::string& path : experiment.plot) {
    if (result.has(path)) plots.push_back(path);
  }
  if (plots.empty()) {
    plots.assign(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(
                                                      std::min(kStatesPlotted, states.size())));
  }
  return plots;
}

void run(Job& job, Models& models, const RunRequest& request, const CatalogEntry& entry,
         SimulationOptions options) {
  const auto begin = std::chrono::steady_clock::now();
  ReadyModel ready = models.ready(entry, request.set);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  options.set = std::move(ready.set);
  options.interrupted = [&] { return job.cancelled(); };
  options.progress = [&](double time, std::size_t steps) {
    job.progress(time, options.stop, steps);
  };
  PageOptions page{.description = entry.description, .exact = true};
  for (const StateDescription& state : ready.compiled->first()->states) {
    page.states.push_back(state.name);
  }
  for (const auto& [path, text] : request.set) page.settings.push_back(path + '=' + text);
  options.partial = [&](const Result& so_far) {
    if (!job.wants_part() || so_far.rows() < kFewestRows) return;
    const auto began = std::chrono::steady_clock::now();
    page.plots = plots_of(entry.experiment, so_far, page.states);
    job.show_part(page_data(so_far, page), began);
  };
  Result result = simulate(ready.compiled, options);
  result.seconds_compile = seconds;
  result.compute();  // the page shows them
  for (Diagnostic& warning : infinite_variables(result)) {
    result.diagnostics.push_back(std::move(warning));
  }
  page.plots = plots_of(entry.experiment, result, page.states);
  page.graphs = request.graphs;
  page.modes = request.modes;
  // Drawings need a model of their own: the compiled one is shared, and knows no components.
  const bool more = request.graphs || request.modes;
  const ServedModel::Flat flat =
      more && !job.cancelled() ? models.drawn(entry, request.set) : ServedModel::Flat();
  PageData data = page_data(
      result, page, PageModel{flat.components.get(), flat.system.pool ? &flat.system : nullptr});
  job.finish(std::string(word_for(result.status)), std::move(result.diagnostics), std::move(data));
}

/// Whatever happens, whoever follows the run is told.
void run_and_tell(Job& job, Models& models, const RunRequest& request, const CatalogEntry& entry,
                  const SimulationOptions& options) {
  try {
    run(job, models, request, entry, options);
  } catch (const Error& error) {
    job.fail(error.diagnostics());
  } catch (const std::bad_alloc&) {
    job.fail({{Severity::error, "", "There is not enough memory for this.",
               "Use a smaller model or a shorter run."}});
  } catch (const std::exception& error) {
    job.fail({{Severity::error, "", fmt::format("Internal error: {}.", error.what()),
               "Please report it together with the model and its values."}});
  }
}

}  // namespace

// -- one run --------------------------------------------------------------------------------------

Job::Job(std::string id)
    : id_(std::move(id)), next_part_(std::chrono::steady_clock::now() + kFirstPart) {}

bool Job::over() const {
  const std::lock_guard lock(mutex_);
  return news_.state != News::State::running;
}

News Job::news_after(std::size_t seen, std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return news_.number > seen; });
  return news_;
}

std::shared_ptr<const PageData> Job::data() const {
  const std::lock_guard lock(mutex_);
  return data_;
}

void Job::tell(News::State state) {
  news_.state = state;
  ++news_.number;
  changed_.notify_all();
}

void Job::progress(double time, double stop, std::size_t steps) {
  const auto now = std::chrono::steady_clock::now();
  if (now - told_ < kPause) return;
  told_ = now;
  const std::lock_guard lock(mutex_);
  news_.time = time;
  news_.stop = stop;
  news_.steps = steps;
  tell(News::State::running);
}

bool Job::wants_part() const { return std::chrono::steady_clock::now() >= next_part_; }

void Job::show_part(PageData data, std::chrono::steady_clock::time_point began) {
  const auto now = std::chrono::steady_clock::now();
  next_part_ =
      now + std::max<std::chrono::steady_clock::duration>(kNextPart, kShare * (now - began));
  auto shared = std::make_shared<const PageData>(std::move(data));
  const std::lock_guard lock(mutex_);
  data_ = std::move(shared);
  ++news_.parts;
  tell(News::State::running);
}

void Job::finish(std::string status, std::vector<Diagnostic> diagnostics, PageData data) {
  auto shared = std::make_shared<const PageData>(std::move(data));
  const std::lock_guard lock(mutex_);
  data_ = std::move(shared);
  news_.status = std::move(status);
  news_.diagnostics = std::move(diagnostics);
  tell(News::State::done);
}

void Job::fail(std::vector<Diagnostic> diagnostics) {
  const std::lock_guard lock(mutex_);
  news_.diagnostics = std::move(diagnostics);
  tell(News::State::failed);
}

// -- all of them ----------------------------------------------------------------------------------

Jobs::~Jobs() {
  cancel_all();
  for (Running& one : jobs_) {
    if (one.thread.joinable()) one.thread.join();
  }
}

/// Threads that have ended are joined, and the oldest results forgotten.
void Jobs::tidy() {
  std::size_t over = 0;
  for (Running& one : jobs_) {
    if (!one.job->over()) continue;
    if (one.thread.joinable()) one.thread.join();
    ++over;
  }
  for (auto one = jobs_.begin(); one != jobs_.end() && over > kMostKept;) {
    if (one->thread.joinable()) {
      ++one;
    } else {
      one = jobs_.erase(one);
      --over;
    }
  }
}

std::shared_ptr<Job> Jobs::start(const RunRequest& request) {
  const CatalogEntry& entry = models_.find(request.model);
  const SimulationOptions options = options_of(request, entry.experiment);
  check(options);
  if (const auto before = find(request.replaces)) before->cancel();
  const std::lock_guard lock(mutex_);
  tidy();
  const auto busy = std::count_if(jobs_.begin(), jobs_.end(),
                                  [](const Running& one) { return one.thread.joinable(); });
  if (static_cast<std::size_t>(busy) >= kMostRunning) return nullptr;
  auto job = std::make_shared<Job>(std::to_string(++started_));
  std::thread thread([this, job, request, &entry, options] {
    run_and_tell(*job, models_, request, entry, options);
  });
  jobs_.push_back({job, std::move(thread)});
  return job;
}

std::shared_ptr<Job> Jobs::find(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  for (const Running& one : jobs_) {
    if (one.job->id() == id) return one.job;
  }
  return nullptr;
}

void Jobs::cancel_all() {
  const std::lock_guard lock(mutex_);
  for (const Running& one : jobs_) one.job->cancel();
}

std::size_t Jobs::running() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::count_if(
      jobs_.begin(), jobs_.end(), [](const Running& one) { return !one.job->over(); }));
}

}  // namespace multibond::serve
