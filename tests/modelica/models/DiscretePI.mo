// model: DiscretePI
// expect: x 20 1 1e-3
model DiscretePI "A sampled controller of a lag"
  parameter Real Ts = 0.1, kp = 0.5, ki = 0.5;
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true), integral(start = 0, fixed = true);
equation
  der(x) = u - x;
  when sample(0, Ts) then
    integral = pre(integral) + Ts * ki * (1 - x);
    u = kp * (1 - x) + integral;
  end when;
  annotation(experiment(StopTime = 20));
end DiscretePI;
