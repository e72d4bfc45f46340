// expect: y 1 0.75 1e-7
// expect: sgn 1 -1 0
model Switches "If expressions make events"
  Real u = if time < 0.5 then 1 else 0.5;
  Real y(start = 0, fixed = true);
  Real sgn = if time - 2 > 0 then 1 elseif time - 2 < 0 then -1 else 0;
equation
  der(y) = u;
end Switches;
