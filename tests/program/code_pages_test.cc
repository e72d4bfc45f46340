// Pages of machine code: they come in pieces, are used again, and belong to one function at a time.
#include "../../src/program/code_pages.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "multibond/program/builder.h"
#include "multibond/program/runner.h"

namespace multibond::test {
namespace {

#ifdef MULTIBOND_X86

using detail::CodePages;

/// A function that returns this number.
void write_function(std::byte* place, int number) {
  place[0] = std::byte{0xb8};  // mov eax, number
  for (int k = 0; k < 4; ++k) place[1 + k] = static_cast<std::byte>(number >> (8 * k));
  place[5] = std::byte{0xc3};  // ret
}

int call(std::byte* place) { return reinterpret_cast<int (*)()>(place)(); }

TEST(CodePages, AreWrittenAgainAfterTheyWereGivenBack) {
  CodePages& memory = CodePages::shared();
  std::byte* const first = memory.take(1);
  write_function(first, 1);
  memory.seal(first, 1);
  EXPECT_EQ(call(first), 1);
  memory.give_back(first, 1);
  std::byte* const again = memory.take(1);
  EXPECT_EQ(again, first);
  write_function(again, 2);
  memory.seal(again, 1);
  EXPECT_EQ(call(again), 2);
  memory.give_back(again, 1);
}

TEST(CodePages, BelongToOneFunctionAtATime) {
  struct Held {
    std::byte* place;
    std::size_t pages;
    int number;
  };
  CodePages& memory = CodePages::shared();
  std::mt19937 random(1);
  std::vector<Held> held;
  for (int k = 0; k < 2000; ++k) {
    if (held.size() > 40 || (!held.empty() && random() % 3 == 0)) {
      std::swap(held[random() % held.size()], held.back());
      memory.give_back(held.back().place, held.back().pages);
      held.pop_back();
    }
    // Some are larger than a piece.
    const std::size_t pages = random() % 50 == 0 ? 70 + random() % 100 : 1 + random() % 5;
    std::byte* const place = memory.take(pages);
    std::byte* const last = place + (pages - 1) * memory.page_size();
    write_function(place, k);
    write_function(last, k);
    memory.seal(place, pages);
    held.push_back({place, pages, k});
    for (const Held& one : {held.front(), held.back(), held[random() % held.size()]}) {
      ASSERT_EQ(call(one.place), one.number);
      ASSERT_EQ(call(one.place + (one.pages - 1) * memory.page_size()), one.number);
    }
  }
  for (const Held& one : held) {
    EXPECT_EQ(call(one.place), one.number);
    memory.give_back(one.place, one.pages);
  }
}

/// What a process does after a fork does not reach the other one: pages are not shared.
TEST(CodePages, AreNotSharedByProcessesThatFork) {
  if (default_backend() != Backend::jit) GTEST_SKIP() << "no machine code here";
  const auto plus = [](double number) {
    ProgramBuilder builder(1);
    builder.output(builder.emit(Code::add, builder.input(0), builder.constant(number)));
    return Runner(builder.finish(), Backend::jit);
  };
  Runner before = plus(2);
  const pid_t child = ::fork();
  std::vector<Runner> runners;
  for (int k = 0; k < 20; ++k) runners.push_back(plus(child == 0 ? 100 + k : k));
  const double in = 1;
  double out = 0;
  bool right = before.run(&in, &out) && out == 3;
  for (int k = 0; k < 20; ++k) {
    right = right && runners[static_cast<std::size_t>(k)].run(&in, &out) &&
            out == (child == 0 ? 101 + k : 1 + k);
  }
  if (child == 0) ::_exit(right ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_TRUE(right);
  for (int k = 0; k < 20; ++k) {
    EXPECT_TRUE(runners[static_cast<std::size_t>(k)].run(&in, &out) && out == 1 + k);
  }
}

#endif

}  // namespace
}  // namespace multibond::test
