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

void add_types(const Component& part, std::set<std::type_index>& types) {
  types.insert(typeid(part));
  for (const Component* child : part.children()) add_types(*child, types);
}

TEST(Examples, UseEveryComponent) {
  std::set<std::type_index> used;
  std::set<std::string> unused;
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) add_types(*entry.make(nullptr, "model"), used);
  }
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
