/// IslandBlocks: how the rates of touched coordinates answer to efforts at them, island by island.
///
/// For thousands of contacts, where even the list of all responses to each other would be too long.
/// Coordinates of one island (ContactsDescription) answer to each other by a small dense block: six
/// times six for a free body. As in island_response.h, one run of the functions serves a coordinate
/// of every island.
#pragma once

#include <cstdint>
#include <vector>

#include "contact_response.h"

namespace multibond {

class IslandBlocks {
 public:
  /// `contacts`: of the mode in which it is used; they must outlive it.
  IslandBlocks(ContactResponse& response, const ContactsDescription& contacts);

  void clear();
  /// A coordinate at which efforts may act.
  void touch(std::size_t coordinate);
  /// The island of a coordinate, or kNoIsland; and whether it has one: efforts at it move
  /// something.
  std::uint32_t island(std::size_t coordinate) const {
    return contacts_.island_of_coordinate[coordinate];
  }
  bool moves(std::size_t coordinate) const;
  /// Responses at the present point; false if they have no finite value.
  bool respond(CompiledDynamics& dynamics);

  /// All coordinates touched in the island of one of them.
  const std::vector<std::uint32_t>& neighbours(std::size_t coordinate) const;
  /// How much the rate of a coordinate changes by an effort of one at another one of its island.
  double answer(std::size_t rate, std::size_t effort) const {
    return answers_[run_of_[effort]][rate];
  }
  /// Adds the changes of the states by efforts (or impulses) at the touched coordinates.
  void add(const std::vector<double>& efforts, double* states) const;

 private:
  ContactResponse& response_;
  const ContactsDescription& contacts_;
  std::vector<std::vector<std::uint32_t>> touched_;  ///< coordinates, by island
  std::vector<std::uint32_t> islands_;               ///< that have some
  std::vector<std::uint32_t> run_of_;                ///< of a coordinate; kNoIsland: not touched
  std::vector<std::vector<std::uint32_t>> states_;   ///< by island
  std::size_t runs_ = 0;
  std::vector<double> seeds_;
  std::vector<std::vector<double>> changes_, answers_;  ///< by run
};

}  // namespace multibond
