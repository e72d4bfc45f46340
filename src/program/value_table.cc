#include "value_table.h"

#include <bit>
#include <stdexcept>

#include "multibond/symbolic/operations.h"

namespace multibond::detail {
namespace {

constexpr std::uint64_t mix(std::uint64_t x) {  // finalizer of splitmix64
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t hash_of_number(double number) {
  return mix(std::bit_cast<std::uint64_t>(number) + 1);
}

std::uint64_t hash_of_operation(Code code, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint64_t low = (std::uint64_t{a} << 32) | b;
  const std::uint64_t high = (std::uint64_t{c} << 8) | static_cast<std::uint64_t>(code);
  return mix(mix(low) ^ (high + 0x9e3779b97f4a7c15u));
}

}  // namespace

ValueTable::ValueTable(std::size_t inputs) : inputs_(inputs), nodes_(inputs), slots_(256, 0) {}

std::uint32_t ValueTable::add(Node node) {
  if (nodes_.size() >= 0xfffffffeu) throw std::length_error("program: too many values");
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

template <class Same>
std::uint32_t* ValueTable::find_slot(std::uint64_t hash, Same same) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    if (slots_[i] == 0 || same(nodes_[slots_[i] - 1])) return &slots_[i];
  }
}

std::uint64_t ValueTable::hash_of(const Node& node) const {
  return node.kind == NodeKind::constant ? hash_of_number(numbers_[node.a])
                                         : hash_of_operation(node.code, node.a, node.b, node.c);
}

void ValueTable::grow() {
  std::vector<std::uint32_t> old(slots_.size() * 2, 0);
  old.swap(slots_);
  for (const std::uint32_t entry : old) {
    if (entry == 0) continue;
    *find_slot(hash_of(nodes_[entry - 1]), [](const Node&) { return false; }) = entry;
  }
}

std::uint32_t ValueTable::constant(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  std::uint32_t* slot = find_slot(hash_of_number(number), [&](const Node& node) {
    return node.kind == NodeKind::constant &&
           std::bit_cast<std::uint64_t>(numbers_[node.a]) == bits;
  });
  if (*slot != 0) return *slot - 1;
  numbers_.push_back(number);
  const std::uint32_t value =
      add({NodeKind::constant, Code::add, 0, static_cast<std::uint32_t>(numbers_.size() - 1)});
  *slot = value + 1;
  if (2 * ++used_ > slots_.size()) grow();
  return value;
}

std::uint32_t ValueTable::operation(Code code, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t* slot = find_slot(hash_of_operation(code, a, b, c), [&](const Node& node) {
    return node.kind == NodeKind::operation && node.code == code && node.a == a && node.b == b &&
           node.c == c;
  });
  if (*slot != 0) return *slot - 1;
  const auto operands = static_cast<std::uint8_t>(op_info(code).operands);
  const std::uint32_t value = add({NodeKind::operation, code, operands, a, b, c});
  *slot = value + 1;
  if (2 * ++used_ > slots_.size()) grow();
  return value;
}

std::uint32_t ValueTable::add_call(std::uint32_t call) {
  return add({NodeKind::call, Code::call, 0, call});
}

std::uint32_t ValueTable::add_result(std::uint32_t call_value, std::uint32_t output) {
  return add({NodeKind::result, Code::result, 0, call_value, output});
}

}  // namespace multibond::detail
