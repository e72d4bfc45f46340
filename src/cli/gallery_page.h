/// The pages of a gallery: an index of models, and a page with the source of each.
#pragma once

#include <string>
#include <vector>

#include "multibond/model/catalog.h"

namespace multibond {

/// A model of the gallery and what was made of it.
struct GalleryCard {
  const CatalogEntry* entry = nullptr;
  std::string file = {};     ///< how its files begin: "WhippleBicycle"
  std::string message = {};  ///< what went wrong; empty if nothing did
  double seconds = 0;        ///< that all of it took
  double seconds_compile = 0, seconds_run = 0;
  std::size_t states = 0, steps = 0;
  bool picture = false, report = false, source = false;  ///< which files there are

  std::string picture_file() const { return "pictures/" + file + ".svg"; }
  std::string report_file() const { return "reports/" + file + ".html"; }
  std::string source_file() const { return "sources/" + file + ".html"; }
};

/// The index, cards under the topics in this order.
std::string gallery_index(const std::vector<GalleryCard>& cards,
                          const std::vector<std::string>& topics);

/// The source of a model, to be read.
std::string gallery_source(const GalleryCard& card, const std::string& source);

/// The same as the index for other programs: what each model is and where its files are.
std::string gallery_json(const std::vector<GalleryCard>& cards,
                         const std::vector<std::string>& topics);

}  // namespace multibond
