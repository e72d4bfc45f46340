/// A program that runs beside this one, and is ended with it.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace multibond::serve {

class Child {
 public:
  /// Found on the PATH; silent. Throws Error with the remedy if there is none.
  Child(const std::vector<std::string>& command, const std::string& remedy);
  ~Child();  ///< ends it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// On its standard input; false if it does not read any more.
  bool write(std::string_view bytes);
  /// Closes its input and waits; its exit code, or 128 and more for a signal.
  int finish();
  bool running();

 private:
  void reap(int options);
  pid_t pid_ = -1;
  int input_ = -1;
  int status_ = 0;
};

}  // namespace multibond::serve
