// `multibond gallery`: runs models and makes an index of them, with a picture, the source and a
// report of each.

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <ostream>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "embedded_files.h"
#include "example_source.h"
#include "gallery_page.h"
#include "multibond/base/file.h"
#include "multibond/base/text.h"
#include "multibond/page/page.h"
#include "multibond/view/figure.h"
#include "multibond/view/mechanism.h"

namespace multibond {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFirstPlots = 3;
/// A mechanism is shown where it has been moving for a while.
constexpr double kTellingPart = 0.35;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The models asked for, or all, in the order of their topics.
std::vector<const CatalogEntry*> chosen_models(const Session& session) {
  std::vector<const CatalogEntry*> chosen;
  for (const std::string& name : session.arguments.models) {
    Arguments arguments = session.arguments;
    arguments.model = name;
    const CatalogEntry& entry =
        find_model({arguments, session.catalog, session.environment, session.out, session.err});
    if (std::find(chosen.begin(), chosen.end(), &entry) == chosen.end()) chosen.push_back(&entry);
  }
  if (!chosen.empty()) return chosen;
  for (const std::string& topic : session.catalog.topics()) {
    for (const CatalogEntry& entry : session.catalog.entries()) {
      if (entry.is_model && entry.topic == topic) chosen.push_back(&entry);
    }
  }
  return chosen;
}

/// A name of a file for each model, whatever the model is called.
std::string file_name(const std::string& path, std::set<std::string>& used) {
  std::string name;
  for (const char c : path) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
    name += plain ? c : '_';
  }
  std::string free = name;
  for (int k = 2; !used.insert(free).second; ++k) free = fmt::format("{}-{}", name, k);
  return free;
}

/// The scene at one instant of the run.
Scene at_part(const Scene& scene, double part) {
  const auto row = static_cast<std::size_t>(part * static_cast<double>(scene.times.size() - 1));
  Scene instant = scene;
  instant.times = {scene.times[row]};
  for (std::vector<double>& track : instant.tracks) track = {track[row]};
  return instant;
}

/// How far items reach together, from corner to corner; each counts as a ball.
double reach(const std::vector<Scene::Placed>& items) {
  Vector3 low = Vector3::Constant(1e300), high = Vector3::Constant(-1e300);
  for (const Scene::Placed& item : items) {
    const double radius = item.size.cwiseAbs().maxCoeff() / 2;
    low = low.cwiseMin(item.position - Vector3::Constant(radius));
    high = high.cwiseMax(item.position + Vector3::Constant(radius));
  }
  return items.empty() ? 0 : (high - low).norm();
}

bool moves(const Scene::Item& item) {
  const auto varies = [](const Scene::Number& number) { return !number.constant(); };
  return std::any_of(item.position.begin(), item.position.end(), varies) ||
         std::any_of(item.rotation.begin(), item.rotation.end(), varies);
}

/// Without floors, walls and rails beside which what moves would be too small to be seen in a
/// picture of this size.
Scene without_surroundings(Scene scene) {
  constexpr double kTooLarge = 1.6;
  std::vector<Scene::Placed> moving;
  for (const Scene::Item& item : scene.items) {
    if (moves(item)) moving.push_back(scene.placed(item, 0));
  }
  if (moving.empty()) return scene;
  const double limit = kTooLarge * reach(moving);
  std::erase_if(scene.items, [&](const Scene::Item& item) {
    return !moves(item) && scene.placed(item, 0).size.cwiseAbs().maxCoeff() > limit;
  });
  return scene;
}

/// A mechanism as it is seen, anything else as curves.
std::string picture(const Result& result, const std::vector<std::string>& plots) {
  if (!result.scene.empty()) {
    return draw_mechanism(without_surroundings(at_part(result.scene, kTellingPart)),
                          {.width = 480, .height = 320, .close_up = true});
  }
  std::vector<std::vector<std::string>> panels(1);
  for (const std::string& path : plots) {
    if (result.has(path)) panels[0].push_back(path);
  }
  return panels[0].empty() ? std::string()
                           : draw_figure(result, panels, {.width = 360, .height = 190});
}

/// The first finding as a sentence.
std::string first_of(const std::vector<Diagnostic>& findings) {
  const auto error = std::find_if(findings.begin(), findings.end(), [](const Diagnostic& finding) {
    return finding.severity == Severity::error;
  });
  return error == findings.end() ? "The run failed." : to_string(*error);
}

