#include "multibond/contact/sweeps.h"

#include <algorithm>
#include <cmath>

namespace multibond::contact {

void Sweeps::clear() {
  contacts_.clear();
  places_.clear();
  jacobian_.clear();
  response_.clear();
  force_.clear();
}

void Sweeps::add(int rows, std::span<const std::uint32_t> places, std::span<const double> jacobian,
                 std::span<const double> response, double mu, double spin,
                 std::span<const double> force) {
  const auto m = static_cast<std::size_t>(rows);
  Entry entry{rows, places_.size(), places.size(), jacobian_.size(), force_.size(), mu, spin};
  places_.insert(places_.end(), places.begin(), places.end());
  jacobian_.insert(jacobian_.end(), jacobian.begin(), jacobian.end());
  // By rows of the contact, so that both are read in order.
  for (std::size_t r = 0; r < m; ++r) {
    for (std::size_t k = 0; k < places.size(); ++k) response_.push_back(response[k * m + r]);
  }
  force_.insert(force_.end(), force.begin(), force.end());
  const auto W = [&](std::size_t r, std::size_t s) {
    double sum = 0;
    for (std::size_t k = 0; k < places.size(); ++k) {
      sum += jacobian[r * places.size() + k] * response[k * m + s];
    }
    return sum;
  };
  const auto inverse = [](double value) { return value > 0 ? 1 / value : 0.0; };
  entry.normal = inverse(W(0, 0));
  if (rows == 2) entry.tangent = inverse(W(1, 1));
  if (rows > 2) {
    const double a = W(1, 1), b = W(2, 2), c = 0.5 * (W(1, 2) + W(2, 1));
    entry.tangent = inverse(0.5 * (a + b) + std::hypot(0.5 * (a - b), c));
  }
  if (rows == 4) entry.turn = inverse(W(3, 3));
  contacts_.push_back(entry);
}

double Sweeps::velocity(const Entry& contact, int row, const std::vector<double>& rates) const {
  const double* factor =
      jacobian_.data() + contact.number + static_cast<std::size_t>(row) * contact.places;
  const std::uint32_t* place = places_.data() + contact.place;
  double sum = 0;
  for (std::size_t k = 0; k < contact.places; ++k) sum += factor[k] * rates[place[k]];
  return sum;
}

double Sweeps::velocity(std::size_t contact, int row, const std::vector<double>& rates) const {
  return velocity(contacts_[contact], row, rates);
}

void Sweeps::apply(const Entry& contact, int row, double change, std::vector<double>& rates) const {
  if (change == 0) return;
  const double* factor =
      response_.data() + contact.number + static_cast<std::size_t>(row) * contact.places;
  const std::uint32_t* place = places_.data() + contact.place;
  for (std::size_t k = 0; k < contact.places; ++k) rates[place[k]] += change * factor[k];
}

std::span<const double> Sweeps::force(std::size_t contact) const {
  const Entry& entry = contacts_[contact];
  return {force_.data() + entry.force, static_cast<std::size_t>(entry.rows)};
}

void Sweeps::scale_forces(double factor) {
  for (double& force : force_) force *= factor;
}

int Sweeps::solve(std::vector<double>& rates, std::span<const double> target, double tolerance,
                  int most) {
  for (const Entry& contact : contacts_) {
    for (int r = 0; r < contact.rows; ++r) {
      apply(contact, r, force_[contact.force + static_cast<std::size_t>(r)], rates);
    }
  }
  for (int sweep = 1;; ++sweep) {
    double largest = 0;  // change of a velocity
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      const Entry& contact = contacts_[i];
      if (contact.normal == 0) continue;
      double* force = force_.data() + contact.force;
      const double wanted =
          std::max(0.0, force[0] - (velocity(contact, 0, rates) - target[i]) * contact.normal);
      largest = std::max(largest, std::abs(wanted - force[0]) / contact.normal);
      apply(contact, 0, wanted - force[0], rates);
      force[0] = wanted;
      const auto turn_to_ball = [&](int first, int rows, double inverse, double radius) {
        if (inverse == 0) return;
        double next[2] = {0, 0}, square = 0;
        for (int r = 0; r < rows; ++r) {
          next[r] = force[first + r] - velocity(contact, first + r, rates) * inverse;
          square += next[r] * next[r];
        }
        const double shrink = square > radius * radius ? radius / std::sqrt(square) : 1;
        for (int r = 0; r < rows; ++r) {
          const double change = shrink * next[r] - force[first + r];
          largest = std::max(largest, std::abs(change) / inverse);
          apply(contact, first + r, change, rates);
          force[first + r] += change;
        }
      };
      if (contact.rows > 1) {
        turn_to_ball(1, std::min(contact.rows - 1, 2), contact.tangent, contact.mu * force[0]);
      }
      if (contact.rows == 4) {
        turn_to_ball(3, 1, contact.turn, contact.mu * contact.spin * force[0]);
      }
    }
    if (largest <= tolerance || sweep >= most) return sweep;
  }
}

int Sweeps::solve_normals(std::vector<double>& rates, std::span<const double> target,
                          double tolerance, int most) {
  std::fill(force_.begin(), force_.end(), 0.0);
  for (int sweep = 1;; ++sweep) {
    double largest = 0;
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      const Entry& contact = contacts_[i];
      double& force = force_[contact.force];
      const double wanted =
          std::max(0.0, force - (velocity(contact, 0, rates) - target[i]) * contact.normal);
      if (wanted == force) continue;
      largest = std::max(largest, std::abs(wanted - force) / contact.normal);
      apply(contact, 0, wanted - force, rates);
      force = wanted;
    }
    if (largest <= tolerance || sweep >= most) return sweep;
  }
}

}  // namespace multibond::contact
