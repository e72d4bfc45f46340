// expect: x 1 3 1e-9
// expect: y 1 -1 1e-9
model Algebra "Two linear equations"
  Real x, y;
equation
  x + y = 2;
  x - y = 4;
end Algebra;
