#include "island_response.h"

#include <algorithm>
#include <cmath>

#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {

void IslandResponse::choose_seeds(const std::vector<const ContactDirection*>& columns) {
  const ContactsDescription& contacts = *contacts_;
  constexpr std::uint32_t kNone = ContactsDescription::kNoIsland;
  touched_.resize(contacts.islands);
  for (Touched& touched : touched_) touched.clear();
  run_of_coordinate_.assign(contacts.island_of_coordinate.size(), kNone);
  for (std::size_t s = 0; s < columns.size(); ++s) {
    for (const ContactDirection::Part& part : columns[s]->parts) {
      const std::uint32_t island = contacts.island_of_coordinate[part.coordinate];
      if (island == kNone) continue;
      Touched& touched = touched_[island];
      if (touched.columns.empty() || touched.columns.back() != s) touched.columns.push_back(s);
      if (run_of_coordinate_[part.coordinate] != kNone) continue;
      run_of_coordinate_[part.coordinate] = static_cast<std::uint32_t>(touched.coordinates.size());
      touched.coordinates.push_back(part.coordinate);
    }
  }
  runs_ = 0;
  for (const Touched& touched : touched_) {
    runs_ = std::max(runs_, std::min(touched.columns.size(), touched.coordinates.size()));
  }
  terms_.resize(columns.size());
  for (std::vector<Term>& terms : terms_) terms.clear();
  seeds_.resize(runs_);
  for (std::vector<double>& seeds : seeds_) seeds.assign(response_.coordinates(), 0.0);
  for (std::uint32_t island = 0; island < touched_.size(); ++island) {
    const Touched& touched = touched_[island];
    const bool by_coordinate = touched.coordinates.size() < touched.columns.size();
    if (by_coordinate) {
      for (std::size_t run = 0; run < touched.coordinates.size(); ++run) {
        seeds_[run][touched.coordinates[run]] = 1;
      }
    }
    for (std::size_t run = 0; run < touched.columns.size(); ++run) {
      const std::size_t s = touched.columns[run];
      if (!by_coordinate) terms_[s].push_back({island, run, 1.0});
      for (const ContactDirection::Part& part : columns[s]->parts) {
        if (contacts.island_of_coordinate[part.coordinate] != island) continue;
        if (by_coordinate) {
          terms_[s].push_back({island, run_of_coordinate_[part.coordinate], part.factor});
        } else {
          seeds_[run][part.coordinate] += part.factor;
        }
      }
    }
  }
}

bool IslandResponse::respond(CompiledDynamics& dynamics,
                             const std::vector<const ContactDirection*>& columns) {
  contacts_ = &dynamics.mode().contacts;  // states are those of the mode
  choose_seeds(columns);
  changes_.resize(runs_);
  answers_.resize(runs_);
  for (std::size_t run = 0; run < runs_; ++run) {
    if (!response_.column(dynamics, seeds_[run], changes_[run]) ||
        !response_.accelerations(dynamics, changes_[run].data(), false, answers_[run])) {
      return false;
    }
    const auto finite = [](double value) { return std::isfinite(value); };
    if (!std::all_of(changes_[run].begin(), changes_[run].end(), finite) ||
        !std::all_of(answers_[run].begin(), answers_[run].end(), finite)) {
      return false;
    }
  }
  return true;
}

Eigen::MatrixXd IslandResponse::accelerations(const std::vector<const ContactDirection*>& rows) {
  const ContactsDescription& contacts = *contacts_;
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(rows.size()),
                                            static_cast<Eigen::Index>(terms_.size()));
  row_parts_.resize(contacts.islands);
  for (auto& parts : row_parts_) parts.clear();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (const ContactDirection::Part& part : rows[r]->parts) {
      const std::uint32_t island = contacts.island_of_coordinate[part.coordinate];
      if (island == ContactsDescription::kNoIsland) continue;
      row_parts_[island].emplace_back(static_cast<Eigen::Index>(r), part);
    }
  }
  for (std::size_t s = 0; s < terms_.size(); ++s) {
    for (const Term& term : terms_[s]) {
      const std::vector<double>& answer = answers_[term.run];
      for (const auto& [r, part] : row_parts_[term.island]) {
        W(r, static_cast<Eigen::Index>(s)) += term.factor * part.factor * answer[part.coordinate];
      }
    }
  }
  return W;
}

/// `size`: of each term, as it is summed up.
template <typename Size>
void IslandResponse::sum(const Eigen::VectorXd& forces, double* states, Size&& size) const {
  const ContactsDescription& contacts = *contacts_;
  // How much of each seed, island by island.
  std::vector<std::vector<double>> amounts(runs_);
  for (std::vector<double>& amount : amounts) amount.assign(contacts.islands, 0.0);
  for (std::size_t s = 0; s < terms_.size(); ++s) {
    for (const Term& term : terms_[s]) {
      amounts[term.run][term.island] += size(term.factor * forces[static_cast<Eigen::Index>(s)]);
    }
  }
  for (std::size_t i = 0; i < contacts.island_of_state.size(); ++i) {
    const std::uint32_t island = contacts.island_of_state[i];
    if (island == ContactsDescription::kNoIsland) continue;
    for (std::size_t run = 0; run < runs_; ++run) {
      const double amount = amounts[run][island];
      if (amount != 0) states[i] += size(amount * changes_[run][i]);
    }
  }
}

void IslandResponse::add(const Eigen::VectorXd& forces, double* states) const {
  sum(forces, states, [](double term) { return term; });
}

void IslandResponse::add_sizes(const Eigen::VectorXd& forces, double* states) const {
  sum(forces, states, [](double term) { return std::abs(term); });
}

}  // namespace multibond
