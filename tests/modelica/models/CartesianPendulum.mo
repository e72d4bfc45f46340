// expect: length 3 1 1e-8
// expect: energy 3 0 1e-5
model CartesianPendulum "Constraint with a multiplier: index 3"
  parameter Real L = 1, g = 9.81;
  Real x(start = 1, fixed = true), y(start = 0);
  Real vx, vy(start = 0, fixed = true), F;
  Real length = sqrt(x * x + y * y);
  Real energy = (vx ^ 2 + vy ^ 2) / 2 + g * y;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F * x;
  der(vy) = -F * y - g;
  x ^ 2 + y ^ 2 = L ^ 2;
  annotation(experiment(StopTime = 3));
end CartesianPendulum;
