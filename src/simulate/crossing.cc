#include "crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace multibond {

CrossingFinder::CrossingFinder(CompiledDynamics& dynamics, Integrator* integrator)
    : dynamics_(dynamics), integrator_(integrator) {
  const std::size_t m = dynamics.indicators();
  for (auto* v : {&g0_, &g1_, &r0_, &r1_, &g_}) v->assign(m, 0.0);
  y_.assign(dynamics.size(), 0.0);
  f_.assign(dynamics.size(), 0.0);
}

bool CrossingFinder::restart(double t, const double* y) {
  if (g0_.empty()) return true;
  if (dynamics_.derivatives(t, y, f_.data()) == Evaluation::failed) return false;
  return dynamics_.evaluate_indicators(t, y, g0_.data()) != Evaluation::failed &&
         dynamics_.indicator_rates(t, y, f_.data(), r0_.data()) != Evaluation::failed;
}

double CrossingFinder::value(std::size_t i, double t) {
  integrator_->interpolate(t, y_.data());
  if (dynamics_.evaluate_indicators(t, y_.data(), g_.data()) == Evaluation::failed) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return g_[i];
}

/// The first instant after a at which sign * g is negative, given that it is at b: bisection and
/// the Illinois rule in turn, down to neighbouring numbers.
double CrossingFinder::root(std::size_t i, double sign, double a, double b) {
  double ga = std::max(sign * value(i, a), 0.0);
  double gb = sign * value(i, b);
  int side = 0;
  for (int iteration = 0; iteration < 200; ++iteration) {
    const double resolution =
        2 * std::numeric_limits<double>::epsilon() * std::max({std::abs(a), std::abs(b), 1e-300});
    if (std::abs(b - a) <= resolution) break;
    double c = a + (b - a) * (ga / (ga - gb));
    if (iteration % 3 == 2 || !(c > std::min(a, b) && c < std::max(a, b))) c = a + (b - a) / 2;
    if (c == a || c == b) break;
    const double gc = sign * value(i, c);
    if (std::isnan(gc)) break;
    if (gc < 0) {
      b = c;
      gb = gc;
      if (side == -1) ga /= 2;
      side = -1;
    } else {
      a = c;
      ga = gc;
      if (side == 1) gb /= 2;
      side = 1;
    }
  }
  return b;
}

CrossingFinder::Found CrossingFinder::search(const std::vector<bool>& truth) {
  Found found;
  if (g0_.empty()) return found;
  const double a = integrator_->previous_time(), b = integrator_->time();
  const double h = b - a;
  const double* y1 = integrator_->state();
  if (dynamics_.evaluate_indicators(b, y1, g1_.data()) == Evaluation::failed ||
      dynamics_.derivatives(b, y1, f_.data()) == Evaluation::failed ||
      dynamics_.indicator_rates(b, y1, f_.data(), r1_.data()) == Evaluation::failed) {
    found.failed = true;
    return found;
  }
  std::vector<std::pair<double, std::size_t>> roots;
  for (std::size_t i = 0; i < g0_.size(); ++i) {
    const double sign = truth[i] ? 1 : -1;
    if (sign * g1_[i] < 0) {
      roots.emplace_back(root(i, sign, a, b), i);
      continue;
    }
    // A dip inside the step: the cubic through values and rates tells where to look.
    const double p = sign * g0_[i], q = sign * g1_[i], dp = sign * r0_[i] * h,
                 dq = sign * r1_[i] * h;
    if (!(dp < 0 && dq > 0)) continue;
    const double c3 = 2 * (p - q) + dp + dq, c2 = 3 * (q - p) - 2 * dp - dq;
    const double discriminant = c2 * c2 - 3 * c3 * dp;
    if (discriminant < 0) continue;
    const double s = -dp / (c2 + std::sqrt(discriminant));  // the minimum, also if c3 vanishes
    if (!(s > 0 && s < 1)) continue;
    const double lowest = ((c3 * s + c2) * s + dp) * s + p;
    if (lowest > 0.1 * std::max(std::abs(p), std::abs(q))) continue;
    const double dip = a + s * h;
    if (sign * value(i, dip) < 0) roots.emplace_back(root(i, sign, a, dip), i);
  }
  if (!roots.empty()) {
    found.any = true;
    found.time = std::min_element(roots.begin(), roots.end())->first;
    // Crossings that only rounding tells apart are one event.
    const double same = 1e-13 * std::max({std::abs(found.time), std::abs(h)});
    double last = found.time;
    for (const auto& [time, i] : roots) {
      if (time > found.time + same) continue;
      found.conditions.push_back(dynamics_.state_conditions()[i]);
      last = std::max(last, time);
    }
    found.time = last;
  }
  g0_ = g1_;
  r0_ = r1_;
  return found;
}

}  // namespace multibond
