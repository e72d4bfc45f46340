// The server: addresses, what they answer, and the headers of every answer.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "analysis.h"
#include "guard.h"
#include "jobs.h"
#include "models.h"
#include "multibond/analyze/report.h"
#include "multibond/diagnostic.h"
#include "multibond/page/page.h"
#include "multibond/serve/serve.h"
#include "wire.h"

// After Eigen, whose names its macros would change.
#include <httplib.h>

namespace multibond {

using namespace serve;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kHost = "127.0.0.1";
constexpr std::size_t kLargestBody = 64 * 1024;
/// A followed run holds a thread, and so does an open connection for a few seconds.
constexpr std::size_t kThreads = 48;
constexpr std::chrono::milliseconds kPing{2000};
constexpr std::chrono::milliseconds kBriefly{200};

void answer(httplib::Response& response, int status, const Json& json) {
  response.status = status;
  response.set_content(json.dump(-1, ' ', false, Json::error_handler_t::replace),
                       "application/json");
}

void answer(httplib::Response& response, int status, const std::vector<Diagnostic>& diagnostics) {
  answer(response, status, Json{{"diagnostics", to_json(diagnostics)}});
}

void answer(httplib::Response& response, int status, std::string fact, std::string remedy) {
  answer(response, status,
         std::vector<Diagnostic>{{Severity::error, "request", std::move(fact), std::move(remedy)}});
}

RequestFacts facts_of(const httplib::Request& request) {
  RequestFacts facts;
  facts.method = request.method;
  facts.path = request.path;
  facts.host = request.get_header_value("Host");
  facts.hosts = request.get_header_value_count("Host");
  facts.origin = request.get_header_value("Origin");
  facts.fetch_site = request.get_header_value("Sec-Fetch-Site");
  facts.token = request.get_header_value("X-Multibond-Token");
  facts.query = request.get_param_value("token");
  facts.cookie = request.get_header_value("Cookie");
  return facts;
}

/// One event of a stream: its kind and its data.
std::string event_text(const News& news) {
  const bool running = news.state == News::State::running;
  Json json{{"time", news.time}, {"stop", news.stop}, {"steps", news.steps}, {"parts", news.parts}};
  if (!running) json = {{"status", news.status}, {"diagnostics", to_json(news.diagnostics)}};
  return fmt::format("event: {}\ndata: {}\n\n",
                     running                           ? "progress"
                     : news.state == News::State::done ? "done"
                                                       : "failed",
                     json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

std::string ServerAddress::url() const {
  return fmt::format("http://{}:{}/?token={}", kHost, port, token);
}

class Server::Content {
 public:
  Content(Catalog catalog, const ServeOptions& options)
      : catalog_(std::move(catalog)),
        models_(catalog_, options.models, options.more),
        jobs_(models_) {
    if (!has_page()) throw Error("serve", kNoPage, kNoPageRemedy);
    configure();
    const bool bound = options.port == 0 ? (address_.port = http_.bind_to_any_port(kHost)) > 0
                                         : http_.bind_to_port(kHost, options.port);
    if (!bound) {
      throw Error("--port", fmt::format("--port: {} cannot be used on this machine.", options.port),
                  "Another program may have it. Choose another number, or leave --port out.");
    }
    if (options.port != 0) address_.port = options.port;
    address_.token = make_token();
    guard_ = Guard(address_.port, address_.token);
    page_ = live_page(Json{{"token", address_.token},
                           {"model", options.models.empty() ? "" : options.models.front()}}
                          .dump());
    route();
    thread_ = std::thread([this] { http_.listen_after_bind(); });
    while (!http_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  ~Content() {
    ending_ = true;
    jobs_.cancel_all();
    http_.stop();
    thread_.join();
  }

  const ServerAddress& address() const { return address_; }

 private:
  void configure() {
    http_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    http_.set_payload_max_length(kLargestBody);
    http_.set_tcp_nodelay(true);
    http_.set_keep_alive_timeout(5);
    http_.set_read_timeout(5);
    http_.set_write_timeout(5);
    // Another program must not listen at the same port in its place.
    http_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    http_.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                               {"Referrer-Policy", "no-referrer"},
                               {"Cache-Control", "no-store"},
                               {"Cross-Origin-Opener-Policy", "same-origin"},
                               {"Cross-Origin-Resource-Policy", "same-origin"},
                               {"Content-Security-Policy", "frame-ancestors 'none'"},
                               {"X-Frame-Options", "DENY"}});
    http_.set_exception_handler([](const httplib::Request&, httplib::Response& response,
                                   const std::exception_ptr& problem) {
      try {
        std::rethrow_exception(problem);
      } catch (const NoSuchModel& error) {
        answer(response, 404, error.diagnostics());
      } catch (const Error& error) {
        answer(response, 400, error.diagnostics());
      } catch (const std::exception& error) {
        answer(response, 500, fmt::format("Internal error: {}.", error.what()),
               "Please report it.");
      }
    });
    http_.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (!response.body.empty()) return;
      const int status = response.status;
      answer(response, status,
             status == 404   ? "There is nothing at this address."
             : status == 413 ? fmt::format("The request is larger than {} bytes.", kLargestBody)
                             : "The request cannot be understood.",
             "docs/serve.md tells what can be asked for.");
    });
  }

  void route() {
    using httplib::Request;
    using httplib::Response;
    http_.set_pre_routing_handler([this](const Request& request, Response& response) {
      const std::optional<Refusal> refusal = guard_.refuse(facts_of(request));
      if (!refusal) return httplib::Server::HandlerResponse::Unhandled;
      answer(response, refusal->status, refusal->fact, refusal->remedy);
      return httplib::Server::HandlerResponse::Handled;
    });
    http_.Get("/", [this](const Request&, Response& response) {
      response.set_header("Set-Cookie", guard_.cookie());
      response.set_content(page_, "text/html; charset=utf-8");
    });
    http_.Get("/api/models", [this](const Request&, Response& response) {
      answer(response, 200, models_.list());
    });
    http_.Get(R"(/api/models/([^/]{1,200}))", [this](const Request& request, Response& response) {
      answer(response, 200, models_.form(models_.find(request.matches[1].str())));
    });
    http_.Post("/api/run", [this](const Request& request, Response& response) {
      start(request.body, response);
    });
    http_.Post("/api/analysis", [this](const Request& request, Response& response) {
      answer(response, 200,
             analyse(models_, read_request(request.body), [this] { return ending_.load(); }));
    });
    http_.Get(R"(/api/run/(\d{1,18})/events)", [this](const Request& request, Response& response) {
      if (const auto job = wanted(request, response)) follow(job, response);
    });
    http_.Get(R"(/api/run/(\d{1,18})/data)", [this](const Request& request, Response& response) {
      const auto job = wanted(request, response);
      if (!job) return;
      const auto data = job->data();
      if (!data) return answer(response, 409, "This run has no results.", "Wait for its end.");
      response.set_content(joined(*data), "application/octet-stream");
    });
    http_.Delete(R"(/api/run/(\d{1,18}))", [this](const Request& request, Response& response) {
      const auto job = wanted(request, response);
      if (!job) return;
      job->cancel();
      response.status = 204;
    });
  }

  std::shared_ptr<Job> wanted(const httplib::Request& request, httplib::Response& response) {
    auto job = jobs_.find(request.matches[1].str());
    if (!job) answer(response, 404, "There is no such run any more.", "Start it again.");
    return job;
  }

  void start(const std::string& body, httplib::Response& response) {
    const std::shared_ptr<Job> job = jobs_.start(read_request(body));
    if (job) return answer(response, 202, Json{{"id", job->id()}});
    answer(response, 429,
           fmt::format("{} runs are under way, and there can be no more.", Jobs::kMostRunning),
           "Cancel one of them, or wait for its end.");
  }

  /// News as they come. Who does not read them any more does not want the run any more.
  void follow(const std::shared_ptr<Job>& job, httplib::Response& response) {
    struct Reader {
      std::size_t seen = 0;
      std::chrono::steady_clock::time_point told = std::chrono::steady_clock::now();
      bool whole = false;
    };
    const auto reader = std::make_shared<Reader>();
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, job, reader](std::size_t, httplib::DataSink& sink) {
          if (ending_) return false;
          const News news = job->news_after(reader->seen, kBriefly);
          const auto now = std::chrono::steady_clock::now();
          std::string text;
          if (news.number > reader->seen) {
            text = event_text(news);
          } else if (now - reader->told >= kPing) {
            text = ": still here\n\n";
          } else {
            return sink.is_writable();
          }
          reader->seen = news.number;
          reader->told = now;
          if (!sink.write(text.data(), text.size())) return false;
          if (news.state == News::State::running) return true;
          reader->whole = true;
          sink.done();
          return true;
        },
        [job, reader](bool) {
          if (!reader->whole) job->cancel();
        });
  }

  const Catalog catalog_;
  ServerAddress address_;
  Guard guard_{0, {}};
  Models models_;
  Jobs jobs_;
  std::string page_;
  std::atomic<bool> ending_ = false;
  httplib::Server http_;
  std::thread thread_;
};

Server::Server(Catalog catalog, const ServeOptions& options)
    : content_(std::make_unique<Content>(std::move(catalog), options)) {}
Server::~Server() = default;
const ServerAddress& Server::address() const { return content_->address(); }

}  // namespace multibond
