#include "multibond/symbolic/pool.h"

#include <algorithm>
#include <bit>

#include "multibond/diagnostic.h"

#include "multibond/symbolic/operations.h"

namespace multibond {
namespace {

/// Leaves of smaller indices are listed by their index.
constexpr std::uint32_t kListed = 1u << 22;

/// Most equations have fewer nodes.
constexpr std::size_t kUsualNodes = 32;

std::uint64_t scatter(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}

std::uint64_t hash(const ExprNode& node) {
  const std::uint64_t low = (std::uint64_t{node.a} << 32) | node.b;
  const std::uint64_t high = (std::uint64_t{node.c} << 8) | static_cast<std::uint8_t>(node.op);
  return scatter(low ^ scatter(high + 0x9e3779b97f4a7c15u));
}

std::uint64_t arguments_key(std::span<const std::uint32_t> arguments) {
  std::uint64_t key = arguments.size();
  for (std::uint32_t argument : arguments) key = scatter(key ^ argument) + 0x9e3779b97f4a7c15u;
  return key;
}

bool same(const ExprNode& x, const ExprNode& y) {
  return x.op == y.op && x.a == y.a && x.b == y.b && x.c == y.c;
}

}  // namespace

void refuse_other_pool() {
  throw Error("", "An expression combines quantities of two different models.",
              "Use variables and parameters of one model.");
}

ExprPool::ExprPool() : table_(1024, 0) {}

/// Where to look for a node: first in one cache line that it shares with the nodes made of
/// neighbouring operands, since what is built together is looked for together; then, for operands
/// that very many nodes have, anywhere. The lines are in the order of the operands, so that those
/// of a large model's neighbouring parts are on one page.
class ExprPool::Probe {
 public:
  Probe(const ExprNode& node, std::size_t size) : mask_(size - 1), hash_(hash(node)) {
    const std::uint32_t newest = is_leaf(node.op) ? node.a : std::max({node.a, node.b, node.c});
    line_ = std::size_t{newest >> 2} * kLine;
  }
  std::size_t slot() const {
    if (step_ < kLine) return (line_ | ((hash_ + step_) & (kLine - 1))) & mask_;
    return ((hash_ >> 8) + step_) & mask_;
  }
  void next() { ++step_; }

