/// The models of a server: what can be set, and compiled models, each made once and kept.
#pragma once

#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "multibond/compile/compiled_model.h"
#include "multibond/diagnostic.h"
#include "multibond/model/catalog.h"
#include "multibond/serve/serve.h"
#include "request.h"

namespace multibond::serve {

/// The model that is asked for does not exist.
struct NoSuchModel : Error {
  using Error::Error;
};

/// A model that is ready to run, and the values that are set in it.
struct ReadyModel {
  std::shared_ptr<const CompiledModel> compiled;
  std::vector<std::pair<std::string, double>> set = {};
};

class Models {
 public:
  /// Offers these models, or all if none is named; throws Error if one does not exist.
  Models(const Catalog& catalog, const std::vector<std::string>& names,
         std::vector<ServedModel> more = {});

  /// Throws NoSuchModel with the nearest names.
  const CatalogEntry& find(std::string_view name) const;
  /// Names, topics and sentences of all models and components, for the search.
  nlohmann::ordered_json list() const;
  /// Parameters and start values of a model, with units and demands.
  nlohmann::ordered_json form(const CatalogEntry& entry);

  /// Values that are symbols in a compiled model become numbers of the run; what shapes the model
  /// is compiled in. Throws Error with the messages of the command line. By any thread.
  ReadyModel ready(const CatalogEntry& entry, const std::vector<Setting>& settings);
  /// A model with these values set, not compiled: for drawings.
  ServedModel::Flat drawn(const CatalogEntry& entry, const std::vector<Setting>& settings) const;

 private:
  using Compiled = std::shared_ptr<const CompiledModel>;
  struct Kept {
    std::string key;
    std::shared_future<Compiled> compiled;
  };
  Compiled compiled(const CatalogEntry& entry, const std::vector<Setting>& settings);
  const ServedModel* other(const CatalogEntry& entry) const;
  nlohmann::ordered_json form_of_compiled(const CatalogEntry& entry);

  const Catalog& catalog_;
  const std::vector<ServedModel> more_;
  std::vector<const CatalogEntry*> models_;
  bool all_ = true;
  std::mutex mutex_;
  std::list<Kept> kept_;  ///< the latest first
};

}  // namespace multibond::serve
