/// Tables of the Modelica Standard Library, behind the names of its C functions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "multibond/symbolic/function.h"

namespace multibond::modelica {

// By the numbers of the enumerations in the library.
enum class Smoothness { linear = 1, akima, constant, fritsch_butland, steffen, modified_akima };
enum class Beyond { hold = 1, last_two, periodic, none };
enum class TimeEvents { always = 1, at_jumps, never };

/// One column over the first: pieces between points, each with the slopes at its ends.
struct TableColumn {
  std::string name;
  std::vector<double> x, y;
  Smoothness smoothness = Smoothness::linear;
  Beyond beyond = Beyond::last_two;
  std::vector<double> slopes = {};  ///< at the points, of the smooth kinds
};

/// Throws Error unless the points rise.
std::shared_ptr<const TableColumn> make_column(TableColumn column);

/// y(u), with derivatives.
std::shared_ptr<const Function> table_function(const std::shared_ptr<const TableColumn>& column);

/// y(t, next) - at the time of the next event it is the value before it, where the table jumps.
/// `shift` is added to the points; before `start` it is zero.
std::shared_ptr<const Function> time_table_function(
    const std::shared_ptr<const TableColumn>& column, double start, double shift);

/// The next event after t, or the largest number that the library knows.
std::shared_ptr<const Function> next_event_function(
    const std::shared_ptr<const TableColumn>& column, double start, double shift,
    TimeEvents events);

/// z(u1, u2): the first column and the first row are the points.
struct TableGrid {
  std::string name;
  std::vector<double> x, y, z;  ///< z row by row, a row for each x
  bool constant = false;
  Beyond beyond = Beyond::last_two;
};
std::shared_ptr<const Function> grid_function(TableGrid grid);

/// The matrix `name` of a text file ("#1", "double name(2,3)", numbers), row by row. Throws Error.
struct TableMatrix {
  int rows = 0, columns = 0;
  std::vector<double> values = {};
};
TableMatrix read_table(const std::string& file, const std::string& name);

}  // namespace multibond::modelica
