#include "flat_reference.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "multibond/diagnostic.h"
#include "multibond/modelica/lexer.h"

namespace multibond {
namespace {

using modelica::Code;
using modelica::Token;
using modelica::TokenKind;

[[noreturn]] void fail(std::string fact) { throw Error("", std::move(fact), {}); }

std::string written(const Token& token) {
  return token.kind == TokenKind::string ? fmt::format("\"{}\"", token.text)
                                         : std::string(token.text);
}

bool is_name(const Token& token) {
  // Names of old libraries became keywords later, and operators are named '+'.
  return token.kind == TokenKind::identifier;
}

/// A scalar of the flat class.
struct Scalar {
  std::string prefixes, type;
  std::map<std::string, std::string> attributes = {};
  std::string value = {};
};

/// Scalars by the parts of their names: components, elements of arrays, or one scalar.
struct Group {
  std::vector<std::pair<std::string, std::unique_ptr<Group>>> parts = {};
  std::map<std::vector<int>, std::unique_ptr<Group>> elements = {};
  std::optional<Scalar> scalar = {};

  Group& part(const std::string& name) {
    for (auto& [known, group] : parts) {
      if (known == name) return *group;
    }
    return *parts.emplace_back(name, std::make_unique<Group>()).second;
  }
  Group& element(const std::vector<int>& index) {
    std::unique_ptr<Group>& group = elements[index];
    if (!group) group = std::make_unique<Group>();
    return *group;
  }
};

class Reader {
 public:
  explicit Reader(std::string flat) {
    std::replace(flat.begin(), flat.end(), '$', '_');
    const modelica::SourceFile& file = sources_.add("flat", std::move(flat));
    modelica::Lexer lexer(file);
    for (Token token = lexer.next(); token.kind != TokenKind::end_of_file; token = lexer.next()) {
      tokens_.push_back(token);
    }
    tokens_.push_back({});
  }

  std::optional<FlatReference> read() {
    find_classes();
    FlatReference result;
    std::string functions, model;
    while (here().kind != TokenKind::end_of_file) {
      if (take(Code::k_class) || take(Code::k_model) || take(Code::k_package)) {
        result.name = dotted();
        model = read_model();
      } else {
        functions += read_function();
      }
    }
    if (result.name.empty()) return std::nullopt;
    result.text = functions + types_ + model;
    return result;
  }

