#include "functions_ahead.h"

#include <exception>
#include <initializer_list>

namespace multibond {
namespace {

constexpr std::size_t kFewVariables = 2000;

/// What needs much of the plan last: while the first thread finds the initial state, it makes
/// functions too, and there is one plan. All that a start needs is before that, or the first thread
/// would wait for it twice: for the plan, to make it itself.
constexpr std::initializer_list<FunctionKind> kOfEveryRun = {
    FunctionKind::derivatives,
    FunctionKind::level_slopes,
    FunctionKind::levels,
    FunctionKind::velocity_changes,
    FunctionKind::position_changes,
    FunctionKind::indicators,
    FunctionKind::indicator_rates,
    FunctionKind::state_indicators,
    FunctionKind::energies,
    FunctionKind::powers,
    FunctionKind::state_indicator_rates,
    FunctionKind::checked_outputs,
    FunctionKind::outputs,
};

void make(const CompiledModel& model) {
  try {
    const auto functions = model.first()->usual();
    for (const FunctionKind kind : kOfEveryRun) functions->get(kind);
  } catch (const std::exception&) {
    // The run will find out for itself, and say where.
  }
}

}  // namespace

FunctionsAhead::FunctionsAhead(const std::shared_ptr<const CompiledModel>& model) {
  if (model->description().variables.size() < kFewVariables) return;
  if (std::thread::hardware_concurrency() < 2) return;
  thread_ = std::thread([model] { make(*model); });
}

FunctionsAhead::~FunctionsAhead() {
  if (thread_.joinable()) thread_.join();
}

}  // namespace multibond
