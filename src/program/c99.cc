#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "multibond/program/executable.h"
#include "multibond/symbolic/operations.h"

namespace multibond {
namespace {

// C compilers take more than linear time for long functions (gcc -O2: 94 s for one function of
// 35 000 operations, 5 s in pieces of 500), so the instructions are cut into pieces. A value
// used in a later piece travels through the work part of `memory`.
constexpr std::size_t kPieceLength = 500;
constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

std::string literal(double number) {
  if (number != number) return "NAN";
  if (number == std::numeric_limits<double>::infinity()) return "INFINITY";
  if (number == -std::numeric_limits<double>::infinity()) return "(-INFINITY)";
  std::string text = fmt::format("{}", number);  // the shortest text that reads back exactly
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text[0] == '-' ? "(" + text + ")" : text;
}

std::string comment(std::string text) {
  for (std::size_t at; (at = text.find("*/")) != std::string::npos;) text.replace(at, 2, "* ");
  return text;
}

class C99Writer {
 public:
  C99Writer(const Program& program, std::string_view name) : program_(program), name_(name) {}
  std::string write();

 private:
  std::size_t piece_of(std::size_t instruction) const { return instruction / kPieceLength; }
  void name_solvers();
  void assign_work();
  void write_interface();
  void write_piece(std::size_t piece);
  void write_instruction(std::size_t index);
  void write_call(const Instruction& instruction);
  void write_entry(std::size_t pieces);

  std::string value(std::uint32_t index) const;
  std::string expression(const Instruction& instruction) const;
  template <class... T>
  void line(fmt::format_string<T...> format, T&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<T>(arguments)...);
    text_ += '\n';
  }
  template <class Visit>
  void for_each_operand(const Instruction& instruction, Visit visit) const;

  const Program& program_;
  const std::string name_;
  std::string text_;
  std::map<const Solver*, std::string> solver_names_;
  std::vector<std::size_t> solver_memory_;  ///< per call, and the end
  std::vector<std::size_t> result_start_;   ///< per call, its results in the work part; and the end
  std::vector<std::uint32_t> slot_;         ///< per instruction, its place in the work part
  std::vector<bool> needed_;                ///< per instruction
  std::vector<bool> named_;                 ///< per instruction, whether its own piece uses it
  std::size_t slots_ = 0;
  std::vector<std::vector<std::uint32_t>> imports_;  ///< per piece, instructions it reads
  std::vector<std::vector<std::uint32_t>> outputs_;  ///< per piece, outputs it computes
};

template <class Visit>
void C99Writer::for_each_operand(const Instruction& instruction, Visit visit) const {
  if (instruction.code == Code::call) {
    for (const std::uint32_t value : program_.calls[instruction.a].arguments) visit(value);
    return;
  }
  const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
  for (int k = 0; k < op_info(instruction.code).operands; ++k) visit(operands[k]);
}

// One C function per distinct solver; each call has its own memory.
void C99Writer::name_solvers() {
  solver_memory_.push_back(0);
  result_start_.push_back(0);
  for (const Call& call : program_.calls) {
    const auto [entry, added] = solver_names_.try_emplace(
        call.solver.get(), fmt::format("{}_solver{}", name_, solver_names_.size()));
    solver_memory_.push_back(solver_memory_.back() + call.solver->memory());
    result_start_.push_back(result_start_.back() + call.solver->outputs());
    if (!added) continue;
    const std::string source = call.solver->c99(entry->second);
    if (source.empty()) {
      throw std::invalid_argument("C99 export: " + call.solver->name() +
                                  " has no C99 form. Keep it out of the exported model.");
    }
    line("/* {} */", comment(call.solver->name()));
    text_ += source;
    line("");
  }
}

// Places in the work part, given back when the last piece that reads them is done. Results of
// solvers always pass through it.
void C99Writer::assign_work() {
  const std::size_t size = program_.instructions.size(), first = program_.first_result();
  const std::size_t pieces = (size + kPieceLength - 1) / kPieceLength;
  std::vector<std::size_t> last_piece(size, 0);
  imports_.resize(pieces);
  named_.assign(size, false);
  // What is needed, from the last instruction to the first; the rest is not written.
  needed_.assign(size, false);
  for (const std::uint32_t output : program_.outputs) {
    if (output >= first) needed_[output - first] = true;
  }
  for (std::size_t i = size; i-- > 0;) {
    if (program_.instructions[i].code == Code::call) needed_[i] = true;  // it may fail
    if (!needed_[i]) continue;
    for_each_operand(program_.instructions[i], [&](std::uint32_t value) {
      if (value >= first) needed_[value - first] = true;
    });
  }
  std::vector<std::size_t> imported(size, std::numeric_limits<std::size_t>::max());
  for (std::size_t i = 0; i < size; ++i) {
    if (!needed_[i]) continue;
    for_each_operand(program_.instructions[i], [&](std::uint32_t value) {
      if (value < first) return;
      const std::uint32_t operand = static_cast<std::uint32_t>(value - first);
      const std::size_t piece = piece_of(i);
      last_piece[operand] = std::max(last_piece[operand], piece);
      if (piece_of(operand) == piece) named_[operand] = true;
      if (piece_of(operand) == piece || imported[operand] == piece) return;
      imported[operand] = piece;
      imports_[piece].push_back(operand);
    });
  }
  outputs_.resize(pieces);
  for (std::uint32_t i = 0; i < program_.outputs.size(); ++i) {
    if (program_.outputs[i] < first) continue;
    outputs_[piece_of(program_.outputs[i] - first)].push_back(i);
    named_[program_.outputs[i] - first] = true;
  }
  slots_ = result_start_.back();
  slot_.assign(size, kNoSlot);
  std::vector<std::uint32_t> free;
  std::vector<std::vector<std::uint32_t>> ending(pieces);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t piece = piece_of(i);
    if (i % kPieceLength == 0 && piece > 0) {
      free.insert(free.end(), ending[piece - 1].begin(), ending[piece - 1].end());
    }
    const Instruction& instruction = program_.instructions[i];
    if (instruction.code == Code::result) {
      slot_[i] = static_cast<std::uint32_t>(result_start_[instruction.a] + instruction.b);
    } else if (last_piece[i] > piece) {
      if (free.empty()) free.push_back(static_cast<std::uint32_t>(slots_++));
      slot_[i] = free.back();
      free.pop_back();
      ending[last_piece[i]].push_back(slot_[i]);
    }
  }
}

