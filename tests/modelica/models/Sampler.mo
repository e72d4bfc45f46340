// expect: y 0.95 0.9 1e-9
// expect: n 0.95 10 0
model Sampler "A value is sampled"
  discrete Real y(start = 0);
  Integer n(start = 0);
equation
  when sample(0, 0.1) then
    y = pre(y) + (if time < 0.05 then 0 else 0.1);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.95));
end Sampler;
