// model: NativeCart.Use
// expect: cart.s 2 2 1e-6
// expect: cart.v 2 2 1e-6
package NativeCart "A cart of the catalog, pushed by a block of text"
  connector Out = output Real;
  block Push Out y; parameter Real F = 3; equation y = F; end Push;
  model Use
    Push push;
    Multibond.Translational.Force force;
    Multibond.Translational.Mass cart(m = 3, s(start = 0, fixed = true), v(start = 0, fixed = true));
  equation
    connect(push.y, force.f);
    connect(force.flange, cart.flange_a);
    annotation(experiment(StopTime = 2));
  end Use;
end NativeCart;
