// model: ConditionalPort.Use
// expect: a.y 1 4 1e-12
// expect: b.y 1 1 1e-12
package ConditionalPort "A connector that is there or not"
  connector In = input Real;
  connector Out = output Real;
  block Source Out y; equation y = 3; end Source;
  block Gain
    parameter Boolean use_u = false;
    In u if use_u;
    Out y;
  protected
    In inside;
  equation
    connect(u, inside);
    if not use_u then
      inside = 0;
    end if;
    y = inside + 1;
  end Gain;
  model Use
    Source s;
    Gain a(use_u = true), b;
  equation
    connect(s.y, a.u);
  end Use;
end ConditionalPort;
