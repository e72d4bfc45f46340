#include "multibond/modelica/library.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/modelica/lexer.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code code;
  return fs::exists(path, code);
}

/// "Modelica 4.0.0" as name and version.
std::pair<std::string, std::string> split_version(const std::string& folder) {
  const std::size_t blank = folder.find(' ');
  if (blank == std::string::npos) return {folder, {}};
  return {folder.substr(0, blank), folder.substr(blank + 1)};
}

/// Whether version a is newer than b, number by number: 10.0 than 9.1.
bool is_newer(const std::string& a, const std::string& b) {
  const auto numbers = [](const std::string& version) {
    std::vector<long> result;
    const char* const end = version.data() + version.size();
    for (const char* at = version.data(); at != end;) {
      const auto [next, fault] = std::from_chars(at, end, result.emplace_back(0));
      if (next == at) break;
      at = next != end && *next == '.' ? next + 1 : next;
    }
    return result;
  };
  return numbers(a) > numbers(b);
}

std::string main_version(const std::string& version) {
  return version.substr(0, version.find('.'));
}

std::vector<fs::path> subfolders(const fs::path& folder) {
  std::vector<fs::path> result;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    if (it->is_directory(code)) result.push_back(it->path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// Files that old libraries have written otherwise than the class in them.
std::vector<fs::path> same_but_for_case(const fs::path& folder, std::string name) {
  const auto lower = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };
  name = lower(name);
  std::vector<fs::path> result;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    if (lower(it->path().filename()) == name) result.push_back(it->path());
  }
  return result;
}

std::string text_of(const Argument* argument) {
  if (!argument || !argument->modification || !argument->modification->binding) return {};
  const Expression& value = *argument->modification->binding;
  return value.kind == Expression::Kind::string ? unescape(value.text) : std::string();
}

const Argument* part(const Argument& argument, std::string_view name) {
  if (!argument.modification) return nullptr;
  for (const Argument& inner : argument.modification->arguments) {
    if (inner.path.size() == 1 && inner.path[0].text() == name) return &inner;
  }
  return nullptr;
}

}  // namespace

Library::Library() = default;
Library::~Library() = default;

void Library::add_folder(const std::string& folder) {
  if (!is_there(folder)) {
    throw Error(folder, fmt::format("The folder {} does not exist.", folder),
                "Give the folder that holds the library, or the library's own folder.");
  }
  if (std::find(folders_.begin(), folders_.end(), folder) == folders_.end()) {
    folders_.push_back(folder);
  }
}

void Library::add_environment() {
  const char* const value = std::getenv("MODELICAPATH");
  std::string_view rest = value ? value : "";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string folder(rest.substr(0, colon));
    if (!folder.empty() && is_there(folder)) add_folder(folder);
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  }
}

std::vector<Class*> Library::take(const SourceFile& file) {
  ParseResult result = parse_file(context(), file);
  tokens_ += result.tokens;
  if (!result.diagnostics.empty()) throw Error(std::move(result.diagnostics));
  for (const Import* import : result.unit.imports) {
    if (import->kind != Import::Kind::file) continue;
    warnings.push_back({Severity::warning, file.path,
                        fmt::format("The import of a file, \"{}\", is not followed.", import->file),
                        "Libraries are found by --library and MODELICAPATH."});
  }
  std::vector<Class*> classes(result.unit.classes.begin(), result.unit.classes.end());
  for (Class* definition : classes) {
    if (!result.unit.within.empty()) place_in(*definition, result.unit.within);
  }
  return classes;
}

void Library::place_in(Class& definition, const List<Name>& within) {
  const Class* package = nullptr;
  for (const Name name : within) {
    package = package ? child(*package, name) : top(name);
    if (!package) return;  // stands alone
  }
  definition.enclosing = const_cast<Class*>(package);
}

std::vector<Class*> Library::read(const std::string& file) { return take(sources_.read(file)); }

void Library::set_folder(const Class& definition, const std::string& file) {
  const fs::path path(file);
  if (path.filename() == "package.mo") package(definition).folder = path.parent_path();
}

