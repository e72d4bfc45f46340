// expect: x[1] 1 1 1e-12
// expect: x[2] 1 2 1e-12
// expect: d 1 32 1e-12
// expect: t 1 5 1e-12
// expect: c[3] 1 1 1e-12
model Matrices "Linear algebra on arrays"
  parameter Real A[2, 2] = [2, 1; 1, 3];
  Real x[2];
  Real d = {1, 2, 3} * {4, 5, 6};
  Real t = A[1, 1] + A[2, 2];
  Real c[3] = cross({1, 0, 0}, {0, 1, 0});
  Real B[2, 2] = transpose(A) * A - identity(2);
equation
  A * x = {4, 7};
end Matrices;
