#include "multibond/cli/plot.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "plot_detail.h"

namespace multibond {
namespace {

using namespace plot_detail;

// -- text in character cells --

/// Number of characters of a UTF-8 text.
std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded_left(const std::string& text, std::size_t width) {
  const std::size_t length = text_width(text);
  return std::string(width > length ? width - length : 0, ' ') + text;
}

/// The first `width` characters.
std::string cut(std::string_view text, std::size_t width) {
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size(); ++end) {
    if ((text[end] & 0xC0) != 0x80 && count++ == width) break;
  }
  return std::string(text.substr(0, end));
}

/// A path that is too long loses its middle: the ends tell most.
std::string shortened(const std::string& text, std::size_t width, bool unicode) {
  if (text_width(text) <= width) return text;
  const std::string gap = unicode ? "…" : "..";
  const std::size_t rest = width > text_width(gap) ? width - text_width(gap) : 0;
  const std::string front = cut(text, rest / 3);
  std::size_t from = text.size();
  for (std::size_t count = 0; count < rest - rest / 3 && from > 0;) {
    --from;
    if ((text[from] & 0xC0) != 0x80) ++count;
  }
  return front + gap + text.substr(from);
}

/// Names come from files too: nothing in them may command the terminal.
std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return text;
}

/// Letter of a curve: a to z, A to Z, and round again.
char letter(std::size_t curve) {
  curve %= 52;
  return static_cast<char>(curve < 26 ? 'a' + curve : 'A' + curve - 26);
}

// -- panels --

/// The curves of one unit.
struct Panel {
  std::string unit;
  std::vector<const Signal*> signals;
};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

/// The panels of the paths, in order of their first curve; all unknown paths in one Error.
std::vector<Panel> make_panels(const Result& result, const std::vector<std::string>& paths) {
  std::vector<Panel> panels;
  std::vector<Diagnostic> unknown;
  for (const std::string& path : paths) {
    if (!result.has(path)) {
      try {
        (void)result.signal(path);
      } catch (const Error& error) {
        unknown.insert(unknown.end(), error.diagnostics().begin(), error.diagnostics().end());
      }
      continue;
    }
    const Signal& signal = result.signal(path);
    const std::string unit = signal.unit == "1" ? "" : printable(signal.unit);
    auto panel = std::find_if(panels.begin(), panels.end(),
                              [&](const Panel& other) { return other.unit == unit; });
    if (panel == panels.end()) panel = panels.insert(panels.end(), Panel{unit, {}});
    if (std::find(panel->signals.begin(), panel->signals.end(), &signal) == panel->signals.end()) {
      panel->signals.push_back(&signal);
    }
  }
  if (!unknown.empty()) throw Error(std::move(unknown));
  return panels;
}

/// Everything that panels share: the layout and the time axis.
struct Frame {
  const Result& result;
  const PlotOptions& options;
  std::size_t margin = 0;   ///< characters of the labels on the left
  std::size_t columns = 0;  ///< characters of the drawing
  std::size_t rows = 0;
  Axis time = {};
};

std::size_t column_of(const Frame& frame, double time, std::size_t dots) {
  const double last = static_cast<double>(frame.columns * dots - 1);
  return static_cast<std::size_t>(std::lround(frame.time.fraction(time) * last));
}

/// The names of the curves, in as many lines as they need; a unit behind.
std::string legend(const Frame& frame, const Panel& panel, const std::vector<bool>& has_values) {
  const PlotOptions& options = frame.options;
  const std::size_t indent = frame.margin + 1;
  const std::size_t room = options.width > indent ? options.width - indent : 1;
  const bool several = panel.signals.size() > 1;
  std::string text, line;
  std::size_t used = 0;
  const auto add = [&](const std::string& item, std::size_t length) {
    if (used > 0 && used + 3 + length > room) {
      text += std::string(indent, ' ') + line + '\n';
      line.clear();
      used = 0;
    }
    if (used > 0) line += "   ", used += 3;
    line += item;
    used += length;
  };
  for (std::size_t i = 0; i < panel.signals.size(); ++i) {
    const Signal& signal = *panel.signals[i];
    std::string sample;
    if (several) {
      sample = letter(i);
      if (!options.unicode) {
        sample += std::string(" ") + kMarks[i % kMarks.size()];
      } else if (!options.colour) {
        // three cells of the dashes, on the middle line of dots
        const std::string_view dashes = kDashes[i % kDashes.size()];
        sample += ' ';
        for (std::size_t cell = 0; cell < 3; ++cell) {
          char32_t code = 0x2800;
          if (dashes[2 * cell % dashes.size()] == '1') code |= 0x04;
          if (dashes[(2 * cell + 1) % dashes.size()] == '1') code |= 0x20;
          sample += utf8(code);
        }
      }
      sample += ' ';
    }
    std::string rest;
    if (signal.constant) rest = " = " + quantity(frame.result.value(signal, 0), "");
    if (!several && !panel.unit.empty()) rest += " [" + panel.unit + "]";
    if (!signal.constant && !has_values[i]) rest += " (no finite values)";
    const std::size_t taken = text_width(sample) + text_width(rest);
    const std::string name =
        shortened(printable(signal.path), room > taken + 4 ? room - taken : 4, options.unicode);
    add(coloured(sample + name + rest, i, options.colour && several), taken + text_width(name));
  }
  if (several && !panel.unit.empty()) add("[" + panel.unit + "]", text_width(panel.unit) + 2);
  return text + std::string(indent, ' ') + line + '\n';
}

