// Results as comma-separated values (RFC 4180): a header line of paths, then a line per row.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "multibond/base/file.h"
#include "multibond/base/text.h"
#include "multibond/simulate/result.h"

namespace multibond {
namespace {

constexpr std::string_view kBlanks = " \t";
/// What spreadsheets take for the begin of a formula, and what protects a name from it.
constexpr std::string_view kFormulaSigns = "=+-@";
constexpr char kProtection = '\'';
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// -- writing --

/// A name that a spreadsheet would calculate gets an apostrophe before it, and so does one that
/// has such an apostrophe already: reading takes one away.
bool looks_like_formula(std::string_view name) {
  const std::size_t sign = name.find_first_not_of(kProtection);
  return sign != std::string_view::npos && kFormulaSigns.find(name[sign]) != std::string_view::npos;
}

std::string quoted(std::string name) {
  if (looks_like_formula(name)) name.insert(name.begin(), kProtection);
  const bool plain = !name.empty() && name.find_first_of("\",;\r\n") == std::string::npos &&
                     kBlanks.find(name.front()) == std::string_view::npos &&
                     kBlanks.find(name.back()) == std::string_view::npos;
  if (plain) return name;
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

/// The shortest text that reads back exactly, and what follows it.
void write_number(OutputFile& out, double value, char separator) {
  std::array<char, 40> text;
  char* end = text.data();
  if (std::isfinite(value)) {
    end = std::to_chars(end, text.data() + text.size() - 1, value).ptr;
  } else {
    const std::string_view name = std::isnan(value) ? "NaN" : value > 0 ? "Inf" : "-Inf";
    end = std::copy(name.begin(), name.end(), end);
  }
  *end++ = separator;
  out.write(text.data(), static_cast<std::size_t>(end - text.data()));
}

// -- reading --

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Splits the file into records of fields, one record at a time.
class Records {
 public:
  explicit Records(InputFile& file) : file_(file), buffer_(1 << 18) {
    fill();
    if (std::string_view(buffer_.data(), end_).starts_with(kByteOrderMark)) {
      at_ += kByteOrderMark.size();
    }
  }

  /// The next record, blank lines skipped; false at the end of the file.
  bool next(std::vector<std::string>& fields) {
    std::size_t count = 0;
    do {
      if (peek() == kEnd) return false;
      ++line_;
      record_line_ = line_;
      count = 0;
      do {
        if (count == fields.size()) fields.emplace_back();
        field(fields[count++]);
      } while (take_if(','));
      end_of_line();
    } while (count == 1 && fields[0].empty());
    fields.resize(count);
    return true;
  }

  std::size_t line() const { return record_line_; }

 private:
  static constexpr int kEnd = -1;

  void fill() {
    end_ = file_.read(buffer_.data(), buffer_.size());
    at_ = 0;
  }

  int peek() {
    if (at_ == end_) fill();
    return at_ == end_ ? kEnd : static_cast<unsigned char>(buffer_[at_]);
  }

  bool take_if(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  void field(std::string& text) {
    text.clear();
    while (peek() == ' ' || peek() == '\t') ++at_;
    if (!take_if('"')) {
      for (int c = peek(); c != kEnd && c != ',' && c != '\n' && c != '\r'; c = peek()) {
        text += static_cast<char>(c);
        ++at_;
      }
      text.resize(trimmed(text).size());
      return;
    }
    // quoted: until a quote that is not doubled
    while (true) {
      const int c = peek();
      if (c == kEnd) {
        file_.corrupt(
            fmt::format("a quoted text begins in line {} and does not end", record_line_));
      }
      ++at_;
      if (c == '"' && !take_if('"')) break;
      if (c == '\n') ++line_;
      text += static_cast<char>(c);
    }
    while (peek() == ' ' || peek() == '\t') ++at_;
    const int c = peek();
    if (c != kEnd && c != ',' && c != '\n' && c != '\r') {
      file_.corrupt(fmt::format("line {} has text behind a closing quote", line_),
                    "Quotes inside a quoted text are doubled.");
    }
  }

  void end_of_line() {
    const bool carriage_return = take_if('\r');
    if (!take_if('\n') && !carriage_return && peek() != kEnd) {
      file_.corrupt(fmt::format("line {} is not a list of values", line_));
    }
  }

  InputFile& file_;
  std::vector<char> buffer_;
  std::size_t at_ = 0, end_ = 0;
  std::size_t line_ = 0, record_line_ = 0;
};

std::size_t time_column(const InputFile& input, const std::vector<std::string>& names) {
  for (const std::string_view time : {"time", "Time", "TIME", "t"}) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == time) return i;
    }
  }
  std::string remedy = "One column must be named time.";
  if (names.size() == 1 && names[0].find(';') != std::string::npos) {
    remedy = "Separate the values by commas, not by semicolons.";
  } else if (parse_number(names[0])) {
    remedy = "The first line must name the columns, and one of them time.";
  }
  input.corrupt(fmt::format("no column is the time; the first line is: {}", join_names(names)),
                remedy);
}

}  // namespace

void write_csv(const Result& result, const std::string& file) {
  OutputFile out(file);
  const std::vector<Signal>& signals = result.signals();
  for (std::size_t i = 0; i < signals.size(); ++i) {
    out.write(quoted(signals[i].path));
    out.write(i + 1 < signals.size() ? "," : "\n");
  }
  for (std::size_t row = 0; row < result.rows(); ++row) {
    for (std::size_t i = 0; i < signals.size(); ++i) {
      write_number(out, result.value(signals[i], row), i + 1 < signals.size() ? ',' : '\n');
    }
  }
  out.commit();
}

Result read_csv(const std::string& file) {
  InputFile input(file);
  Records records(input);

  // the header: a column per name, the time first
  std::vector<std::string> names;
  if (!records.next(names)) {
    input.corrupt("it is empty", "A result starts with a line of names, one of them time.");
  }
  for (std::string& name : names) {
    if (name.starts_with(kProtection) && looks_like_formula(name)) name.erase(0, 1);
  }
  const std::size_t time = time_column(input, names);
  Result result;
  std::vector<std::size_t> columns(names.size(), 0);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == time) continue;
    if (names[i].empty()) input.corrupt(fmt::format("column {} has no name", i + 1));
    if (result.has(names[i])) input.corrupt(fmt::format("two columns are named {}", names[i]));
    columns[i] = result.add_column();
    Signal signal;
    signal.path = names[i];
    signal.column = columns[i];
    result.add_signal(std::move(signal));
  }

  // the rows
  std::vector<std::string> fields;
  std::vector<double> row(names.size());
  while (records.next(fields)) {
    if (fields.size() != names.size()) {
      input.corrupt(fmt::format("line {} has {} values and the header {} names", records.line(),
                                fields.size(), names.size()));
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::optional<double> value =
          fields[i].empty() ? std::nan("") : parse_number(fields[i]);
      if (!value) {
        input.corrupt(fmt::format("line {}, column {}: \"{}\" is not a number", records.line(),
                                  names[i], fields[i].substr(0, 40)),
                      "Numbers look like -1.5e3, NaN or Inf, with a decimal point.");
      }
      row[columns[i]] = *value;
    }
    result.append(row);
  }
  if (result.rows() > 0) result.stop_time = result.times().back();
  return result;
}

}  // namespace multibond
