// icons/: one drawing per component of the catalog, none left over, and a place for every port.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "multibond/library/library.h"
#include "multibond/model/catalog_description.h"

namespace multibond {
namespace {

namespace fs = std::filesystem;

const fs::path kIcons = fs::path(MULTIBOND_SOURCE_DIR) / "icons";

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// "force[2]" is called "force".
std::string without_index(const std::string& name) { return name.substr(0, name.find('[')); }

/// The rule of icons/README.md.
bool has_place(const nlohmann::json& exceptions, const std::string& path, const std::string& port) {
  const std::string name = without_index(port);
  const nlohmann::json own = exceptions.value(path, nlohmann::json::object());
  if (own.contains(port) || own.contains(name)) return true;
  const std::set<std::string> known{"axis", "bearing", "p",     "u", "u1",
                                    "port", "flange",  "point", "n", "y"};
  return known.contains(name) || name.ends_with("_a") || name.ends_with("_b");
}

TEST(Icons, ThereIsOneForEveryComponentAndNoOther) {
  std::set<std::string> components, icons;
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    if (!entry.is_model) components.insert(entry.path);
  }
  for (const fs::directory_entry& file : fs::directory_iterator(kIcons)) {
    if (file.path().extension() == ".svg") icons.insert(file.path().stem().string());
  }
  EXPECT_THAT(icons, ::testing::ContainerEq(components));
}

TEST(Icons, EachIsTitledByItsComponentAndRefersToNothingElse) {
  for (const fs::directory_entry& file : fs::directory_iterator(kIcons)) {
    if (file.path().extension() != ".svg") continue;
    const std::string svg = contents(file.path());
    const std::string title = "<title>" + file.path().stem().string() + "</title>";
    EXPECT_NE(svg.find(title), std::string::npos) << file.path();
    EXPECT_NE(svg.find("viewBox=\"0 0 64 48\""), std::string::npos) << file.path();
    EXPECT_LT(svg.size(), 3072u) << file.path();
    for (const char* foreign : {"<script", "<style", "href", "url(", " id=", " class="}) {
      EXPECT_EQ(svg.find(foreign), std::string::npos) << file.path() << " has " << foreign;
    }
  }
}

TEST(Icons, EveryPortHasAPlace) {
  const nlohmann::json exceptions = nlohmann::json::parse(contents(kIcons / "ports.json"));
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) continue;
    for (const PortDescription& port : describe(entry).ports) {
      EXPECT_TRUE(has_place(exceptions, entry.path, port.name))
          << entry.path << ": the port " << port.name << " needs an entry in icons/ports.json.";
    }
  }
  for (const auto& [path, ports] : exceptions.items()) {
    EXPECT_NO_THROW(catalog.find(path)) << path << " of icons/ports.json";
    for (const auto& [port, place] : ports.items()) {
      const std::set<std::string> sides{"left", "right", "top", "bottom"};
      EXPECT_TRUE(sides.contains(place[0].get<std::string>())) << path << ' ' << port;
      EXPECT_GE(place[1].get<double>(), 0) << path << ' ' << port;
      EXPECT_LE(place[1].get<double>(), 1) << path << ' ' << port;
    }
  }
}

}  // namespace
}  // namespace multibond
