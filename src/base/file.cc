#include "multibond/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "multibond/diagnostic.h"

namespace multibond {
namespace {

constexpr std::size_t kBufferSize = 1 << 18;
constexpr int kHeldSignals[2] = {SIGXFSZ, SIGPIPE};

std::string system_text(int code) { return std::generic_category().message(code); }

std::string directory_of(const std::string& file) {
  const std::string directory = std::filesystem::path(file).parent_path().string();
  return directory.empty() ? "." : directory;
}

std::string write_remedy(int code, const std::string& file) {
  switch (code) {
    case ENOSPC:
    case EDQUOT:
      return "Free some space or choose another disk.";
    case EFBIG:
      return "Raise the limit on file sizes (ulimit -f) or ask for fewer output points.";
    case ENOENT:
      if (file.empty()) return "Give it a name, e.g. result.csv.";
      return fmt::format("Create the directory first: mkdir -p '{}'.", directory_of(file));
    case ENOTDIR:
      return fmt::format("A part of '{}' is a file, not a directory. Choose another place.",
                         directory_of(file));
    case EISDIR:
      return fmt::format("It is a directory. Name a file in it, e.g. {}.",
                         (std::filesystem::path(file) / "result.csv").string());
    case EACCES:
    case EPERM:
    case EROFS:
      return "Choose a place where you may write.";
    case ENAMETOOLONG:
      return "Choose a shorter name.";
    case EPIPE:
      return "The program that should read it has ended.";
    default:
      return {};
  }
}

std::string read_remedy(int code) {
  switch (code) {
    case ENOENT:
    case ENOTDIR:
      return "Check the name and the directory.";
    case EISDIR:
      return "It is a directory. Name a file in it.";
    case EACCES:
    case EPERM:
      return "You may not read it: ask its owner or change its permissions.";
    default:
      return {};
  }
}

/// A name in the directory that nothing else uses.
std::string temporary_name(const std::string& directory) {
  static std::atomic<unsigned> count{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return fmt::format("{}/.multibond-{}-{:x}-{}.tmp", directory, ::getpid(),
                     static_cast<std::uint64_t>(now) & 0xffffffff, count++);
}

int open_again(const char* name, int flags, mode_t mode = 0) {
  int handle;
  do {
    handle = ::open(name, flags | O_CLOEXEC, mode);
  } while (handle < 0 && errno == EINTR);
  return handle;
}

}  // namespace

// -- signals --

WriteSignalsHeld::WriteSignalsHeld() {
  sigset_t held, pending;
  sigemptyset(&held);
  sigpending(&pending);
  for (int i = 0; i < 2; ++i) {
    sigaddset(&held, kHeldSignals[i]);
    was_pending_[i] = sigismember(&pending, kHeldSignals[i]) == 1;
  }
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

WriteSignalsHeld::~WriteSignalsHeld() {
  // take back the signals that our own writes have raised
  sigset_t ours;
  sigemptyset(&ours);
  for (int i = 0; i < 2; ++i) {
    if (!was_pending_[i] && sigismember(&before_, kHeldSignals[i]) == 0) {
      sigaddset(&ours, kHeldSignals[i]);
    }
  }
  const timespec at_once{};
  while (sigtimedwait(&ours, nullptr, &at_once) > 0 || errno == EINTR) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

// -- writing --

OutputFile::OutputFile(std::string file) : file_(std::move(file)), target_(file_) {
  if (file_.empty()) fail(ENOENT);
  mode_t mode = 0666;
  bool direct = false, keep_mode = false;
  struct stat status;
  if (::stat(file_.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) fail(EISDIR);
    direct = !S_ISREG(status.st_mode);
    if (!direct) {
      // the file behind a link is replaced, not the link; a read-only file is meant to stay
      if (::access(file_.c_str(), W_OK) != 0) fail(errno);
      const std::unique_ptr<char, decltype(&std::free)> real(::realpath(file_.c_str(), nullptr),
                                                             &std::free);
      if (real) target_ = real.get();
      mode = status.st_mode & 0777;
      keep_mode = replaces_ = true;
    }
  } else if (errno != ENOENT) {
    fail(errno);
  } else if (file_.ends_with('/')) {
    fail(EISDIR);
  }

  if (direct) {
    handle_ = open_again(file_.c_str(), O_WRONLY);
    if (handle_ < 0) fail(errno);
  } else {
    const std::string directory = directory_of(target_);
    do {
      temporary_ = temporary_name(directory);
      handle_ = open_again(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL, mode);
    } while (handle_ < 0 && errno == EEXIST);
    if (handle_ < 0) {
      const int code = errno;
      temporary_.clear();
      fail(code);
    }
    if (keep_mode) (void)!::fchmod(handle_, mode);
  }
  buffer_.reserve(kBufferSize);
}

OutputFile::~OutputFile() {
  if (handle_ >= 0) ::close(handle_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  if (buffer_.size() + size > kBufferSize) flush();
  if (size >= kBufferSize) {
    send(bytes, size);
  } else {
    buffer_.insert(buffer_.end(), bytes, bytes + size);
  }
}

void OutputFile::flush() {
  send(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void OutputFile::send(const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = ::write(handle_, data, size);
    if (sent < 0) {
      if (errno == EINTR) continue;
      fail(errno);
    }
    data += sent;
    size -= static_cast<std::size_t>(sent);
    sent_ += static_cast<std::uint64_t>(sent);
  }
}

void OutputFile::commit() {
  flush();
  // a device or a pipe has nothing to synchronize
  if (::fsync(handle_) != 0 && !(temporary_.empty() || errno == EINVAL || errno == ENOTSUP)) {
    fail(errno);
  }
  const int handle = std::exchange(handle_, -1);
  if (::close(handle) != 0 && errno != EINTR) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  // the new name itself; file systems that cannot do this keep names safe on their own
  const int directory = open_again(directory_of(target_).c_str(), O_RDONLY | O_DIRECTORY);
  if (directory >= 0) {
    (void)!::fsync(directory);
    ::close(directory);
  }
}

void OutputFile::fail(int code) const {
  std::string fact = fmt::format("{} cannot be written: {}", file_.empty() ? "The file" : file_,
                                 system_text(code));
  if (sent_ > 0) fact += fmt::format(" after {} bytes", sent_);
  std::string remedy = write_remedy(code, file_);
  if (replaces_)
    remedy += remedy.empty() ? "The earlier file is kept." : " The earlier file is kept.";
  throw Error(file_, fact + '.', remedy);
}

// -- reading --

InputFile::InputFile(std::string file) : file_(std::move(file)) {
  handle_ = open_again(file_.c_str(), O_RDONLY);
  if (handle_ < 0) fail(errno);
  struct stat status;
  int code = ::fstat(handle_, &status) == 0 ? 0 : errno;
  if (code == 0 && S_ISDIR(status.st_mode)) code = EISDIR;
  if (code != 0) {
    ::close(handle_);
    fail(code);
  }
  size_ = S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
}

InputFile::~InputFile() { ::close(handle_); }

std::size_t InputFile::read(void* data, std::size_t size) {
  std::size_t total = 0;
  while (total < size) {
    const ssize_t got = ::read(handle_, static_cast<char*>(data) + total, size - total);
    if (got < 0) {
      if (errno == EINTR) continue;
      fail(errno);
    }
    if (got == 0) break;
    total += static_cast<std::size_t>(got);
  }
  return total;
}

void InputFile::read_at(std::uint64_t offset, void* data, std::size_t size) {
  char* bytes = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = ::pread(handle_, bytes, size, static_cast<off_t>(offset));
    if (got < 0) {
      if (errno == EINTR) continue;
      fail(errno);
    }
    if (got == 0) corrupt("the file ends too early");
    bytes += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
}

void InputFile::corrupt(const std::string& fact, const std::string& remedy) const {
  throw Error(file_, fmt::format("{} cannot be read: {}.", file_, fact), remedy);
}

void InputFile::fail(int code) const {
  throw Error(
      file_,
      fmt::format("{} cannot be read: {}.", file_.empty() ? "The file" : file_, system_text(code)),
      read_remedy(code));
}

void write_file(const std::string& file, std::string_view contents) {
  OutputFile out(file);
  out.write(contents);
  out.commit();
}

}  // namespace multibond