/// Runs the model and writes what can be written of it; what goes wrong is put on the card.
void make(const Session& session, const fs::path& folder, GalleryCard& card) {
  const CatalogEntry& entry = *card.entry;
  const Experiment& experiment = entry.experiment;
  SimulationOptions options;
  options.stop = experiment.stop;
  options.tolerance = experiment.tolerance;
  options.intervals = experiment.intervals;
  options.solver = experiment.solver;
  options.pictures = true;
  options.interrupted = session.environment.interrupted;

  const std::unique_ptr<Component> model = entry.make(nullptr, entry.path);
  const auto begin = std::chrono::steady_clock::now();
  const auto compiled = compile_model(*model);
  card.seconds_compile = seconds_since(begin);
  const Result result = simulate(compiled, options);
  card.seconds_run = result.seconds_run;
  card.states = compiled->first()->states.size();
  card.steps = result.statistics.steps;
  if (result.status == RunStatus::failed) card.message = first_of(result.diagnostics);

  std::vector<std::string> states, plots;
  for (const StateDescription& state : compiled->first()->states) states.push_back(state.name);
  for (const std::string& path : experiment.plot) {
    if (result.has(path)) plots.push_back(path);
  }
  for (const std::string& state : states) {
    if (experiment.plot.empty() && plots.size() < kFirstPlots) plots.push_back(state);
  }
  const std::string image = picture(result, plots);
  if (!image.empty()) write_file((folder / card.picture_file()).string(), image);
  card.picture = !image.empty();
  const PageOptions page{.description = entry.description, .plots = plots, .states = states};
  write_page(page_data(result, page, model.get()), (folder / card.report_file()).string());
  card.report = true;
}

void make_guarded(const Session& session, const fs::path& folder, GalleryCard& card) {
  try {
    make(session, folder, card);
  } catch (const Error& error) {
    card.message = first_of(error.diagnostics());
  } catch (const std::exception& error) {
    card.message = fmt::format("Internal error: {}.", error.what());
  }
}

void make_folders(const fs::path& folder) {
  for (const char* part : {"pictures", "reports", "sources"}) {
    std::error_code code;
    fs::create_directories(folder / part, code);
    if (code) {
      throw Error("--output",
                  fmt::format("--output: the directory {} cannot be made: {}.",
                              (folder / part).string(), code.message()),
                  "Choose a place where you may create files.");
    }
  }
}

bool interrupted(const Session& session) {
  return session.environment.interrupted && session.environment.interrupted();
}

}  // namespace

ExitCode command_gallery(Session& session) {
  if (!has_page()) throw Error("gallery", kNoPage, kNoPageRemedy);
  const std::vector<const CatalogEntry*> models = chosen_models(session);
  const fs::path folder = session.arguments.drawing.value_or("gallery");
  make_folders(folder);

  const bool quiet = session.arguments.json;
  const auto begin = std::chrono::steady_clock::now();
  std::vector<GalleryCard> cards;
  std::set<std::string> names;
  std::size_t failures = 0;
  for (const CatalogEntry* entry : models) {
    GalleryCard card{.entry = entry, .file = file_name(entry->path, names)};
    const auto start = std::chrono::steady_clock::now();
    make_guarded(session, folder, card);
    if (interrupted(session)) break;
    card.seconds = seconds_since(start);
    const std::string source = example_source(entry->cpp_class);
    card.source = !source.empty();
    if (card.source) {
      write_file((folder / card.source_file()).string(), gallery_source(card, source));
    }
    if (!card.message.empty()) ++failures;
    if (!quiet) {
      session.out << fmt::format("{:3} of {}  {:<24} {:6.1f} s{}\n", cards.size() + 1,
                                 models.size(), printable(entry->path), card.seconds,
                                 card.message.empty() ? "" : "  failed: " + printable(card.message))
                  << std::flush;
    }
    cards.push_back(std::move(card));
  }
  write_file((folder / "style.css").string(), embedded_style());
  write_file((folder / "gallery.json").string(), gallery_json(cards, session.catalog.topics()));
  const std::string index = (folder / "index.html").string();
  write_file(index, gallery_index(cards, session.catalog.topics()));

  const bool stopped = cards.size() < models.size();
  const double seconds = seconds_since(begin);
  if (quiet) {
    nlohmann::ordered_json json =
        nlohmann::ordered_json::parse(gallery_json(cards, session.catalog.topics()));
    json["status"] = stopped ? "interrupted" : failures > 0 ? "failed" : "ok";
    json["seconds"] = seconds;
    json["index"] = index;
    print_json(session.out, json);
  } else {
    session.out << fmt::format("\n{} models in {:.0f} s{}; wrote {}\n", cards.size(), seconds,
                               failures == 0 ? "" : fmt::format(", {} failed", failures),
                               printable(index));
  }
  if (stopped) return ExitCode::interrupted;
  return failures > 0 ? ExitCode::failure : ExitCode::success;
}

}  // namespace multibond
