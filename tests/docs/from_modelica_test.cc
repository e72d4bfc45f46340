// docs/from-modelica.md: what it names of our catalog is there.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>

#include "multibond/library/library.h"

namespace multibond {
namespace {

/// Names in the column "here" of the tables: `Mechanics3D.Parts.Body`.
std::set<std::string> names_here() {
  std::ifstream page(std::string(MULTIBOND_SOURCE_DIR) + "/docs/from-modelica.md");
  const std::regex name(
      "`((?:Mechanics3D|Planar|Bonds|Rotational|Translational|Signals)\\.[A-Za-z0-9_.]+)`");
  std::set<std::string> names;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| ")) continue;
    const std::size_t begin = line.find('|', 1), end = line.find('|', begin + 1);
    const std::string here = line.substr(begin, end - begin);
    for (std::sregex_iterator it(here.begin(), here.end(), name), none; it != none; ++it) {
      names.insert((*it)[1]);
    }
  }
  return names;
}

TEST(FromModelica, EveryNameOfOursIsInTheCatalog) {
  const Catalog catalog = component_catalog();
  std::set<std::string> known;  // components, and the libraries that hold them
  for (const CatalogEntry& entry : catalog.entries()) {
    for (std::string path = entry.path; !path.empty();
         path.resize(path.rfind('.') == std::string::npos ? 0 : path.rfind('.'))) {
      known.insert(path);
    }
  }
  const std::set<std::string> names = names_here();
  EXPECT_GE(names.size(), 40u);
  for (const std::string& name : names) EXPECT_TRUE(known.contains(name)) << name;
}

}  // namespace
}  // namespace multibond
