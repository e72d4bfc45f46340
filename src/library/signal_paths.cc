#include "multibond/library/signal_paths.h"

#include <fmt/format.h>

#include "multibond/diagnostic.h"

namespace multibond::signals {

KinematicPTP& KinematicPTP::axes(int count) {
  q.resize(count);
  qd.resize(count);
  qdd.resize(count);
  return *this;
}

void KinematicPTP::build() {
  const int count = q_end.elements();
  for (const auto* other : {&q_begin, &qd_max, &qdd_max}) {
    if (other->elements() == count) continue;
    throw Error(other->path(),
                fmt::format("{} has {} values, but the path has {} axes, those of q_end.",
                            other->path(), other->elements(), count),
                "Give each axis a value.");
  }
  if (q.size() != 0 && q.size() != static_cast<std::size_t>(count)) {
    throw Error(
        path(),
        fmt::format("{} was given {} axes, but q_end has {} values.", path(), q.size(), count),
        "Call axes() with as many as q_end has.");
  }
  axes(count);
}

KinematicPTP::Times KinematicPTP::times() const {
  Expr at_speed = 0.0, at_acceleration = 0.0;  // 1 / rate of s, 1 / second rate of s
  for (int i = 0; i < q_end.elements(); ++i) {
    const Expr way = abs(q_end.element(i) - q_begin.element(i));
    at_speed = max(at_speed, way / qd_max.element(i));
    at_acceleration = max(at_acceleration, way / qdd_max.element(i));
  }
  const Expr cruises = at_speed * at_speed > at_acceleration;
  const Expr acceleration = select(cruises, at_acceleration / at_speed, sqrt(at_acceleration));
  return {acceleration, acceleration + select(cruises, at_speed, acceleration)};
}

double KinematicPTP::end_time() const { return now(startTime + times().motion); }

void KinematicPTP::equations() {
  const Times all = times();
  const Expr &rise = all.acceleration, &motion = all.motion;
  const Expr t = time() - startTime, rest = motion - t;
  // The highest rate of s is 1 / (motion - rise): the area under it is the whole way.
  const Expr rate = 1 / (motion - rise), slope = rate / rise;
  const auto phases = [&](const Expr& before, const Expr& up, const Expr& steady, const Expr& down,
                          const Expr& after) {
    return select(time() < startTime, before,
                  select(time() < startTime + rise, up,
                         select(time() < startTime + motion - rise, steady,
                                select(time() < startTime + motion, down, after))));
  };
  const Expr s =
      phases(0.0, 0.5 * slope * t * t, rate * (t - rise / 2), 1 - 0.5 * slope * rest * rest, 1.0);
  const Expr sd = phases(0.0, slope * t, rate, slope * rest, 0.0);
  const Expr sdd = phases(0.0, slope, 0.0, -slope, 0.0);
  for (std::size_t i = 0; i < q.size(); ++i) {
    const int k = static_cast<int>(i);
    const Expr way = q_end.element(k) - q_begin.element(k);
    equation(q[i].value, q_begin.element(k) + way * s);
    equation(qd[i].value, way * sd);
    equation(qdd[i].value, way * sdd);
  }
  equation(moving.value, phases(0.0, 1.0, 1.0, 1.0, 0.0));
}

}  // namespace multibond::signals
