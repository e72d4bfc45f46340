#include "multibond/library/mechanics3d/gravity_pool.h"

namespace multibond::mechanics3d {

std::size_t GravityPool::join(const Expr& mass, const ExprVector3& centre) {
  members_.push_back({mass, centre});
  return members_.size() - 1;
}

ExprVector3 GravityPool::pull(const Member& first, const Member& second) const {
  const ExprVector3 gap = second.centre - first.centre;
  const Expr square = gap.dot(gap);
  return gap * (G * first.mass * second.mass / (square * sqrt(square)));
}

/// A pair is always taken in the same order, so that both of it share one expression.
ExprVector3 GravityPool::force(std::size_t member) const {
  ExprVector3 sum = ExprVector3::Zero();
  for (std::size_t j = 0; j < members_.size(); ++j) {
    if (j < member) sum -= pull(members_[j], members_[member]);
    if (j > member) sum += pull(members_[member], members_[j]);
  }
  return sum;
}

void GravityPool::equations() {
  Expr energy = 0.0;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    for (std::size_t j = i + 1; j < members_.size(); ++j) {
      const ExprVector3 gap = members_[j].centre - members_[i].centre;
      energy -= G * members_[i].mass * members_[j].mass / sqrt(gap.dot(gap));
    }
  }
  stores(energy);
}

}  // namespace multibond::mechanics3d
