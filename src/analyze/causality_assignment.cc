// Sequential causality assignment procedure (Karnopp & Rosenberg 1968): a worklist over the rules
// of the elements. Every line is assigned once and every rule looked at a bounded number of times
// per place, so the work is linear in the size of the graph; only where junctions form rings a
// trial may fail late and be taken back.

#include "causality_assignment.h"

#include <algorithm>

#include "causality_rule.h"

namespace multibond {

using Kind = CausalNet::Kind;
using Place = CausalNet::Place;
constexpr std::uint32_t kNone = CausalNet::kNone;

// -- causes ---------------------------------------------------------------------------------------

void CauseSet::add(std::uint32_t cause) {
  const auto end = causes.begin() + count;
  const auto at = std::lower_bound(causes.begin(), end, cause);
  if (at != end && *at == cause) return;
  if (count < kMost) {
    std::move_backward(at, end, end + 1);
    *at = cause;
    ++count;
    return;
  }
  more = true;
  if (at == causes.begin()) return;
  std::move(causes.begin() + 1, at, causes.begin());
  *(at - 1) = cause;
}

void CauseSet::add(const CauseSet& other) {
  for (std::uint8_t i = 0; i < other.count; ++i) add(other.causes[i]);
  more = more || other.more;
}

void CauseSet::remove(std::uint32_t cause) {
  const auto end = causes.begin() + count;
  const auto at = std::lower_bound(causes.begin(), end, cause);
  if (at == end || *at != cause) return;
  std::move(at + 1, end, at);
  --count;
}

std::uint32_t CausalAssignment::new_cause(const Causality::Cause& cause) {
  causes_.push_back(cause);
  return static_cast<std::uint32_t>(causes_.size() - 1);
}

CauseSet CausalAssignment::single(const Causality::Cause& cause) {
  CauseSet set;
  set.add(new_cause(cause));
  return set;
}

std::vector<Causality::Cause> CausalAssignment::named(const CauseSet& causes) const {
  std::vector<Causality::Cause> list;
  for (std::uint8_t i = 0; i < causes.count; ++i) list.push_back(causes_[causes.causes[i]]);
  return list;
}

Causality::Cause CausalAssignment::cause_at(const Place& place, StrokeReason why) const {
  const CausalNet::Line& line = net_.lines[place.line];
  return {why, place.vertex, line.edge, line.component};
}

// -- one fact -------------------------------------------------------------------------------------

CausalAssignment::CausalAssignment(const bonds::BondGraph& graph, const CausalNet& net)
    : stroke_end(net.lines.size(), kOpen),
      reason(net.lines.size(), StrokeReason::none),
      line_in_conflict(net.lines.size(), false),
      graph_(graph),
      net_(net),
      causes_of_line_(net.lines.size()),
      marked_(net.rules.size(), 0),
      broken_(net.rules.size(), false) {
  for (const CausalNet::Rule& rule : net.rules) {
    if (has_matrix(rule.kind())) {
      rows_of_rule_.emplace(static_cast<std::uint32_t>(open_.size()),
                            RowBasis::below_identity(rule.stated->matrix));
    }
    open_.push_back(rule.count);
  }
}

bool CausalAssignment::marked(const Place& place) const {
  const CausalNet::Rule& rule = net_.rules[place.rule];
  return given_effort(place) == marks_given_effort(*rule.stated, place.position);
}

void CausalAssignment::set_marked(const Place& place, bool mark, const CauseSet& causes) {
  const CausalNet::Rule& rule = net_.rules[place.rule];
  const bool effort = mark == marks_given_effort(*rule.stated, place.position);
  const auto end = static_cast<std::uint8_t>(effort ? place.end : 1 - place.end);
  set(place.line, end, StrokeReason::propagated, causes);
}

void CausalAssignment::set(std::uint32_t line, std::uint8_t end, StrokeReason why,
                           const CauseSet& causes) {
  stroke_end[line] = end;
  reason[line] = why;
  causes_of_line_[line] = causes;
  trail_.push_back(line);
  for (const std::uint32_t p : net_.lines[line].places) {
    if (p == kNone || net_.places[p].rule == kNone) continue;
    const Place& place = net_.places[p];
    --open_[place.rule];
    if (marked(place)) ++marked_[place.rule];
  }
}

void CausalAssignment::unset(std::uint32_t line) {
  for (const std::uint32_t p : net_.lines[line].places) {
    if (p == kNone || net_.places[p].rule == kNone) continue;
    const Place& place = net_.places[p];
    ++open_[place.rule];
    if (marked(place)) --marked_[place.rule];
  }
  stroke_end[line] = kOpen;
  reason[line] = StrokeReason::none;
}

/// A fact from outside the rules: it may contradict what is there.
void CausalAssignment::give(std::uint32_t line, std::uint8_t end, const Causality::Cause& cause) {
  if (stroke_end[line] == kOpen) {
    set(line, end, cause.reason, single(cause));
  } else if (stroke_end[line] != end) {
    Conflict conflict{.line = line, .causes = causes_of_line_[line]};
    conflict.causes.add(new_cause(cause));
    note(conflict);
  }
}

void CausalAssignment::note(const Conflict& conflict) {
  Causality::Conflict& noted = result.conflicts.emplace_back();
  noted.causes = named(conflict.causes);
  noted.more_causes = conflict.causes.more;
  noted.missing = conflict.missing;
  if (conflict.rule != kNone) {
    const CausalNet::Rule& rule = net_.rules[conflict.rule];
    noted.vertex = rule.vertex;
    noted.rule = rule.number;
    broken_[conflict.rule] = true;
    for (const std::uint32_t p : net_.places_of(rule)) line_in_conflict[net_.places[p].line] = true;
  } else {
    noted.edge = net_.lines[conflict.line].edge;
    noted.component = net_.lines[conflict.line].component;
    line_in_conflict[conflict.line] = true;
  }
}

// -- what follows ---------------------------------------------------------------------------------

std::optional<CausalAssignment::Conflict> CausalAssignment::propagate() {
  while (followed_ < trail_.size()) {
    const std::uint32_t line = trail_[followed_++];
    for (const std::uint32_t p : net_.lines[line].places) {
      if (p == kNone || net_.places[p].rule == kNone) continue;
      if (auto conflict = follow(net_.places[p].rule, p)) {
        --followed_;  // the other end of the line has not been followed yet
        return conflict;
      }
    }
  }
  return std::nullopt;
}

void CausalAssignment::propagate_all() {
  while (const auto conflict = propagate()) note(*conflict);
}

std::optional<CausalAssignment::Conflict> CausalAssignment::follow(std::uint32_t rule,
                                                                   std::uint32_t place) {
  if (broken_[rule]) return std::nullopt;
  const Kind kind = net_.rules[rule].kind();
  if (has_matrix(kind)) return follow_matrix(rule, {});
  if (!has_one_marked(kind)) return std::nullopt;
  return marked(net_.places[place]) ? follow_marked(rule, place) : follow_unmarked(rule);
}

/// One place is marked: no other is.
std::optional<CausalAssignment::Conflict> CausalAssignment::follow_marked(std::uint32_t rule,
                                                                          std::uint32_t place) {
  const CauseSet causes = causes_of_line_[net_.places[place].line];
  if (open_[rule] > 0) {
    for (const std::uint32_t p : net_.places_of(net_.rules[rule])) {
      if (open(net_.places[p])) set_marked(net_.places[p], false, causes);
    }
  }
  if (marked_[rule] == 1) return std::nullopt;
  Conflict conflict{.rule = rule, .causes = causes};
  for (const std::uint32_t p : net_.places_of(net_.rules[rule])) {
    const Place& other = net_.places[p];
    if (p == place || !marked(other)) continue;
    conflict.causes.add(causes_of_line_[other.line]);
    break;
  }
  return conflict;
}

/// All places but one are unmarked: that one is marked.
std::optional<CausalAssignment::Conflict> CausalAssignment::follow_unmarked(std::uint32_t rule) {
  if (marked_[rule] > 0 || open_[rule] > 1) return std::nullopt;
  CauseSet causes;
  std::uint32_t last = kNone;
  for (const std::uint32_t p : net_.places_of(net_.rules[rule])) {
    if (open(net_.places[p])) {
      last = p;
    } else {
      causes.add(causes_of_line_[net_.places[p].line]);
    }
  }
  if (last == kNone) return Conflict{.rule = rule, .causes = causes, .missing = true};
  set_marked(net_.places[last], true, causes);
  return std::nullopt;
}

std::optional<CausalAssignment::Conflict> CausalAssignment::follow_matrix(std::uint32_t rule,
                                                                          const CauseSet& own) {
  const auto places = net_.places_of(net_.rules[rule]);
  const auto rows = rows_of_rule_.find(rule);
  CauseSet causes = own;
  std::vector<Marked> known;
  for (const std::uint32_t p : places) {
    const Place& place = net_.places[p];
    known.push_back(open(place) ? Marked::open : marked(place) ? Marked::yes : Marked::no);
    if (!open(place)) causes.add(causes_of_line_[place.line]);
  }
  if (!deduce(rows->second, known)) return Conflict{.rule = rule, .causes = causes};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place& place = net_.places[places[i]];
    if (open(place) && known[i] != Marked::open) {
      set_marked(place, known[i] == Marked::yes, causes);
    }
  }
  return std::nullopt;
}

