package Parts "A library with a version, for tests of mistakes"
  model Spring
    parameter Real c(unit = "N/m") = 1 "stiffness";
    Real f = c;
  end Spring;
  partial model Base
    parameter Real k = 1;
  end Base;
  model Needs
    outer Base settings;
    Real x = settings.k;
  end Needs;
  annotation(version = "2.0.0");
end Parts;
