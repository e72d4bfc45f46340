// expect: y1 40 0.7158270688 1e-6
// expect: total 40 1 1e-9
model Stiff "Robertson's reaction"
  Real y1(start = 1, fixed = true), y2(start = 0, fixed = true), y3;
  Real total = y1 + y2 + y3;
equation
  der(y1) = -0.04 * y1 + 1e4 * y2 * y3;
  der(y2) = 0.04 * y1 - 1e4 * y2 * y3 - 3e7 * y2 ^ 2;
  y1 + y2 + y3 = 1;
  annotation(experiment(StopTime = 40));
end Stiff;
