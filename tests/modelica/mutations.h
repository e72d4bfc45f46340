/// Modelica text with mistakes that nobody thought of: what is read must end in a model or in
/// messages, whatever it is.
#pragma once

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "multibond/modelica/flatten.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {

/// Changes texts at random: characters, words, numbers and lines are lost, doubled and exchanged.
/// The same seed makes the same changes.
class Mutator {
 public:
  /// Words and lines that are put in come from these texts.
  Mutator(const std::vector<std::string>& texts, std::uint32_t seed) : random_(seed) {
    for (const std::string& text : texts) {
      for (const auto& [begin, length] : words(text)) words_.push_back(text.substr(begin, length));
      for (const auto& [begin, length] : lines(text)) lines_.push_back(text.substr(begin, length));
    }
  }

  std::string operator()(std::string text) {
    const std::size_t changes = 1 + below(4);
    for (std::size_t k = 0; k < changes && !text.empty(); ++k) change(text);
    return text;
  }

 private:
  using Piece = std::pair<std::size_t, std::size_t>;  // begin, length

  static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

  /// Words, numbers, and other characters one by one.
  static std::vector<Piece> words(const std::string& text) {
    std::vector<Piece> result;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i + 1;
      while (is_word(text[i]) && end < text.size() && is_word(text[end])) ++end;
      if (!std::isspace(static_cast<unsigned char>(text[i]))) result.emplace_back(i, end - i);
      i = end;
    }
    return result;
  }

  static std::vector<Piece> lines(const std::string& text) {
    std::vector<Piece> result;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t end = std::min(text.find('\n', i), text.size() - 1) + 1;
      result.emplace_back(i, end - i);
      i = end;
    }
    return result;
  }

  std::size_t below(std::size_t n) { return random_() % n; }
  const std::string& any(const std::vector<std::string>& of) { return of[below(of.size())]; }
  static void replace(std::string& text, const Piece& piece, const std::string& by) {
    text.replace(piece.first, piece.second, by);
  }

  void change(std::string& text) {
    const std::vector<Piece> pieces = words(text), rows = lines(text);
    if (pieces.empty() || rows.empty()) return;
    const Piece piece = pieces[below(pieces.size())], other = pieces[below(pieces.size())];
    const Piece row = rows[below(rows.size())];
    static const std::vector<std::string> kNumbers = {"0",   "-1",   "2",      "1e308", "1e-308",
                                                      "100", "9999", "123456", "0.5",   "1/0"};
    switch (below(10)) {
      case 0:
        return replace(text, piece, "");
      case 1:
        return replace(text, piece, any(words_));
      case 2:
        return replace(text, piece, text.substr(other.first, other.second));
      case 3:
        return replace(text, piece, any(words_) + " " + text.substr(piece.first, piece.second));
      case 4:
        return replace(text, piece, any(kNumbers));
      case 5:
        return replace(text, row, "");
      case 6:
        return replace(text, row, text.substr(row.first, row.second) + any(lines_));
      case 7:
        text[piece.first] = static_cast<char>(below(256));
        return;
      case 8:
        return text.resize(text.size() - below(text.size()) / 4);
      default: {
        const Piece from = rows[below(rows.size())];
        return replace(text, row, text.substr(from.first, from.second));
      }
    }
  }

  std::mt19937 random_;
  std::vector<std::string> words_, lines_;
};

/// What became of a text.
struct Fate {
  bool read = false;           ///< without mistakes
  std::size_t flat = 0;        ///< models of it that were flattened
  std::size_t refused = 0;     ///< models of it that were refused
  std::string complaint = {};  ///< what should not have happened; empty if nothing did
};

/// Reads a text, prints it and reads it again, and flattens all its models.
inline Fate fate_of(const std::string& text) {
  Fate fate;
  const auto look_at = [&](const Error& error) {
    if (error.diagnostics().empty()) fate.complaint = "an error without a message";
    for (const Diagnostic& d : error.diagnostics()) {
      if (d.text.empty()) fate.complaint = "a message without words";
    }
  };
  Library library;
  std::vector<const Class*> classes;
  try {
    classes = library.load_text("Text.mo", text);
    fate.read = true;
  } catch (const Error& error) {
    look_at(error);
  }
  if (fate.read) {
    Names names;
    Arena arena;
    Sources sources;
    const auto printed = [&](const std::string& of) {
      const ParseResult result = parse_file({names, arena, sources}, sources.add("Text.mo", of));
      return result.diagnostics.empty() ? print(result.unit) : std::string();
    };
    const std::string once = printed(text);
    if (printed(once) != once) fate.complaint = "the text reads differently when it is printed";
  }
  for (const Class* definition : classes) {
    try {
      flat_text(flatten(library, *definition));
      ++fate.flat;
    } catch (const Error& error) {
      look_at(error);
      ++fate.refused;
    }
  }
  return fate;
}

}  // namespace multibond::modelica
