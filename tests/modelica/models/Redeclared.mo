// model: Redeclared.Fast
// expect: law.y 1 0.13533528323661270 1e-7
package Redeclared "A replaceable part with a constraint"
  partial model Law parameter Real k = 1; Real y(start = 1, fixed = true); end Law;
  model Linear extends Law; equation der(y) = -k * y; end Linear;
  model Constant extends Law; equation der(y) = 0; end Constant;
  model Plant
    replaceable Constant law(k = 2) constrainedby Law(k = 2);
  end Plant;
  model Fast
    extends Plant(redeclare Linear law);
  end Fast;
end Redeclared;
