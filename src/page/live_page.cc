// The page as a server gives it out: without a run, and allowed to ask that server for some.

#include <fmt/format.h>

#include "embedded.h"
#include "multibond/diagnostic.h"
#include "multibond/page/page.h"

namespace multibond {
namespace {

void replace_part(std::string& html, std::string_view part, std::string_view by) {
  const std::size_t place = html.find(part);
  if (place == std::string::npos) {
    throw Error("page", fmt::format("The page in this program has no {}.", part),
                "Build the program again.");
  }
  html.replace(place, part.size(), by);
}

}  // namespace

std::string live_page(const std::string& live) {
  std::string html(page::embedded_page());
  if (html.empty()) throw Error("serve", kNoPage, kNoPageRemedy);
  // Data, no script: browsers do not run it. In JSON, < stands in texts only.
  std::string data;
  for (const char c : live) data += c == '<' ? std::string("\\u003c") : std::string(1, c);
  replace_part(html, "default-src 'none'", "default-src 'none'; connect-src 'self'");
  replace_part(html, "<template id=\"data\"></template>",
               fmt::format("<script type=\"application/json\" id=\"live\">{}</script>", data));
  return html;
}

}  // namespace multibond