std::vector<const Class*> Library::load(const std::string& file) {
  std::error_code code;
  const bool folder = fs::is_directory(file, code);
  const std::string path = folder ? (fs::path(file) / "package.mo").string() : file;
  const std::string own = fs::path(path).parent_path();
  folders_.push_back(own.empty() ? "." : own);
  if (fs::path(path).filename() == "package.mo") {
    const fs::path above = fs::absolute(path).parent_path().parent_path();
    folders_.push_back(above);
  }
  const std::vector<Class*> classes = read(path);
  for (const Class* definition : classes) {
    set_folder(*definition, path);
    if (!definition->enclosing) top_[definition->name] = definition;
    note_uses(*definition);
  }
  return {classes.begin(), classes.end()};
}

std::vector<const Class*> Library::load_text(const std::string& name, std::string text) {
  const std::vector<Class*> classes = take(sources_.add(name, std::move(text)));
  for (const Class* definition : classes) {
    if (!definition->enclosing) top_[definition->name] = definition;
    note_uses(*definition);
  }
  return {classes.begin(), classes.end()};
}

const Expression& Library::expression(const std::string& origin, std::string text) {
  return *parse_expression(context(), sources_.add(origin, std::move(text)));
}

// -- packages -------------------------------------------------------------------------------------

Library::Package& Library::package(const Class& definition) {
  const auto [it, fresh] = packages_.try_emplace(&definition);
  if (fresh) {
    for (const Element& element : definition.elements) {
      if (element.kind == Element::Kind::class_) {
        it->second.classes.emplace(element.nested->name, element.nested);
      }
    }
  }
  return it->second;
}

const Class* Library::child(const Class& definition, Name name) {
  Package& known = package(definition);
  if (const auto it = known.classes.find(name); it != known.classes.end()) return it->second;
  if (const NativeClass* group = native(definition); group && !group->entry && !group->port) {
    const std::string text(name.text());
    const auto found = native_->find(group->path.empty() ? text : group->path + "." + text);
    const Class* const made = found ? read_native(*found, &definition) : nullptr;
    package(definition).classes.emplace(name, made);
    return made;
  }
  if (known.folder.empty()) return nullptr;
  const fs::path folder(known.folder);
  const Class* found = nullptr;
  std::vector<fs::path> files{folder / name.text() / "package.mo",
                              folder / (std::string(name.text()) + ".mo")};
  if (!is_there(files[0]) && !is_there(files[1])) {
    files = same_but_for_case(folder, std::string(name.text()) + ".mo");
  }
  for (const fs::path& file : files) {
    if (!is_there(file)) continue;
    const SourceFile& source = sources_.read(file);
    ParseResult result = parse_file(context(), source);
    tokens_ += result.tokens;
    if (!result.diagnostics.empty()) throw Error(std::move(result.diagnostics));
    for (Class* nested : result.unit.classes) {
      nested->enclosing = const_cast<Class*>(&definition);
      set_folder(*nested, file);
      if (nested->name == name) found = nested;
    }
    break;
  }
  package(definition).classes.emplace(name, found);  // reading may have moved the table
  return found;
}

std::vector<std::string> Library::children(const Class& definition) {
  if (const NativeClass* group = native(definition); group && !group->entry && !group->port) {
    return native_->names(group->path);
  }
  std::vector<std::string> result;
  for (const Element& element : definition.elements) {
    if (element.kind == Element::Kind::class_) result.emplace_back(element.nested->name.text());
  }
  const std::string folder = package(definition).folder;
  if (folder.empty()) return result;
  std::vector<std::string> more;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    const fs::path& path = it->path();
    if (path.filename() == "package.mo") continue;
    if (path.extension() == ".mo") more.push_back(path.stem());
    if (it->is_directory(code) && is_there(path / "package.mo")) more.push_back(path.filename());
  }
  std::sort(more.begin(), more.end());
  result.insert(result.end(), more.begin(), more.end());
  return result;
}

// -- components of the catalog --------------------------------------------------------------------

const NativeClass* Library::native(const Class& definition) const {
  const auto it = native_classes_.find(&definition);
  return it == native_classes_.end() ? nullptr : &it->second;
}

