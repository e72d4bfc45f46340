/// Server: models as a live page, in a browser on the same machine.
///
///     const Server server(library_catalog(), {.models = {"WhippleBicycle"}});
///     std::puts(server.address().url().c_str());
///
/// The page is that of `multibond report`; parameters and start values are fields and sliders, and
/// the run follows them. The server listens on the loopback address only and answers those who know
/// its token (docs/serve.md, decision 31).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "multibond/model/catalog.h"
#include "multibond/model/system.h"

namespace multibond {

struct ServerAddress {
  int port = 0;
  std::string token = {};
  std::string url() const;  ///< with the token: what to open in a browser
};

/// A model that is not made of components alone: one of text.
struct ServedModel {
  struct Flat {
    System system;
    std::shared_ptr<Component> components;  ///< to be drawn; may be null
  };
  CatalogEntry entry;  ///< its name, description and experiment; it makes nothing
  /// With these values, by path and as text; throws Error. Called by any thread.
  std::function<Flat(const std::vector<std::pair<std::string, std::string>>& settings)> flatten;
};

struct ServeOptions {
  int port = 0;                          ///< 0: one that is free
  std::vector<std::string> models = {};  ///< that are offered; none: all. The first is opened
  std::vector<ServedModel> more = {};    ///< models that the catalog does not have
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