std::string C99Writer::value(std::uint32_t index) const {
  if (index < program_.inputs) return fmt::format("in[{}]", index);
  if (index >= program_.first_result()) return fmt::format("v{}", index - program_.first_result());
  return literal(program_.constants[index - program_.first_constant()]);
}

std::string C99Writer::expression(const Instruction& instruction) const {
  const std::string a = value(instruction.a);
  const std::string b = op_info(instruction.code).operands > 1 ? value(instruction.b) : "";
  switch (instruction.code) {
    case Code::add:
      return fmt::format("{} + {}", a, b);
    case Code::sub:
      return fmt::format("{} - {}", a, b);
    case Code::mul:
      return fmt::format("{} * {}", a, b);
    case Code::div:
      return fmt::format("{} / {}", a, b);
    case Code::neg:
      return fmt::format("-{}", a);
    case Code::abs:
      return fmt::format("fabs({})", a);
    case Code::sign:
      return fmt::format("{0} > 0 ? 1.0 : {0} < 0 ? -1.0 : {0}", a);
    case Code::min:
      return fmt::format("{0} < {1} ? {0} : {1}", a, b);
    case Code::max:
      return fmt::format("{0} > {1} ? {0} : {1}", a, b);
    case Code::less:
      return fmt::format("(double)({} < {})", a, b);
    case Code::less_equal:
      return fmt::format("(double)({} <= {})", a, b);
    case Code::equal:
      return fmt::format("(double)({} == {})", a, b);
    case Code::logical_and:
      return fmt::format("(double)({} != 0 && {} != 0)", a, b);
    case Code::logical_or:
      return fmt::format("(double)({} != 0 || {} != 0)", a, b);
    case Code::logical_not:
      return fmt::format("(double)({} == 0)", a);
    case Code::select:
      return fmt::format("{} != 0 ? {} : {}", a, b, value(instruction.c));
    default:
      break;  // named as in <math.h>
  }
  const std::string_view function = op_info(instruction.code).name;
  return b.empty() ? fmt::format("{}({})", function, a) : fmt::format("{}({}, {})", function, a, b);
}

