// A ball falls from 1 m onto a floor and rebounds with e = 0.7; the text looks at its height.
// Falling it passes 0.5 m for the second and last time at
// sqrt(2 0.9/g) + 0.7 sqrt(2 0.9/g) + sqrt(2 0.041/g) = 0.8196266 s, when k begins again.
// expect: ball.x[2] 6 0.1 1e-9
// expect: k 6 5.1803734382 1e-8
// expect: n 6 20 1e-9
model NativeContact "Contact of native parts beside events of text"
  Multibond.Mechanics3D.World world;
  Multibond.Mechanics3D.Parts.Body ball(m = 1, I_11 = 0.004, I_22 = 0.004, I_33 = 0.004,
    x(start = {0, 1, 0}, fixed = true), v(start = {0, 0, 0}, fixed = true));
  Multibond.Mechanics3D.Contacts.SphereCollider sphere(radius = 0.1, e = 0.7, mu = 0.3);
  Multibond.Mechanics3D.Contacts.FloorCollider floor(e = 0.7, mu = 0.3);
  discrete Integer n(start = 0, fixed = true);
  Real k(start = 0, fixed = true);
equation
  connect(ball.frame_a, sphere.frame_a);
  connect(world.frame_b, floor.frame_a);
  der(k) = 1;
  when sample(0.3, 0.3) then
    n = pre(n) + 1;
  end when;
  when ball.x[2] < 0.5 then
    reinit(k, 0);
  end when;
  annotation(experiment(StopTime = 6));
end NativeContact;
