/// CLibrary: C sources compiled by the system's C compiler and loaded into this process.
#pragma once

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace multibond::test {

inline bool has_c_compiler() {
  static const bool found = std::system("cc --version >/dev/null 2>&1") == 0;
  return found;
}

class CLibrary {
 public:
  /// Compiles with `flags`; warnings and errors are in `messages()`, and `loaded()` is then false.
  CLibrary(const std::string& source, const std::string& flags) {
    std::string pattern = (std::filesystem::temp_directory_path() / "multibond-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
    const std::string base = directory_ / "code";
    std::ofstream(base + ".c") << source;
    const std::string command = "cc " + flags + " -shared -fPIC -o " + base + ".so " + base +
                                ".c -lm 2> " + base + ".messages";
    const int status = std::system(command.c_str());
    std::ifstream file(base + ".messages");
    messages_.assign(std::istreambuf_iterator<char>(file), {});
    if (status == 0) handle_ = dlopen((base + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  CLibrary(const CLibrary&) = delete;
  CLibrary& operator=(const CLibrary&) = delete;
  ~CLibrary() {
    if (handle_ != nullptr) dlclose(handle_);
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }

  bool loaded() const { return handle_ != nullptr; }
  const std::string& messages() const { return messages_; }
  template <class Function>
  Function* get(const std::string& name) const {
    return reinterpret_cast<Function*>(dlsym(handle_, name.c_str()));
  }

 private:
  std::filesystem::path directory_;
  std::string messages_;
  void* handle_ = nullptr;
};

}  // namespace multibond::test