Class* Library::read_native(const NativeClass& native, const Class* package,
                            const NativeClasses::Settings& settings) {
  std::string name(NativeClasses::kPackage);
  if (!native.path.empty()) name += "." + native.path;
  const std::vector<Class*> classes = take(sources_.add(name, native_->text(native, settings)));
  Class* const made = classes.at(0);
  made->enclosing = const_cast<Class*>(package);
  native_classes_.emplace(made, native);
  return made;
}

const Class& Library::native_variant(const Class& definition,
                                     const NativeClasses::Settings& settings) {
  const NativeClass native = *this->native(definition);
  std::string key = native.path;
  for (const auto& [name, value] : settings) key += "\n" + name + " = " + value;
  const auto [it, fresh] = native_variants_.try_emplace(key);
  if (fresh) it->second = read_native(native, definition.enclosing, settings);
  return *it->second;
}

// -- libraries ------------------------------------------------------------------------------------

std::vector<Library::Candidate> Library::candidates(std::string_view name) const {
  std::vector<Candidate> result;
  const auto add = [&](const fs::path& file, const fs::path& folder, const std::string& version) {
    if (is_there(file)) result.push_back({file, folder, version});
  };
  for (const std::string& entry : folders_) {
    const fs::path folder(entry);
    add(folder / name / "package.mo", folder, split_version(folder.filename()).second);
    add(folder / (std::string(name) + ".mo"), folder, {});
    if (split_version(folder.filename()).first == name) {
      add(folder / "package.mo", folder.parent_path(), split_version(folder.filename()).second);
    }
    // The newest one first: it is taken where nobody asks for a version.
    std::vector<fs::path> subs = subfolders(folder);
    std::ranges::stable_sort(
        subs, is_newer, [](const fs::path& sub) { return split_version(sub.filename()).second; });
    for (const fs::path& sub : subs) {
      const auto [title, version] = split_version(sub.filename());
      if (version.empty()) continue;
      if (title == name) add(sub / "package.mo", folder, version);
      add(sub / name / "package.mo", sub, version);
      add(sub / (std::string(name) + ".mo"), sub, version);
    }
  }
  return result;
}

std::string Library::version(const Class& definition) {
  return text_of(annotation(definition, "version"));
}

/// Whether a model made for another version runs on this one as it is.
bool Library::covers(const Class& definition, const std::string& wanted) {
  const std::string own = version(definition);
  if (wanted.empty() || own == wanted) return true;
  const Argument* const conversion = annotation(definition, "conversion");
  if (!conversion || !conversion->modification) return false;
  for (const Argument& argument : conversion->modification->arguments) {
    if (argument.path.size() == 1 && argument.path[0].text() == "noneFromVersion" &&
        text_of(&argument) == wanted) {
      return true;
    }
  }
  return false;
}

const Class* Library::choose(Name name, const std::vector<Candidate>& found) {
  const auto use = uses_.find(std::string(name.text()));
  const std::string wanted = use == uses_.end() ? std::string() : use->second.version;
  const Class* best = nullptr;
  const Class* near = nullptr;  // of the same main version
  const Candidate *from = nullptr, *near_from = nullptr;
  std::vector<std::string> versions;
  for (const Candidate& candidate : found) {
    const Class* definition = nullptr;
    for (const Class* item : read(candidate.file)) {
      if (item->name == name) definition = item;
    }
    if (!definition) continue;
    versions.push_back(version(*definition));
    const bool exact = !wanted.empty() && versions.back() == wanted;
    if (!near && main_version(versions.back()) == main_version(wanted)) {
      near = definition;
      near_from = &candidate;
    }
    if (best && !exact) continue;
    if (!covers(*definition, wanted)) continue;
    best = definition;
    from = &candidate;
    if (exact || wanted.empty()) break;
  }
  if (!best && near) {
    best = near;
    from = near_from;
    warnings.push_back({Severity::warning, std::string(name.text()),
                        fmt::format("{} uses version {} of {}; version {} is taken.",
                                    use->second.user, wanted, name.text(), version(*best)),
                        "Add the folder of that version with --library.", use->second.place});
  }
  if (!best) {
    if (versions.empty()) return nullptr;
    std::ranges::sort(versions, [](const auto& a, const auto& b) { return is_newer(b, a); });
    throw Error(std::string(name.text()),
                fmt::format("{} uses version {} of {}, but the folders have {}.", use->second.user,
                            wanted, name.text(), join_names(versions)),
                "Add the folder of that version with --library, or change the version in "
                "'uses'.",
                use->second.place);
  }
  set_folder(*best, from->file);
  if (std::find(folders_.begin(), folders_.end(), from->folder) == folders_.end()) {
    folders_.insert(folders_.begin(), from->folder);  // what belongs to the same release
  }
  return best;
}

