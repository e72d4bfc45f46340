#include "delays.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "multibond/base/instants.h"
#include "multibond/base/text.h"
#include "multibond/program/runner.h"

namespace multibond {
namespace {

constexpr int kNodes = 8;
/// Of the size of a source: what changes by less at an event has not jumped, or bent.
constexpr double kJump = 1e-9;
constexpr double kBend = 1e-5;
/// What has come back so often is smooth enough for methods of high order.
constexpr int kSmooth = 6;
/// Sums of times are the same instant if they differ by so many roundings.
constexpr double kRoundings = 4;

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Chebyshev's points of the second kind on [0, 1], and barycentric weights (Berrut, Trefethen
/// 2004, "Barycentric Lagrange interpolation", SIAM Review 46(3)).
struct Nodes {
  std::array<double, kNodes> place, weight;
  Nodes() {
    for (int k = 0; k < kNodes; ++k) {
      place[static_cast<std::size_t>(k)] =
          0.5 - 0.5 * std::cos(std::numbers::pi * k / (kNodes - 1));
      const bool end = k == 0 || k == kNodes - 1;
      weight[static_cast<std::size_t>(k)] = (k % 2 == 0 ? 1.0 : -1.0) * (end ? 0.5 : 1.0);
    }
    place.back() = 1;
  }
};
const Nodes& nodes() {
  static const Nodes all;
  return all;
}

double same_instant(double t) { return kRoundings * one_instant(t); }

}  // namespace

double Delays::Piece::at(double t) const {
  const double x = std::clamp((t - begin) / (end - begin), 0.0, 1.0);
  double above = 0, below = 0;
  for (std::size_t k = 0; k < kNodes; ++k) {
    const double distance = x - nodes().place[k];
    if (distance == 0) return values[k];
    const double w = nodes().weight[k] / distance;
    above += w * values[k];
    below += w;
  }
  return above / below;
}

double Delays::Piece::slope(double t) const {
  const double h = 1e-4 * (end - begin);
  const double a = std::max(begin, t - h), b = std::min(end, t + h);
  return b > a ? (at(b) - at(a)) / (b - a) : 0.0;
}

/// Of all sources, or of all delays, at the present point.
std::vector<double> Delays::values(CompiledDynamics& dynamics, bool delays) const {
  std::vector<VariableLeaf> leaves;
  for (const DelayDescription& delay : dynamics.mode().delays) {
    leaves.push_back(delays ? delay.time : delay.source);
  }
  std::vector<double> result(leaves.size());
  Runner(dynamics.functions().probe(leaves)).run(dynamics.inputs().data(), result.data());
  return result;
}

void Delays::measure(CompiledDynamics& dynamics) {
  const std::vector<double> times = values(dynamics, true);
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    sources_[k].delay = times[k];
    sources_[k].varies = dynamics.mode().delays[k].varies;
  }
}

void Delays::begin(CompiledDynamics& dynamics, double t) {
  const std::vector<double> now = values(dynamics, false);
  sources_.clear();
  for (const double value : now) sources_.push_back({value});
  measure(dynamics);
  for (Source& source : sources_) source.breaks.push_back({t, false, 0});
  start_ = arrived_ = t;
  fresh_ = true;
}

bool Delays::began_elsewhere(CompiledDynamics& dynamics) {
  const std::vector<double> now = values(dynamics, false);
  for (std::size_t k = 0; k < now.size(); ++k) {
    if (now[k] != sources_[k].first) return true;
  }
  return false;
}

void Delays::append(CompiledDynamics& dynamics, Integrator& integrator, double begin, double end) {
  if (!(end > begin)) return;
  std::vector<std::shared_ptr<Piece>> pieces;
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    pieces.push_back(std::make_shared<Piece>(Piece{begin, end, std::vector<double>(kNodes)}));
  }
  std::vector<double> y(dynamics.size());
  for (std::size_t j = 0; j < kNodes; ++j) {
    const double t = j + 1 == kNodes ? end : begin + nodes().place[j] * (end - begin);
    integrator.interpolate(t, y.data());
    dynamics.set_point(t, y.data());
    const std::vector<double> now = values(dynamics, false);
    for (std::size_t k = 0; k < now.size(); ++k) pieces[k]->values[j] = now[k];
  }
  const int order = echo(begin) + 1;
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    add(sources_[k], std::move(pieces[k]), dynamics.mode().delays[k].longest, order);
  }
  fresh_ = false;
}

/// How often that had come back which comes back at t; kSmooth if nothing does.
int Delays::echo(double t) const {
  int order = kSmooth;
  for (const Source& source : sources_) {
    for (const Break& b : source.breaks) {
      const bool back = !source.varies && std::abs(b.time + source.delay - t) <= same_instant(t);
      if (back) order = std::min(order, b.order);
    }
  }
  return order;
}