// -- the steps ------------------------------------------------------------------------------------

void CausalAssignment::run() {
  // All these are there before anything follows from them, so that a contradiction shows where they
  // meet.
  assign_fixed_by_rules();
  assign_sources();
  assign_asserted();
  propagate_all();
  decide(candidates());
  note_derivatives();
  note_choices();
}

void CausalAssignment::assign_sources() {
  for (const CausalNet::Rule& rule : net_.rules) {
    if (!is_source(rule.kind())) continue;
    for (const std::uint32_t p : net_.places_of(rule)) {
      const Place& place = net_.places[p];
      const bool gives_effort = rule.kind() == Kind::effort_source;
      const auto end = static_cast<std::uint8_t>(gives_effort ? 1 - place.end : place.end);
      give(place.line, end, cause_at(place, StrokeReason::source));
    }
  }
  for (std::uint32_t line = 0; line < net_.lines.size(); ++line) {
    for (const int end : {0, 1}) {
      if (!net_.open_end(graph_, line, end)) continue;
      const std::uint32_t p = net_.lines[line].places[end];
      const Place& place = net_.places[p != kNone ? p : net_.lines[line].places[1 - end]];
      give(line, static_cast<std::uint8_t>(end), cause_at(place, StrokeReason::open_end));
    }
  }
}

