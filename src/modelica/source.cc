#include "multibond/modelica/source.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "multibond/base/file.h"
#include "multibond/diagnostic.h"

namespace multibond::modelica {
namespace {

/// Length of the character that begins here, 0 if the bytes are no UTF-8.
std::size_t utf8_length(const std::string& text, std::size_t i) {
  const auto byte = static_cast<unsigned char>(text[i]);
  const std::size_t length = byte < 0x80   ? 1
                             : byte < 0xc2 ? 0
                             : byte < 0xe0 ? 2
                             : byte < 0xf0 ? 3
                             : byte < 0xf5 ? 4
                                           : 0;
  if (length == 0 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return 0;
  }
  return length;
}

bool is_utf8(const std::string& text) {
  for (std::size_t i = 0; i < text.size();) {
    if (static_cast<unsigned char>(text[i]) < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = utf8_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string from_latin1(const std::string& text) {
  std::string result;
  result.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      result += c;
    } else {
      result += static_cast<char>(0xc0 | (byte >> 6));
      result += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return result;
}

}  // namespace

const SourceFile& Sources::add(std::string path, std::string text) {
  if (!is_utf8(text)) text = from_latin1(text);
  if (text.size() + 2 > std::numeric_limits<Position>::max() - next_) {
    throw Error(path, fmt::format("{} is too long: more than 4 GB of text were read.", path),
                "Load fewer libraries.");
  }
  auto file = std::make_unique<SourceFile>(SourceFile{std::move(path), std::move(text), next_, {}});
  next_ += static_cast<Position>(file->text.size()) + 1;
  files_.push_back(std::move(file));
  return *files_.back();
}

const SourceFile& Sources::read(const std::string& path) {
  InputFile file(path);
  std::string text(file.size(), '\0');
  std::size_t length = file.read(text.data(), text.size());
  if (length == text.size()) {  // a pipe, or a file that has grown
    char more[4096];
    while (const std::size_t n = file.read(more, sizeof more)) {
      text.append(more, n);
      length += n;
    }
  }
  text.resize(length);
  return add(path, std::move(text));
}

const SourceFile* Sources::file(Position position) const {
  const auto after = std::upper_bound(files_.begin(), files_.end(), position,
                                      [](Position p, const auto& file) { return p < file->begin; });
  return after == files_.begin() ? nullptr : std::prev(after)->get();
}

std::uint32_t Sources::line(Position position) const {
  const SourceFile* const f = file(position);
  if (!f) return 0;
  if (f->lines.empty()) {
    f->lines.push_back(0);
    for (std::size_t i = 0; i < f->text.size(); ++i) {
      if (f->text[i] == '\n') f->lines.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
  const auto at = static_cast<std::uint32_t>(position - f->begin);
  const auto after = std::upper_bound(f->lines.begin(), f->lines.end(), at);
  return static_cast<std::uint32_t>(after - f->lines.begin());
}

std::uint32_t Sources::column(Position position) const {
  const SourceFile* const f = file(position);
  if (!f) return 0;
  const std::size_t at = std::min<std::size_t>(position - f->begin, f->text.size());
  const std::size_t before = at == 0 ? std::string::npos : f->text.rfind('\n', at - 1);
  return static_cast<std::uint32_t>(before == std::string::npos ? at + 1 : at - before);
}

std::string Sources::place(Position position) const {
  const SourceFile* const f = file(position);
  if (!f) return {};
  const std::size_t slash = f->path.rfind('/');
  std::string name = slash == std::string::npos ? f->path : f->path.substr(slash + 1);
  if (name == "package.mo" && slash != std::string::npos && slash > 0) {  // which one
    const std::size_t above = f->path.rfind('/', slash - 1);
    name = f->path.substr(above == std::string::npos ? 0 : above + 1);
  }
  return fmt::format("{}:{}", name, line(position));
}

}  // namespace multibond::modelica
