/// ModeForms: the modes of a model, each in the forms that different values of parameters demand.
///
/// Usually one form of a mode serves all values. Where a decision of the compiler would have been
/// another one (judgement.h), the mode is compiled with the values on which the decision depends.
/// Which form that is follows from the values alone, whoever asked before.
#pragma once

#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "compiled_mode.h"

namespace multibond {

/// The last few of what may be wanted again.
template <typename T>
void keep_latest(std::deque<T>& list, T last) {
  constexpr std::size_t kKept = 16;
  list.push_back(std::move(last));
  if (list.size() > kKept) list.pop_front();
}

class ModeForms {
 public:
  using Mode = std::shared_ptr<const PlanMode>;
  /// Compiles a mode of a system; throws Error.
  using Compile = std::function<Mode(System system, const ModeSet& modes)>;

  /// `source` as flattened, which must outlive the forms, and the first mode made of it.
  ModeForms(const System& source, Compile compile, const Mode& first);
  /// The form that serves these values of all parameters.
  Mode find(const ModeSet& modes, const std::vector<double>& parameters);

 private:
  /// A mode, compiled with these values instead of those that the parameters had.
  struct Form {
    ModeSet modes;
    std::map<std::uint32_t, double> values;
    auto operator<=>(const Form&) const = default;
  };
  Mode made(const Form& form);
  System source_with(const std::map<std::uint32_t, double>& values) const;

  const System& source_;
  Compile compile_;
  /// What cannot be compiled is not tried again. Forms for other values are kept as long as
  /// somebody uses them, the latest ones longer.
  std::map<Form, std::variant<std::weak_ptr<const PlanMode>, std::exception_ptr>> forms_;
  std::vector<Mode> as_compiled_;
  std::deque<Mode> for_values_;
};

}  // namespace multibond
