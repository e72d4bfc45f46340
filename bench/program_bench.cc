// Back ends compared on five programs shaped like the code of mechanisms.
//
// Goal: machine code at most 1.3 times slower than gcc -O2 and ready at least 100 times sooner
// (medians over the five). Run by hand; nothing here is asserted by a test.
#include <vector>

#include "backend_comparison.h"
#include "mechanics_programs.h"

int main() {
  using namespace multibond::bench;
  print_table({
      compare_backends(planar_chain(3), "planar chain, 3 rods"),
      compare_backends(inverse_dynamics(8), "inverse dynamics, 8"),
      compare_backends(dense_solve(18), "dense solve, 18"),
      compare_backends(articulated_chain(26), "articulated chain, 26"),
      compare_backends(articulated_chain(88), "articulated chain, 88"),
  });
}
