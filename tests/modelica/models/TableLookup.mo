// model: TableLookup.Use
// expect: y 1 25 1e-9
// expect: z 0.5 5 1e-9
package TableLookup "Piecewise linear interpolation written as a function"
  function interpolate
    input Real x, xs[:], ys[size(xs, 1)];
    output Real y;
  algorithm
    y := ys[1];
    for i in 1:size(xs, 1) - 1 loop
      if x >= xs[i] then
        y := ys[i] + (ys[i + 1] - ys[i]) * (x - xs[i]) / (xs[i + 1] - xs[i]);
      end if;
    end for;
  end interpolate;
  model Use
    parameter Real table[4, 2] = [0, 0; 1, 10; 2, 30; 3, 30];
    Real y = interpolate(1.5 * time + 0.25, table[:, 1], table[:, 2]);
    Real z = interpolate(time, table[:, 1], table[:, 2]);
  end Use;
end TableLookup;
