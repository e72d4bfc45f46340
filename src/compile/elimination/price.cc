#include "price.h"

#include <algorithm>

namespace multibond {

PlanPrice::PlanPrice(const BlockMatrix& matrix, const Slots& slots) : slots_(slots) {
  for (const BlockMatrix::Row& row : matrix.rows) {
    rest_.push_back(row.rest.is_number(0) ? Rest::zero : row.same ? Rest::constant : Rest::varying);
  }
}

bool PlanPrice::is_new(const Fingerprints::Value& value) {
  const Fingerprints::Value opposite = -value;
  const bool first = value.a < opposite.a || (value.a == opposite.a && value.b < opposite.b);
  return seen_.insert(first ? value : opposite).second;
}

void PlanPrice::use(std::uint32_t slot) {
  if (slot >= additions_.size() || additions_[slot] == 0) return;
  if (varies(slot) && is_new(slots_.fingerprint(slot))) operations_ += additions_[slot];
  additions_[slot] = 0;
}

void PlanPrice::product(std::uint32_t slot, std::uint32_t of) {
  if (varies(slot) && !is_unit(of) && is_new(slots_.fingerprint(slot))) ++operations_;
}

void PlanPrice::update(std::uint32_t factor, std::uint32_t from, std::uint32_t to, bool fresh) {
  const bool varying = varies(factor) || varies(from);
  if (varying && !is_unit(factor) && !is_unit(from)) {
    operations_ += is_new(slots_.fingerprint(factor) * slots_.fingerprint(from));
  }
  if (to >= additions_.size()) additions_.resize(2 * to + 16, 0);
  if (fresh) {
    additions_[to] = 0;
  } else {
    ++additions_[to];
  }
}

void PlanPrice::update_rest(std::uint32_t factor, std::uint32_t from_row, std::uint32_t to_row) {
  const Rest from = rest_[from_row];
  Rest& to = rest_[to_row];
  if (from == Rest::zero) return;
  const bool varying = from == Rest::varying || varies(factor);
  operations_ += varying && !is_unit(factor);
  operations_ += to != Rest::zero && (varying || to == Rest::varying);
  to = std::max(to, varying ? Rest::varying : Rest::constant);
}

void PlanPrice::solve(std::uint32_t pivot, std::span<const EliminationPlan::Cell> cells,
                      std::uint32_t row) {
  use(pivot);
  for (const EliminationPlan::Cell& cell : cells) {
    use(cell.slot);
    operations_ += is_unit(cell.slot) ? 1 : 2;
  }
  if (!cells.empty() && rest_[row] == Rest::zero) --operations_;
  if (!is_unit(pivot)) operations_ += varies(pivot) ? 2 : 1;
}

}  // namespace multibond
