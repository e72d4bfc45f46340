/// A client that sends what it is told, right or wrong, and reads the whole answer.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace multibond::test {

struct Answer {
  int status = 0;  ///< 0: none
  std::string head = {}, body = {};
};

/// Sends bytes and reads until the server closes, at most for so long.
inline std::string talk(int port, std::string_view bytes, int milliseconds = 20'000) {
  const int connection = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  if (::connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
    const timeval patience{milliseconds / 1000, milliseconds % 1000 * 1000};
    ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    while (!bytes.empty()) {
      const ssize_t sent = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) break;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    char buffer[65536];
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (std::chrono::steady_clock::now() < end) {
      const ssize_t got = ::recv(connection, buffer, sizeof buffer, 0);
      if (got <= 0) break;
      answer.append(buffer, static_cast<std::size_t>(got));
    }
  }
  ::close(connection);
  return answer;
}

/// A body in pieces, each after its size.
inline std::string unchunked(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find("\r\n");
    if (end == std::string_view::npos) break;
    const std::size_t size = std::strtoul(std::string(text.substr(0, end)).c_str(), nullptr, 16);
    if (size == 0 || end + 2 + size > text.size()) break;
    result += text.substr(end + 2, size);
    text.remove_prefix(std::min(text.size(), end + 2 + size + 2));
  }
  return result;
}

inline Answer parse(const std::string& text) {
  Answer answer;
  if (text.size() < 12 || !text.starts_with("HTTP/1.1 ")) return answer;
  answer.status = std::atoi(text.c_str() + 9);
  const std::size_t end = text.find("\r\n\r\n");
  answer.head = text.substr(0, end);
  if (end != std::string::npos) answer.body = text.substr(end + 4);
  if (answer.head.find("Transfer-Encoding: chunked") != std::string::npos) {
    answer.body = unchunked(answer.body);
  }
  return answer;
}

/// Requests as the page makes them.
class Client {
 public:
  Client(int port, std::string token) : port_(port), token_(std::move(token)) {}

  Answer get(const std::string& path) const { return ask("GET", path, ""); }
  Answer post(const std::string& path, const std::string& body) const {
    return ask("POST", path, body);
  }
  Answer remove(const std::string& path) const { return ask("DELETE", path, ""); }
  Answer ask(const std::string& method, const std::string& path, const std::string& body) const {
    return parse(
        talk(port_, request(method, path, body, fmt::format("X-Multibond-Token: {}\r\n", token_))));
  }
  /// With these headers instead of the token's.
  std::string request(const std::string& method, const std::string& path, const std::string& body,
                      const std::string& headers) const {
    return fmt::format(
        "{} {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Length: {}\r\n{}\r\n"
        "{}",
        method, path, port_, body.size(), headers, body);
  }
  Answer with(const std::string& headers, const std::string& method = "GET",
              const std::string& path = "/api/models") const {
    return parse(talk(port_, request(method, path, "", headers)));
  }

 private:
  int port_;
  std::string token_;
};

}  // namespace multibond::test
