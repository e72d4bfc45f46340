#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "multibond/library/library.h"
#include "multibond/page/page.h"
#include "multibond/serve/serve.h"
#include "multibond/simulate/simulation.h"
#include "raw_client.h"
#include "src/page/coding.h"

namespace multibond {
namespace {

using Json = nlohmann::json;
using test::Answer;
using test::Client;

/// A run of minutes.
const Json kLong{{"model", "DoublePendulum3D"}, {"stop", "1e6"}};

/// A server, and a client that knows its token.
class Serving : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_page()) GTEST_SKIP() << "built without the page";
    server_ = std::make_unique<Server>(library_catalog(), ServeOptions{});
    client_ = std::make_unique<Client>(port(), server_->address().token);
  }
  int port() const { return server_->address().port; }
  const Client& client() const { return *client_; }
  Json json(const std::string& path) const { return Json::parse(client().get(path).body); }

  std::string start(const Json& request) const {
    const Answer answer = client().post("/api/run", request.dump());
    EXPECT_EQ(answer.status, 202) << answer.body;
    return answer.status == 202 ? Json::parse(answer.body)["id"].get<std::string>() : "0";
  }
  /// The last of its events: kind and data.
  std::pair<std::string, Json> end_of(const std::string& id) const {
    const std::string events = client().get("/api/run/" + id + "/events").body;
    const std::size_t last = events.rfind("event: ");
    if (last == std::string::npos) return {};
    const std::size_t line = events.find('\n', last), data = events.find("data: ", line) + 6;
    return {events.substr(last + 7, line - last - 7),
            Json::parse(events.substr(data, events.find('\n', data) - data))};
  }
  /// Header and columns of the run.
  std::vector<double> column(const std::string& id, const std::string& path) const {
    const std::string bytes = client().get("/api/run/" + id + "/data").body;
    std::vector<std::string> blocks(number(bytes, 0));
    std::size_t start = 4 + 4 * blocks.size();
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const std::size_t size = number(bytes, 4 + 4 * k);
      blocks[k] = page::inflate(std::string_view(bytes).substr(start, size));
      start += size;
    }
    const Json header = Json::parse(blocks.at(0));
    for (const Json& signal : header["signals"]) {
      if (signal[0] != path) continue;
      const std::size_t track = signal[3]["t"];
      const double sign = signal.size() > 4 ? signal[4].get<double>() : 1;
      const auto& first = header["blocks"];
      std::size_t block = first.size() - 1;
      while (first[block].get<std::size_t>() > track) --block;
      std::size_t place = 0;
      const auto rows = [&](std::size_t t) {
        return header["instants"][header["tracks"]["grid"][t].get<std::size_t>()]
            .get<std::size_t>();
      };
      for (std::size_t t = first[block]; t < track; ++t) place += 8 * rows(t);
      std::vector<double> values(rows(track));
      for (std::size_t i = 0; i < values.size(); ++i) {
        char raw[8];
        for (std::size_t plane = 0; plane < 8; ++plane) {
          raw[plane] = blocks[2 + block][place + plane * values.size() + i];
        }
        std::memcpy(&values[i], raw, 8);
        values[i] *= sign;
      }
      return values;
    }
    return {};
  }

  std::unique_ptr<Server> server_;
  std::unique_ptr<Client> client_;

 private:
  static std::size_t number(const std::string& bytes, std::size_t at) {
    std::size_t result = 0;
    for (int k = 3; k >= 0; --k) result = result << 8 | static_cast<unsigned char>(bytes[at + k]);
    return result;
  }
};

// -- security -------------------------------------------------------------------------------------

