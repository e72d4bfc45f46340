#include "multibond/library/impacts.h"

#include "register.h"

namespace multibond {

void Impacts::equations() {
  ContactRules rules;
  if (law.value() == "newton") rules.law = ImpactLaw::newton;
  if (law.value() == "poisson") rules.law = ImpactLaw::poisson;
  if (order.value() == "simultaneous") rules.order = ImpactOrder::simultaneous;
  rules.rest_speed = v_rest.value();
  contact_rules(rules);
}

void register_impacts(Catalog& catalog) {
  catalog.add<Impacts>("Contacts.Impacts", "Rules of all impacts of a model.");
}

}  // namespace multibond
