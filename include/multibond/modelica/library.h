/// Library: the classes that Modelica text defines, read as they are asked for.
///
///     modelica::Library library;
///     library.add_folder("/opt/modelica");          // or by MODELICAPATH
///     library.load("Crane.mo");
///     System system = modelica::flatten(library, "Crane");
///
/// Packages that are folders are read file by file, when a name in them is looked for. Of several
/// versions of a library that the folders hold, the one is taken that `uses` names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "multibond/diagnostic.h"
#include "multibond/modelica/native.h"
#include "multibond/modelica/parser.h"

namespace multibond::modelica {

class Library {
 public:
  Library();
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// Libraries are looked for in this folder, after those given before. It may be a library itself.
  void add_folder(const std::string& folder);
  /// The folders of MODELICAPATH, separated by colons.
  void add_environment();

  /// The components of a catalog, as a package `Multibond`.
  void add_native(std::shared_ptr<const NativeClasses> classes) { native_ = std::move(classes); }
  const NativeClasses* native() const { return native_.get(); }
  /// What a class of that package stands for; null for all others.
  const NativeClass* native(const Class& definition) const;
  /// The class as it is with these values of parameters: with other ports and variables.
  const Class& native_variant(const Class& definition, const NativeClasses::Settings& settings);

  /// Reads a file, or the package.mo of a folder. Its classes stand at the top level, or where
  /// `within` says. Throws Error with all mistakes.
  std::vector<const Class*> load(const std::string& file);
  /// The same for a text; the name stands for the file in messages.
  std::vector<const Class*> load_text(const std::string& name, std::string text);

  /// A class of the top level, read if a folder has it; null if none has.
  const Class* top(Name name);
  /// A class in a package, among what its text defines or in its folder; null if there is none.
  const Class* child(const Class& package, Name name);
  /// By its full name: "Modelica.Blocks.Sources.Sine". Throws Error with what is nearest.
  const Class& find(std::string_view path);
  /// Names of all classes in a package, in order of the text, then of the folder.
  std::vector<std::string> children(const Class& package);

  /// The argument of an annotation of a class: annotation(experiment(...)). Null if absent.
  const Argument* annotation(const List<TextRange>& annotations, std::string_view name);
  const Argument* annotation(const Class& definition, std::string_view name);
  /// "Modelica.Blocks.Sources"
  std::string path(const Class& definition) const;
  /// Where something stands: "Crane.mo:12".
  std::string place(Position position) const { return sources_.place(position); }

  Names& names() { return names_; }
  Arena& arena() { return arena_; }
  Sources& sources() { return sources_; }
  ParserContext context() { return {names_, arena_, sources_}; }
  /// An expression that a user gives, as on the command line; throws Error.
  const Expression& expression(const std::string& origin, std::string text);

  std::size_t tokens() const { return tokens_; }
  std::vector<Diagnostic> warnings;

 private:
  struct Candidate {
    std::string file;     ///< to be read
    std::string folder;   ///< where libraries of the same release are
    std::string version;  ///< of the folder's name; may be empty
  };
  std::vector<Class*> read(const std::string& file);
  std::vector<Class*> take(const SourceFile& file);
  void place_in(Class& definition, const List<Name>& within);
  void note_uses(const Class& definition);
  std::vector<Candidate> candidates(std::string_view name) const;
  std::string version(const Class& definition);
  bool covers(const Class& definition, const std::string& wanted);
  const Class* choose(Name name, const std::vector<Candidate>& found);
  void set_folder(const Class& package, const std::string& file);
  Class* read_native(const NativeClass& native, const Class* package,
                     const NativeClasses::Settings& settings = {});

  Names names_;
  Arena arena_;
  Sources sources_;
  std::vector<std::string> folders_;
  std::unordered_map<Name, const Class*> top_;  ///< null: looked for in vain
  struct Package {
    std::string folder;  ///< empty: all is in the text
    std::unordered_map<Name, const Class*> classes;
  };
  std::unordered_map<const Class*, Package> packages_;
  Package& package(const Class& definition);
  struct Use {
    std::string version, user, place;
  };
  std::unordered_map<std::string, Use> uses_;
  std::unordered_map<Position, List<Argument>> annotations_;  ///< read so far
  std::size_t tokens_ = 0;
  std::shared_ptr<const NativeClasses> native_;
  std::unordered_map<const Class*, NativeClass> native_classes_;
  std::unordered_map<std::string, const Class*> native_variants_;  ///< by text
};

}  // namespace multibond::modelica
