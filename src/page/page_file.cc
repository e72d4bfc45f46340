// Puts the data of a run into the page.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "coding.h"
#include "embedded.h"
#include "multibond/base/file.h"
#include "multibond/base/markup.h"
#include "multibond/diagnostic.h"
#include "multibond/page/page.h"

namespace multibond {
namespace {

/// Where the data go: the page has this element, empty.
constexpr std::string_view kPlace = "<template id=\"data\"></template>";
/// Where it has the icons of all classes.
constexpr std::string_view kIcons = "<script type=\"application/json\" id=\"icons\">";
constexpr std::string_view kTitle = "<title>Multibond</title>";

std::size_t find(std::string_view page, std::string_view part) {
  const std::size_t place = page.find(part);
  if (place == std::string_view::npos) {
    throw Error("page", fmt::format("The page in this program has no {}.", part),
                "Build the program again.");
  }
  return place;
}

/// Those of the icons that are needed, as JSON in which < does not occur.
std::string some_icons(std::string_view all, const std::vector<std::string>& needed) {
  const nlohmann::json icons = nlohmann::json::parse(all);
  nlohmann::json kept = nlohmann::json::object();
  for (const std::string& name : needed) {
    if (const auto icon = icons.find(name); icon != icons.end()) kept[name] = *icon;
  }
  std::string text;
  for (const char c : kept.dump()) text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

/// Data blocks, no scripts: browsers neither run nor change them.
void write_blocks(const PageData& data, std::string_view name, OutputFile& output) {
  for (std::size_t k = 0; k < data.blocks.size(); ++k) {
    output.write(fmt::format("<script type=\"application/octet-stream\" id=\"{}-{}\">", name, k));
    output.write(page::base64(data.blocks[k]));
    output.write("</script>\n");
  }
}

}  // namespace

bool has_page() { return !page::embedded_page().empty(); }

void write_page(const PageData& data, const std::string& file, const PageData* other) {
  const std::string_view html = page::embedded_page();
  if (html.empty()) throw Error("report", kNoPage, kNoPageRemedy);
  const std::size_t title = find(html, kTitle), place = find(html, kPlace);
  OutputFile output(file);
  output.write(html.substr(0, title));
  output.write(fmt::format("<title>{}</title>", escaped_markup(data.title)));
  const std::size_t icons = find(html, kIcons) + kIcons.size();
  const std::size_t icons_end = html.find("</script>", icons);
  output.write(html.substr(title + kTitle.size(), icons - title - kTitle.size()));
  output.write(some_icons(html.substr(icons, icons_end - icons), data.icons));
  output.write(html.substr(icons_end, place - icons_end));
  write_blocks(data, "block", output);
  if (other) write_blocks(*other, "other", output);
  output.write(html.substr(place + kPlace.size()));
  output.commit();
}

}  // namespace multibond
