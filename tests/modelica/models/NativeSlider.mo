// model: NativeSlider
// expect: off 3 0 1e-8
// expect: off 1.1 0 1e-8
// expect: crank.phi 3 6 1e-3
model NativeSlider "A slider-crank of the planar library: a closed loop"
  parameter Real r = 0.3, L = 1;
  Multibond.Planar.World world(g = 0);
  Multibond.Planar.Joints.Revolute crank(phi(start = 0, fixed = true), w(start = 2, fixed = true));
  Multibond.Planar.Parts.FixedTranslation arm(r = {r, 0});
  Multibond.Planar.Parts.Body wheel(m = 1000, J = 1e6);
  Multibond.Planar.Joints.Revolute pin;
  Multibond.Planar.Parts.FixedTranslation rod(r = {L, 0});
  Multibond.Planar.Joints.Revolute wrist;
  Multibond.Planar.Joints.Prismatic slider(n = {1, 0}, s(start = 1.3));
  Multibond.Planar.Parts.Body piston(m = 1e-3, J = 1e-3);
  Real wanted = r * cos(crank.phi) + sqrt(L ^ 2 - (r * sin(crank.phi)) ^ 2);
  Real off = slider.s - wanted;
equation
  connect(world.frame_b, crank.frame_a);
  connect(crank.frame_b, arm.frame_a);
  connect(crank.frame_b, wheel.frame_a);
  connect(arm.frame_b, pin.frame_a);
  connect(pin.frame_b, rod.frame_a);
  connect(rod.frame_b, wrist.frame_a);
  connect(world.frame_b, slider.frame_a);
  connect(slider.frame_b, piston.frame_a);
  connect(wrist.frame_b, piston.frame_a);
  annotation(experiment(StopTime = 3));
end NativeSlider;
