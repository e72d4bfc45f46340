/// What is rigidly joined: groups of parts, and their common mass.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "multibond/library/mechanics3d/frame.h"

namespace multibond::mechanics3d {

/// Mass of a body or of several that are rigidly joined.
struct MassProperties {
  double m = 0;
  Vector3 moment = Vector3::Zero();   ///< m r, r from the origin to the centre of mass
  Matrix3 inertia = Matrix3::Zero();  ///< about the origin

  /// Of a body with its inertia about its centre of mass.
  static MassProperties of(double m, const Vector3& centre, const Matrix3& inertia);
  Vector3 centre() const { return moment / m; }
  /// The same in a frame that lies r away and whose axes are the rows of R.
  MassProperties seen(const Vector3& r, const Matrix3& R) const;
  void add(const MassProperties& other);
  /// Axis of symmetry of the inertia about the origin, if there is exactly one.
  std::optional<Vector3> symmetry_axis() const;
};

/// What a rigid part tells of itself, with parameters as they are.
class Rigid {
 public:
  struct Place {
    const Frame* frame;
    Vector3 r = Vector3::Zero();      ///< in the first frame of the part
    Matrix3 R = Matrix3::Identity();  ///< from the first frame to this one
  };
  virtual ~Rigid() = default;
  /// Its frames, the first one with no displacement.
  virtual std::vector<Place> rigid_places() const = 0;
  /// Its mass, seen from the first frame.
  virtual MassProperties mass_properties() const { return {}; }
};

/// Groups of rigidly joined frames of a model whose connections are known.
class RigidGroups {
 public:
  explicit RigidGroups(const Component& model);
  /// Mass of all that is rigidly joined to a frame, seen from there. Nothing if it is held.
  MassProperties attached(const Frame& frame) const;

 private:
  struct Pose {
    std::size_t group = 0;
    Vector3 r = Vector3::Zero();      ///< in the frame that stands for the group
    Matrix3 R = Matrix3::Identity();  ///< from that frame to this one
  };
  /// In the order in which frames were made, wherever they lie in memory.
  struct ByNumber {
    bool operator()(const Frame* a, const Frame* b) const { return a->serial() < b->serial(); }
  };
  template <typename T>
  using FrameMap = std::map<const Frame*, T, ByNumber>;
  FrameMap<Pose> poses_;
  std::vector<MassProperties> masses_;  ///< by group
};

}  // namespace multibond::mechanics3d
