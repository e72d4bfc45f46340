#include "random.h"

#include <chrono>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "elaborator.h"
#include "opaque.h"

namespace multibond::modelica {
namespace {

std::uint64_t word(std::span<const double> state, std::size_t i) {
  const auto half = [&](std::size_t k) {
    return static_cast<std::uint64_t>(
        static_cast<std::uint32_t>(static_cast<std::int64_t>(state[k])));
  };
  return half(2 * i) | half(2 * i + 1) << 32;
}

void set_word(std::span<double> state, std::size_t i, std::uint64_t value) {
  state[2 * i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
  state[2 * i + 1] = static_cast<std::int32_t>(static_cast<std::uint32_t>(value >> 32));
}

/// All 64 bits, with sign, as a number of (0, 1].
double unit(std::uint64_t bits) {
  return std::ldexp(static_cast<double>(static_cast<std::int64_t>(bits)), -64) + 0.5;
}

double xorshift64star(std::span<double> state) {
  std::uint64_t x = word(state, 0);
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  x *= 2685821657736338717U;
  set_word(state, 0, x);
  return unit(x);
}

double xorshift128plus(std::span<double> state) {
  std::uint64_t a = word(state, 0);
  const std::uint64_t b = word(state, 1);
  a ^= a << 23;
  // The library keeps the sum as its second word; the original adds when the number is read.
  const std::uint64_t sum = (a ^ b ^ (a >> 17) ^ (b >> 26)) + b;
  set_word(state, 0, b);
  set_word(state, 1, sum);
  return unit(sum);
}

double xorshift1024star(std::span<double> state) {
  const auto at = static_cast<std::size_t>(static_cast<std::int64_t>(state[32])) & 15U;
  const std::size_t next = (at + 1) & 15U;
  std::uint64_t a = word(state, at), b = word(state, next);
  b ^= b << 31;
  b ^= b >> 11;
  a ^= a >> 30;
  set_word(state, next, a ^ b);
  state[32] = static_cast<double>(next);
  return unit((a ^ b) * 1181783497276652981U);
}

constexpr RandomGenerator kGenerators[] = {{"xorshift64star", 2, &xorshift64star},
                                           {"xorshift128plus", 4, &xorshift128plus},
                                           {"xorshift1024star", 33, &xorshift1024star}};

}  // namespace

const RandomGenerator* random_generator(std::string_view name) {
  for (const RandomGenerator& generator : kGenerators) {
    if (generator.name == name) return &generator;
  }
  return nullptr;
}

double text_hash(std::string_view text) {
  std::uint32_t hash = 0xAAAAAAAAU;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t c = static_cast<unsigned char>(text[i]);
    hash ^= i % 2 == 0 ? (hash << 7) ^ (c * (hash >> 3)) : ~((hash << 11) + (c ^ (hash >> 5)));
  }
  return static_cast<std::int32_t>(hash);
}

/// A number and the state after it. The state before may vary: then both are functions of it.
std::vector<Value> Elaborator::draw(const RandomGenerator& generator, const Value& state) {
  if (state.rank() != 1 || state.items().size() != generator.states) {
    throw ValueFault{fmt::format("{} has a state of {} Integers, not {}", generator.name,
                                 generator.states, describe(state)),
                     {}};
  }
  std::vector<Expr> before;
  bool known = true;
  for (const Value& item : state.items()) {
    const std::optional<double> number = try_number(scalar(item));
    before.push_back(number ? Expr(*number) : item.scalar);
    known = known && number;
  }
  std::vector<Value> after;
  if (known) {
    std::vector<double> numbers;
    for (const Expr& x : before) numbers.push_back(x.number());
    const double drawn = generator.next(numbers);
    for (const double x : numbers) after.push_back(Value::integer(x));
    return {Value::array(state.shape(), std::move(after)), Value::real(drawn)};
  }
  auto& functions = generators_[&generator];
  if (functions.empty()) {
    functions = opaque_functions(
        std::string(generator.name), generator.states, generator.states + 1,
        [&generator](std::span<const double> arguments, std::span<double> results) {
          std::copy(arguments.begin(), arguments.end(), results.begin());
          results.back() = generator.next(results.first(generator.states));
        });
  }
  for (std::size_t i = 0; i < generator.states; ++i) {
    after.push_back(Value::integer(call(functions[i], before)));
  }
  return {Value::array(state.shape(), std::move(after)),
          Value::real(call(functions.back(), before))};
}

/// A state that functions keep to themselves is made of discrete variables: it changes where a when
/// clause that draws numbers happens.
void Elaborator::begin_hidden(int id, HiddenGenerator& hidden) {
  if (hidden.begun) return;
  hidden.begun = true;
  std::vector<Value> now;
  for (std::size_t i = 0; i < hidden.start.items().size(); ++i) {
    const double start = number(hidden.start.items()[i], 0, "the state of a generator");
    SystemVariable variable;
    variable.path = system_.texts->add(fmt::format("random[{},{}]", id, i + 1));
    variable.auxiliary = true;
    variable.description = "state of a generator of random numbers";
    variable.discrete = true;
    variable.has_start = true;
    variable.start = start;
    variable.start_value = start;
    const auto index = static_cast<std::uint32_t>(system_.variables.size());
    system_.variables.push_back(variable);
    hidden.variables.push_back(pool_.variable(index));
    now.push_back(Value::integer(pool_.pre(index)));
  }
  hidden.now = Value::vector(std::move(now));
}

std::map<int, Value> Elaborator::hidden_states() const {
  std::map<int, Value> states;
  for (const auto& [id, hidden] : hidden_) {
    if (hidden.begun) states.emplace(id, hidden.now);
  }
  return states;
}

/// After the body of a when clause: what it drew counts where it happens.
void Elaborator::keep_hidden(const std::map<int, Value>& before, const Expr& happens) {
  for (auto& [id, hidden] : hidden_) {
    if (!hidden.begun) continue;
    const auto known = before.find(id);
    Value old = known == before.end() ? Value() : known->second;
    if (known == before.end()) {
      std::vector<Value> items;
      for (const Expr& x : hidden.variables) items.push_back(Value::integer(pool_.pre(x.index())));
      old = Value::vector(std::move(items));
    }
    if (old.data != hidden.now.data) hidden.now = choose(happens, hidden.now, old);
  }
}

void Elaborator::state_hidden() {
  for (const auto& [id, hidden] : hidden_) {
    for (std::size_t i = 0; i < hidden.variables.size(); ++i) {
      equate_scalar(hidden.variables[i], hidden.now.items()[i].scalar, 0, false);
    }
  }
}

std::optional<std::vector<Value>> Elaborator::random_call(std::string_view name,
                                                          const std::vector<Value>& arguments) {
  if (const RandomGenerator* generator = random_generator(name)) {
    if (arguments.size() == 1) return draw(*generator, arguments[0]);
  }
  if (name == "setInternalState_xorshift1024star" && arguments.size() == 3) {
    HiddenGenerator& hidden = hidden_[integer(arguments[2], 0, "the number of a generator")];
    hidden.start = arguments[0];
    return std::vector<Value>{};
  }
  if (name == "impureRandom_xorshift1024star" && arguments.size() == 1) {
    const int id = integer(arguments[0], 0, "the number of a generator");
    const auto hidden = hidden_.find(id);
    if (hidden == hidden_.end() || !in_when_) {
      throw ValueFault{hidden == hidden_.end()
                           ? "A generator of random numbers is used before it has a state"
                           : "A function that gives another value at each call stands outside of "
                             "when clauses",
                       "Call it in a when clause, with the number of an initialized generator."};
    }
    begin_hidden(id, hidden->second);
    std::vector<Value> drawn = draw(*random_generator("xorshift1024star"), hidden->second.now);
    hidden->second.now = drawn[0];
    return std::vector<Value>{drawn[1]};
  }
  if (name == "automaticGlobalSeed") {
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    return std::vector<Value>{Value::integer(static_cast<double>(now % 2147483647))};
  }
  return std::nullopt;
}

}  // namespace multibond::modelica
