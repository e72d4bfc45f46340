// model: Enumerations.Use
// expect: gain 1 5 0
// expect: n 1 3 0
// expect: pick 1 20 0
package Enumerations
  type Mode = enumeration(off "nothing", slow, fast);
  model Motor
    parameter Mode mode = Mode.slow;
    Real gain = if mode == Mode.fast then 5 elseif mode == Mode.slow then 1 else 0;
  end Motor;
  model Use
    Motor m(mode = Mode.fast);
    Real gain = m.gain;
    Integer n = Integer(m.mode);
    Real table[3] = {10, 20, 30};
    Real pick = table[2];
  end Use;
end Enumerations;
