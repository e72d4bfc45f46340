#include "crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace multibond {

namespace {

/// The cubic through values and rates at both ends of an interval.
struct Cubic {
  double c0, c1, c2, c3;
  Cubic(double p, double dp, double q, double dq)
      : c0(p), c1(dp), c2(3 * (q - p) - 2 * dp - dq), c3(2 * (p - q) + dp + dq) {}
  double operator()(double s) const { return ((c3 * s + c2) * s + c1) * s + c0; }
  /// The smallest value strictly inside (0, 1) that is a minimum, or the value at 1.
  double lowest() const {
    const double end = (*this)(1);
    const double discriminant = c2 * c2 - 3 * c3 * c1;
    if (discriminant < 0) return end;
    // The root of the derivative with positive second derivative, without cancellation.
    const double root = std::sqrt(discriminant);
    const double s = c2 >= 0 ? -c1 / (c2 + root) : (root - c2) / (3 * c3);
    return s > 0 && s < 1 ? std::min((*this)(s), end) : end;
  }
};

/// A step that holds more than this many periods of an indicator is looked at no closer.
constexpr int kDeepest = 14;

}  // namespace

CrossingFinder::CrossingFinder(CompiledDynamics& dynamics, Integrator* integrator)
    : dynamics_(dynamics), integrator_(integrator) {
  g_.assign(dynamics.indicators(), 0.0);
  y_.assign(dynamics.size(), 0.0);
  f_.assign(dynamics.size(), 0.0);
}

/// `slope`: derivatives of y, or nullptr if they are not known.
bool CrossingFinder::take(double t, const double* y, const double* slope, Sample& sample) {
  sample.t = t;
  sample.g.resize(g_.size());
  sample.rate.resize(g_.size());
  if (!slope) {
    if (dynamics_.derivatives(t, y, f_.data()) == Evaluation::failed) return false;
    slope = f_.data();
  }
  return dynamics_.evaluate_indicators(t, y, sample.g.data()) != Evaluation::failed &&
         dynamics_.indicator_rates(t, y, slope, sample.rate.data()) != Evaluation::failed;
}

/// The state at an instant of the step, as it is at an event: on the invariants. What the dense
/// output misses them by is more than a velocity that counts as zero.
void CrossingFinder::interpolate(double t) {
  integrator_->interpolate(t, y_.data());
  if (dynamics_.invariants() == 0) return;
  unclosed_ = y_;
  if (dynamics_.project(t, y_.data()) == Evaluation::failed) y_ = unclosed_;
}

bool CrossingFinder::take_inside(double t, Sample& sample) {
  interpolate(t);
  const std::vector<double> y = y_;
  return take(t, y.data(), nullptr, sample);
}

bool CrossingFinder::restart(double t, const double* y) {
  return g_.empty() || take(t, y, nullptr, last_);
}

double CrossingFinder::band() const { return dynamics_.mode().events.band; }

/// All indicators at an instant of the step.
bool CrossingFinder::evaluate(double t) {
  interpolate(t);
  return dynamics_.evaluate_indicators(t, y_.data(), g_.data()) != Evaluation::failed;
}

/// Narrows the bracket to the first instant at which indicator i is beyond its band, given that it
/// is at the end: inverse quadratic interpolation where three points allow it, else bisection, down
/// to neighbouring numbers. Each look is one projection, so that few of them count.
///
///   Chandrupatla: A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear
///   function without using derivatives, Advances in Engineering Software 1997
void CrossingFinder::narrow(std::size_t i, Bracket& bracket) {
  const auto beyond = [&](const std::vector<double>& g) { return sign_[i] * g[i] + band(); };
  // The latest point, the other end of the bracket, and the point that was left last.
  double t1 = bracket.end, f1 = beyond(bracket.at_end);
  double t2 = bracket.begin, f2 = std::max(beyond(bracket.at_begin), 0.0);
  double place = 0.5;  // of the next point, from the latest one to the other end
  for (int look = 0; look < 200; ++look) {
    const double width = std::abs(t2 - t1),
                 resolution = 2 * std::numeric_limits<double>::epsilon() *
                              std::max({std::abs(t1), std::abs(t2), 1e-300});
    if (width <= resolution) return;
    const double margin = std::min(0.5, 0.5 * resolution / width);
    const double t = t1 + std::clamp(place, margin, 1 - margin) * (t2 - t1);
    if (t == t1 || t == t2 || !evaluate(t)) return;
    const double f = beyond(g_);
    if (std::isnan(f)) return;
    (f < 0 ? bracket.end : bracket.begin) = t;
    (f < 0 ? bracket.at_end : bracket.at_begin) = g_;
    double t3 = t1, f3 = f1;
    if ((f < 0) != (f1 < 0)) {
      std::swap(t3, t2);
      std::swap(f3, f2);
    }
    t1 = t;
    f1 = f;
    const double x = (t1 - t2) / (t3 - t2), y = (f1 - f2) / (f3 - f2);
    // An indicator that is zero at the beginning has not crossed there.
    const bool smooth = y * y < x && (1 - y) * (1 - y) < 1 - x && std::max(f1, f2) > 0;
    place = smooth ? f1 / (f2 - f1) * f3 / (f2 - f3) +
                         (t3 - t1) / (t2 - t1) * f1 / (f3 - f1) * f2 / (f3 - f2)
                   : 0.5;
  }
}

