// expect: k 1 2 1e-7
// expect: x 1 0.33333333333 1e-6
model FoundParameter "A parameter such that the end of a step is met at the start"
  parameter Real k(fixed = false, start = 1);
  Real x(start = 1, fixed = true);
  Real rate = k * x;
initial equation
  rate = 2;
equation
  der(x) = -k * x ^ 2 / 1 + 0 * rate;
end FoundParameter;
