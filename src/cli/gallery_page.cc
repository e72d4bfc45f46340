#include "gallery_page.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "embedded_files.h"
#include "example_source.h"
#include "multibond/base/markup.h"

namespace multibond {
namespace {

/// No page of a gallery loads anything from elsewhere, nor runs anything.
std::string page(const std::string& title, const std::string& style, const std::string& body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' "
      "data:; style-src 'self' 'unsafe-inline'\">\n"
      "<title>{}</title>\n<link rel=\"stylesheet\" href=\"{}\">\n</head>\n"
      "<body class=\"plain\">\n{}</body>\n</html>\n",
      escaped_markup(title), style, body);
}

std::string anchor(std::string_view topic) {
  std::string name;
  for (const char c : topic) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  return name;
}

std::string link(const std::string& file, std::string_view text) {
  return fmt::format("<a href=\"{}\">{}</a>", escaped_markup(file), text);
}

std::string card_html(const GalleryCard& card) {
  const std::string name = escaped_markup(card.entry->path);
  std::string html = fmt::format("<article class=\"card\" id=\"{}\">\n", name);
  if (card.picture) {
    const std::string image = fmt::format("<img src=\"{}\" alt=\"\" loading=\"lazy\">",
                                          escaped_markup(card.picture_file()));
    html += fmt::format("<div class=\"thumb\">{}</div>\n",
                        card.report ? link(card.report_file(), image) : image);
  } else {
    html += "<div class=\"thumb\"></div>\n";
  }
  html += fmt::format("<h3>{}</h3>\n<p class=\"lead\">{}</p>\n", name,
                      escaped_markup(card.entry->description));
  if (!card.entry->story.empty()) {
    html += fmt::format("<p>{}</p>\n", escaped_markup(card.entry->story));
  }
  if (!card.message.empty()) {
    html += fmt::format("<p class=\"failed\">{}</p>\n", escaped_markup(card.message));
  }
  std::string links;
  if (card.report) links += link(card.report_file(), "Report");
  if (card.source) links += link(card.source_file(), "Source");
  html += fmt::format("<p class=\"links\">{}</p>\n</article>\n", links);
  return html;
}

std::vector<const GalleryCard*> of_topic(const std::vector<GalleryCard>& cards,
                                         const std::string& topic) {
  std::vector<const GalleryCard*> chosen;
  for (const GalleryCard& card : cards) {
    if (card.entry->topic == topic) chosen.push_back(&card);
  }
  return chosen;
}

}  // namespace

std::string gallery_index(const std::vector<GalleryCard>& cards,
                          const std::vector<std::string>& topics) {
  std::string contents, sections;
  for (const std::string& topic : topics) {
    const std::vector<const GalleryCard*> chosen = of_topic(cards, topic);
    if (chosen.empty()) continue;
    const std::string title = escaped_markup(topic.empty() ? "Models" : topic);
    contents += fmt::format("<a href=\"#{}\">{}</a>\n", anchor(title), title);
    sections += fmt::format("<section>\n<h2 id=\"{}\">{}</h2>\n<div class=\"cards\">\n",
                            anchor(title), title);
    for (const GalleryCard* card : chosen) sections += card_html(*card);
    sections += "</div>\n</section>\n";
  }
  return page("Gallery", "style.css",
              fmt::format("<main class=\"wide\">\n<h1>Gallery</h1>\n<p class=\"lead\">{} models. "
                          "A report shows a run moving, with plots; it is one file that works "
                          "without a network.</p>\n<nav class=\"topics\">\n{}</nav>\n{}</main>\n",
                          cards.size(), contents, sections));
}

std::string gallery_source(const GalleryCard& card, const std::string& source) {
  const std::string name = escaped_markup(card.entry->path);
  std::string links = link("../index.html#" + card.entry->path, "Gallery");
  if (card.report) links += link("../" + card.report_file(), "Report");
  return page(card.entry->path, "../style.css",
              fmt::format("<main>\n<p class=\"links\">{}</p>\n<h1>{}</h1>\n<p "
                          "class=\"lead\">{}</p>\n<p>{}</p>\n<pre class=\"code\"><code>{}"
                          "</code></pre>\n</main>\n",
                          links, name, escaped_markup(card.entry->description),
                          escaped_markup(card.entry->story), highlighted(source)));
}

std::string gallery_json(const std::vector<GalleryCard>& cards,
                         const std::vector<std::string>& topics) {
  using Json = nlohmann::ordered_json;
  Json json{{"topics", topics}, {"models", Json::array()}};
  for (const GalleryCard& card : cards) {
    const CatalogEntry& entry = *card.entry;
    Json row{{"name", entry.path},
             {"topic", entry.topic},
             {"description", entry.description},
             {"story", entry.story},
             {"message", card.message},
             {"states", card.states},
             {"steps", card.steps},
             {"seconds_compile", card.seconds_compile},
             {"seconds_run", card.seconds_run},
             {"seconds", card.seconds}};
    if (card.picture) row["picture"] = card.picture_file();
    if (card.report) row["report"] = card.report_file();
    if (card.source) row["source"] = card.source_file();
    json["models"].push_back(std::move(row));
  }
  // Names in any bytes: what is no UTF-8 is replaced.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace multibond
