#include "judge.h"

#include <Eigen/QR>

#include <algorithm>
#include <random>

#include "kinematics.h"
#include "multibond/compile/plan.h"
#include "multibond/simulate/simulator.h"

namespace multibond::zoo {
namespace {

/// Coordinates of all joints in all rows.
std::vector<std::vector<double>> coordinates_of(const Mechanism& mechanism, const Result& result) {
  std::vector<std::vector<double>> all;
  for (const Joint& joint : mechanism.joints) {
    for (std::size_t k = 0; k < coordinates(joint.kind); ++k) {
      all.push_back(result[coordinate_path(joint, k)]);
    }
  }
  return all;
}

/// How a link moves, in all rows: velocity of its frame in the world, rate in its own axes.
struct Motion {
  std::vector<double> v[3], w[3];
};

Motion motion_of(const Mechanism& mechanism, const Link& link, const Result& result) {
  Motion motion;
  const std::vector<double> none(result.rows(), 0.0);
  for (int i = 0; i < 3; ++i) {
    if (mechanism.planar) {
      motion.v[i] = i == 0 ? result[link.name + ".vx"] : i == 1 ? result[link.name + ".vy"] : none;
      motion.w[i] = i == 2 ? result[link.name + ".w"] : none;
    } else {
      const std::string index = "[" + std::to_string(i + 1) + "]";
      motion.v[i] = result[link.name + ".v" + index];
      motion.w[i] = result[link.name + ".w" + index];
    }
  }
  return motion;
}

Vector3d row_of(const std::vector<double> (&columns)[3], std::size_t row) {
  return {columns[0][row], columns[1][row], columns[2][row]};
}

double range(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return *most - *least;
}

}  // namespace

Freedom freedom_of(Component& model) {
  const Plan plan = compile(model);
  Simulator run(compile_model(model));
  run.initialize();
  const RunView view = run.view();
  view.dynamics.set_point(view.time, view.state);
  // Rank of what the loops demand of positions and velocities, by the states.
  const std::size_t states = view.dynamics.size();
  const auto levels = static_cast<Eigen::Index>(view.dynamics.mode().invariants.levels);
  Eigen::MatrixXd slopes(levels, static_cast<Eigen::Index>(states));
  for (std::size_t i = 0; i < states && levels > 0; ++i) {
    std::vector<double>& seeded = view.dynamics.inputs_with_seeds(states);
    std::fill(seeded.end() - static_cast<std::ptrdiff_t>(states), seeded.end(), 0.0);
    *(seeded.end() - static_cast<std::ptrdiff_t>(states - i)) = 1;
    view.dynamics.run(FunctionKind::level_slopes, seeded,
                      slopes.col(static_cast<Eigen::Index>(i)).data());
  }
  std::size_t rank = 0;
  if (levels > 0) {
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(slopes.rows(), slopes.cols());
    decomposition.setThreshold(1e-8);
    rank = static_cast<std::size_t>(decomposition.compute(slopes).rank());
  }
  return {states - rank, plan.dropped_constraints.size() + plan.shadows.size()};
}

Freedom freedom_of(const Mechanism& mechanism) {
  // Gears tie rates together, and leave positions free.
  const std::size_t gears = mechanism.count(JointKind::gear);
  const std::size_t tied = gears > 0 ? gears - mechanism.redundant() : 0;
  return {2 * mechanism.mobility + tied, mechanism.redundant()};
}

std::ostream& operator<<(std::ostream& out, const Freedom& freedom) {
  return out << freedom.directions << " directions, " << freedom.redundant << " redundant";
}

Result run(Model& model, double stop, double tolerance, int intervals) {
  std::size_t steps = 0;
  return simulate(
      model, {.stop = stop, .tolerance = tolerance, .intervals = intervals, .interrupted = [&] {
                return ++steps > 20000;
              }});
}

Quality quality_of(const Mechanism& mechanism, const Result& result) {
  const Kinematics kinematics(mechanism);
  const auto q = coordinates_of(mechanism, result);
  std::vector<Motion> motions;
  for (std::size_t l = 1; l < mechanism.links.size(); ++l) {
    motions.push_back(motion_of(mechanism, mechanism.links[l], result));
  }
  Quality quality;
  std::vector<double> motion, height, tension;
  Eigen::VectorXd now(static_cast<Eigen::Index>(q.size()));
  const std::vector<double> start = start_of(mechanism);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    for (std::size_t i = 0; i < q.size(); ++i) now(static_cast<Eigen::Index>(i)) = q[i][row];
    const Eigen::VectorXd gaps = kinematics.gaps(now);
    if (gaps.size() > 0) quality.gap = std::max(quality.gap, gaps.cwiseAbs().maxCoeff());
    const std::vector<Pose> poses = kinematics.poses(now);
    double kinetic = 0, potential = 0, stretched = 0;
    for (std::size_t l = 1; l < mechanism.links.size(); ++l) {
      const Link& link = mechanism.links[l];
      const Vector3d w = row_of(motions[l - 1].w, row);
      const Vector3d v = row_of(motions[l - 1].v, row) + poses[l].A * w.cross(link.centre);
      kinetic += (link.mass * v.squaredNorm() + w.dot(link.inertia.cwiseProduct(w))) / 2;
      potential -= link.mass * mechanism.gravity.dot(poses[l].x + poses[l].A * link.centre);
    }
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      if (mechanism.joints[j].spring == 0) continue;
      const std::size_t place = kinematics.place(j);
      const double stretch = q[place][row] - start[place];
      stretched += mechanism.joints[j].spring * stretch * stretch / 2;
    }
    motion.push_back(kinetic);
    height.push_back(potential);
    tension.push_back(stretched);
  }
  quality.moving = *std::max_element(motion.begin(), motion.end()) + range(height) + range(tension);
  for (std::size_t row = 0; row < motion.size(); ++row) motion[row] += height[row] + tension[row];
  quality.energy = range(motion) / quality.moving;
  return quality;
}

