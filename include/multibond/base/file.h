/// Files: written whole or not at all, read with every size checked.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace multibond {

/// Holds back SIGXFSZ and SIGPIPE from this thread, so that a file size limit or a closed pipe
/// shows as a failed write and not as the end of the process.
class WriteSignalsHeld {
 public:
  WriteSignalsHeld();
  ~WriteSignalsHeld();
  WriteSignalsHeld(const WriteSignalsHeld&) = delete;
  WriteSignalsHeld& operator=(const WriteSignalsHeld&) = delete;

 private:
  sigset_t before_;
  bool was_pending_[2];
};

/// A file that appears under its name only when it is complete.
///
/// The text goes to a temporary file in the same directory; `commit` makes sure it has reached the
/// disk and gives it its name. Before that, and if anything fails, an earlier file of that name
/// stays as it was and the temporary file is removed. Devices and pipes are written directly.
/// Every failure throws Error with the file as path, what the system said, and a remedy.
class OutputFile {
 public:
  explicit OutputFile(std::string file);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(const void* data, std::size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }
  void commit();

 private:
  void flush();
  void send(const char* data, std::size_t size);
  [[noreturn]] void fail(int code) const;

  WriteSignalsHeld signals_held_;
  std::string file_;       ///< as the user named it
  std::string target_;     ///< with links resolved
  std::string temporary_;  ///< empty: written directly
  bool replaces_ = false;
  int handle_ = -1;
  std::uint64_t sent_ = 0;
  std::vector<char> buffer_;
};

/// A file to read, with its length where it has one. Failures throw Error.
class InputFile {
 public:
  explicit InputFile(std::string file);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& name() const { return file_; }
  std::uint64_t size() const { return size_; }  ///< bytes; 0 for a pipe
  /// The next bytes, fewer than `size` only at the end.
  std::size_t read(void* data, std::size_t size);
  /// Exactly these bytes; throws if the file ends before.
  void read_at(std::uint64_t offset, void* data, std::size_t size);
  /// Throws: the content is not what it should be.
  [[noreturn]] void corrupt(const std::string& fact, const std::string& remedy = {}) const;

 private:
  [[noreturn]] void fail(int code) const;

  std::string file_;
  int handle_ = -1;
  std::uint64_t size_ = 0;
};

/// Writes a whole file that way.
void write_file(const std::string& file, std::string_view contents);

}  // namespace multibond
