// model: Records.Use
// expect: total.m 1 5 0
// expect: c.x 1 0.4 1e-12
// expect: e 1 4.5 1e-12
package Records "Records as parameters, variables, arguments and results"
  record Body
    Real m "mass";
    Real x "position";
  end Body;
  function join
    input Body a, b;
    output Body c;
  algorithm
    c.m := a.m + b.m;
    c.x := (a.m * a.x + b.m * b.x) / c.m;
  end join;
  function energy
    input Body a;
    output Real e = a.m * a.x ^ 2 / 2;
  end energy;
  model Use
    parameter Body a(m = 2, x = 1), b = Body(3, 0);
    Body c = join(a, b);
    Body total(m = a.m + b.m, x = 0);
    Real e = energy(Body(m = 1, x = 3));
  end Use;
end Records;
