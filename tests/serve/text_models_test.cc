// Models of text on the live page.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "modelica/native_text.h"
#include "multibond/library/library.h"
#include "multibond/page/page.h"
#include "multibond/serve/serve.h"
#include "raw_client.h"

namespace multibond {
namespace {

using Json = nlohmann::json;

ServedModel decay() {
  ServedModel model;
  model.entry.path = "Decay";
  model.entry.description = "A decay";
  model.entry.is_model = true;
  model.entry.experiment.stop = 1;
  model.flatten = [](const auto& settings) {
    modelica::FlattenOptions options;
    options.settings = settings;
    return ServedModel::Flat{modelica::native_flat(R"(
        model Decay parameter Real k = 2; parameter Integer n = 1;
          Real x(start = 1, fixed = true); equation der(x) = -n * k * x; end Decay;)",
                                                   "Decay", options),
                             nullptr};
  };
  return model;
}

TEST(ServedText, HasAFormAndRuns) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const Server server(library_catalog(), {.models = {"Decay"}, .more = {decay()}});
  const test::Client client(server.address().port, server.address().token);
  const Json list = Json::parse(client.get("/api/models").body);
  EXPECT_EQ(list["models"].size(), 1u);
  EXPECT_EQ(list["models"][0]["description"], "A decay");
  const Json form = Json::parse(client.get("/api/models/Decay").body);
  EXPECT_EQ(form["parameters"][0]["path"], "k");
  EXPECT_EQ(form["parameters"][0]["structural"], false);
  EXPECT_EQ(form["parameters"][1]["structural"], true);
  EXPECT_EQ(form["starts"][0]["path"], "x.start");
  // A symbol, and one that shapes the model.
  for (const char* set : {R"({"k": "3"})", R"({"n": "2"})", R"({"x.start": "4"})"}) {
    const std::string body = fmt::format(R"({{"model": "Decay", "set": {}, "graphs": true}})", set);
    const test::Answer answer = client.post("/api/run", body);
    ASSERT_EQ(answer.status, 202) << answer.body;
    const std::string id = Json::parse(answer.body)["id"];
    const std::string events = client.get("/api/run/" + id + "/events").body;
    EXPECT_NE(events.find("event: done"), std::string::npos) << events;
  }
  const test::Answer wrong = client.post("/api/run", R"({"model": "Decay", "set": {"q": "1"}})");
  const std::string id = Json::parse(wrong.body)["id"];
  EXPECT_NE(client.get("/api/run/" + id + "/events").body.find("has no q"), std::string::npos);
}

TEST(ServedText, AModelThatNobodyHasIsRefused) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  EXPECT_THROW(Server(library_catalog(), {.models = {"Rise"}, .more = {decay()}}), Error);
}

}  // namespace
}  // namespace multibond