TEST_F(Serving, RefusesWhoIsNotItsPage) {
  const std::string token = fmt::format("X-Multibond-Token: {}\r\n", server_->address().token);
  EXPECT_EQ(client().with(token).status, 200);
  EXPECT_EQ(client().with("").status, 401);
  EXPECT_EQ(client().with("X-Multibond-Token: 0\r\n").status, 401);
  EXPECT_EQ(client().with(token + "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(client().with(token + "Sec-Fetch-Site: cross-site\r\n").status, 403);
  EXPECT_EQ(client().with(token + "Host: evil.example\r\n").status, 421);
  const std::string foreign = fmt::format(
      "GET /api/models HTTP/1.1\r\nHost: evil.example:{}\r\nConnection: close\r\n{}\r\n", port(),
      token);
  EXPECT_EQ(test::parse(test::talk(port(), foreign)).status, 421);
}

TEST_F(Serving, GivesOutThePageWithItsToken) {
  const Answer page = client().with("", "GET", "/?token=" + server_->address().token);
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.body.find(server_->address().token), std::string::npos);
  EXPECT_NE(page.body.find("connect-src 'self'"), std::string::npos);
  for (const char* header : {"nosniff", "no-referrer", "no-store", "frame-ancestors 'none'",
                             "HttpOnly; SameSite=Strict"}) {
    EXPECT_NE(page.head.find(header), std::string::npos) << header;
  }
  EXPECT_EQ(client().with("", "GET", "/").status, 401);
}

TEST_F(Serving, ServesNoFiles) {
  for (const char* path : {"/etc/passwd", "/../../etc/passwd", "/api/models/..%2f..%2fetc%2fpasswd",
                           "/%2e%2e/%2e%2e/etc/passwd", "/index.html", "/api", "/api/run/1/file"}) {
    const Answer answer = client().get(path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.body.find("root:"), std::string::npos);
  }
}

TEST_F(Serving, RefusesBodiesThatAreTooLargeOrMakeNoSense) {
  EXPECT_EQ(client().post("/api/run", std::string(65 * 1024, ' ')).status, 413);
  const std::string deep = std::string(60'000, '[');
  for (const std::string& body :
       {std::string(), std::string("{"), std::string("[]"), std::string("{\"model\": 1}"),
        std::string("{\"model\": \"SpringMassDamper\", \"set\": []}"),
        std::string("{\"model\": \"SpringMassDamper\", \"set\": {\"a\": 1}}"),
        std::string("{\"model\": \"SpringMassDamper\", \"other\": 1}"),
        std::string("{\"model\": \"SpringMassDamper\", \"stop\": \"-1\"}"),
        std::string("{\"model\": \"\xff\"}"), deep}) {
    const Answer answer = client().post("/api/run", body);
    EXPECT_EQ(answer.status, 400) << body.substr(0, 80);
    EXPECT_FALSE(Json::parse(answer.body)["diagnostics"][0]["text"].get<std::string>().empty());
  }
  EXPECT_EQ(client().post("/api/run", R"({"model": "NoSuchModel"})").status, 404);
}

/// A request with a few bytes changed, lost, repeated or added.
std::string mutated(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  for (std::size_t changes = below(6); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, below(20) + 1);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), below(40)));
        break;
      default:
        text.insert(at, 1, static_cast<char>(below(256)));
    }
  }
  return text;
}

