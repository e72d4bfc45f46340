#include "multibond/compile/compiled_model.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <map>
#include <mutex>
#include <unordered_map>

#include <fmt/format.h>

#include "mode_forms.h"
#include "multibond/base/text.h"
#include "multibond/compile/graph.h"
#include "multibond/compile/pictures.h"
#include "multibond/compile/specialization.h"
#include "multibond/model/faults.h"
#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond {
namespace {

class ModelOfPlans;

/// What the forms of one model with different free parameters share.
struct Family {
  System source;  ///< as flattened: parameters are symbols
  CompileModelOptions options;
  std::shared_ptr<std::recursive_mutex> lock = std::make_shared<std::recursive_mutex>();
  std::map<std::vector<bool>, std::weak_ptr<const ModelOfPlans>> models;  ///< by free parameters
};

/// Whether an expression of the original variables moves in some mode.
bool moves(const Expr& expr) {
  return !expr.is_number() &&
         depends_on(expr, [](const Expr& leaf) { return leaf.op() != Op::parameter; });
}

/// Places in a list by path, full paths before short ones. A table is made once there are more than
/// a few questions.
class PathIndex {
 public:
  template <typename List>
  std::optional<std::uint32_t> find(const List& list, const std::vector<ShortPath>& brief,
                                    std::string_view path) const {
    constexpr int kFew = 8;
    if (asked_.load() < kFew) {
      ++asked_;
      return look_through(list, brief, path);
    }
    std::call_once(once_, [&] {
      place_.reserve(list.size() + brief.size());
      for (std::uint32_t i = 0; i < list.size(); ++i) {
        if (!list[i].path.empty()) place_.emplace(list[i].path, i);
      }
      for (const ShortPath& further : brief) place_.try_emplace(further.path, further.place);
    });
    const auto it = place_.find(path);
    return it == place_.end() ? std::nullopt : std::optional(it->second);
  }

 private:
  template <typename List>
  static std::optional<std::uint32_t> look_through(const List& list,
                                                   const std::vector<ShortPath>& brief,
                                                   std::string_view path) {
    if (path.empty()) return std::nullopt;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      if (list[i].path == path) return i;
    }
    for (const ShortPath& further : brief) {
      if (further.path == path) return further.place;
    }
    return std::nullopt;
  }

  mutable std::atomic<int> asked_ = 0;
  mutable std::once_flag once_;
  mutable std::unordered_map<std::string_view, std::uint32_t> place_;
};

class ModelOfPlans final : public CompiledModel {
 public:
  ModelOfPlans(std::shared_ptr<Family> family, std::vector<bool> free)
      : family_(std::move(family)), free_(std::move(free)) {
    Plan plan = compile(clone(family_->source), compile_options());
    columns_ = std::make_shared<SharedColumns>();
    passes_ = plan.passes;
    describe(plan);
    describe_pictures(plan);
    first_ = std::make_shared<PlanMode>(std::move(plan), family_->lock, family_->options.backend,
                                        columns_);
    const auto compile_mode = [this](System system, const ModeSet& modes) {
      return std::make_shared<const PlanMode>(compile(std::move(system), compile_options(modes)),
                                              family_->lock, family_->options.backend, columns_);
    };
    forms_ = std::make_unique<ModeForms>(family_->source, compile_mode, first_);
  }

  const ModelDescription& description() const override { return description_; }
  std::shared_ptr<const CompiledMode> first() const override { return first_; }
  const PicturesDescription& pictures() const override { return pictures_; }
  const std::vector<PassReport>& passes() const override { return passes_; }

  std::shared_ptr<const CompiledMode> mode(const ModeSet& chosen,
                                           const std::vector<double>& parameters) const override {
    const std::lock_guard guard(*family_->lock);
    ModeSet modes = chosen;
    counting_modes(family_->source.nesting(), modes);
    return forms_->find(modes, parameters);
  }

  void check(const std::vector<double>& parameters) const override {
    const auto& compiled = family_->source.parameters;
    const bool same = std::equal(parameters.begin(), parameters.end(), compiled.begin(),
                                 [](double x, const SystemParameter& p) { return x == p.value; });
    if (same) return;
    const std::lock_guard guard(*family_->lock);
    std::vector<Diagnostic> faults = find_faults(family_->source, parameters);
    if (!faults.empty()) throw Error(std::move(faults));
  }

