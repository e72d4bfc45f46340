// expect: n 1.7 2 0
// expect: n 1.8 3 0
model BouncingBall "Reinit at impacts"
  parameter Real e = 0.8 "restitution";
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true) "impacts";
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -e * pre(v));
    n = pre(n) + 1;
  end when;
  // falls: sqrt(2/9.81) = 0.4515; flights 2*0.8^k*0.4515
  annotation(experiment(StopTime = 1.8));
end BouncingBall;