TEST_F(Serving, SurvivesTenThousandFuzzedRequests) {
  const std::string token = fmt::format("X-Multibond-Token: {}\r\n", server_->address().token);
  const std::string run = R"({"model": "Nothing", "set": {"mass.m": "2 kg"}})";
  const std::vector<std::string> seeds{
      client().request("GET", "/api/models", "", token),
      client().request("GET", "/api/models/SpringMassDamper", "", token),
      client().request("POST", "/api/run", run, token),
      client().request("GET", "/api/run/1/events", "", token),
      client().request("GET", "/api/run/99999999999999999999/data", "", token),
      client().request("DELETE", "/api/run/1", "", token),
      client().request("GET", "/?token=" + server_->address().token, "", ""),
      client().request("PUT", "/%00%ff", "", "Transfer-Encoding: chunked\r\n")};
  std::atomic<int> answered = 0;
  const auto ask = [&](unsigned seed) {
    std::mt19937 random(seed);
    for (int k = 0; k < 2500; ++k) {
      const std::string text = mutated(seeds[random() % seeds.size()], random);
      // Not for long: a request that has lost its end waits for it.
      if (test::parse(test::talk(port(), text, 2)).status != 0) ++answered;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned seed = 1; seed <= 4; ++seed) threads.emplace_back(ask, seed);
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(answered, 1000);
  EXPECT_EQ(client().get("/api/models").status, 200);
}

// -- models ---------------------------------------------------------------------------------------

TEST_F(Serving, ListsModelsAndWhatCanBeSet) {
  const Json list = json("/api/models");
  EXPECT_GT(list["models"].size(), 20u);
  EXPECT_GT(list["components"].size(), 50u);
  const Json form = json("/api/models/SpringMassDamper");
  bool found = false;
  for (const Json& field : form["parameters"]) {
    if (field["path"] != "mass.m") continue;
    found = true;
    EXPECT_EQ(field["unit"], "kg");
    EXPECT_EQ(field["demand"], "> 0");
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(client().get("/api/models/Springmassdamper").status, 404);
}

TEST(Server, RefusesModelsThatDoNotExist) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  EXPECT_THROW(Server(library_catalog(), {.models = {"NoSuchModel"}}), Error);
  EXPECT_THROW(Server(library_catalog(), {.models = {"Electrical.Resistor"}}), Error);
}

TEST(Server, SaysThatAPortIsTaken) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const Server first(library_catalog(), {});
  EXPECT_THROW(Server(library_catalog(), {.port = first.address().port}), Error);
}

// -- runs -----------------------------------------------------------------------------------------

TEST_F(Serving, RunsAsTheCommandDoes) {
  const std::string id =
      start({{"model", "SpringMassDamper"}, {"set", {{"mass.m", "1300 g"}}}, {"stop", "5 s"}});
  const auto [kind, data] = end_of(id);
  EXPECT_EQ(kind, "done");
  EXPECT_EQ(data["status"], "completed");

  const Catalog catalog = library_catalog();
  const CatalogEntry& entry = catalog.find("SpringMassDamper");
  const auto model = entry.make(nullptr, entry.path);
  model->set("mass.m", "1300 g");
  const Result result = simulate(*model, {.stop = 5,
                                          .tolerance = entry.experiment.tolerance,
                                          .intervals = entry.experiment.intervals});
  const std::vector<double> expected = result["mass.s"], got = column(id, "mass.s");
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t row = 0; row < got.size(); ++row) EXPECT_NEAR(got[row], expected[row], 1e-12);
}

TEST_F(Serving, SaysWhatIsWrongWithAValueInTheWordsOfTheCommand) {
  for (const char* value : {"-1", "2 m", "heavy", ""}) {
    const auto [kind, data] =
        end_of(start({{"model", "SpringMassDamper"}, {"set", {{"mass.m", value}}}}));
    EXPECT_EQ(kind, "failed") << value;
    const Catalog catalog = library_catalog();
    const CatalogEntry& entry = catalog.find("SpringMassDamper");
    const auto model = entry.make(nullptr, entry.path);
    model->set("mass.m", value, {});
    try {
      simulate(*model, {.stop = 1});
      FAIL() << value;
    } catch (const Error& error) {
      EXPECT_EQ(data["diagnostics"][0]["text"], error.diagnostics()[0].text);
      EXPECT_EQ(data["diagnostics"][0]["hint"], error.diagnostics()[0].hint);
      EXPECT_EQ(data["diagnostics"][0]["path"], "mass.m");
    }
  }
}

TEST_F(Serving, CancelsALongRunAndKeepsWhatItHas) {
  const std::string id = start(kLong);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(client().remove("/api/run/" + id).status, 204);
  const auto [kind, data] = end_of(id);
  EXPECT_EQ(kind, "done");
  EXPECT_EQ(data["status"], "interrupted");
  EXPECT_FALSE(column(id, "Revolute1.phi").empty());
}