void Library::note_uses(const Class& definition) {
  const Argument* const uses = annotation(definition, "uses");
  if (!uses || !uses->modification) return;
  for (const Argument& argument : uses->modification->arguments) {
    if (argument.path.empty()) continue;
    const std::string name(argument.path[0].text());
    const std::string wanted = text_of(part(argument, "version"));
    const Class* const loaded = [&]() -> const Class* {
      const auto it = top_.find(argument.path[0]);
      return it == top_.end() ? nullptr : it->second;
    }();
    if (loaded && !covers(*loaded, wanted)) {
      throw Error(name,
                  fmt::format("{} uses version {} of {}, but version {} is loaded already.",
                              definition.name.text(), wanted, name, version(*loaded)),
                  "A model can use one version of a library only.", place(definition.position));
    }
    uses_.try_emplace(name,
                      Use{wanted, std::string(definition.name.text()), place(definition.position)});
  }
}

const Class* Library::top(Name name) {
  if (const auto it = top_.find(name); it != top_.end()) return it->second;
  top_[name] = nullptr;  // met again while it is read: not there yet
  const Class* found = choose(name, candidates(name.text()));
  if (!found && native_ && name.text() == NativeClasses::kPackage) {
    found = read_native(*native_->find(""), nullptr);
  }
  top_[name] = found;
  if (found) note_uses(*found);
  return found;
}

const Class& Library::find(std::string_view path) {
  const Class* at = nullptr;
  std::string_view rest = path;
  std::string done;
  while (!rest.empty()) {
    const std::size_t point = rest.find('.');
    const std::string_view word = rest.substr(0, point);
    rest = point == std::string_view::npos ? std::string_view() : rest.substr(point + 1);
    const Class* const next = at ? child(*at, names_(word)) : top(names_(word));
    if (!next) {
      std::string hint = "Name the folder of its library with --library.";
      if (at) {
        const std::vector<std::string> near = nearest(word, children(*at));
        hint = near.empty() ? fmt::format("It has: {}.", join_names(children(*at)))
                            : fmt::format("Did you mean {}?", join_names(near));
      }
      throw Error(std::string(path),
                  at ? fmt::format("There is no class {} in {}.", word, done)
                     : fmt::format("There is no class {}.", word),
                  hint);
    }
    at = next;
    done += (done.empty() ? "" : ".") + std::string(word);
  }
  if (!at) throw Error(std::string(path), "The name of a class is empty.", "Give one.");
  return *at;
}

// -- annotations ----------------------------------------------------------------------------------

const Argument* Library::annotation(const List<TextRange>& annotations, std::string_view name) {
  for (const TextRange& range : annotations) {
    if (range.text.find(name) == std::string_view::npos) continue;  // most have nothing of it
    auto it = annotations_.find(range.begin);
    if (it == annotations_.end()) {
      it = annotations_.emplace(range.begin, parse_annotation(context(), range)).first;
    }
    for (const Argument& argument : it->second) {
      if (argument.path.size() == 1 && argument.path[0].text() == name) return &argument;
    }
  }
  return nullptr;
}

const Argument* Library::annotation(const Class& definition, std::string_view name) {
  if (const Argument* found = annotation(definition.annotations, name)) return found;
  return annotation(definition.comment.annotations, name);
}

std::string Library::path(const Class& definition) const {
  std::string result(definition.name.text());
  for (const Class* c = definition.enclosing; c; c = c->enclosing) {
    result = std::string(c->name.text()) + "." + result;
  }
  return result;
}

}  // namespace multibond::modelica