 private:
  const Token& here(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool take(Code code) {
    if (!here().is(code)) return false;
    ++at_;
    return true;
  }
  bool take(char c) { return take(modelica::code_of(c)); }
  void expect(char c) {
    if (!take(c)) fail(fmt::format("'{}' is missing before '{}'.", c, here().text));
  }
  std::string dotted() {
    std::string name = written(here());
    ++at_;
    while (here().is('.') && (is_name(here(1)) || here(1).kind == TokenKind::keyword)) {
      name += "." + written(here(1));
      at_ += 2;
    }
    return name;
  }

  /// Functions, records and enumerations, which may stand behind where they are used.
  void find_classes() {
    for (at_ = 0; here().kind != TokenKind::end_of_file; ++at_) {
      if (here().is(Code::k_enumeration) && here(1).is('(') && !here(2).is(':')) {
        ++at_;
        read_enumeration();
        --at_;
        continue;
      }
      const bool end = at_ > 0 && tokens_[at_ - 1].is(Code::k_end);
      if (end || !(here().is(Code::k_function) || here().is(Code::k_record))) continue;
      ++at_;
      classes_.insert(dotted());
      --at_;
    }
    at_ = 0;
  }

  std::string quoted(std::string name) const {
    name.erase(std::remove(name.begin(), name.end(), '\''), name.end());
    return fmt::format("'{}'", name);
  }

  /// A class by its name, or by the end of it.
  std::optional<std::string> class_name(const std::string& name) const {
    if (classes_.count(name)) return quoted(name);
    const std::string* only = nullptr;
    for (const std::string& known : classes_) {
      if (!known.ends_with("." + name)) continue;
      if (only) return std::nullopt;
      only = &known;
    }
    return only ? std::optional(quoted(*only)) : std::nullopt;
  }

  std::string enumeration_type(const std::vector<std::string>& literals) {
    const auto [it, fresh] = enumerations_.try_emplace(
        literals, fmt::format("FlatEnumeration{}", enumerations_.size() + 1));
    if (fresh) {
      std::string list;
      for (const std::string& literal : literals) list += (list.empty() ? "" : ", ") + literal;
      types_ += fmt::format("type {} = enumeration({});\n", it->second, list);
    }
    return it->second;
  }

  /// enumeration(a, b) with its bracket.
  std::string read_enumeration() {
    expect('(');
    std::vector<std::string> literals;
    while (!here().is(')')) {
      if (here().kind == TokenKind::end_of_file) fail("An enumeration has no end.");
      if (!here().is(',') && here().kind != TokenKind::string) literals.push_back(written(here()));
      ++at_;
    }
    expect(')');
    return enumeration_type(literals);
  }

  /// The next token, or a whole name, as it is to be written.
  std::string next() {
    if (take(Code::k_enumeration)) return read_enumeration();
    const bool after_point = at_ > 0 && tokens_[at_ - 1].is('.');
    if (!is_name(here()) || after_point) {
      ++at_;
      return written(tokens_[at_ - 1]);
    }
    const std::size_t begin = at_;
    const std::string name = dotted();
    if (here().is('(') || here().kind == TokenKind::identifier || classes_.count(name)) {
      if (const auto known = class_name(name)) return *known;
    }
    // P.E.red: of a type that the text does not name.
    const std::size_t point = name.rfind('.');
    if (point != std::string::npos && !components_.count(written(tokens_[begin]))) {
      for (const auto& [literals, type] : enumerations_) {
        const std::string literal = name.substr(point + 1);
        if (std::find(literals.begin(), literals.end(), literal) != literals.end()) {
          return type + "." + literal;
        }
      }
    }
    return name;
  }

  /// Up to one of these outside of brackets.
  std::string until(std::initializer_list<char> ends) {
    std::string text;
    int depth = 0;
    while (here().kind != TokenKind::end_of_file) {
      if (depth == 0 &&
          std::any_of(ends.begin(), ends.end(), [&](const char c) { return here().is(c); })) {
        break;
      }
      if (here().is('(') || here().is('[') || here().is('{')) ++depth;
      if (here().is(')') || here().is(']') || here().is('}')) --depth;
      text += next() + " ";
    }
    return text;
  }

  /// A function, up to its end. The constructor of a record becomes the record.
  std::string read_function() {
    std::string head;
    while (!here().is(Code::k_function) && !here().is(Code::k_record)) {
      if (here().kind == TokenKind::end_of_file) fail("A text ends before its class.");
      head += written(here()) + " ";
      ++at_;
    }
    bool record = here().is(Code::k_record);
    ++at_;
    const std::string name = dotted();
    if (here().kind == TokenKind::string) {
      record = record || here().text.find("record constructor") != std::string_view::npos;
      ++at_;
    }
    std::string body;
    while (!(here().is(Code::k_end) && is_end_of(name))) {
      if (here().kind == TokenKind::end_of_file) fail(fmt::format("{} has no end.", name));
      if (record && here().is(Code::k_output)) {
        until({';'});
        ++at_;
        continue;
      }
      if (record && (here().is(Code::k_input) || here().is(Code::k_protected))) {
        ++at_;
        continue;
      }
      if (here().is(Code::k_protected) && !here(1).is(Code::k_input)) {
        ++at_;  // a prefix in flat text
        body += "protected ";
        continue;
      }
      body += next() + " ";
    }
    ++at_;
    dotted();
    expect(';');
    return fmt::format("{0}{1} {2}\n{3}\nend {2};\n", record ? "" : head,
                       record ? "record" : "function", quoted(name), body);
  }
  bool is_end_of(const std::string& name) {
    const std::size_t begin = at_++;
    const std::string ended = dotted();
    at_ = begin;
    return ended == name;
  }

  // -- the class ----------------------------------------------------------------------------------

  std::string read_model() {
    while (here().kind == TokenKind::string) ++at_;
    const auto section = [&] {
      return here().is(Code::k_equation) || here().is(Code::k_algorithm) ||
             here().is(Code::k_end) ||
             (here().is(Code::k_initial) &&
              (here(1).is(Code::k_equation) || here(1).is(Code::k_algorithm)));
    };
    while (!section()) read_declaration();
    std::string sections;
    int depth = 0;
    while (!(depth == 0 && here().is(Code::k_end))) {
      if (here().kind == TokenKind::end_of_file) fail("The class has no end.");
      const Token& token = here();
      if (token.is(Code::k_end)) {  // end if, end for, end when, end while
        --depth;
        sections += "end " + written(here(1)) + " ";
        at_ += 2;
        continue;
      }
      // An if expression has no end: only what begins a statement opens one.
      if (at_ > 0 && begins_statement(tokens_[at_ - 1]) &&
          (token.is(Code::k_if) || token.is(Code::k_for) || token.is(Code::k_when) ||
           token.is(Code::k_while))) {
        ++depth;
      }
      sections += next() + " ";
      if (token.is(';')) sections += '\n';
    }
    ++at_;
    dotted();
    expect(';');
    std::string declarations;
    for (const auto& [name, group] : root_.parts) declarations += declare(name, *group);
    return fmt::format("model {0}\n{1}{2}\nend {0};\n", FlatReference::kName, declarations,
                       sections);
  }
  static bool begins_statement(const Token& before) {
    return before.is(';') || before.is(Code::k_equation) || before.is(Code::k_algorithm) ||
           before.is(Code::k_then) || before.is(Code::k_else) || before.is(Code::k_loop);
  }

  void read_declaration() {
    Scalar scalar;
    for (;; ++at_) {
      if (here().is(Code::k_parameter) || here().is(Code::k_constant) ||
          here().is(Code::k_discrete) || here().is(Code::k_input) || here().is(Code::k_output)) {
        scalar.prefixes += written(here()) + " ";
      } else if (!(here().is(Code::k_protected) || here().is(Code::k_public) ||
                   here().is(Code::k_final) || here().is(Code::k_flow) ||
                   here().is(Code::k_stream) || here().is(Code::k_inner) ||
                   here().is(Code::k_outer))) {
        break;
      }
    }
    if (take(Code::k_enumeration)) {
      scalar.type = read_enumeration();
    } else {
      const std::string name = dotted();
      scalar.type = class_name(name).value_or(name);
    }
    if (here().is('[')) fail("The text declares arrays.");
    Group* group = &root_;
    bool single = true;
    components_.insert(written(here()));
    while (true) {
      group = &group->part(written(here()));
      ++at_;
      if (take('[')) {
        std::vector<int> index;
        while (!take(']')) {
          if (here().kind == TokenKind::integer) {
            index.push_back(std::stoi(std::string(here().text)));
          } else if (!here().is(',')) {
            fail("The text declares arrays.");
          }
          ++at_;
        }
        group = &group->element(index);
      }
      if (!take('.')) break;
      single = false;
    }
    if (!single) {  // of parts, inputs and outputs are variables like others
      for (const std::string_view prefix : {"input ", "output "}) {
        const std::size_t at = scalar.prefixes.find(prefix);
        if (at != std::string::npos) scalar.prefixes.erase(at, prefix.size());
      }
    }
    if (take('(')) {
      while (!take(')')) {
        const std::string attribute = written(here());
        ++at_;
        expect('=');
        scalar.attributes[attribute] = until({',', ')'});
        take(',');
      }
    }
    if (take('=') || take(Code::assign)) {
      int depth = 0;
      while (!(depth == 0 && (here().is(';') || ends_value()))) {
        if (here().kind == TokenKind::end_of_file) fail("A declaration has no end.");
        if (here().is('(') || here().is('[') || here().is('{')) ++depth;
        if (here().is(')') || here().is(']') || here().is('}')) --depth;
        scalar.value += next() + " ";
      }
    }
    while (!here().is(';')) {
      if (here().kind == TokenKind::end_of_file) fail("A declaration has no end.");
      ++at_;  // a comment
    }
    expect(';');
    group->scalar = std::move(scalar);
  }
  /// A string that follows a value is a comment.
  bool ends_value() const {
    if (here().kind != TokenKind::string) return false;
    const Token& before = tokens_[at_ - 1];
    return before.is(')') || before.is(']') || before.is('}') || before.is(Code::k_true) ||
           before.is(Code::k_false) || before.kind == TokenKind::identifier ||
           before.kind == TokenKind::number || before.kind == TokenKind::integer ||
           before.kind == TokenKind::string;
  }

  // -- records and arrays of scalars --------------------------------------------------------------

  std::vector<int> shape(const Group& group) const {
    std::vector<int> largest;
    std::size_t product = 1;
    for (const auto& [index, element] : group.elements) {
      largest.resize(std::max(largest.size(), index.size()));
      for (std::size_t d = 0; d < index.size(); ++d) largest[d] = std::max(largest[d], index[d]);
    }
    for (const int n : largest) product *= static_cast<std::size_t>(n);
    if (product != group.elements.size()) fail("Some elements of an array are missing.");
    return largest;
  }

  std::string declare(const std::string& name, const Group& group) {
    const std::vector<const Group*> all = {&group};
    const std::string type = type_of(all);
    return fmt::format("  {} {}{};\n", type, name, modifiers(all, {}));
  }

  /// The type of groups that stand in the same place of elements of an array, with its sizes.
  std::string type_of(const std::vector<const Group*>& groups) {
    const Group& first = *groups.front();
    if (!first.elements.empty()) {
      const std::vector<int> sizes = shape(first);
      std::vector<const Group*> elements;
      for (const Group* group : groups) {
        if (shape(*group) != sizes) fail("Elements of an array have different sizes.");
        for (const auto& [index, element] : group->elements) elements.push_back(element.get());
      }
      std::string list;
      for (const int n : sizes) list += (list.empty() ? "" : ", ") + std::to_string(n);
      const std::string inner = type_of(elements);
      const std::size_t open = inner.find('[');
      return open == std::string::npos
                 ? fmt::format("{}[{}]", inner, list)
                 : fmt::format("{}[{}, {}", inner.substr(0, open), list, inner.substr(open + 1));
    }
    if (first.scalar) {
      for (const Group* group : groups) {
        if (!group->scalar || group->scalar->type != first.scalar->type ||
            group->scalar->prefixes != first.scalar->prefixes) {
          fail("Elements of an array have different types.");
        }
      }
      return first.scalar->prefixes + first.scalar->type;
    }
    std::string body;
    for (const auto& [name, part] : first.parts) {
      std::vector<const Group*> same;
      for (const Group* group : groups) {
        if (group->parts.size() != first.parts.size()) {
          fail("Elements of an array have different parts.");
        }
        same.push_back(&const_cast<Group*>(group)->part(name));
      }
      body += fmt::format("  {} {};\n", type_of(same), name);
    }
    const std::string name = fmt::format("FlatRecord{}", ++records_);
    types_ += fmt::format("record {0}\n{1}end {0};\n", name, body);
    return name;
  }

  /// One text for each group, as a list of the shape of the arrays around them.
  static std::string nested(const std::vector<std::string>& items, const std::vector<int>& sizes,
                            std::size_t depth = 0, std::size_t begin = 0, std::size_t n = 0) {
    if (depth == 0) n = items.size();
    if (depth == sizes.size()) return items[begin];
    const std::size_t step = n / static_cast<std::size_t>(sizes[depth]);
    std::string list;
    for (int k = 0; k < sizes[depth]; ++k) {
      list += (k ? ", " : "") +
              nested(items, sizes, depth + 1, begin + static_cast<std::size_t>(k) * step, step);
    }
    return "{" + list + "}";
  }

  static std::string default_of(const std::string& attribute, const Scalar& scalar) {
    if (attribute == "fixed") return "false";
    if (attribute == "nominal") return "1.0";
    if (attribute == "unit" || attribute == "displayUnit" || attribute == "quantity") return "\"\"";
    if (scalar.type == "Boolean") return "false";
    if (scalar.type == "String") return "\"\"";
    if (scalar.type == "Real" || scalar.type == "Integer") {
      return attribute == "min" ? "-1e60" : attribute == "max" ? "1e60" : "0";
    }
    fail("Elements of an array have different attributes.");
  }

  /// "(a = {1, 2}, b(start = {3, 4}))", of groups in the same place of arrays of these sizes.
  std::string modifiers(const std::vector<const Group*>& groups, std::vector<int> sizes) {
    const Group& first = *groups.front();
    if (!first.elements.empty()) {
      std::vector<const Group*> elements;
      for (const Group* group : groups) {
        for (const auto& [index, element] : group->elements) elements.push_back(element.get());
      }
      for (const int n : shape(first)) sizes.push_back(n);
      return modifiers(elements, std::move(sizes));
    }
    std::string list;
    const auto add = [&](const std::string& text) { list += (list.empty() ? "" : ", ") + text; };
    if (!first.scalar) {
      for (const auto& [name, part] : first.parts) {
        std::vector<const Group*> same;
        for (const Group* group : groups) same.push_back(&const_cast<Group*>(group)->part(name));
        const std::string inner = modifiers(same, sizes);
        if (!inner.empty()) add(name + inner);
      }
      return list.empty() ? list : "(" + list + ")";
    }
    std::set<std::string> attributes;
    std::size_t values = 0;
    for (const Group* group : groups) {
      for (const auto& [name, text] : group->scalar->attributes) attributes.insert(name);
      values += !group->scalar->value.empty();
    }
    for (const std::string& attribute : attributes) {
      std::vector<std::string> texts;
      for (const Group* group : groups) {
        const auto it = group->scalar->attributes.find(attribute);
        texts.push_back(it != group->scalar->attributes.end()
                            ? it->second
                            : default_of(attribute, *group->scalar));
      }
      add(fmt::format("{} = {}", attribute, nested(texts, sizes)));
    }
    std::string result = list.empty() ? list : "(" + list + ")";
    if (values == 0) return result;
    if (values != groups.size()) fail("Some elements of an array have values.");
    std::vector<std::string> texts;
    for (const Group* group : groups) texts.push_back(group->scalar->value);
    return fmt::format("{} = {}", result, nested(texts, sizes));
  }

  modelica::Sources sources_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::set<std::string> classes_, components_;
  std::map<std::vector<std::string>, std::string> enumerations_;
  std::string types_;  ///< enumerations and records that were made
  int records_ = 0;
  Group root_;
};

}  // namespace

std::optional<FlatReference> read_flat_reference(std::string flat) {
  return Reader(std::move(flat)).read();
}

}  // namespace multibond