void Delays::add(Source& source, std::shared_ptr<const Piece> piece, double longest, int order) {
  if (fresh_ && piece->begin > start_) {
    const bool known = !source.pieces.empty();
    const double before = known ? source.pieces.back()->values.back() : source.first;
    const auto [low, high] = std::minmax_element(piece->values.begin(), piece->values.end());
    const double size = std::max({std::abs(*low), std::abs(*high), std::abs(before)});
    const double bend =
        known ? piece->slope(piece->begin) - source.pieces.back()->slope(source.pieces.back()->end)
              : piece->slope(piece->begin);
    const bool jump = std::abs(piece->values.front() - before) > kJump * size;
    const bool bends = std::abs(bend) * (piece->end - piece->begin) > kBend * size;
    if (jump || bends || order < kSmooth) {
      source.breaks.push_back({piece->begin, jump, jump || bends ? 0 : order});
    }
  }
  // What nobody will ask for any more is forgotten now and then.
  const double oldest = piece->end - 1.01 * (source.varies ? longest : source.delay);
  constexpr std::size_t kMany = 256;
  if (source.pieces.size() > kMany && source.pieces[kMany / 2]->end < oldest) {
    const auto gone = std::find_if(source.pieces.begin(), source.pieces.end(),
                                   [&](const auto& p) { return p->end >= oldest; });
    source.pieces.erase(source.pieces.begin(), gone);
    std::erase_if(source.breaks, [&](const Break& b) { return b.time < oldest; });
  }
  source.pieces.push_back(std::move(piece));
}

void Delays::cut(double t) {
  for (Source& source : sources_) {
    while (!source.pieces.empty() && source.pieces.back()->begin >= t) source.pieces.pop_back();
    std::erase_if(source.breaks, [&](const Break& b) { return b.time > start_ && b.time >= t; });
    if (source.pieces.empty() || source.pieces.back()->end <= t) continue;
    const Piece& whole = *source.pieces.back();
    Piece part{whole.begin, t, {}};
    for (const double x : nodes().place) {
      part.values.push_back(whole.at(whole.begin + x * (t - whole.begin)));
    }
    source.pieces.back() = std::make_shared<const Piece>(std::move(part));
  }
}

void Delays::arrive(double t) {
  arrived_ = t;
  fresh_ = true;
}

double Delays::reach(CompiledDynamics& dynamics, double t) {
  measure(dynamics);
  double shortest = kNever;
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    const DelayDescription& delay = dynamics.mode().delays[k];
    const double time = sources_[k].delay;
    const auto refuse = [&](const std::string& fact, const std::string& remedy) {
      throw Error(delay.component,
                  fmt::format("The delay of delay() is {}{}", quantity(time, "s"), fact), remedy,
                  delay.source_text);
    };
    if (!(time > same_instant(t))) refuse(": it must be positive.", "Give a longer delay.");
    if (time > delay.longest * (1 + 1e-12)) {
      refuse(fmt::format(", longer than its delayMax of {}.", quantity(delay.longest, "s")),
             "Give a larger delayMax.");
    }
    const auto& pieces = sources_[k].pieces;
    if (!pieces.empty() && pieces.front()->begin > start_ && t - time < pieces.front()->begin) {
      refuse(", and what was so long ago is not kept.", "Set it before the run begins.");
    }
    shortest = std::min(shortest, time);
  }
  return shortest;
}

double Delays::next_event(double t) const {
  double next = kNever;
  for (const Source& source : sources_) {
    if (source.varies) continue;
    for (const Break& b : source.breaks) {
      const double back = b.time + source.delay;
      if (back > t + same_instant(t)) next = std::min(next, back);
    }
  }
  return next;
}

bool Delays::jumps_at(double t) const {
  return std::any_of(sources_.begin(), sources_.end(), [&](const Source& source) {
    return !source.varies &&
           std::any_of(source.breaks.begin(), source.breaks.end(), [&](const Break& b) {
             return b.jump && std::abs(b.time + source.delay - t) <= same_instant(t);
           });
  });
}

const Delays::Piece* Delays::piece(const Source& source, double s, double t) const {
  if (source.pieces.empty()) return nullptr;
  // At a break, what came before it counts until its event is over.
  for (const Break& b : source.breaks) {
    if (std::abs(s - b.time) > same_instant(t)) continue;
    const bool after = t <= arrived_ + same_instant(t);
    for (std::size_t k = 0; k < source.pieces.size(); ++k) {
      if (source.pieces[k]->begin != b.time) continue;
      return after ? source.pieces[k].get() : k > 0 ? source.pieces[k - 1].get() : nullptr;
    }
  }
  const auto next = std::upper_bound(source.pieces.begin(), source.pieces.end(), s,
                                     [](double time, const auto& p) { return time < p->begin; });
  return next == source.pieces.begin() ? nullptr : std::prev(next)->get();
}

void Delays::fill(CompiledDynamics& dynamics, double t) {
  if (sources_.empty()) return;
  const CompiledMode& mode = dynamics.mode();
  const auto put = [&](std::size_t k, double delay) {
    const Source& source = sources_[k];
    const double s = t - delay;
    const Piece* const from = piece(source, s, t);
    double value = from ? from->at(s) : source.first;
    // A delay that shrinks may ask for what the step has not computed yet.
    if (from && s > from->end) value += (s - from->end) * from->slope(from->end);
    dynamics.inputs()[mode.layout.discretes + mode.delays[k].place] = value;
  };
  bool vary = false;
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    vary = vary || sources_[k].varies;
    if (!sources_[k].varies) put(k, sources_[k].delay);
  }
  if (!vary) return;
  const std::vector<double> times = values(dynamics, true);
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    if (sources_[k].varies) put(k, times[k]);
  }
}

void Delays::slopes(double t, double* out) const {
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    const double s = t - sources_[k].delay;
    const Piece* const from = piece(sources_[k], s, t);
    out[k] = from ? from->slope(std::min(s, from->end)) : 0.0;
  }
}

}  // namespace multibond
