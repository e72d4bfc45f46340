// expect: kept 10 0 1e-6
model Lotka "Predator and prey: an invariant of the motion"
  Real x(start = 1, fixed = true), y(start = 0.5, fixed = true);
  Real kept = x - log(x) + y - log(y) - (1.5 + log(2));
equation
  der(x) = x * (1 - y);
  der(y) = y * (x - 1);
  annotation(experiment(StopTime = 10));
end Lotka;
