/// Which components the examples show: every one is part of at least one of them; and each example
/// says what it shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <typeindex>

#include "multibond/library/library.h"

namespace multibond {
namespace {

/// Types of the parts that a model itself has, without what is inside of components of the catalog.
void add_types(const Component& part, const std::set<std::type_index>& known,
               std::set<std::type_index>& types) {
  for (const Component* child : part.children()) {
    types.insert(typeid(*child));
    if (!known.contains(typeid(*child))) add_types(*child, known, types);
  }
}

TEST(Examples, UseEveryComponentByItself) {
  const Catalog catalog = library_catalog();
  std::set<std::type_index> known, used;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) continue;
    const auto part = entry.make(nullptr, "part");
    const Component& component = *part;
    known.insert(typeid(component));
  }
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) add_types(*entry.make(nullptr, "model"), known, used);
  }
  std::set<std::string> unused;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) continue;
    const auto part = entry.make(nullptr, "part");
    const Component& component = *part;
    if (!used.contains(typeid(component))) unused.insert(entry.path);
  }
  EXPECT_THAT(unused, ::testing::IsEmpty());
}

TEST(Examples, TellWhatTheyShow) {
  const Catalog catalog = library_catalog();
  std::set<std::string> stories;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (!entry.is_model) continue;
    EXPECT_GT(entry.story.size(), 80u)
        << entry.path << " needs a few sentences in its registration.";
    EXPECT_LT(entry.story.size(), 400u) << entry.path;
    EXPECT_TRUE(entry.story.ends_with('.')) << entry.path;
    EXPECT_FALSE(entry.topic.empty()) << entry.path;
    EXPECT_TRUE(stories.insert(entry.story).second) << entry.path << " has the story of another.";
  }
  EXPECT_GE(stories.size(), 50u);
}

}  // namespace
}  // namespace multibond
