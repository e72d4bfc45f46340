#include "direction.h"

#include <algorithm>

namespace multibond {

void check_direction(const RealParameter& n, const std::string& why, const std::string& remedy) {
  std::vector<Expr> elements;
  for (int i = 0; i < n.elements(); ++i) elements.push_back(n.element(i));
  n.owner().check_values(n.path(), elements,
                         [=](const std::vector<double>& x) -> std::optional<Fault> {
                           if (std::any_of(x.begin(), x.end(), [](double e) { return e != 0; }))
                             return std::nullopt;
                           return Fault{"must not be zero: " + why + ".", remedy};
                         });
}

}  // namespace multibond
