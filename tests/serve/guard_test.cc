#include <gtest/gtest.h>

#include "src/serve/guard.h"

namespace multibond::serve {
namespace {

constexpr int kPort = 4711;

RequestFacts good() { return {.host = "127.0.0.1:4711", .token = "secret"}; }

int status(const RequestFacts& facts) {
  const auto refusal = Guard(kPort, "secret").refuse(facts);
  return refusal ? refusal->status : 200;
}

TEST(Guard, AnswersWhoKnowsTheToken) {
  EXPECT_EQ(status(good()), 200);
  RequestFacts local = good();
  local.host = "localhost:4711";
  local.origin = "http://localhost:4711";
  local.fetch_site = "same-origin";
  EXPECT_EQ(status(local), 200);
}

TEST(Guard, RefusesOtherHosts) {
  for (const char* host : {"", "127.0.0.1", "127.0.0.1:4712", "evil.example:4711",
                           "127.0.0.1:47110", "127.0.0.1:4711.evil.example", "LOCALHOST:4711 "}) {
    RequestFacts facts = good();
    facts.host = host;
    EXPECT_EQ(status(facts), 421) << host;
  }
  RequestFacts twice = good();
  twice.hosts = 2;
  EXPECT_EQ(status(twice), 421);
}

TEST(Guard, RefusesOtherPages) {
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1:4711",
                             "http://127.0.0.1:8080", "http://127.0.0.1:4711.evil.example"}) {
    RequestFacts facts = good();
    facts.origin = origin;
    EXPECT_EQ(status(facts), 403) << origin;
  }
  RequestFacts crossing = good();
  crossing.fetch_site = "cross-site";
  EXPECT_EQ(status(crossing), 403);
  crossing.fetch_site = "same-site";
  EXPECT_EQ(status(crossing), 403);
}

TEST(Guard, RefusesWrongTokens) {
  for (const char* token : {"", "secre", "secret ", "Secret", "secretsecret"}) {
    RequestFacts facts = good();
    facts.token = token;
    EXPECT_EQ(status(facts), 401) << token;
  }
}

TEST(Guard, GivesThePageToWhoHasTheAddressOrHasHadIt) {
  RequestFacts page{.path = "/", .host = "127.0.0.1:4711", .fetch_site = "none"};
  EXPECT_EQ(status(page), 401);
  page.query = "secret";
  EXPECT_EQ(status(page), 200);
  page.query = "";
  page.cookie = "other=1; multibond-4711=secret";
  EXPECT_EQ(status(page), 200);
  // Nothing but the page: a cookie is sent by whatever makes the browser ask.
  page.path = "/api/models";
  page.fetch_site = "same-origin";
  EXPECT_EQ(status(page), 401);
  page.path = "/";
  page.cookie = "multibond-4712=secret; xmultibond-4711=secret";
  EXPECT_EQ(status(page), 401);
}

TEST(Guard, MakesTokensThatNobodyGuesses) {
  const std::string a = make_token(), b = make_token();
  EXPECT_EQ(a.size(), 64u);
  EXPECT_NE(a, b);
  EXPECT_TRUE(equal_in_constant_time(a, a));
  EXPECT_FALSE(equal_in_constant_time(a, b));
  EXPECT_FALSE(equal_in_constant_time("", b));
  EXPECT_FALSE(equal_in_constant_time(a, ""));
}

}  // namespace
}  // namespace multibond::serve
