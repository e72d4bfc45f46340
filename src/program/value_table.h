/// ValueTable: structural value numbering, the memory of a ProgramBuilder.
///
/// Every distinct (code, operands) and every distinct number exists once. An open-addressing hash
/// table of value indices keeps this at a few nanoseconds per value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "multibond/program/program.h"

namespace multibond::detail {

enum class NodeKind : std::uint8_t { input, constant, operation, call, result };

struct Node {
  NodeKind kind = NodeKind::input;
  Code code = Code::add;      ///< of an operation, `call` or `result`
  std::uint8_t operands = 0;  ///< of an operation
  /// operation: operand values; constant: a is the index of its number; call: a is the index of
  /// the call; result: a is the value of the call node, b the output number.
  std::uint32_t a = 0, b = 0, c = 0;
};

class ValueTable {
 public:
  explicit ValueTable(std::size_t inputs);

  std::size_t inputs() const { return inputs_; }
  std::size_t size() const { return nodes_.size(); }
  const Node& node(std::uint32_t value) const { return nodes_[value]; }

  /// Numbers are told apart by their bits, so 0.0 and -0.0 differ and NaN equals itself.
  std::uint32_t constant(double number);
  /// The value of this operation, found or new. No simplification happens here.
  std::uint32_t operation(Code code, std::uint32_t a, std::uint32_t b, std::uint32_t c);
  std::uint32_t add_call(std::uint32_t call);
  std::uint32_t add_result(std::uint32_t call_value, std::uint32_t output);

  bool is_constant(std::uint32_t value) const { return nodes_[value].kind == NodeKind::constant; }
  bool is_constant(std::uint32_t value, double number) const {
    return is_constant(value) && this->number(value) == number;
  }
  bool is(std::uint32_t value, Code code) const {
    return nodes_[value].kind == NodeKind::operation && nodes_[value].code == code;
  }
  double number(std::uint32_t value) const { return numbers_[nodes_[value].a]; }

 private:
  std::uint32_t add(Node node);
  template <class Same>
  std::uint32_t* find_slot(std::uint64_t hash, Same same);
  void grow();
  std::uint64_t hash_of(const Node& node) const;

  std::size_t inputs_;
  std::vector<Node> nodes_;
  std::vector<double> numbers_;
  std::vector<std::uint32_t> slots_;  ///< value index + 1; 0 = free; size is a power of two
  std::size_t used_ = 0;
};

}  // namespace multibond::detail
