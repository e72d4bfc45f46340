// expect: y 1 6 1e-9
// expect: steps 1 3 0
model Algorithms "An algorithm section with loops and branches"
  Real y;
  Integer steps;
algorithm
  y := time;
  steps := 0;
  for i in 1:3 loop
    if i > 0 then
      y := y + i - (if i == 3 then 1 else 0);
    end if;
    steps := steps + 1;
  end for;
end Algorithms;
