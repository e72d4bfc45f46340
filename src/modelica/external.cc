// Functions in other languages: elementary ones under their names in C, and tables.

#include <algorithm>
#include <cctype>
#include <cmath>
#include <complex>
#include <filesystem>
#include <numbers>

#include <fmt/format.h>

#include "elaborator.h"
#include "opaque.h"
#include "random.h"
#include "tables.h"

namespace multibond::modelica {
namespace {

constexpr std::string_view kTables = "ModelicaStandardTables_";
constexpr std::string_view kStrings = "ModelicaStrings_";
constexpr std::string_view kRandom = "ModelicaRandom_";

/// Samples of a spectrum. It is a function of all of them for each of its lines: of many more, the
/// model would consist of little else.
constexpr std::size_t kMostSamples = 1000;

/// Amplitudes and phases of a signal: u[k] is the sum over i of A[i] cos(2 pi i k / n + phi[i]).
void spectrum(std::span<const double> u, std::span<double> results) {
  const std::size_t n = u.size(), lines = n / 2 + 1;
  std::vector<std::complex<double>> turn(n);
  for (std::size_t k = 0; k < n; ++k) {
    turn[k] =
        std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  }
  for (std::size_t i = 0; i < lines; ++i) {
    std::complex<double> sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += u[k] * turn[i * k % n];
    results[i] = 2 * std::abs(sum) / static_cast<double>(n);
    results[lines + i] = std::arg(sum);
  }
}

std::vector<double> column_of(const Value& table, std::size_t column) {
  std::vector<double> numbers;
  const auto width = static_cast<std::size_t>(table.shape()[1]);
  for (std::size_t i = column; i < table.items().size(); i += width) {
    numbers.push_back(table.items()[i].scalar.number());
  }
  return numbers;
}

}  // namespace

/// What a function in another language gives goes to the variable on its left, or to the outputs
/// among its arguments, in their order.
void Elaborator::call_external(Instance& function, const External& external, Frame& frame) {
  const std::string_view name = external.has_call ? external.function.text() : function.name.text();
  const Place place{function.scopes.front(), &frame};
  std::vector<Name> outputs;
  for (const Member* member : function.members) {
    if (member->is_class()) continue;
    const modelica::Component& declaration = *member->element->component;
    if (declaration.causality == Causality::output) outputs.push_back(declaration.name);
  }
  const auto is_output = [&](Name given) {
    return std::find(outputs.begin(), outputs.end(), given) != outputs.end();
  };
  std::vector<Name> targets;
  if (external.result) targets.push_back(external.result->parts[0].name);
  std::vector<Value> results;
  if (name.starts_with(kTables) && name.find("_init") != std::string_view::npos) {
    results.push_back(make_table_object(function, frame));  // what its constructor was given
  } else {
    std::vector<Value> arguments;
    for (const Expression* e : external.arguments) {
      const bool plain = e->kind == Expression::Kind::reference && e->reference->parts.size() == 1;
      if (plain && is_output(e->reference->parts[0].name)) {
        targets.push_back(e->reference->parts[0].name);
      } else {
        arguments.push_back(evaluate(*e, place));
      }
    }
    if (!external.has_call) {
      for (const auto& [input, value] : frame.values) {
        if (value.kind != Value::Kind::none && !is_output(input)) arguments.push_back(value);
      }
    }
    std::optional<std::vector<Value>> given = external_results(name, arguments);
    if (!given && name == "ModelicaFFT_kiss_fftr") {
      given = spectrum_results(arguments, function, external.position);
    }
    if (!given) given = file_results(name, arguments, function, external.position);
    if (!given) {
      fail(external.position, path(function),
           fmt::format("{} is written in another language ({}), which is not supported.",
                       library_.path(*function.definition), name),
           "Write it in Modelica.");
    }
    results = std::move(*given);
  }
  if (targets.empty()) targets = outputs;
  for (std::size_t i = 0; i < targets.size() && i < results.size(); ++i) {
    if (Value* const local = frame.find(targets[i])) *local = results[i];
  }
}

std::optional<std::vector<Value>> Elaborator::external_results(
    std::string_view name, const std::vector<Value>& arguments) {
  const auto one = [](std::optional<Value> value) -> std::optional<std::vector<Value>> {
    if (!value) return std::nullopt;
    return std::vector<Value>{std::move(*value)};
  };
  if (name.starts_with(kTables)) return one(table_call(name.substr(kTables.size()), arguments));
  if (name.starts_with(kStrings)) {
    return one(text_function(name.substr(kStrings.size()), arguments));
  }
  if (name.starts_with(kRandom)) return random_call(name.substr(kRandom.size()), arguments);
  return one(math_call(name == "fabs" ? "abs" : name, arguments));
}

/// Functions of files. What they write or print is left out, and told.
std::optional<std::vector<Value>> Elaborator::file_results(std::string_view name,
                                                           const std::vector<Value>& arguments,
                                                           const Instance& function,
                                                           Position position) {
  const bool prints = name == "ModelicaInternal_print";
  const bool writes = name == "ModelicaIO_writeRealMatrix" || name == "ModelicaInternal_removeFile";
  if (prints || writes) {
    const std::string path = library_.path(*function.definition);
    if (left_out_.insert(path).second) {
      warn(position, path,
           fmt::format("What {} {} is left out.", path, prints ? "prints" : "does to files"),
           "Look at the results of the run instead.");
    }
    if (name != "ModelicaIO_writeRealMatrix") return std::vector<Value>();
    return std::vector<Value>{Value::truth(true)};
  }
  if (arguments.empty() || arguments[0].kind != Value::Kind::text) return std::nullopt;
  const std::filesystem::path file = arguments[0].data->text;
  std::error_code none;
  if (name == "ModelicaInternal_fullPathName") {
    return std::vector<Value>{Value::string(std::filesystem::absolute(file, none).string())};
  }
  if (name != "ModelicaInternal_stat") return std::nullopt;
  const std::filesystem::file_status status = std::filesystem::status(file, none);
  const double kind = !std::filesystem::exists(status)           ? 1
                      : std::filesystem::is_regular_file(status) ? 2
                      : std::filesystem::is_directory(status)    ? 3
                                                              : 4;  // of the enumeration FileType
  return std::vector<Value>{{Value::Kind::enumeration, kind, nullptr, {}}};
}

/// The spectrum of a signal. In a when clause it is computed where that happens, and only there: it
/// takes its time.
std::optional<std::vector<Value>> Elaborator::spectrum_results(const std::vector<Value>& arguments,
                                                               const Instance& function,
                                                               Position position) {
  if (arguments.size() != 4 || arguments[0].rank() != 1) return std::nullopt;
  const std::size_t n = arguments[0].items().size(), lines = n / 2 + 1;
  const auto result = [&](double info, const auto& line) {
    std::vector<Value> amplitudes, phases;
    for (std::size_t i = 0; i < lines; ++i) amplitudes.push_back(Value::real(line(i)));
    for (std::size_t i = 0; i < lines; ++i) phases.push_back(Value::real(line(lines + i)));
    return std::vector<Value>{Value::integer(info), Value::vector(std::move(amplitudes)),
                              Value::vector(std::move(phases))};
  };
  const auto nothing = [](std::size_t) { return Expr(0.0); };
  if (n == 0 || n % 2 == 1) return result(1, nothing);
  if (n > kMostSamples) {
    const std::string path = library_.path(*function.definition);
    if (left_out_.insert(path).second) {
      warn(position, path,
           fmt::format("The spectrum of {} samples is left out, and stays zero: at most {} are "
                       "taken.",
                       n, kMostSamples),
           "Compute it from the result of the run, or take fewer samples.");
    }
    return result(0, nothing);
  }
  std::vector<Expr> inputs{in_when_ ? when_happens_ : Expr(1.0)};
  bool known = inputs[0].is_number();
  for (const Value& item : arguments[0].items()) {
    inputs.push_back(scalar(item));
    known = known && item.scalar.is_number();
  }
  if (known) {
    std::vector<double> u, values(2 * lines);
    for (std::size_t k = 1; k <= n; ++k) u.push_back(inputs[k].number());
    spectrum(u, values);
    return result(0, [&](std::size_t i) { return Expr(values[i]); });
  }
  const auto functions = opaque_functions(
      "spectrum", n + 1, 2 * lines, [](std::span<const double> given, std::span<double> results) {
        if (given[0] != 0) {
          spectrum(given.subspan(1), results);
        } else {
          std::fill(results.begin(), results.end(), 0.0);
        }
      });
  return result(0, [&](std::size_t i) { return call(functions[i], inputs); });
}

/// Functions of texts.
std::optional<Value> Elaborator::text_function(std::string_view name,
                                               const std::vector<Value>& arguments) {
  const auto text = [&](std::size_t i) -> const std::string& {
    if (i >= arguments.size() || arguments[i].kind != Value::Kind::text) {
      throw ValueFault{"A function of texts is given something else", {}};
    }
    return arguments[i].data->text;
  };
  const auto number_at = [&](std::size_t i) {
    return integer(arguments.at(i), 0, "an argument of a function of texts");
  };
  if (name == "length") return Value::integer(static_cast<double>(text(0).size()));
  if (name == "substring") {
    const int size = static_cast<int>(text(0).size());
    const int first = number_at(1), last = number_at(2);
    if (first < 1 || last > size || last < first - 1) {
      throw ValueFault{
          fmt::format("There are no characters {} to {} in a text of {}", first, last, size), {}};
    }
    return Value::string(text(0).substr(static_cast<std::size_t>(first - 1),
                                        static_cast<std::size_t>(last - first + 1)));
  }
  if (name == "compare") {  // the order as the enumeration Compare: less, equal, greater
    const bool exact = arguments.size() < 3 || number_at(2) != 0;
    const auto shown = [&](std::string word) {
      if (!exact) {
        std::transform(word.begin(), word.end(), word.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      }
      return word;
    };
    const int order = shown(text(0)).compare(shown(text(1)));
    return Value::integer(order < 0 ? 1.0 : order == 0 ? 2.0 : 3.0);
  }
  if (name == "hashString") return Value::integer(text_hash(text(0)));
  return std::nullopt;
}

/// The numbers of a table are read: they shape the model.
Value Elaborator::make_table_object(Instance& function, Frame& frame) {
  std::vector<Name> names;
  std::vector<Value> items;
  for (const auto& [name, value] : frame.values) {
    if (value.kind == Value::Kind::none) continue;
    names.push_back(name);
    items.push_back(each(value, [&](const Value& item) -> Value {
      if (!item.is_scalar() || item.scalar.is_number()) return item;
      freeze(item.scalar);
      return {item.kind,
              Expr(number(item, function.definition->position, "a number of a table")),
              item.type,
              {}};
    }));
  }
  Value object = Value::record(std::move(names), std::move(items), function.definition);
  const auto text = [&](std::string_view field) {
    const Value* const found = object.field(library_.names()(field));
    return found && found->kind == Value::Kind::text ? found->data->text : std::string("NoName");
  };
  if (text("tableName") != "NoName" && text("fileName") != "NoName") {
    const TableMatrix matrix = read_table(text("fileName"), text("tableName"));
    std::vector<Value> numbers;
    for (const double x : matrix.values) numbers.push_back(Value::real(x));
    Compound& own = object.own();
    for (std::size_t i = 0; i < own.names.size(); ++i) {
      if (own.names[i].text() == "table") {
        own.items[i] = Value::array({matrix.rows, matrix.columns}, std::move(numbers));
      }
    }
  }
  return object;
}

/// The functions of a table, each made once.
std::optional<Value> Elaborator::table_call(std::string_view name,
                                            const std::vector<Value>& arguments) {
  if (arguments.empty() || arguments[0].kind != Value::Kind::record) return std::nullopt;
  const Value& object = arguments[0];
  const auto field = [&](std::string_view word) { return object.field(library_.names()(word)); };
  const auto given = [&](std::string_view word, double otherwise) {
    const Value* const found = field(word);
    return found && found->is_number() ? found->scalar.number() : otherwise;
  };
  const Value* const table = field("table");
  if (!table || table->rank() != 2 || table->items().empty()) return std::nullopt;
  const std::string text(name);
  const auto call_of = [&](std::size_t part, auto&& make,
                           std::vector<Expr> operands) -> std::optional<Value> {
    TableFunctions& known = tables_[object.data.get()];
    known.object = object.data;
    std::shared_ptr<const Function>& function = known.functions[text + std::to_string(part)];
    if (!function) function = make();
    return Value::real(call(function, operands));
  };
  const auto smoothness = static_cast<Smoothness>(static_cast<int>(given("smoothness", 1)));
  const auto beyond = static_cast<Beyond>(static_cast<int>(given("extrapolation", 2)));
  const auto column = [&](std::size_t number) {
    return make_column(
        {"table", column_of(*table, 0), column_of(*table, number), smoothness, beyond});
  };
  /// The column of the table for a number of an output.
  const auto chosen = [&](const Value& output) {
    const auto icol = static_cast<std::size_t>(scalar(output).number());
    const Value* const columns = field("columns");
    const std::size_t place =
        columns && icol <= columns->items().size()
            ? static_cast<std::size_t>(columns->items()[icol - 1].scalar.number())
            : icol + 1;
    if (place < 1 || place > static_cast<std::size_t>(table->shape()[1])) {
      throw ValueFault{fmt::format("A table has no column {}", place), "Check columns."};
    }
    return place - 1;
  };
  const double start = given("startTime", 0), shift = given("shiftTime", 0);
  const std::vector<double> points = column_of(*table, 0);
  if (name == "CombiTimeTable_minimumTime" || name == "CombiTable1D_minimumAbscissa") {
    return Value::real(points.front());
  }
  if (name == "CombiTimeTable_maximumTime" || name == "CombiTable1D_maximumAbscissa") {
    return Value::real(points.back());
  }
  if (name == "CombiTimeTable_getValue" && arguments.size() == 5) {
    const std::size_t k = chosen(arguments[1]);
    return call_of(k, [&] { return time_table_function(column(k), start, shift); },
                   {scalar(arguments[2]), scalar(arguments[3])});
  }
  if (name == "CombiTimeTable_nextTimeEvent" && arguments.size() == 2) {
    const auto events = static_cast<TimeEvents>(static_cast<int>(given("timeEvents", 1)));
    return call_of(0, [&] { return next_event_function(column(0), start, shift, events); },
                   {scalar(arguments[1])});
  }
  if (name == "CombiTable1D_getValue" && arguments.size() == 3) {
    const std::size_t k = chosen(arguments[1]);
    return call_of(k, [&] { return table_function(column(k)); }, {scalar(arguments[2])});
  }
  if (!name.starts_with("CombiTable2D_") || table->shape()[0] < 2 || table->shape()[1] < 2) {
    return std::nullopt;
  }
  const auto width = static_cast<std::size_t>(table->shape()[1]);
  TableGrid grid{"table", {points.begin() + 1, points.end()}, {},
                 {},      smoothness == Smoothness::constant, beyond};
  for (std::size_t j = 1; j < width; ++j) grid.y.push_back(table->items()[j].scalar.number());
  for (std::size_t i = 1; i < points.size(); ++i) {
    for (std::size_t j = 1; j < width; ++j) {
      grid.z.push_back(table->items()[i * width + j].scalar.number());
    }
  }
  if (name == "CombiTable2D_minimumAbscissa") {
    return Value::vector({Value::real(grid.x.front()), Value::real(grid.y.front())});
  }
  if (name == "CombiTable2D_maximumAbscissa") {
    return Value::vector({Value::real(grid.x.back()), Value::real(grid.y.back())});
  }
  if (name == "CombiTable2D_getValue" && arguments.size() == 3) {
    if (smoothness != Smoothness::linear && smoothness != Smoothness::constant) {
      throw ValueFault{"A table of two inputs is smooth, which is not supported",
                       "Use LinearSegments or ConstantSegments"};
    }
    return call_of(0, [&] { return grid_function(grid); },
                   {scalar(arguments[1]), scalar(arguments[2])});
  }
  return std::nullopt;
}

}  // namespace multibond::modelica