 private:
  static constexpr std::size_t kLine = 16;
  std::size_t mask_, line_ = 0, step_ = 0;
  std::uint64_t hash_;
};

void ExprPool::reserve(std::size_t nodes) {
  nodes_.reserve(nodes_.size() + nodes);
  const std::size_t size = std::bit_ceil(2 * (in_table_ + nodes));
  if (size > table_.size()) resize_table(size);
}

void ExprPool::resize_table(std::size_t size) {
  std::vector<std::uint32_t> table(size, 0);
  for (const std::uint32_t entry : table_) {
    if (entry == 0) continue;
    Probe probe(nodes_[entry - 1], table.size());
    while (table[probe.slot()] != 0) probe.next();
    table[probe.slot()] = entry;
  }
  table_ = std::move(table);
  ++resizes_;
}

std::uint32_t ExprPool::find_or_add(const ExprNode& node) {
  Probe probe(node, table_.size());
  while (table_[probe.slot()] != 0) {
    const std::uint32_t id = table_[probe.slot()] - 1;
    if (same(nodes_[id], node)) return id;
    probe.next();
  }
  nodes_.push_back(node);
  table_[probe.slot()] = static_cast<std::uint32_t>(nodes_.size());
  if (++in_table_ * 2 > table_.size()) resize_table(table_.size() * 2);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

/// Null for leaves that are in the table: rare kinds, and indices far beyond those of any model.
std::vector<std::uint32_t>* ExprPool::leaf_list(Op op, std::uint32_t index, std::uint32_t order) {
  if (index >= kListed) return nullptr;
  if (op == Op::parameter) return &parameters_;
  return op == Op::variable && order <= 1 ? &variables_[order] : nullptr;
}

Expr ExprPool::leaf(Op op, std::uint32_t index, std::uint32_t order) {
  std::vector<std::uint32_t>* list = leaf_list(op, index, order);
  if (!list) return Expr(this, find_or_add({op, index, order, 0}));
  if (list->size() <= index) list->resize(std::max<std::size_t>(2 * list->size(), index + 64), 0);
  std::uint32_t& entry = (*list)[index];
  if (entry == 0) {
    nodes_.push_back({op, index, order, 0});
    entry = static_cast<std::uint32_t>(nodes_.size());
  }
  return Expr(this, entry - 1);
}

std::uint32_t ExprPool::intern(const Expr& expr) {
  if (!expr.is_number()) {
    if (expr.pool() != this) refuse_other_pool();
    return expr.id();
  }
  const auto bits = std::bit_cast<std::uint64_t>(expr.number());
  const auto [it, added] = number_index_.try_emplace(bits, 0);
  if (added) {
    numbers_.push_back(expr.number());
    nodes_.push_back({Op::number, static_cast<std::uint32_t>(numbers_.size() - 1), 0, 0});
    it->second = static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  return it->second;
}

std::uint32_t ExprPool::intern(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return find_or_add({op, a, b, c});
}

std::uint32_t ExprPool::intern_call(std::shared_ptr<const Function> function,
                                    std::span<const std::uint32_t> arguments) {
  const auto [it, added] =
      function_index_.try_emplace(function.get(), static_cast<std::uint32_t>(functions_.size()));
  if (added) functions_.push_back(std::move(function));
  // Equal argument lists get equal places, so that equal calls are equal nodes.
  const std::uint64_t key = arguments_key(arguments);
  const auto [begin, end] = argument_index_.equal_range(key);
  auto first = static_cast<std::uint32_t>(arguments_.size());
  for (auto candidate = begin; candidate != end; ++candidate) {
    if (arguments.size() <= arguments_.size() - candidate->second &&
        std::equal(arguments.begin(), arguments.end(), arguments_.begin() + candidate->second)) {
      first = candidate->second;
    }
  }
  if (first == arguments_.size()) {
    argument_index_.emplace(key, first);
    arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  }
  return find_or_add({Op::call, it->second, first, static_cast<std::uint32_t>(arguments.size())});
}

// -- going back -----------------------------------------------------------------------------------

ExprPool::Mark ExprPool::mark() const {
  return {static_cast<std::uint32_t>(nodes_.size()), static_cast<std::uint32_t>(numbers_.size()),
          static_cast<std::uint32_t>(arguments_.size()),
          static_cast<std::uint32_t>(functions_.size()), resizes_};
}

void ExprPool::put_into_table(std::uint32_t id) {
  Probe probe(nodes_[id], table_.size());
  while (table_[probe.slot()] != 0) probe.next();
  table_[probe.slot()] = id + 1;
}

/// Nodes are taken out in the opposite order in which they came, so that clearing a slot leaves the
/// table as it was before: nobody who came earlier has been sent on by this one. (After a change of
/// the table's size that is not so, and the table is made anew.)
void ExprPool::take_from_index(std::uint32_t id) {
  const ExprNode& node = nodes_[id];
  if (node.op == Op::number) {
    number_index_.erase(std::bit_cast<std::uint64_t>(numbers_[node.a]));
    return;
  }
  if (std::vector<std::uint32_t>* list = leaf_list(node.op, node.a, node.b)) {
    (*list)[node.a] = 0;
    return;
  }
  Probe probe(node, table_.size());
  while (table_[probe.slot()] != id + 1) probe.next();
  table_[probe.slot()] = 0;
  --in_table_;
}

ExprPool::Tail ExprPool::cut(const Mark& mark) {
  Tail tail;
  tail.first = mark.nodes;
  const bool resized = mark.resizes != resizes_;
  for (std::size_t id = nodes_.size(); id-- > mark.nodes;) {
    const ExprNode& node = nodes_[id];
    const bool listed = node.op == Op::number || leaf_list(node.op, node.a, node.b) != nullptr;
    if (resized && !listed) {
      --in_table_;
    } else {
      take_from_index(static_cast<std::uint32_t>(id));
    }
  }
  std::erase_if(argument_index_, [&](const auto& entry) { return entry.second >= mark.arguments; });
  for (std::size_t f = mark.functions; f < functions_.size(); ++f) {
    function_index_.erase(functions_[f].get());
  }
  const auto take = [](auto& from, std::size_t first, auto& to) {
    to.assign(from.begin() + static_cast<std::ptrdiff_t>(first), from.end());
    from.resize(first);
  };
  take(nodes_, mark.nodes, tail.nodes);
  take(numbers_, mark.numbers, tail.numbers);
  take(arguments_, mark.arguments, tail.arguments);
  take(functions_, mark.functions, tail.functions);
  if (resized) {
    std::fill(table_.begin(), table_.end(), 0);
    for (std::uint32_t id = 0; id < nodes_.size(); ++id) {
      const ExprNode& node = nodes_[id];
      if (node.op != Op::number && !leaf_list(node.op, node.a, node.b)) put_into_table(id);
    }
  }
  if (mark_.size() > nodes_.size()) mark_.resize(nodes_.size());
  return tail;
}

void ExprPool::append(const Tail& tail) {
  if (nodes_.size() != tail.first) throw std::logic_error("a tail of another pool");
  const std::size_t known_arguments = arguments_.size();
  numbers_.insert(numbers_.end(), tail.numbers.begin(), tail.numbers.end());
  arguments_.insert(arguments_.end(), tail.arguments.begin(), tail.arguments.end());
  for (const auto& function : tail.functions) {
    function_index_.emplace(function.get(), static_cast<std::uint32_t>(functions_.size()));
    functions_.push_back(function);
  }
  for (const ExprNode& node : tail.nodes) {
    nodes_.push_back(node);
    const auto id = static_cast<std::uint32_t>(nodes_.size() - 1);
    if (node.op == Op::number) {
      number_index_.emplace(std::bit_cast<std::uint64_t>(numbers_[node.a]), id);
    } else if (std::vector<std::uint32_t>* list = leaf_list(node.op, node.a, node.b)) {
      if (list->size() <= node.a) list->resize(node.a + 64, 0);
      (*list)[node.a] = id + 1;
    } else {
      if (node.op == Op::call && node.b >= known_arguments) {
        argument_index_.emplace(arguments_key({arguments_.data() + node.b, node.c}), node.b);
      }
      put_into_table(id);
      if (++in_table_ * 2 > table_.size()) resize_table(table_.size() * 2);
    }
  }
}

void ExprPool::claim(const ExprPool*& owner) const {
  if (owner && owner != this) refuse_other_pool();
  owner = this;
}

std::vector<std::uint32_t> ExprPool::reachable_unordered(std::span<const Expr> roots) {
  mark_.resize(nodes_.size(), 0);
  ++epoch_;
  std::vector<std::uint32_t> found;
  found.reserve(kUsualNodes);
  const auto visit = [&](std::uint32_t id) {
    if (mark_[id] == epoch_) return;
    mark_[id] = epoch_;
    found.push_back(id);
  };
  for (const Expr& root : roots) {
    if (!root.is_number()) visit(root.id());
  }
  for (std::size_t next = 0; next < found.size(); ++next) {
    for (std::uint32_t operand : operands(found[next])) visit(operand);
  }
  return found;
}

std::vector<std::uint32_t> ExprPool::reachable(std::span<const Expr> roots) {
  std::vector<std::uint32_t> found = reachable_unordered(roots);
  // Of many nodes the marks are in order already.
  if (found.size() < nodes_.size() / 32) {
    std::sort(found.begin(), found.end());
    return found;
  }
  const std::size_t count = found.size();
  found.clear();
  for (std::uint32_t id = 0; found.size() < count; ++id) {
    if (mark_[id] == epoch_) found.push_back(id);
  }
  return found;
}

}  // namespace multibond
