#include "multibond/library/mechanics3d/gravity_pool.h"

namespace multibond::mechanics3d {

std::size_t GravityPool::join(const Expr& mass, const ExprVector3& centre) {
  when_reopened([this, before = masses_.size()] {
    masses_.resize(before);
    places_.resize(3 * before);
    law_.reset();
    arguments_.clear();
  });
  masses_.push_back(mass);
  for (const Expr& coordinate : centre) places_.push_back(coordinate);
  return masses_.size() - 1;
}

const Gravitation& GravityPool::law() const {
  if (!law_) {
    law_ = std::make_shared<Gravitation>(path(), masses_.size());
    arguments_.push_back(G);
    arguments_.insert(arguments_.end(), masses_.begin(), masses_.end());
    arguments_.insert(arguments_.end(), places_.begin(), places_.end());
  }
  return *law_;
}

ExprVector3 GravityPool::force(std::size_t member) const {
  const Gravitation& law = this->law();
  ExprVector3 result;
  for (int k = 0; k < 3; ++k) result(k) = -call(law.gradient(member, k), arguments_);
  return result;
}

void GravityPool::equations() {
  const Gravitation& law = this->law();
  stores(call(law.potential(), arguments_));
}

}  // namespace multibond::mechanics3d
