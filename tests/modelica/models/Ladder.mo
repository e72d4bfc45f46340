// model: Ladder.Chain
// expect: r[1].p.i 1 0.1 1e-9
// expect: sumV 1 10 1e-9
package Ladder "Array of components joined in a loop"
  connector Pin Real v; flow Real i; end Pin;
  model R Pin p, n; parameter Real R = 1;
  equation p.v - n.v = R * p.i; p.i + n.i = 0; end R;
  model Potential Pin p; parameter Real v = 0;
  equation p.v = v; end Potential;
  model Chain
    parameter Integer N = 20;
    R r[N](R = fill(5, N));
    Potential top(v = 10), ground;
    Real sumV = sum(r.p.v - r.n.v);
  equation
    connect(top.p, r[1].p);
    connect(r[N].n, ground.p);
    for k in 1:N - 1 loop
      connect(r[k].n, r[k + 1].p);
    end for;
  end Chain;
end Ladder;
