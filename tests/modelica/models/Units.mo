// model: Units.Use
// expect: E 1 12.5 1e-12
package Units "Types with units"
  type Mass = Real(unit = "kg", min = 0);
  type Velocity = Real(final quantity = "Velocity", unit = "m/s", displayUnit = "km/h");
  type Energy = Real(unit = "J");
  model Use
    parameter Mass m = 1;
    Velocity v = 5;
    Energy E = m * v ^ 2 / 2;
  end Use;
end Units;
