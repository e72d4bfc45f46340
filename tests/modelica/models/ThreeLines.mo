// expect: x 1 0.36787944117144233 1e-7
model ThreeLines
  Real x(start = 1, fixed = true);
equation der(x) = -x; end ThreeLines;
