#include "examples/planar.h"

#include <numbers>

namespace multibond::examples {

SevenBody::SevenBody() {
  set_values();
  connect(ground.frame_b, O.frame_a);
  connect(O.frame_b, body1.frame_a);
  connect(B.frame_b, B3.frame_a);
  connect(B3.frame_b, body3.frame_a);
  connect(A.frame_b, A5.frame_a);
  connect(A5.frame_b, body5.frame_a);
  connect(A.frame_b, A7.frame_a);
  connect(A7.frame_b, body7.frame_a);
  connect(body1.port(0), F.frame_a);
  connect(F.frame_b, body2.frame_a);
  connect(body5.port(0), G.frame_a);
  connect(G.frame_b, body4.frame_a);
  connect(body7.port(0), H.frame_a);
  connect(H.frame_b, body6.frame_a);
  // Three loops close in E.
  connect(body2.port(0), E3.frame_a);
  connect(E3.frame_b, body3.port(0));
  connect(body2.port(0), E4.frame_a);
  connect(E4.frame_b, body4.port(0));
  connect(body2.port(0), E6.frame_a);
  connect(E6.frame_b, body6.port(0));
  connect(C.frame_b, spring.frame_a);
  connect(spring.frame_b, body3.port(1));
}

void SevenBody::set_values() {
  constexpr double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092,
                   ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308,
                   tb = 0.00916, u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04,
                   fa = 0.01421;
  world.gravityType = "none";
  A.r = Vector2(-0.06934, -0.00227);
  B.r = Vector2(-0.03635, 0.03273);
  C.r = Vector2(0.014, 0.072);
  spring.c = 4530.0;
  spring.s0 = 0.07785;
  torque.k = 0.033;
  const auto shape = [](planar::Body& body, double m, double J, const Vector2& centre,
                        const MatrixX& ports) {
    body.m = m;
    body.J = J;
    body.r_CM = centre;
    body.r_ports = ports;
  };
  // Centres and joints in the frame at the body's first joint.
  shape(body1, 0.04325, 2.194e-6, {ra, 0}, Vector2(rr, 0));
  shape(body2, 0.00365, 4.410e-7, {-da, 0}, Vector2(-d, 0));
  MatrixX triangle(2, 2);
  triangle << 0, sd, -ss, -sc;
  shape(body3, 0.02373, 5.255e-6, {sb, -sa}, triangle);
  shape(body4, 0.00706, 5.667e-7, {0, ea - e}, Vector2(0, -e));
  shape(body5, 0.07050, 1.169e-5, {ta, -tb}, Vector2(zt, 0));
  shape(body6, 0.00706, 5.667e-7, {zf - fa, 0}, Vector2(zf, 0));
  shape(body7, 0.05498, 1.912e-5, {ub, -ua}, Vector2(0, -u));
  // At rest; the crank is where it was put, the others are wishes that close the loops.
  O.phi.start(-0.0617138900142764496358948458001).fixed();
  O.w.start(0.0).fixed();
  F.phi.start(0.0);
  B3.phi.start(0.455279819163070380255912382449);
  G.phi.start(0.222668390165885884674473185609);
  A5.phi.start(0.487364979543842550225598953530);
  H.phi.start(-0.222668390165885884674473185609);
  A7.phi.start(1.23054744454982119249735015568);
}

void SevenBody::build() {
  if (actuated.value()) {
    connect(torque.y, O.tau);
  } else {
    auto& drive = create<planar::WorldTorque>("drive");
    connect(torque.y, drive.t);
    connect(drive.frame_b, body1.frame_a);
  }
}

void NFourBar::build() {
  const auto n = static_cast<std::size_t>(N.value());
  pin.resize(n + 1);
  base.resize(n + 1);
  crank.resize(n + 1);
  coupler.resize(n);
  left.resize(n);
  right.resize(n);
  const auto rod = [](planar::Body& body) {
    body.J = 1.0 / 12;
    body.r_CM = Vector2(0.5, 0);
    body.r_ports = Vector2(1, 0);
  };
  for (std::size_t k = 0; k <= n; ++k) {
    pin[k].r = Vector2(static_cast<double>(k), 0);
    rod(crank[k]);
    base[k].phi.start(std::numbers::pi / 2);
    connect(pin[k].frame_b, base[k].frame_a);
    connect(base[k].frame_b, crank[k].frame_a);
  }
  base[0].phi.fixed();
  base[0].w.start(w0).fixed();
  for (std::size_t k = 0; k < n; ++k) {
    rod(coupler[k]);
    left[k].phi.start(-std::numbers::pi / 2);
    right[k].phi.start(-std::numbers::pi / 2);
    connect(crank[k].port(0), left[k].frame_a);
    connect(left[k].frame_b, coupler[k].frame_a);
    connect(crank[k + 1].port(0), right[k].frame_a);
    connect(right[k].frame_b, coupler[k].port(0));
  }
}

}  // namespace multibond::examples