void CausalAssignment::assign_asserted() {
  for (std::uint32_t e = 0; e < graph_.edges.size(); ++e) {
    const bonds::Stroke stroke = graph_.edges[e].stroke;
    if (stroke == bonds::Stroke::any) continue;
    for (std::uint32_t i = 0; i < graph_.edges[e].size; ++i) {
      give(net_.first_line[e] + i, stroke == bonds::Stroke::at_head,
           {StrokeReason::asserted, kNone, e, i});
    }
  }
}

/// A junction with one bond, a row of zeros in a matrix: the element itself gives zero there.
void CausalAssignment::assign_fixed_by_rules() {
  for (std::uint32_t r = 0; r < net_.rules.size(); ++r) {
    const CausalNet::Rule& rule = net_.rules[r];
    if (rule.count == 0) continue;
    const Place& first = net_.places[net_.rule_places[rule.first]];
    const Causality::Cause cause = cause_at(first, StrokeReason::source);
    if (has_one_marked(rule.kind()) && rule.count == 1) {
      const bool effort = marks_given_effort(*rule.stated, 0);
      give(first.line, static_cast<std::uint8_t>(effort ? first.end : 1 - first.end), cause);
    } else if (has_matrix(rule.kind())) {
      if (const auto conflict = follow_matrix(r, single(cause))) note(*conflict);
    }
  }
}

std::uint8_t CausalAssignment::integral_end(const Place& place) const {
  const bool gives_effort = net_.rules[place.rule].kind() == Kind::capacitive;
  return static_cast<std::uint8_t>(gives_effort ? 1 - place.end : place.end);
}

