// expect: x 2 -0.41614683654714241 1e-6
// expect: r 2 1 1e-7
model Circle "Harmonic oscillator"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real r = sqrt(x ^ 2 + y ^ 2);
equation
  der(x) = -y;
  der(y) = x;
  annotation(experiment(StopTime = 2));
end Circle;
