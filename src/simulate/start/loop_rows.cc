#include "loop_rows.h"

#include <algorithm>
#include <cmath>

#include "multibond/base/dense.h"

namespace multibond {
namespace {

/// Vector of a rotation from its skew part s = u sin(theta) and its trace 1 + 2 cos(theta).
struct RotationVector {
  RotationVector(const Eigen::Vector3d& s, double trace) : skew(s), cosine((trace - 1) / 2) {
    sine = s.norm();
    // At half a turn any direction is as good as any other: what is left of the skew part.
    const double least = 1e-6;
    if (sine < least && cosine > 0) {
      factor = 1 / cosine - sine * sine / (3 * std::pow(cosine, 3));
    } else {
      sine = std::max(sine, least);
      factor = std::atan2(sine, cosine) / sine;
    }
  }

  Eigen::Vector3d value() const { return factor * skew; }

  /// Its change with those of the skew part and the trace.
  Eigen::Vector3d change(const Eigen::Vector3d& dskew, double dtrace) const {
    const double dcosine = dtrace / 2;
    if (sine < 1e-6 && cosine > 0) return factor * dskew - dcosine / (cosine * cosine) * skew;
    const double dsine = skew.dot(dskew) / sine;
    const double dangle = (cosine * dsine - sine * dcosine) / (sine * sine + cosine * cosine);
    return factor * dskew + (dangle - factor * dsine) / sine * skew;
  }

