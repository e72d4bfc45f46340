// expect: x 0 2 1e-8
// expect: x 5 2 1e-6
model InitialEquations "A steady state at the start"
  Real x(start = 1.5), y(start = 1);
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(x) = y - x;
  der(y) = 4 - x * y;
  annotation(experiment(StopTime = 5));
end InitialEquations;