void draw(const Frame& frame, const Signal& signal, const Axis& axis, std::size_t curve,
          bool dashed, Canvas& canvas) {
  Pen pen(canvas, curve, dashed);
  const std::vector<double>& times = frame.result.times();
  const double bottom = static_cast<double>(canvas.height() - 1);
  for (std::size_t row = 0; row < frame.result.rows(); ++row) {
    const double value = frame.result.value(signal, row);
    if (!std::isfinite(value) || !std::isfinite(times[row])) {
      pen.lift();
      continue;
    }
    pen.to(static_cast<long>(column_of(frame, times[row], canvas.dots_x())),
           std::lround((1 - axis.fraction(value)) * bottom));
  }
}

/// Letters beside the ends of the curves: per line the curve whose letter stands there.
std::vector<std::optional<std::size_t>> end_letters(const Frame& frame, const Panel& panel,
                                                    const Axis& axis) {
  std::vector<std::optional<std::size_t>> places(frame.rows);
  if (panel.signals.size() < 2) return places;
  for (std::size_t i = 0; i < panel.signals.size(); ++i) {
    std::optional<double> end;
    for (std::size_t row = frame.result.rows(); row-- > 0 && !end;) {
      const double value = frame.result.value(*panel.signals[i], row);
      if (std::isfinite(value)) end = value;
    }
    if (!end) continue;
    // the line of the last value, or the nearest one that is free
    const auto wanted =
        std::lround((1 - axis.fraction(*end)) * static_cast<double>(frame.rows - 1));
    for (long away = 0; away < static_cast<long>(frame.rows); ++away) {
      bool placed = false;
      for (const long line : {wanted + away, wanted - away}) {
        if (line < 0 || line >= static_cast<long>(frame.rows)) continue;
        auto& place = places[static_cast<std::size_t>(line)];
        if (place) continue;
        place = i;
        placed = true;
        break;
      }
      if (placed) break;
    }
  }
  return places;
}

std::string draw_panel(const Frame& frame, const Panel& panel, const Axis& axis,
                       const std::vector<bool>& has_values) {
  const PlotOptions& options = frame.options;
  const bool several = panel.signals.size() > 1;
  Canvas canvas(frame.columns, frame.rows, options);
  for (std::size_t i = 0; i < panel.signals.size(); ++i) {
    draw(frame, *panel.signals[i], axis, i, several && !options.colour && options.unicode, canvas);
  }

  // labels by line, and the line of zero
  std::vector<std::string> labels(frame.rows);
  std::optional<std::size_t> zero;
  for (long long multiple = axis.first; multiple <= axis.last; ++multiple) {
    const double down =
        (1 - axis.fraction(axis.mark(multiple))) * static_cast<double>(canvas.height() - 1);
    const auto line = static_cast<std::size_t>(std::lround(down)) / canvas.dots_y();
    if (line >= frame.rows) continue;
    labels[line] = axis.label(multiple);
    if (multiple == 0 && line + 1 < frame.rows) zero = line;
  }

  const auto letters = end_letters(frame, panel, axis);
  const std::string bar = options.unicode ? "│" : "|", tick = options.unicode ? "┤" : "+";
  std::string text = legend(frame, panel, has_values);
  for (std::size_t row = 0; row < frame.rows; ++row) {
    std::string background = " ";
    if (zero == row) background = options.unicode ? "┈" : ".";
    if (zero == row && options.colour) background = "\033[2m" + background + "\033[0m";
    text += padded_left(labels[row], frame.margin - 1) + ' ' + (labels[row].empty() ? bar : tick);
    std::string line;
    std::size_t blank = 0;  // blanks at the end of a line are not written
    const auto add = [&](const std::string& cell) {
      if (cell == " ") {
        ++blank;
      } else {
        line.append(std::exchange(blank, 0), ' ') += cell;
      }
    };
    for (std::size_t column = 0; column < frame.columns; ++column) {
      add(canvas.cell(column, row, background));
    }
    if (letters[row]) {
      add(" ");
      add(coloured(std::string(1, letter(*letters[row])), *letters[row], options.colour));
    }
    text += line + '\n';
  }
  return text;
}