  Eigen::Vector3d skew;
  double cosine, sine, factor;
};

}  // namespace

LoopRows::LoopRows(StartProblem& problem, std::vector<std::size_t> loops,
                   std::vector<std::size_t> demands, std::vector<std::size_t> wishes)
    : problem_(problem),
      loops_(std::move(loops)),
      demands_(std::move(demands)),
      wishes_(std::move(wishes)) {
  std::size_t next = 0;
  for (const ClosureDescription& loop : problem_.known().closures) {
    first_output_.push_back(next);
    next += loop.outputs();
  }
  scale_ = Eigen::VectorXd::Ones(rows());
}

Eigen::Index LoopRows::rows() const {
  std::size_t count = demands_.size() + wishes_.size();
  for (const std::size_t l : loops_) {
    count += problem_.known().closures[l].lengths + problem_.known().closures[l].angles;
  }
  return static_cast<Eigen::Index>(count);
}

/// Those that need no rotation vector: they come first.
Eigen::Index LoopRows::plain_gaps(const ClosureDescription& loop) const {
  return static_cast<Eigen::Index>(loop.lengths + (loop.in_space ? 0 : loop.angles));
}

bool LoopRows::values(Eigen::VectorXd& r) {
  std::vector<double> demands, wished;
  if (!problem_.gaps(gaps_) || (!demands_.empty() && !problem_.demands(demands)) ||
      (!wishes_.empty() && !problem_.wished(wished))) {
    return false;
  }
  r.resize(rows());
  Eigen::Index row = 0;
  for (const std::size_t l : loops_) {
    const ClosureDescription& loop = problem_.known().closures[l];
    const double* gap = gaps_.data() + first_output_[l];
    for (Eigen::Index k = 0; k < plain_gaps(loop); ++k) r[row++] = *gap++;
    if (!loop.in_space) continue;
    r.segment<3>(row) = RotationVector({gap[0], gap[1], gap[2]}, gap[3]).value();
    row += 3;
  }
  for (const std::size_t d : demands_) r[row++] = demands[d];
  for (const std::size_t k : wishes_) {
    const OtherWishDescription& wish = problem_.known().other_wishes[k];
    r[row++] = problem_.missed(wish, wished[k]);
  }
  r = r.cwiseQuotient(scale_);
  return r.allFinite();
}

bool LoopRows::slopes(const StartColumns& columns, Eigen::MatrixXd& J) {
  Eigen::MatrixXd gap_slopes, demand_slopes, wished_slopes;
  const std::size_t demands = demands_.empty() ? 0 : problem_.known().demands.size();
  const std::size_t wishes = wishes_.empty() ? 0 : problem_.known().other_wishes.size();
  if (!problem_.slopes(FunctionKind::gap_slopes, problem_.gap_outputs(), columns, gap_slopes) ||
      !problem_.slopes(FunctionKind::demand_slopes, demands, columns, demand_slopes) ||
      !problem_.slopes(FunctionKind::wished_slopes, wishes, columns, wished_slopes)) {
    return false;
  }
  J.resize(rows(), static_cast<Eigen::Index>(columns.unknowns.size()));
  Eigen::Index row = 0;
  for (const std::size_t l : loops_) {
    const ClosureDescription& loop = problem_.known().closures[l];
    const auto first = static_cast<Eigen::Index>(first_output_[l]);
    const Eigen::Index plain = plain_gaps(loop);
    J.middleRows(row, plain) = gap_slopes.middleRows(first, plain);
    row += plain;
    if (!loop.in_space) continue;
    const double* skew = gaps_.data() + first + plain;
    const RotationVector turn({skew[0], skew[1], skew[2]}, skew[3]);
    for (Eigen::Index j = 0; j < J.cols(); ++j) {
      const auto d = gap_slopes.col(j).segment<4>(first + plain);
      J.block<3, 1>(row, j) = turn.change(d.head<3>(), d[3]);
    }
    row += 3;
  }
  for (const std::size_t d : demands_) {
    J.row(row++) = demand_slopes.row(static_cast<Eigen::Index>(d));
  }
  for (const std::size_t k : wishes_) {
    J.row(row++) = wished_slopes.row(static_cast<Eigen::Index>(k));
  }
  J = scale_.cwiseInverse().asDiagonal() * J;
  return J.allFinite();
}

/// Lengths of a loop are compared with how far its joints can move its end, other demands with
/// what changes them; wishes with what they are worth.
bool LoopRows::set_scales(const StartColumns& columns, Eigen::VectorXd& r, Eigen::MatrixXd& J) {
  scale_ = Eigen::VectorXd::Ones(rows());
  if (!values(r) || !slopes(columns, J)) return false;
  open_length_ = 0;
  Eigen::Index row = 0;
  for (const std::size_t l : loops_) {
    const ClosureDescription& loop = problem_.known().closures[l];
    const auto lengths = static_cast<Eigen::Index>(loop.lengths);
    const double open = r.segment(row, lengths).norm();
    double size = std::max(open, 1e-12);
    for (Eigen::Index k = row; k < row + lengths; ++k) size = std::max(size, J.row(k).norm());
    scale_.segment(row, lengths).setConstant(size);
    open_length_ = std::max(open_length_, open);
    row += static_cast<Eigen::Index>(loop.lengths + loop.angles);
  }
  for (std::size_t k = 0; k < demands_.size(); ++k, ++row) {
    const double size = std::max(J.row(row).norm(), std::abs(r[row]));
    scale_[row] = size > 0 ? size : 1.0;
    double square = 0;  // of the slope by lengths
    for (Eigen::Index j = 0; j < J.cols(); ++j) {
      if (!problem_.unknowns()[columns.unknowns[static_cast<std::size_t>(j)]].length) continue;
      square += std::pow(J(row, j) / columns.size[j], 2);
    }
    if (square > 0) open_length_ = std::max(open_length_, std::abs(r[row]) / std::sqrt(square));
  }
  for (const std::size_t k : wishes_) {
    const OtherWishDescription& wish = problem_.known().other_wishes[k];
    scale_[row++] = 10 * wish.nominal / wish.weight;
  }
  r = r.cwiseQuotient(scale_);
  J = scale_.cwiseInverse().asDiagonal() * J;
  return r.allFinite() && J.allFinite();
}

SearchEnd levenberg_marquardt(StartProblem& problem, LoopRows& rows,
                              const std::vector<std::uint32_t>& unknowns, double angle) {
  StartColumns columns{unknowns, Eigen::VectorXd(static_cast<Eigen::Index>(unknowns.size()))};
  for (Eigen::Index j = 0; j < columns.size.size(); ++j) {
    const StartUnknown& unknown = problem.unknowns()[columns.unknowns[j]];
    columns.size[j] = unknown.nominal / std::clamp(unknown.weight, 0.3, 3.0);
  }
  Eigen::VectorXd r;
  Eigen::MatrixXd J;
  if (unknowns.empty() || !rows.set_scales(columns, r, J)) return SearchEnd::exhausted;
  Eigen::VectorXd limit(columns.size.size());
  for (Eigen::Index j = 0; j < limit.size(); ++j) {
    const StartUnknown& unknown = problem.unknowns()[columns.unknowns[j]];
    const double most =
        unknown.angle ? angle : angle * std::max(unknown.nominal, rows.open_length());
    limit[j] = most / columns.size[j];
  }
  double mu = 0;
  for (int iteration = 0; iteration < 200; ++iteration) {
    ++problem.iterations;
    const double size = r.norm();
    if (size < 1e-9) return SearchEnd::closed;
    if (iteration > 0 && !rows.slopes(columns, J)) return SearchEnd::exhausted;
    const double largest = J.colwise().squaredNorm().maxCoeff();
    if (!(largest > 0)) return SearchEnd::stationary;
    if ((J.transpose() * r).norm() < 1e-7 * size * std::sqrt(largest)) {
      return SearchEnd::stationary;
    }
    if (iteration == 0) mu = 1e-2 * largest;
    const std::vector<double> from = problem.values;
    for (;; mu *= 4) {
      if (mu > 1e10 * largest) return SearchEnd::exhausted;
      const Eigen::VectorXd step = dense::damped_solution(J, -r, mu);
      if ((step.cwiseAbs().array() > limit.array()).any()) continue;
      for (Eigen::Index j = 0; j < step.size(); ++j) {
        const std::uint32_t i = columns.unknowns[j];
        problem.values[i] = from[i] + columns.size[j] * step[j];
      }
      Eigen::VectorXd next;
      const double foreseen = size * size - (r + J * step).squaredNorm();
      const double gain = rows.values(next) ? (size * size - next.squaredNorm()) / foreseen : -1.0;
      if (gain > 1e-3) {
        r = next;
        mu *= gain > 0.75 ? 0.15 : gain < 0.25 ? 2 : 1;
        break;
      }
      problem.values = from;
    }
  }
  return SearchEnd::exhausted;
}

}  // namespace multibond
