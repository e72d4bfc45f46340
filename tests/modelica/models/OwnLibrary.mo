// model: OwnLibrary.Examples.Divider
// expect: u.p.v 1 12 1e-9
// expect: middle 1 4 1e-9
// expect: power 1 9.6 1e-9
package OwnLibrary "A package with interfaces, parts and examples"
  package Interfaces
    connector Pin
      Real v(unit = "V");
      flow Real i(unit = "A");
    end Pin;
    partial model OnePort
      Pin p, n;
      Real v = p.v - n.v, i = p.i;
    equation
      p.i + n.i = 0;
    end OnePort;
  end Interfaces;
  package Parts
    model Resistor
      extends Interfaces.OnePort;
      parameter Real R(unit = "Ohm") = 1;
    equation
      v = R * i;
    end Resistor;
    model Source
      extends Interfaces.OnePort;
      parameter Real V = 12;
    equation
      v = V;
    end Source;
    model Ground
      Interfaces.Pin p;
    equation
      p.v = 0;
    end Ground;
  end Parts;
  package Examples
    model Divider
      import OwnLibrary.Parts.*;
      Source u;
      Resistor a(R = 10), b(R = 5);
      Ground g;
      Real middle = b.v;
      Real power = -u.v * u.i;
    equation
      connect(u.p, a.p);
      connect(a.n, b.p);
      connect(b.n, u.n);
      connect(u.n, g.p);
    end Divider;
  end Examples;
end OwnLibrary;
