/// The page: a run as one HTML file that shows it moving, with plots, in any browser and without a
/// network.
///
///     write_page(page_data(result, {.description = "Bicycle"}), "bicycle.html");
///
/// The data of a run are a header (JSON) and blocks of coded columns, explained in docs/report.md.
/// What shows them is written in TypeScript (web/), made into one file when the program is built,
/// and kept in the program. A program that was built without it says so.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "multibond/simulate/result.h"

namespace multibond {

class Component;
struct System;

struct PageOptions {
  std::string description = {};         ///< of the model, a sentence
  std::vector<std::string> plots = {};  ///< variables to be plotted at first
  std::vector<std::string> states = {};
  std::vector<std::string> settings = {};  ///< what was changed: "mass.m=2kg"
  /// Numbers in all, of variables; beyond, those that are neither plotted nor states are kept at
  /// every n-th instant only.
  std::size_t most_numbers = 12'000'000;
  /// Every number as it is and nothing compressed, for a page on the same machine; as long as that
  /// does not make the data too large.
  bool exact = false;
  /// Of the model, if it is given: drawings and structure; modes about its initial state.
  bool graphs = true, modes = true;
  std::string locus = {};                   ///< "spring.c=5:20"; empty: none
  std::vector<std::string> responses = {};  ///< "force.k:mass.s"; none: those of the inputs
};

/// The run as the page reads it.
struct PageData {
  std::string title;
  /// Compressed (zlib): the header first, then the instants, then the tracks.
  std::vector<std::string> blocks;
  std::vector<std::string> icons = {};  ///< classes of the catalog whose icons it shows
};

/// What is told of a model beside its run.
struct PageModel {
  Component* components = nullptr;  ///< to be drawn; null: nothing is
  const System* system = nullptr;   ///< its equations; null: those of the components
  explicit operator bool() const { return components || system; }
};

/// A model, if given, is drawn as a bond graph, with the power of its bonds.
PageData page_data(const Result& result, const PageOptions& options = {},
                   Component* model = nullptr);
/// The same of a model that is not made of components alone.
PageData page_data(const Result& result, const PageOptions& options, const PageModel& model);

/// Whether this program contains the page; and what to say if not.
bool has_page();
inline constexpr const char* kNoPage =
    "This program was built without the page that a report consists of.";
inline constexpr const char* kNoPageRemedy =
    "Connect to the network and run ./mb report again: it fetches what is missing and builds it.";

/// Throws Error if the program was built without the page, or if the file cannot be written.
/// Another run of the same model, if given, is shown beside it.
void write_page(const PageData& data, const std::string& file, const PageData* other = nullptr);

/// The page of a server: it has no run, and reads what `live` (JSON) says. Throws Error as above.
std::string live_page(const std::string& live);

}  // namespace multibond