TEST_F(Serving, ShowsWhatThereIsOfARunThatGoesOn) {
  const std::string id = start({{"model", "DoublePendulum3D"}, {"stop", "100000"}});
  std::vector<double> part;
  for (int k = 0; k < 600 && part.empty(); ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (client().get("/api/run/" + id + "/data").status == 200) part = column(id, "Revolute1.phi");
  }
  client().remove("/api/run/" + id);
  EXPECT_EQ(end_of(id).second["status"], "interrupted");
  const std::vector<double> whole = column(id, "Revolute1.phi");
  ASSERT_GE(part.size(), 3u);
  ASSERT_GT(whole.size(), part.size());
  // What comes later does not change what was shown.
  for (std::size_t row = 0; row < part.size(); ++row) EXPECT_EQ(part[row], whole[row]);
}

TEST_F(Serving, AnswersQuestionsAboutEigenvaluesAndFrequencies) {
  const auto ask = [&](const Json& request) {
    return client().post("/api/analysis", request.dump());
  };
  const Json locus = Json::parse(
      ask({{"model", "SpringMassDamper"}, {"set", {{"mass.m", "2"}}}, {"locus", "spring.c=2:8"}})
          .body)["locus"];
  ASSERT_EQ(locus["values"].size(), 61u);
  // |s|^2 = c / m
  for (std::size_t k = 0; k < 61; ++k) {
    const double real = locus["roots"][k][0][0], imaginary = locus["roots"][k][0][1];
    EXPECT_NEAR(std::hypot(real, imaginary), std::sqrt(locus["values"][k].get<double>() / 2), 1e-9);
  }
  const Json response = Json::parse(
      ask({{"model", "SpringMassDamper"}, {"response", "spring.s_rel0:mass.s"}}).body)["responses"];
  ASSERT_EQ(response.size(), 1u);
  EXPECT_NEAR(response[0]["magnitude"][0].get<double>(), 1, 0.02);  // slow: the mass follows
  EXPECT_NEAR(response[0]["phase"].back().get<double>(), -180, 5);  // fast: it is against it
  const Answer wrong = ask({{"model", "SpringMassDamper"}, {"locus", "spring.q=1:2"}});
  EXPECT_EQ(wrong.status, 400);
  EXPECT_EQ(Json::parse(wrong.body)["diagnostics"][0]["text"], "There is no parameter spring.q.");
  EXPECT_EQ(ask({{"model", "SpringMassDamper"}}).status, 400);
}

TEST_F(Serving, ReplacesARunByTheNextOne) {
  const std::string first = start(kLong);
  const std::string second = start({{"model", "SpringMassDamper"}, {"replaces", first}});
  EXPECT_EQ(end_of(second).second["status"], "completed");
  EXPECT_EQ(end_of(first).second["status"], "interrupted");
}

TEST_F(Serving, MakesAFewRunsAtOnceAndRefusesMore) {
  std::vector<std::string> ids;
  for (int k = 0; k < 4; ++k) ids.push_back(start(kLong));
  EXPECT_EQ(client().post("/api/run", R"({"model": "SpringMassDamper"})").status, 429);
  for (const std::string& id : ids) client().remove("/api/run/" + id);
  for (const std::string& id : ids) EXPECT_EQ(end_of(id).second["status"], "interrupted");
  EXPECT_EQ(end_of(start({{"model", "SpringMassDamper"}})).second["status"], "completed");
}

TEST_F(Serving, CancelsARunThatNobodyFollowsAnyMore) {
  const std::string id = start(kLong);
  const std::string token = fmt::format("X-Multibond-Token: {}\r\n", server_->address().token);
  test::talk(port(), client().request("GET", "/api/run/" + id + "/events", "", token), 300);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(end_of(id).second["status"], "interrupted");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST_F(Serving, EndsThoughRunsAreUnderWay) {
  start(kLong);
  const auto begin = std::chrono::steady_clock::now();
  server_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace multibond