/// How far each indicator strays from its cubic, at two places that no period fits.
std::vector<double> CrossingFinder::deviations(const Sample& a, const Sample& b) {
  const double h = b.t - a.t;
  std::vector<double> worst(g_.size(), 0.0);
  for (const double s : {0.381966, 0.672903}) {
    evaluate(a.t + s * h);
    for (std::size_t i = 0; i < worst.size(); ++i) {
      const Cubic cubic(a.g[i], h * a.rate[i], b.g[i], h * b.rate[i]);
      const double deviation = std::abs(g_[i] - cubic(s));
      if (!(deviation <= worst[i])) worst[i] = deviation;  // not a number counts as large
    }
  }
  return worst;
}

/// Crossings in [a, b]. The integrator's steps resolve the states, but not what conditions make of
/// them or of the time: an interval is halved until every indicator follows its cubic so closely
/// that the cubic can be trusted not to hide a crossing.
void CrossingFinder::search(const Sample& a, const Sample& b, int depth, Found& found) {
  const double h = b.t - a.t;
  std::vector<std::size_t> crossed;
  std::vector<double> deviation;  // found out when first needed
  bool resolved = true;
  for (std::size_t i = 0; i < g_.size(); ++i) {
    const double p = sign_[i] * a.g[i] + band(), q = sign_[i] * b.g[i] + band();
    const Cubic cubic(p, sign_[i] * a.rate[i] * h, q, sign_[i] * b.rate[i] * h);
    const double size = std::max(std::abs(p), std::abs(q)), lowest = cubic.lowest();
    if (q < 0) crossed.push_back(i);
    // Functions of the states alone are as smooth as the step, so a wide berth is enough for them.
    // An indicator that rests at zero has not crossed it.
    if (!dynamics_.indicator_uses_time(i) && (q < 0 ? p > 0 : lowest >= 0.1 * size)) continue;
    if (!resolved) continue;
    if (deviation.empty()) deviation = deviations(a, b);
    resolved = q < 0 ? deviation[i] < 0.1 * size : lowest >= 3 * deviation[i];
  }
  if (resolved || depth == kDeepest || a.t + h / 2 == a.t) {
    if (!crossed.empty()) locate(a, b, crossed, found);
    return;
  }
  Sample middle;
  if (!take_inside(a.t + h / 2, middle)) {
    found.failed = true;
    return;
  }
  search(a, middle, depth + 1, found);
  if (!found.any && !found.failed) search(middle, b, depth + 1, found);
}

/// The first crossing of all, and what crosses together with it. A look tells of all indicators, so
/// that one after the other only narrows the bracket that those before it have left.
void CrossingFinder::locate(const Sample& a, const Sample& b,
                            const std::vector<std::size_t>& crossed, Found& found) {
  const auto is_beyond = [&](std::size_t i, const std::vector<double>& g) {
    return sign_[i] * g[i] + band() < 0;
  };
  Bracket first{a.t, b.t, a.g, b.g};
  for (const std::size_t i : crossed) {
    if (!is_beyond(i, first.at_end)) continue;  // later
    if (first.begin != a.t && is_beyond(i, first.at_begin)) {
      first = {a.t, first.begin, a.g, first.at_begin};
    }
    narrow(i, first);
  }
  found.any = true;
  found.time = first.end;
  // Crossings that only rounding tells apart are one event.
  const double same = 1e-13 * std::max(std::abs(first.end), std::abs(b.t - a.t));
  Bracket soon{first.end, std::min(first.end + same, b.t), first.at_end, {}};
  for (const std::size_t i : crossed) {
    if (!is_beyond(i, first.at_end)) {
      if (soon.at_end.empty()) soon.at_end = soon.end < b.t && evaluate(soon.end) ? g_ : b.g;
      if (!is_beyond(i, soon.at_end)) continue;
      Bracket own = soon;
      narrow(i, own);
      found.time = std::max(found.time, own.end);
    }
    found.conditions.push_back(dynamics_.state_conditions()[i]);
  }
}

CrossingFinder::Found CrossingFinder::search(const std::vector<bool>& truth) {
  Found found;
  if (g_.empty()) return found;
  sign_.resize(g_.size());
  for (std::size_t i = 0; i < sign_.size(); ++i) sign_[i] = truth[i] ? 1 : -1;
  if (!take(integrator_->time(), integrator_->state(), integrator_->slope(), end_)) {
    found.failed = true;
    return found;
  }
  search(last_, end_, 0, found);
  std::swap(last_, end_);
  return found;
}

}  // namespace multibond
