// Mutated files: a part of what `mutate_modelica` looks at (docs/passes/modelica-reading.md).

#include "modelica/mutations.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/large_size.h"

namespace multibond::modelica {
namespace {

TEST(Mutations, EndInModelsOrMessages) {
  std::vector<std::filesystem::path> files;
  const auto folder = std::filesystem::path(MULTIBOND_SOURCE_DIR) / "tests" / "modelica" / "models";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry);
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    texts.push_back(text.str());
  }
  Mutator mutator(texts, 1);
  std::size_t read = 0, flat = 0;
  const std::size_t number = test::large_size(std::size_t{2000});
  for (std::size_t k = 0; k < number; ++k) {
    const std::string text = mutator(texts[k % texts.size()]);
    const Fate fate = fate_of(text);
    ASSERT_EQ(fate.complaint, "") << text;
    read += fate.read;
    flat += fate.flat;
  }
  // Else the mutations would be too coarse to reach the later stages.
  EXPECT_GT(read, number / 10);
  EXPECT_GT(flat, number / 50);
}

}  // namespace
}  // namespace multibond::modelica