/// Storages in integral causality; resistances, which prefer to give effort, and conductances flow;
/// last, rings of junctions with nothing else to choose at.
std::vector<CausalAssignment::Candidate> CausalAssignment::candidates() const {
  std::vector<Candidate> list;
  for (const CausalNet::Rule& rule : net_.rules) {
    if (!is_storage(rule.kind())) continue;
    for (const std::uint32_t p : net_.places_of(rule)) {
      const Place& place = net_.places[p];
      list.push_back({place.line, integral_end(place), cause_at(place, StrokeReason::storage)});
    }
  }
  for (const Place& place : net_.places) {
    if (place.rule != kNone && net_.rules[place.rule].kind() != Kind::resistive) continue;
    const std::string& code = graph_.vertices[place.vertex].code;
    const bool conductance = code == "G" || code == "mG";
    list.push_back({place.line, static_cast<std::uint8_t>(conductance ? place.end : 1 - place.end),
                    cause_at(place, StrokeReason::choice)});
  }
  for (std::uint32_t line = 0; line < net_.lines.size(); ++line) {
    list.push_back(
        {line,
         1,
         {StrokeReason::choice, kNone, net_.lines[line].edge, net_.lines[line].component}});
  }
  return list;
}

/// One after another gets its way, with all that follows. If that leads to a contradiction, the
/// latest decision it depends on is taken back, and the opposite follows from the others. Without
/// rings of junctions a contradiction shows at once and nothing but the last decision is taken
/// back.
void CausalAssignment::decide(const std::vector<Candidate>& candidates) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& candidate = candidates[i];
    if (stroke_end[candidate.line] != kOpen) continue;
    decisions_.push_back({i, trail_.size(), static_cast<std::uint32_t>(causes_.size())});
    set(candidate.line, candidate.end, candidate.cause.reason, single(candidate.cause));
    while (const std::optional<Conflict> conflict = propagate()) {
      const std::size_t last = culprit(conflict->causes);
      if (last == decisions_.size()) {
        note(*conflict);
        continue;
      }
      const Decision decision = decisions_[last];
      take_back(last);
      CauseSet others = conflict->causes;
      others.remove(decision.cause);
      i = decision.candidate;
      set(candidates[i].line, 1 - candidates[i].end, StrokeReason::propagated, others);
    }
  }
}

std::size_t CausalAssignment::culprit(const CauseSet& causes) const {
  // Rings that would need long searches are left in conflict: the work stays linear.
  if (taken_back_ > 20 * net_.lines.size() + 10000) return decisions_.size();
  for (std::size_t i = causes.count; i-- > 0;) {
    const auto at = std::ranges::lower_bound(decisions_, causes.causes[i], {}, &Decision::cause);
    if (at != decisions_.end() && at->cause == causes.causes[i]) {
      return static_cast<std::size_t>(at - decisions_.begin());
    }
  }
  // Some causes were not kept: any decision may be among them.
  return causes.more && !decisions_.empty() ? decisions_.size() - 1 : decisions_.size();
}

void CausalAssignment::take_back(std::size_t decision) {
  const std::size_t length = decisions_[decision].trail;
  taken_back_ += trail_.size() - length;
  while (trail_.size() > length) {
    unset(trail_.back());
    trail_.pop_back();
  }
  followed_ = length;
  decisions_.resize(decision);
}

void CausalAssignment::note_derivatives() {
  for (const CausalNet::Rule& rule : net_.rules) {
    if (!is_storage(rule.kind())) continue;
    for (const std::uint32_t p : net_.places_of(rule)) {
      const Place& place = net_.places[p];
      ++result.storages;
      if (stroke_end[place.line] == integral_end(place)) continue;
      const CausalNet::Line& line = net_.lines[place.line];
      const CauseSet& causes = causes_of_line_[place.line];
      result.derivatives.push_back({place.vertex, p - net_.first_place[place.vertex], line.edge,
                                    line.component, named(causes), causes.more});
    }
  }
}

void CausalAssignment::note_choices() {
  for (const Decision& decision : decisions_) {
    const Causality::Cause& cause = causes_[decision.cause];
    if (cause.reason != StrokeReason::choice) continue;
    result.choices.push_back({cause.vertex, cause.edge, cause.component});
  }
}

}  // namespace multibond