  void check(ParameterId parameter, double value) const override {
    std::vector<Diagnostic> faults =
        faults_of_value(family_->source.parameters[parameter.index()], value);
    if (!faults.empty()) throw Error(std::move(faults));
  }

  std::shared_ptr<const CompiledModel> with_free(
      const std::vector<ParameterId>& parameters) const override {
    std::vector<bool> free = free_;
    for (const ParameterId p : parameters) free[p.index()] = true;
    if (free == free_) return shared_from_this();
    const std::lock_guard guard(*family_->lock);
    std::shared_ptr<const CompiledModel> general = make(family_, std::move(free));
    if (std::find(general_.begin(), general_.end(), general) == general_.end()) {
      keep_latest(general_, general);
    }
    return general;
  }

  /// Those in the over-determined part of the equations (Dulmage-Mendelsohn).
  std::vector<ModeId> conflicting_modes(const ModeSet& chosen) const override {
    const std::lock_guard guard(*family_->lock);
    const System& source = family_->source;
    ModeSet modes = chosen;
    const std::vector<bool> counts = counting_modes(source.nesting(), modes);
    const Unknowns unknown(source);
    BipartiteGraph graph;
    graph.columns = source.variables.size();
    std::vector<std::optional<ModeId>> mode_of_row;
    const auto add = [&](const SystemEquation& equation, std::optional<ModeId> mode) {
      if (equation.role == EquationRole::position) return;
      std::vector<std::uint32_t> row;
      for (const Expr& leaf : leaves(equation.residual, std::cref(unknown))) {
        row.push_back(leaf.index());
      }
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
      graph.rows.push_back(std::move(row));
      mode_of_row.push_back(mode);
    };
    for (const SystemEquation& equation : source.equations) add(equation, std::nullopt);
    for (std::uint32_t m = 0; m < source.modes.size(); ++m) {
      if (!counts[m]) continue;
      const SystemMode& mode = source.modes[m];
      for (const SystemEquation& e : modes[m] ? mode.then : mode.otherwise) add(e, ModeId(m));
    }
    std::vector<ModeId> found;
    for (std::uint32_t row : dulmage_mendelsohn(graph, maximum_matching(graph)).over_rows) {
      const std::optional<ModeId> m = mode_of_row[row];
      if (m && std::find(found.begin(), found.end(), *m) == found.end()) {
        found.push_back(*m);
      }
    }
    if (found.empty()) {
      for (std::uint32_t m = 0; m < source.modes.size(); ++m) {
        if (counts[m]) found.push_back(ModeId(m));
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  static std::shared_ptr<const CompiledModel> make(const std::shared_ptr<Family>& family,
                                                   std::vector<bool> free) {
    const std::lock_guard guard(*family->lock);
    if (auto known = family->models[free].lock()) return known;
    auto model = std::make_shared<ModelOfPlans>(family, free);
    family->models[free] = model;
    return model;
  }

  std::optional<ParameterId> find_parameter(std::string_view path) const override {
    const auto place =
        parameters_.find(description_.parameters, description_.short_parameters, path);
    return place ? std::optional(ParameterId(*place)) : std::nullopt;
  }
  std::optional<VariableId> find_variable(std::string_view path) const override {
    const auto place = variables_.find(description_.variables, description_.short_variables, path);
    return place ? std::optional(VariableId(*place)) : std::nullopt;
  }

 private:
  CompileOptions compile_options(const ModeSet& modes = {}) const {
    CompileOptions options;
    options.modes = modes;
    options.baumgarte_alpha = family_->options.baumgarte_alpha;
    options.baumgarte_beta = family_->options.baumgarte_beta;
    options.free = free_;
    return options;
  }

  void describe(const Plan& plan) {
    description_.name = plan.original.name;
    description_.diagnostics = plan.diagnostics;
    describe_parameters(plan);
    describe_variables(plan);
    for (const auto& [path, v] : family_->source.shown) {
      description_.short_variables.push_back({path, v});
    }
    for (const auto& [path, p] : family_->source.shown_parameters) {
      description_.short_parameters.push_back({path, p});
    }
  }

  void describe_parameters(const Plan& plan) {
    using Kind = ParameterDescription::Kind;
    description_.parameters.reserve(family_->source.parameters.size());
    for (const SystemParameter& p : family_->source.parameters) {
      ParameterDescription d{p.path, p.unit, p.description};
      d.value = p.value;
      d.reader = p.reader;
      d.demand = demand(p.check);
      if (p.role == ParameterRole::structural) d.kind = Kind::structural;
      if (p.role == ParameterRole::dependent) d.kind = Kind::dependent;
      description_.parameters.push_back(d);
    }
    // What one mode does not mention, another may.
    for (std::uint32_t p :
         plan.source ? special_parameters(family_->source, free_) : plan.specialized) {
      if (description_.parameters[p].kind == Kind::tunable) {
        description_.parameters[p].kind = Kind::specialized;
      }
    }
  }

  /// Trajectories by what is the same in every mode, so that results need not change their columns
  /// with it.
  void describe_variables(const Plan& plan) {
    const Aliases& aliases = plan.has_common_aliases() ? plan.common_aliases : plan.aliases;
    struct Column {
      std::uint32_t number = 0;
      double sign = 1;
    };
    std::unordered_map<std::uint32_t, Column> column_of_leaf;
    description_.variables.reserve(plan.original.variables.size());
    for (std::uint32_t v = 0; v < plan.original.variables.size(); ++v) {
      const SystemVariable& variable = plan.original.variables[v];
      VariableDescription d{variable.path, variable.unit, variable.description};
      d.fixed = variable.fixed;
      d.has_start = variable.has_start;
      d.start = variable.start;
      d.nominal = variable.nominal;
      d.min = variable.min;
      d.max = variable.max;
      if (variable.kind == VariableKind::input) d.causality = VariableCausality::input;
      if (variable.kind == VariableKind::output) d.causality = VariableCausality::output;
      if (variable.kind == VariableKind::discrete) d.variability = Variability::discrete;
      const AliasTarget& target = aliases.targets[v];
      if (target.constant) {
        d.constant = true;
        d.variability = Variability::constant;
        d.column = static_cast<std::uint32_t>(columns_->constants.size());
        columns_->constants.push_back(VariableId(v));
      } else {
        const Expr leaf = plan.system.pool->variable(target.root, target.order);
        const auto [it, added] = column_of_leaf.try_emplace(leaf.id());
        if (added) {
          it->second = {static_cast<std::uint32_t>(columns_->outputs.size()), target.sign};
          columns_->outputs.push_back(VariableId(v));
        }
        d.column = it->second.number;
        d.sign = target.sign * it->second.sign;
        const bool limited = std::isfinite(d.min) || std::isfinite(d.max);
        if (limited && !d.path.empty()) description_.limited.push_back(VariableId(v));
      }
      description_.variables.push_back(d);
    }
    std::stable_sort(description_.limited.begin(), description_.limited.end(),
                     [&](VariableId a, VariableId b) {
                       return description_[a].column < description_[b].column;
                     });
    for (const VariableId v : description_.limited) {
      columns_->limited.push_back(description_[v].column);
    }
    description_.columns = columns_->outputs.size();
    description_.constants = columns_->constants.size();
  }

  /// What moves in one mode may rest in another; what rests in all of them is constant. Rods and
  /// pins that move together share numbers.
  void describe_pictures(const Plan& plan) {
    const Aliases& aliases = plan.has_common_aliases() ? plan.common_aliases : plan.aliases;
    Rewriter reduced([&](const Expr& leaf) -> std::optional<Expr> {
      if (leaf.op() != Op::variable) return std::nullopt;
      return aliases.image(*plan.system.pool, leaf.index(), leaf.order());
    });
    const std::vector<Expr> numbers = picture_numbers(plan.original);
    NodeMap track_of;
    std::uint32_t next = 0;
    const auto number = [&]() -> PictureDescription::Number {
      const std::uint32_t k = next++;
      const Expr expr = reduced(numbers[k]);
      if (!moves(expr)) {
        columns_->resting_numbers.push_back(k);
        return {true, columns_->resting_numbers.size() - 1};
      }
      const std::uint32_t known = track_of.find(expr.id());
      if (known != NodeMap::kMissing) return {false, known};
      const auto track = static_cast<std::uint32_t>(columns_->moving_numbers.size());
      track_of.insert(expr.id(), track);
      columns_->moving_numbers.push_back(k);
      return {false, track};
    };
    for (const SystemPicture& picture : plan.original.pictures) {
      const ShownPicture& shown = picture.shown;
      PictureDescription d;
      d.path = picture.path;
      d.component = plan.original.components[picture.component].path;
      d.shape = shown.shape;
      d.colour = shown.colour;
      d.opacity = shown.opacity;
      d.count = shown.count;
      d.points = shown.points;
      for (auto& x : d.position) x = number();
      for (auto& x : d.size) x = number();
      for (auto& x : d.rotation) x = number();
      for (std::size_t k = 0; k < shown.corners.size(); ++k) {
        auto& corner = d.corners.emplace_back();
        for (auto& x : corner) x = number();
      }
      pictures_.pictures.push_back(std::move(d));
    }
    const Vector3& up = plan.original.picture_up;
    pictures_.up = {up(0), up(1), up(2)};
    pictures_.constants = columns_->resting_numbers.size();
    pictures_.tracks = columns_->moving_numbers.size();
  }

  std::shared_ptr<Family> family_;
  std::vector<bool> free_;
  ModelDescription description_;
  PicturesDescription pictures_;
  std::vector<PassReport> passes_;
  std::shared_ptr<SharedColumns> columns_;
  std::shared_ptr<const PlanMode> first_;
  std::unique_ptr<ModeForms> forms_;
  mutable std::deque<std::shared_ptr<const CompiledModel>> general_;
  PathIndex parameters_, variables_;
};

/// The parameters of the paths; a path of a vector stands for its elements, "*" for all.
std::vector<bool> named_free(const System& system, const std::vector<std::string>& paths) {
  std::vector<bool> free(system.parameters.size(), false);
  std::vector<Diagnostic> findings;
  for (const std::string& given : paths) {
    std::string path = given;
    for (const auto& [brief, p] : system.shown_parameters) {
      if (brief == given) path = system.parameters[p].path;
    }
    bool any = false;
    for (std::size_t p = 0; p < free.size(); ++p) {
      const std::string_view own = system.parameters[p].path;
      const bool element =
          own.size() > path.size() && own.starts_with(path) && own[path.size()] == '[';
      if (path != "*" && own != path && !element) continue;
      any = true;
      const SystemParameter& parameter = system.parameters[p];
      if (path != "*" && parameter.role == ParameterRole::structural) {
        findings.push_back(
            {Severity::error, path,
             fmt::format("{} cannot be free: its value shaped the model (it was read by {}).", path,
                         parameter.reader.empty() ? "the model" : parameter.reader),
             "Change it before the model is compiled."});
      }
      free[p] = parameter.role == ParameterRole::tunable;
    }
    if (any) continue;
    std::vector<std::string> names;
    for (const SystemParameter& parameter : system.parameters) names.emplace_back(parameter.path);
    const std::vector<std::string> near = nearest(path, names, 5);
    findings.push_back({Severity::error, path, fmt::format("The model has no parameter {}.", path),
                        near.empty() ? "" : fmt::format("Did you mean {}?", join_names(near))});
  }
  if (!findings.empty()) throw Error(std::move(findings));
  return free;
}

}  // namespace

std::shared_ptr<const CompiledModel> compile_model(System system,
                                                   const CompileModelOptions& options) {
  auto family = std::make_shared<Family>();
  std::vector<bool> free = named_free(system, options.free);
  family->source = std::move(system);
  family->options = options;
  return ModelOfPlans::make(family, std::move(free));
}

std::shared_ptr<const CompiledModel> compile_model(Component& model,
                                                   const CompileModelOptions& options) {
  return compile_model(flatten(model), options);
}

}  // namespace multibond
