// model: TwoTanks.Plant
// expect: a.h 200 0.5 1e-4
// expect: volume 200 1 1e-7
package TwoTanks "Connected tanks level out"
  connector Port Real p; flow Real q; end Port;
  model Tank parameter Real A = 1, h0 = 1; Real h(start = h0, fixed = true); Port port;
  equation A * der(h) = port.q; port.p = 9.81 * h; end Tank;
  model Pipe Port a, b; parameter Real k = 0.01;
  equation a.q = k * (a.p - b.p); a.q + b.q = 0; end Pipe;
  model Plant
    Tank a(h0 = 1), b(h0 = 0);
    Pipe pipe;
    Real volume = a.h + b.h;
  equation
    connect(a.port, pipe.a); connect(pipe.b, b.port);
    annotation(experiment(StopTime = 200));
  end Plant;
end TwoTanks;
