/// Server: models as a live page, in a browser on the same machine.
///
///     const Server server(library_catalog(), {.models = {"WhippleBicycle"}});
///     std::puts(server.address().url().c_str());
///
/// The page is that of `multibond report`; parameters and start values are fields and sliders, and
/// the run follows them. The server listens on the loopback address only and answers those who know
/// its token (docs/serve.md, decision 31).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "multibond/model/catalog.h"

namespace multibond {

struct ServerAddress {
  int port = 0;
  std::string token = {};
  std::string url() const;  ///< with the token: what to open in a browser
};

struct ServeOptions {
  int port = 0;                          ///< 0: one that is free
  std::vector<std::string> models = {};  ///< that are offered; none: all. The first is opened
};

/// A server that answers in threads of its own, from its construction to its end.
class Server {
 public:
  /// Throws Error if the port is taken, a model does not exist, or the program was built without
  /// the page.
  explicit Server(Catalog catalog, const ServeOptions& options = {});
  ~Server();  ///< cancels the runs and waits for them
  const ServerAddress& address() const;

 private:
  class Content;
  std::unique_ptr<Content> content_;
};

}  // namespace multibond