void C99Writer::write_call(const Instruction& instruction) {
  const Call& call = program_.calls[instruction.a];
  const std::size_t results = result_start_[instruction.a], outputs = call.solver->outputs();
  line("  {{ /* {} */", comment(call.solver->name()));
  line("    double arguments[{}];", std::max<std::size_t>(1, call.arguments.size()));
  if (call.arguments.empty()) line("    arguments[0] = 0.0;");
  for (std::size_t k = 0; k < call.arguments.size(); ++k) {
    line("    arguments[{}] = {};", k, value(call.arguments[k]));
  }
  line("    if (!{}(arguments, work + {}, memory + {})) {{", solver_names_.at(call.solver.get()),
       results, solver_memory_[instruction.a]);
  for (std::size_t k = 0; k < outputs; ++k) line("      work[{}] = NAN;", results + k);
  line("      success = 0;");
  line("    }}");
  line("  }}");
}

void C99Writer::write_instruction(std::size_t index) {
  const Instruction& instruction = program_.instructions[index];
  if (instruction.code == Code::call) {
    write_call(instruction);
  } else if (instruction.code == Code::result) {
    if (named_[index]) line("  const double v{} = work[{}];", index, slot_[index]);
  } else if (named_[index]) {
    line("  const double v{} = {};", index, expression(instruction));
    if (slot_[index] != kNoSlot) line("  work[{}] = v{};", slot_[index], index);
  } else if (slot_[index] != kNoSlot) {
    line("  work[{}] = {};", slot_[index], expression(instruction));
  }
}

void C99Writer::write_piece(std::size_t piece) {
  const std::size_t begin = piece * kPieceLength;
  const std::size_t end = std::min(begin + kPieceLength, program_.instructions.size());
  line("static int {}_piece{}(const double* in, double* restrict out, double* restrict work,",
       name_, piece);
  line("                      double* restrict memory) {{");
  line("  int success = 1;");
  for (const std::uint32_t operand : imports_[piece]) {
    line("  const double v{} = work[{}];", operand, slot_[operand]);
  }
  for (std::size_t i = begin; i < end; ++i) write_instruction(i);
  for (const std::uint32_t i : outputs_[piece]) {
    line("  out[{}] = {};", i, value(program_.outputs[i]));
  }
  line("  (void)in, (void)out, (void)work, (void)memory;");
  line("  return success;");
  line("}}");
  line("");
}

void C99Writer::write_interface() {
  line("/* Number of doubles that {} keeps in `memory`. */", name_);
  line("size_t {}_memory_size(void) {{ return {}u; }}", name_,
       std::max<std::size_t>(1, solver_memory_.back() + slots_));
  line("");
  line("/* To be called once before the first {}, and again to forget iterates. */", name_);
  line("void {}_initialize(double* memory) {{", name_);
  line("  size_t i;");
  line("  for (i = 0; i < {}_memory_size(); ++i) memory[i] = 0.0;", name_);
  for (std::size_t c = 0; c < program_.calls.size(); ++c) {
    std::vector<double> memory(program_.calls[c].solver->memory(), 0.0);
    program_.calls[c].solver->initialize(memory);
    for (std::size_t i = 0; i < memory.size(); ++i) {
      if (memory[i] != 0) line("  memory[{}] = {};", solver_memory_[c] + i, literal(memory[i]));
    }
  }
  line("}}");
  line("");
}

void C99Writer::write_entry(std::size_t pieces) {
  line("int {}(const double* in, double* out, double* memory) {{", name_);
  line("  double* const work = memory + {};", solver_memory_.back());
  line("  int success = 1;");
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    line("  success &= {}_piece{}(in, out, work, memory);", name_, piece);
  }
  for (std::size_t i = 0; i < program_.outputs.size(); ++i) {
    if (program_.outputs[i] < program_.first_result()) {
      line("  out[{}] = {};", i, value(program_.outputs[i]));
    }
  }
  line("  (void)in, (void)out, (void)work;");
  line("  return success;");
  line("}}");
}

std::string C99Writer::write() {
  line("/* {}: {} inputs, {} outputs, {} operations. Generated by Multibond. */", name_,
       program_.inputs, program_.outputs.size(), program_.operations());
  line("#include <math.h>");
  line("#include <stddef.h>");
  line("");
  name_solvers();
  assign_work();
  line("size_t {}_memory_size(void);", name_);
  line("void {}_initialize(double* memory);", name_);
  line("int {}(const double* in, double* out, double* memory);", name_);
  line("");
  write_interface();
  for (std::size_t piece = 0; piece < imports_.size(); ++piece) write_piece(piece);
  write_entry(imports_.size());
  return std::move(text_);
}

}  // namespace

std::string to_c99(const Program& program, std::string_view name) {
  program.check();
  return C99Writer(program, name).write();
}

}  // namespace multibond
