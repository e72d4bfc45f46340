// Puts the data of a run into the page.

#include <fmt/format.h>

#include "coding.h"
#include "embedded.h"
#include "multibond/base/file.h"
#include "multibond/diagnostic.h"
#include "multibond/page/page.h"

namespace multibond {
namespace {

/// Where the data go: the page has this element, empty.
constexpr std::string_view kPlace = "<template id=\"data\"></template>";
constexpr std::string_view kTitle = "<title>Multibond</title>";

/// Text between tags.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (static_cast<unsigned char>(c) >= 32) {
      result += c;
    }
  }
  return result;
}

std::size_t find(std::string_view page, std::string_view part) {
  const std::size_t place = page.find(part);
  if (place == std::string_view::npos) {
    throw Error("page", fmt::format("The page in this program has no {}.", part),
                "Build the program again.");
  }
  return place;
}

}  // namespace

bool has_page() { return !page::embedded_page().empty(); }

void write_page(const PageData& data, const std::string& file) {
  const std::string_view html = page::embedded_page();
  if (html.empty()) throw Error("report", kNoPage, kNoPageRemedy);
  const std::size_t title = find(html, kTitle), place = find(html, kPlace);
  OutputFile output(file);
  output.write(html.substr(0, title));
  output.write(fmt::format("<title>{}</title>", escaped(data.title)));
  output.write(html.substr(title + kTitle.size(), place - title - kTitle.size()));
  // Data blocks, no scripts: browsers neither run nor change them.
  for (std::size_t k = 0; k < data.blocks.size(); ++k) {
    output.write(fmt::format("<script type=\"application/octet-stream\" id=\"block-{}\">", k));
    output.write(page::base64(data.blocks[k]));
    output.write("</script>\n");
  }
  output.write(html.substr(place + kPlace.size()));
  output.commit();
}

}  // namespace multibond
