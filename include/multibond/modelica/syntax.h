/// Syntax trees: what the parser makes of Modelica text.
///
/// Nodes live in an arena and are not changed once they are read. Names are pointers, positions
/// say file and line. Annotations are kept as ranges of text and read when someone asks.
#pragma once

#include <string_view>

#include "multibond/modelica/arena.h"
#include "multibond/modelica/name.h"
#include "multibond/modelica/source.h"

namespace multibond::modelica {

struct Class;
struct Expression;
struct Modification;
struct Element;

// -- expressions ----------------------------------------------------------------------------------

/// a[1].b: one name with its subscripts.
struct ReferencePart {
  Name name;
  List<Expression*> subscripts = {};
};
struct Reference {
  List<ReferencePart> parts = {};
  bool global = false;  ///< begins with a point
  Position position = 0;
};

struct Iterator {
  Name name;
  Expression* range = nullptr;  ///< null: follows from the subscripts
};
struct NamedArgument {
  Name name;
  Expression* value = nullptr;
};

enum class Operator : std::uint8_t {
  none,
  add,
  sub,
  mul,
  div,
  pow,
  dot_add,
  dot_sub,
  dot_mul,
  dot_div,
  dot_pow,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_not,
  plus,
  minus,
  dot_plus,
  dot_minus
};

struct Expression {
  enum class Kind : std::uint8_t {
    number,
    integer,
    string,
    boolean,
    reference,
    call,  ///< reference(operands, named) or, with iterators, reference(operand for ...)
    unary,
    binary,
    choice,         ///< if c then a elseif d then b else e: operands c, a, d, b, e
    range,          ///< a:b or a:step:b
    array,          ///< {a, b}
    comprehension,  ///< {a for i in r}
    matrix,         ///< [a, b; c, d]: operands are rows
    row,            ///< of a matrix
    tuple,          ///< (a, , b): missing ones are null
    end,            ///< in a subscript
    colon,          ///< a whole dimension
    function,       ///< function f(x = 1), as an argument
  };
  Kind kind;
  Operator op = Operator::none;
  Position position = 0;
  double value = 0;            ///< of numbers and truth values
  std::string_view text = {};  ///< number as written; string between its quotes, escapes kept
  Reference* reference = nullptr;
  List<Expression*> operands = {};
  List<NamedArgument> named = {};
  List<Iterator> iterators = {};
};

// -- modifications --------------------------------------------------------------------------------

struct Argument {
  bool each = false, final = false, redeclare = false, replaceable = false;
  Position position = 0;
  List<Name> path = {};  ///< of what is modified; empty for a redeclaration
  Modification* modification = nullptr;
  Element* element = nullptr;  ///< of a redeclaration, or of replaceable
  std::string_view comment = {};
};
struct Modification {
  Position position = 0;
  bool has_arguments = false;
  List<Argument> arguments = {};
  Expression* binding = nullptr;
};

/// A part of the text, with the brackets around it: "(experiment(StopTime=5))".
struct TextRange {
  Position begin = 0;
  std::string_view text = {};
};

struct Comment {
  std::string_view text = {};  ///< between the quotes, escapes kept; pieces joined by +
  bool present = false;
  List<std::string_view> more = {};  ///< further pieces: "a" + "b"
  List<TextRange> annotations = {};
};

// -- equations and statements ---------------------------------------------------------------------

struct Statement;
struct Branch {
  Expression* condition = nullptr;  ///< null: else
  List<Statement*> body = {};
  Position position = 0;
};
struct Statement {
  enum class Kind : std::uint8_t {
    equation,  ///< left = right
    assign,    ///< left := right; left may be a tuple
    call,      ///< left is the call
    connect,   ///< left, right
    choose,    ///< if
    loop,      ///< for
    when,
    while_loop,
    leave,   ///< break
    finish,  ///< return
  };
  Kind kind;
  Position position = 0;
  Expression* left = nullptr;
  Expression* right = nullptr;
  List<Branch> branches = {};
  List<Iterator> iterators = {};
  Comment comment = {};
};

struct Section {
  bool algorithm = false, initial = false;
  Position position = 0;
  List<Statement*> statements = {};
};

// -- classes --------------------------------------------------------------------------------------

enum class Restriction : std::uint8_t {
  class_,
  model,
  block,
  record,
  operator_record,
  connector,
  type,
  package,
  function,
  operator_function,
  operator_
};

struct Import {
  enum class Kind : std::uint8_t { qualified, renamed, all, several, file } kind = Kind::qualified;
  Name alias;
  List<Name> path = {};
  List<Name> names = {};  ///< of {a, b}
  std::string_view file = {};
};

enum class Variability : std::uint8_t { continuous, discrete, parameter, constant };
enum class Causality : std::uint8_t { none, input, output };

struct Component {
  Name name;
  Reference* type = nullptr;
  bool flow = false, stream = false;
  Variability variability = Variability::continuous;
  Causality causality = Causality::none;
  List<Expression*> type_dimensions = {}, dimensions = {};
  Modification* modification = nullptr;
  Expression* condition = nullptr;
  bool same_clause = false;  ///< follows another of the same clause: Real a, b
};

struct Extends {
  Reference* base = nullptr;
  Modification* modification = nullptr;
};

struct Element {
  enum class Kind : std::uint8_t { import, extends, component, class_ } kind = Kind::component;
  bool is_protected = false, redeclare = false, final = false, inner = false, outer = false,
       replaceable = false;
  Position position = 0;
  Import* import = nullptr;
  Extends* extends = nullptr;
  Component* component = nullptr;
  Class* nested = nullptr;
  Extends* constraint = nullptr;  ///< constrainedby
  Comment comment = {};
  Comment constraint_comment = {};
};

struct External {
  std::string_view language = {};
  Name function;
  Reference* result = nullptr;
  List<Expression*> arguments = {};
  bool has_call = false;
  List<TextRange> annotations = {};
  Position position = 0;
};

struct EnumerationLiteral {
  Name name;
  Comment comment = {};
};

struct Class {
  enum class Form : std::uint8_t {
    full,
    shortened,           ///< class A = B(...)
    enumeration,         ///< type A = enumeration(...)
    partial_derivative,  ///< function f = der(g, x)
    extended,            ///< redeclare model extends A ... end A
  };
  Name name;
  Restriction restriction = Restriction::class_;
  Form form = Form::full;
  bool partial = false, encapsulated = false, expandable = false, pure = false, impure = false;
  bool open_enumeration = false;  ///< enumeration(:)
  Position position = 0, end = 0;
  Class* enclosing = nullptr;  ///< null for a class of the top level, and set by the loader
  Comment comment = {};
  List<Element> elements = {};
  List<Section> sections = {};
  External* external = nullptr;
  List<TextRange> annotations = {};
  // of short forms
  Reference* base = nullptr;
  Causality base_causality = Causality::none;
  bool base_flow = false;
  List<Expression*> dimensions = {};
  Modification* modification = nullptr;
  List<EnumerationLiteral> literals = {};
  List<Name> derived_by = {};
};

/// A file: `within A.B;` and its classes.
struct Unit {
  List<Name> within = {};
  bool has_within = false;
  List<Class*> classes = {};
  List<Import*> imports = {};  ///< of old libraries, before the package
};

std::string_view to_string(Restriction restriction);
std::string_view to_string(Operator op);

}  // namespace multibond::modelica
