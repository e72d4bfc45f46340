/// Who is answered: requests of the page that this server gave out, and nobody else's.
///
/// Other pages in the same browser can reach a loopback address as well. They do not know the
/// token; they cannot choose `Host` (which also stops names that resolve to 127.0.0.1), and a
/// browser tells their `Origin`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace multibond::serve {

/// 256 random bits, as text that needs no escape in an address.
std::string make_token();

/// In a time that does not depend on where they differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

/// What a request says of itself; empty: nothing.
struct RequestFacts {
  std::string method = "GET", path = "/";
  std::string host = {}, origin = {}, fetch_site = {};
  std::string token = {};   ///< of the header X-Multibond-Token
  std::string query = {};   ///< token in the address, for the page itself
  std::string cookie = {};  ///< the header, for the page when it is loaded again
  std::size_t hosts = 1;    ///< how many such headers there are
};

struct Refusal {
  int status = 403;
  std::string fact = {}, remedy = {};
};

class Guard {
 public:
  Guard(int port, std::string token) : port_(port), token_(std::move(token)) {}
  /// Nothing if the request is to be answered.
  std::optional<Refusal> refuse(const RequestFacts& facts) const;
  /// With which a browser may load the page again without the token in the address.
  std::string cookie() const;

 private:
  bool own_origin(std::string_view origin) const;
  std::string cookie_name() const;
  bool knows_token(const RequestFacts& facts) const;

  int port_;
  std::string token_;
};

}  // namespace multibond::serve
