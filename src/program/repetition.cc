#include "repetition.h"

#include <algorithm>
#include <bit>

namespace multibond::detail {
namespace {

// A loop must run this often and save this many instructions. Shorter programs fit the caches as
// they are, and run a little faster straight on.
constexpr std::size_t kOften = 4;
constexpr std::size_t kWorthwhile = 512;
// A short pattern is unrolled to about this length, so that counting costs little beside it.
constexpr std::size_t kLongEnough = 32;
// The longest pattern looked for; longer ones would hardly fit the instruction cache themselves.
constexpr std::size_t kLongest = 4096;
// A pattern is noticed when this many instructions look as they did before.
constexpr std::size_t kWindow = 16;
constexpr std::size_t kTable = 1u << 15;

/// Equal but for where in its space the memory lies.
bool look_equal(const AllocatedInstruction& a, const AllocatedInstruction& b) {
  return a.code == b.code && a.result == b.result && a.sources == b.sources && a.form == b.form &&
         a.memory.space == b.memory.space && a.code != MachineCode::group;
}

std::uint64_t look(const AllocatedInstruction& i) {
  std::uint64_t hash = static_cast<std::uint64_t>(i.code);
  const auto mix = [&](std::uint64_t part) { hash = (hash ^ part) * 0x9e3779b97f4a7c15u; };
  mix(i.result);
  for (const std::uint8_t source : i.sources) mix(source);
  mix(static_cast<std::uint64_t>(i.form));
  mix(static_cast<std::uint64_t>(i.memory.space));
  return hash ^ (hash >> 29);
}

class Finder {
 public:
  explicit Finder(const AllocatedProgram& program) : code_(program.code) {}

  std::vector<Repetition> run();

 private:
  /// code[i + period] continues what code[i] began; `first` is where the pattern began.
  bool continues(std::size_t i, std::size_t period, std::size_t first) const {
    if (!look_equal(code_[i], code_[i + period])) return false;
    return i < first + period || step(i - period, period) == step(i, period);
  }
  std::int64_t step(std::size_t i, std::size_t period) const {
    return std::int64_t{code_[i + period].memory.index} - std::int64_t{code_[i].memory.index};
  }
  Repetition extend(std::size_t at, std::size_t period, std::size_t from) const;

  const std::vector<AllocatedInstruction>& code_;
};

/// The longest repetition of the pattern code[at ... at + period), begun at `from` or later.
Repetition Finder::extend(std::size_t at, std::size_t period, std::size_t from) const {
  std::size_t end = at;
  while (end + period < code_.size() && continues(end, period, at)) ++end;
  std::size_t first = at;
  if (end >= at + period) {
    // Backwards the steps are known from the pattern itself.
    while (first > from && look_equal(code_[first - 1], code_[first - 1 + period]) &&
           step(first - 1, period) == step(first - 1 + period, period)) {
      --first;
    }
  }
  return {first, period, (end + period - first) / period};
}

std::vector<Repetition> Finder::run() {
  std::vector<Repetition> found;
  if (code_.size() < kWorthwhile) return found;

  // Last position of a window of instructions, by its hash. Where two windows share an entry the
  // older one is forgotten: a pattern comes again soon.
  std::vector<std::uint32_t> last(kTable, 0);
  std::uint64_t window = 0;
  constexpr std::uint64_t kBase = 0x100000001b3u;
  std::uint64_t leaving = 1;
  for (std::size_t k = 0; k < kWindow; ++k) leaving *= kBase;

  std::size_t free = 0;                         // no repetition reaches beyond
  std::size_t tried_period = 0, tried_end = 0;  // this pattern was too short
  for (std::size_t i = 0; i < code_.size(); ++i) {
    window = window * kBase + look(code_[i]);
    if (i >= kWindow) window -= leaving * look(code_[i - kWindow]);
    if (i + 1 < kWindow) continue;
    const std::size_t at = i + 1 - kWindow;
    std::uint32_t& entry = last[(window >> 32) % kTable];
    const std::size_t before = entry;
    entry = static_cast<std::uint32_t>(at);
    if (at < free || before < free || before >= at || at - before > kLongest) continue;
    const std::size_t period = at - before;
    if (period == tried_period && at < tried_end) continue;
    Repetition repetition = extend(before, period, free);
    tried_period = period;
    tried_end = repetition.end();
    if (repetition.times < kOften || (repetition.times - 1) * period < kWorthwhile) continue;
    free = repetition.end();
    const std::size_t unrolled =
        std::clamp<std::size_t>(kLongEnough / period, 1, repetition.times / 2);
    repetition.length *= unrolled;
    repetition.times /= unrolled;
    found.push_back(repetition);
  }
  return found;
}

}  // namespace

std::vector<Repetition> find_repetitions(const AllocatedProgram& program) {
  return Finder(program).run();
}

}  // namespace multibond::detail
