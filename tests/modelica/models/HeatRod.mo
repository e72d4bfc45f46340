// model: HeatRod
// expect: T[1] 20 1 1e-6
// expect: T[10] 2000 0.5 1e-5
model HeatRod "Heat in a rod, by arrays and a for equation"
  parameter Integer n = 19;
  Real T[n](each start = 0);
equation
  T[1] = 1;
  for i in 2:n - 1 loop
    der(T[i]) = T[i - 1] - 2 * T[i] + T[i + 1];
  end for;
  T[n] = 0;
  annotation(experiment(StopTime = 2000));
end HeatRod;