/// The line below a panel, with marks; the labels below the last panel.
std::string time_axis(const Frame& frame, bool labelled) {
  const PlotOptions& options = frame.options;
  const Axis& axis = frame.time;
  std::vector<std::string> line(frame.columns, options.unicode ? "─" : "-");
  std::string labels(frame.margin + 1 + options.width, ' ');
  std::size_t free_from = 0;
  for (long long multiple = axis.first; multiple <= axis.last; ++multiple) {
    const std::size_t dots = options.unicode ? 2 : 1;
    const std::size_t column = column_of(frame, axis.mark(multiple), dots) / dots;
    if (column >= frame.columns) continue;
    line[column] = options.unicode ? "┬" : "+";
    const std::string label = axis.label(multiple);
    const std::size_t middle = frame.margin + 1 + column;
    std::size_t from = middle - std::min(middle, label.size() / 2);
    from = std::min(from, options.width - std::min(options.width, label.size()));
    if (from < free_from) continue;
    labels.replace(from, label.size(), label);
    free_from = from + label.size() + 1;
  }
  std::string text = std::string(frame.margin, ' ') + (options.unicode ? "└" : "+");
  for (const std::string& cell : line) text += cell;
  text += '\n';
  if (!labelled) return text;
  labels.resize(labels.find_last_not_of(' ') + 1);
  const std::string unit = printable(frame.result.signal("time").unit);
  const std::string title = "time [" + (unit.empty() ? "s" : unit) + "]";
  const std::size_t centre = frame.margin + 1 + frame.columns / 2;
  return text + labels + '\n' + std::string(centre - std::min(centre, title.size() / 2), ' ') +
         title + '\n';
}

}  // namespace

PlotOptions plot_options_for_terminal(int descriptor) {
  PlotOptions options;
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    options.width = std::min<std::size_t>(size.ws_col, 160);
  }
  const std::string terminal = variable("TERM");
  options.colour = ::isatty(descriptor) == 1 && variable("NO_COLOR").empty() && !terminal.empty() &&
                   terminal != "dumb";
  // the locale as the C library would choose it
  std::string locale = variable("LC_ALL");
  if (locale.empty()) locale = variable("LC_CTYPE");
  if (locale.empty()) locale = variable("LANG");
  std::transform(locale.begin(), locale.end(), locale.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  options.unicode =
      locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  return options;
}

std::string plot(const Result& result, const std::vector<std::string>& paths,
                 const PlotOptions& chosen) {
  PlotOptions options = chosen;
  options.width = std::clamp<std::size_t>(options.width, 32, 1000);
  options.height = std::clamp<std::size_t>(options.height, 4, 200);
  if (paths.empty()) {
    std::vector<std::string> names;
    for (const Signal& signal : result.signals()) names.push_back(signal.path);
    throw Error("", "No variable is given to plot.", "Name some of: " + join_names(names) + '.');
  }
  const std::vector<Panel> panels = make_panels(result, paths);
  if (result.rows() == 0) return "Nothing to plot: the result has no rows.\n";

  // limits of every panel
  std::vector<Axis> axes;
  std::vector<std::vector<bool>> has_values(panels.size());
  std::size_t label_width = 1;
  for (std::size_t p = 0; p < panels.size(); ++p) {
    Range range;
    for (const Signal* signal : panels[p].signals) {
      Range own;
      for (std::size_t row = 0; row < result.rows(); ++row) own.include(result.value(*signal, row));
      has_values[p].push_back(!own.empty());
      range.include(own.low);
      range.include(own.high);
    }
    if (range.empty()) range = {0, 1};
    const std::size_t marks = std::max<std::size_t>(3, options.height / 2);
    axes.push_back(make_axis(range.low, range.high, marks, true));
    for (long long m = axes[p].first; m <= axes[p].last; ++m) {
      label_width = std::max(label_width, axes[p].label(m).size());
    }
  }

  // layout: label, blank, bar, drawing, blank, letter
  Frame frame{result, options};
  frame.rows = options.height;
  frame.margin = label_width + 1;
  const std::size_t taken = frame.margin + 1 + 2;
  frame.columns = options.width > taken + 8 ? options.width - taken : 8;
  Range times;
  for (const double time : result.times()) times.include(time);
  if (times.empty()) times = {0, 1};
  frame.time = make_axis(times.low, times.high, std::max<std::size_t>(2, frame.columns / 9), false);

  std::string text;
  for (std::size_t p = 0; p < panels.size(); ++p) {
    if (p > 0) text += '\n';
    text += draw_panel(frame, panels[p], axes[p], has_values[p]);
    text += time_axis(frame, p + 1 == panels.size());
  }
  return text;
}

}  // namespace multibond
