// expect: mode 1 2 0
// expect: last 1 0.7 1e-8
model WhenElse "elsewhen, edge and change"
  Integer mode(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
equation
  when time > 0.3 then
    mode = 1;
    last = 0.3;
  elsewhen time > 0.7 then
    mode = 2;
    last = time;
  end when;
end WhenElse;
