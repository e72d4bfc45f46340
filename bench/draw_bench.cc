// How the time to draw a bond graph grows with its size.
//
// Ladders of n cells of R and C, from C++ objects to the text of the SVG file. Goal: ten times the
// cells cost at most ten times the time. A square grid of junctions, whose bonds cross, for
// comparison.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/model/system.h"
#include "multibond/view/drawing.h"

namespace {

using namespace multibond::bonds;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string numbered(const char* name, int i) { return name + ("[" + std::to_string(i) + "]"); }

struct Ladder : multibond::Model {
  explicit Ladder(int n) {
    Element* last = &create<Se>("source");
    for (int i = 1; i <= n; ++i) {
      J1& loop = create<J1>(numbered("loop", i));
      J0& node = create<J0>(numbered("node", i));
      bond(*this, *last, loop);
      bond(*this, loop, create<R>(numbered("r", i)));
      bond(*this, loop, node);
      bond(*this, node, create<C>(numbered("c", i)));
      last = &node;
    }
  }
};

struct Grid : multibond::Model {
  explicit Grid(int n) {
    std::vector<J0*> nodes;
    int branches = 0;
    for (int i = 0; i < n * n; ++i) {
      nodes.push_back(&create<J0>(numbered("node", i)));
      bond(*this, *nodes.back(), create<C>(numbered("c", i)));
    }
    const auto join = [&](int a, int b) {
      J1& branch = create<J1>(numbered("branch", ++branches));
      bond(*this, *nodes[static_cast<std::size_t>(a)], branch);
      bond(*this, branch, create<R>(numbered("r", branches)));
      bond(*this, branch, *nodes[static_cast<std::size_t>(b)]);
    };
    for (int i = 0; i < n * n; ++i) {
      if ((i + 1) % n != 0) join(i, i + 1);
      if (i + n < n * n) join(i, i + n);
    }
  }
};

struct Figures {
  double total = 1e300, draw = 1e300;
  std::size_t elements = 0;
};

template <typename T>
Figures measure(int n, int attempts) {
  Figures best;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const double begin = seconds();
    T model(n);
    multibond::flatten(model);
    const double flat = seconds();
    const multibond::Drawing drawing = draw(model);
    const std::string svg = to_svg(drawing);
    best.elements = drawing.elements.size();
    best.total = std::min(best.total, seconds() - begin);
    best.draw = std::min(best.draw, seconds() - flat);
  }
  return best;
}

template <typename T>
void report(const char* name, const std::vector<int>& sizes, int attempts) {
  std::printf("%-8s %8s %10s %10s %10s\n", name, "n", "elements", "draw/s", "total/s");
  Figures first, last;
  for (const int n : sizes) {
    last = measure<T>(n, attempts);
    if (n == sizes.front()) first = last;
    std::printf("%-8s %8d %10zu %10.3f %10.3f\n", "", n, last.elements, last.draw, last.total);
  }
  std::printf("%.1f times the elements, %.1f times the time\n\n",
              static_cast<double>(last.elements) / static_cast<double>(first.elements),
              last.total / first.total);
}

}  // namespace

int main() {
  report<Ladder>("ladder", {100, 200, 500, 1000}, 5);
  report<Grid>("grid", {5, 10, 15}, 2);
}