double least_regularity(const Mechanism& mechanism, const Result& result) {
  const Kinematics kinematics(mechanism);
  const auto q = coordinates_of(mechanism, result);
  Eigen::VectorXd now(static_cast<Eigen::Index>(q.size()));
  double least = 1;
  for (std::size_t row = 0; row < result.rows(); ++row) {
    for (std::size_t i = 0; i < q.size(); ++i) now(static_cast<Eigen::Index>(i)) = q[i][row];
    least = std::min(least, kinematics.regularity(now));
  }
  return least;
}

std::string complaints(const Result& result) {
  std::string text;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity != Severity::note) text += to_string(diagnostic) + "\n";
  }
  return text;
}

double difference(const Mechanism& mechanism, const Result& a, const Mechanism& named_otherwise,
                  const Result& b, double factor) {
  if (a.rows() != b.rows()) return 1e300;
  double worst = 0;
  const std::vector<std::string> places = mechanism.planar
                                              ? std::vector<std::string>{".x", ".y"}
                                              : std::vector<std::string>{".x[1]", ".x[2]", ".x[3]"};
  for (std::size_t l = 1; l < mechanism.links.size(); ++l) {
    for (const std::string& place : places) {
      const std::vector<double> one = a[mechanism.links[l].name + place],
                                other = b[named_otherwise.links[l].name + place];
      for (std::size_t row = 0; row < one.size(); ++row) {
        worst = std::max(worst, std::abs(one[row] - other[row] / factor));
      }
    }
  }
  return worst;
}

Assemblies assemble(const Mechanism& mechanism, std::size_t count, double error, double size) {
  const std::vector<double> exact = start_of(mechanism);
  const Kinematics kinematics(mechanism);
  const auto compiled = compile_model(*model_of(mechanism));
  std::mt19937 random(2024);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Assemblies result;
  for (std::size_t k = 0; k < count; ++k) {
    ++result.tried;
    Simulator run(compiled);
    std::vector<std::string> paths;
    std::vector<double> units;  // what counts as one of each coordinate
    std::size_t place = 0;
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      for (std::size_t c = 0; c < coordinates(joint.kind); ++c, ++place) {
        paths.push_back(coordinate_path(joint, c));
        units.push_back(is_length(joint.kind, c) ? size : 1);
        const bool given =
            std::any_of(mechanism.drives.begin(), mechanism.drives.end(),
                        [&](const Drive& d) { return d.joint == j && d.coordinate == c; });
        if (given) continue;
        const double most = error * std::max(std::abs(exact[place]), units.back());
        run.set(start_path(joint, c), exact[place] + uniform(random) * most);
      }
    }
    try {
      run.initialize();
    } catch (const Error& refused) {
      result.messages.emplace_back(refused.what());
      continue;
    }
    Eigen::VectorXd q(static_cast<Eigen::Index>(exact.size()));
    bool near = true;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double value = run.get(paths[i]);
      q(static_cast<Eigen::Index>(i)) = value;
      near = near && std::abs(std::remainder((value - exact[i]) / units[i], 2 * kPi)) < 0.6;
    }
    const Eigen::VectorXd gaps = kinematics.gaps(q);
    const bool closed = gaps.size() == 0 || gaps.cwiseAbs().maxCoeff() < 1e-7 * size;
    result.closed += closed;
    result.near += closed && near;
    if (!closed) result.messages.emplace_back("open, without a message");
  }
  return result;
}

}  // namespace multibond::zoo
