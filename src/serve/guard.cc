#include "guard.h"

#include <fmt/format.h>

#include <random>

namespace multibond::serve {
namespace {

constexpr int kTokenWords = 8;

/// Value of a cookie in the header that has all of them.
std::string_view cookie_value(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find(';'), header.size());
    std::string_view one = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=') {
      return one.substr(name.size() + 1);
    }
  }
  return {};
}

}  // namespace

std::string make_token() {
  std::random_device random;  // the operating system's, on Linux
  std::string token;
  for (int k = 0; k < kTokenWords; ++k) {
    token += fmt::format("{:08x}", static_cast<std::uint32_t>(random()));
  }
  return token;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0u : 1u;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const char other = a.empty() ? '\0' : a[i % a.size()];
    difference |= static_cast<unsigned char>(other) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

bool Guard::own_origin(std::string_view origin) const {
  return origin == fmt::format("http://127.0.0.1:{}", port_) ||
         origin == fmt::format("http://localhost:{}", port_);
}

/// Cookies do not tell ports apart, so the name does.
std::string Guard::cookie_name() const { return fmt::format("multibond-{}", port_); }

std::string Guard::cookie() const {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_name(), token_);
}

bool Guard::knows_token(const RequestFacts& facts) const {
  if (equal_in_constant_time(facts.token, token_)) return true;
  // The page comes from the address bar, which sends no headers of ours. What it asks for later
  // needs the header: no other page can make a browser send that.
  if (facts.path != "/" || facts.method != "GET") return false;
  return equal_in_constant_time(facts.query, token_) ||
         equal_in_constant_time(cookie_value(facts.cookie, cookie_name()), token_);
}

std::optional<Refusal> Guard::refuse(const RequestFacts& facts) const {
  if (facts.hosts != 1 || (facts.host != fmt::format("127.0.0.1:{}", port_) &&
                           facts.host != fmt::format("localhost:{}", port_))) {
    return Refusal{421, "This server is not the host that was asked for.",
                   fmt::format("Open http://127.0.0.1:{}.", port_)};
  }
  if (!facts.origin.empty() && !own_origin(facts.origin)) {
    return Refusal{403, "Another page may not use this server.", "Open its own page."};
  }
  const bool page = facts.path == "/" && facts.method == "GET";
  // From another program (none) one may open the page; from another site nothing.
  if (!facts.fetch_site.empty() && facts.fetch_site != "same-origin" &&
      !(page && facts.fetch_site == "none")) {
    return Refusal{403, "Another site may not use this server.",
                   "Open the address that multibond serve has printed."};
  }
  if (!knows_token(facts)) {
    return Refusal{401, "The token of this server is missing or wrong.",
                   "Open the address that multibond serve has printed, with its token."};
  }
  return std::nullopt;
}

}  // namespace multibond::serve
