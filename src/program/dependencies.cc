#include <algorithm>
#include <unordered_map>

#include "multibond/program/executable.h"
#include "multibond/symbolic/operations.h"

namespace multibond {
namespace {

/// Sets of small numbers, each stored once. Most values of a program have the set of one of their
/// operands, so unions are remembered and equal sets are shared: programs that are long chains
/// need time and memory for their distinct sets, not for their values.
class SharedSets {
 public:
  using Id = std::uint32_t;
  using Set = std::vector<std::uint32_t>;

  SharedSets() { intern({}); }
  static constexpr Id empty() { return 0; }
  const Set& operator[](Id id) const { return *sets_[id]; }

  Id intern(Set set) {
    const auto [entry, added] = ids_.try_emplace(std::move(set), static_cast<Id>(sets_.size()));
    if (added) sets_.push_back(&entry->first);  // keys of an unordered_map stay where they are
    return entry->second;
  }

  Id join(Id left, Id right) {
    if (left == right || right == empty()) return left;
    if (left == empty()) return right;
    if (left > right) std::swap(left, right);
    const std::uint64_t key = (std::uint64_t{left} << 32) | right;
    const auto [entry, added] = unions_.try_emplace(key, empty());
    if (added) {
      const Set &a = *sets_[left], &b = *sets_[right];
      Set both;
      both.reserve(a.size() + b.size());
      std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
      entry->second = intern(std::move(both));
    }
    return entry->second;
  }

 private:
  struct Hash {
    std::size_t operator()(const Set& set) const {
      std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a over the numbers
      for (const std::uint32_t number : set) hash = (hash ^ number) * 0x100000001b3u;
      return hash ^ (hash >> 32);
    }
  };
  std::unordered_map<Set, Id, Hash> ids_;
  std::vector<const Set*> sets_;
  std::unordered_map<std::uint64_t, Id> unions_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> dependencies(const Program& program,
                                                     const std::vector<std::uint32_t>& active) {
  program.check();
  SharedSets sets;
  std::vector<SharedSets::Id> set_of(program.values(), SharedSets::empty());
  for (std::uint32_t k = 0; k < active.size(); ++k) {
    set_of.at(active[k]) = sets.join(set_of.at(active[k]), sets.intern({k}));
  }
  // Every result of a solver depends on all of its arguments.
  std::vector<SharedSets::Id> set_of_call(program.calls.size(), SharedSets::empty());
  const std::size_t first = program.first_result();
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& instruction = program.instructions[i];
    SharedSets::Id set = SharedSets::empty();
    if (instruction.code == Code::call) {
      for (const std::uint32_t argument : program.calls[instruction.a].arguments) {
        set = sets.join(set, set_of[argument]);
      }
      set_of_call[instruction.a] = set;
    } else if (instruction.code == Code::result) {
      set = set_of_call[instruction.a];
    } else {
      const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
      for (int k = 0; k < op_info(instruction.code).operands; ++k) {
        set = sets.join(set, set_of[operands[k]]);
      }
    }
    set_of[first + i] = set;
  }
  std::vector<std::vector<std::uint32_t>> result;
  result.reserve(program.outputs.size());
  for (const std::uint32_t output : program.outputs) result.push_back(sets[set_of[output]]);
  return result;
}

}  // namespace multibond
