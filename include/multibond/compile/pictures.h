/// The function of a plan that says where its pictures are.
///
/// It is made on request only and computes nothing but what moves: each number of a picture is a
/// constant, or an output of the function that all pictures share. A model that shows nothing has
/// no outputs, and so no function.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "multibond/compile/plan.h"

namespace multibond {

class PictureFunction {
 public:
  /// A number that is constant, or that `output` of the function gives.
  struct Number {
    double value = 0;
    std::uint32_t output = kConstant;
    static constexpr std::uint32_t kConstant = 0xffffffffu;
    bool constant() const { return output == kConstant; }
  };
  /// Numbers of a picture of Plan::original, in the same order.
  struct Item {
    std::array<Number, 3> position, size;
    std::array<Number, 9> rotation;  ///< by columns
    std::vector<Vector2> corners;
  };

  explicit PictureFunction(const Plan& plan);

  const std::vector<Item>& items() const { return items_; }
  std::size_t size() const { return outputs_.size(); }
  /// The expressions to give to Plan::program, of this plan or of the same model in another mode.
  std::vector<Expr> expressions(const Plan& plan) const;

 private:
  std::vector<Item> items_;
  std::vector<Expr> outputs_;  ///< in terms of the original system
};

}  // namespace multibond
