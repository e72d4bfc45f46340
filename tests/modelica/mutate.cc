// Reads and flattens many mutated Modelica files: mutate_modelica NUMBER SEED FOLDER...
//
// To be built with the sanitizers (preset asan, target mutate_modelica). A file that takes longer
// than kSeconds, or that brings the program beyond kMegabytes, ends it with the text in mutated.mo.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <sys/resource.h>
#include <unistd.h>

#include "modelica/mutations.h"

namespace {

constexpr unsigned kSeconds = 60;  // of one file, with the sanitizers
constexpr long kMegabytes = 3000;

std::string present;  // the text that is looked at

void keep_present() { std::ofstream("mutated.mo") << present; }

void too_slow(int) {
  keep_present();
  std::fputs("A file takes too long; it is mutated.mo.\n", stderr);
  _exit(1);
}

long megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

std::vector<std::string> texts_of(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".mo") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const std::string& file : files) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace multibond::modelica;
  if (argc < 4) {
    std::fputs("Usage: mutate_modelica NUMBER SEED FOLDER...\n", stderr);
    return 2;
  }
  const long number = std::atol(argv[1]);
  std::vector<std::string> texts;
  for (int k = 3; k < argc; ++k) {
    for (std::string& text : texts_of(argv[k])) texts.push_back(std::move(text));
  }
  if (texts.empty()) {
    std::fputs("The folders have no files of Modelica text.\n", stderr);
    return 2;
  }
  Mutator mutator(texts, static_cast<std::uint32_t>(std::atol(argv[2])));
  std::signal(SIGALRM, too_slow);
  std::size_t read = 0, flat = 0, refused = 0;
  for (long k = 0; k < number; ++k) {
    present = mutator(texts[static_cast<std::size_t>(k) % texts.size()]);
    if (std::getenv("MUTATIONS_KEPT")) keep_present();  // where a crash leaves nothing else
    alarm(kSeconds);
    const Fate fate = fate_of(present);
    alarm(0);
    if (!fate.complaint.empty() || megabytes() > kMegabytes) {
      keep_present();
      std::fprintf(stderr, "File %ld: %s; it is mutated.mo.\n", k,
                   fate.complaint.empty() ? "it takes too much memory" : fate.complaint.c_str());
      return 1;
    }
    read += fate.read;
    flat += fate.flat;
    refused += fate.refused;
    if ((k + 1) % 10'000 == 0) {
      std::printf(
          "%ld files, %zu without mistakes of syntax; %zu models flattened, %zu refused; "
          "%ld MB\n",
          k + 1, read, flat, refused, megabytes());
      std::fflush(stdout);
    }
  }
  return 0;
}
