// Bodies of a shape and density, and volumes of STL files, against closed forms.
#include "space_bench.h"
#include "stl_samples.h"

namespace multibond::mechanics3d {
namespace {

constexpr double kPi = std::numbers::pi;

struct Shaped : Scene {
  BodyShape body{this, "body"};
  explicit Shaped(const std::string& shape) {
    body.shape = shape;
    body.length = 2.0;
    body.width = 0.6;
    body.height = 0.5;
    body.radius = 0.4;
  }
};

void expect_solid(const Solid& solid, double volume, const Vector3& centre, const Vector3& moments,
                  double tolerance = 1e-13) {
  EXPECT_NEAR(solid.volume, volume, tolerance);
  expect_near(solid.centre, centre, tolerance);
  expect_near(solid.inertia, Matrix3(moments.asDiagonal()), tolerance);
}

TEST(SpaceShapes, HaveTheirTextbookMoments) {
  const double l = 2, b = 0.6, h = 0.5, r = 0.4, i = 0.3;
  double m = l * b * h;
  expect_solid(Shaped("box").body.solid(), m, {1, 0, 0},
               m / 12 * Vector3(b * b + h * h, l * l + h * h, l * l + b * b));
  m = kPi * r * r * l;
  expect_solid(Shaped("cylinder").body.solid(), m, {1, 0, 0},
               {m * r * r / 2, m * (3 * r * r + l * l) / 12, m * (3 * r * r + l * l) / 12});
  Shaped tube("cylinder");
  tube.body.innerRadius = i;
  m = kPi * (r * r - i * i) * l;
  const double across = m * (3 * (r * r + i * i) + l * l) / 12;
  expect_solid(tube.body.solid(), m, {1, 0, 0}, {m * (r * r + i * i) / 2, across, across});
  m = kPi * r * r * l / 3;
  const double tilt = 3 * m * (r * r / 20 + l * l / 80);
  expect_solid(Shaped("cone").body.solid(), m, {0.5, 0, 0}, {3 * m * r * r / 10, tilt, tilt});
  m = 4 * kPi / 3 * r * r * r;
  expect_solid(Shaped("sphere").body.solid(), m, {0, 0, 0}, Vector3::Constant(2 * m * r * r / 5));
  // A hollow sphere is one less another.
  Shaped shell("sphere");
  shell.body.innerRadius = i;
  const double hole = 4 * kPi / 3 * i * i * i;
  expect_solid(shell.body.solid(), m - hole, {0, 0, 0},
               Vector3::Constant(2 * (m * r * r - hole * i * i) / 5));
}

TEST(SpaceShapes, LieWhereAndAsTheyAreTold) {
  Shaped model("box");
  model.body.lengthDirection = Vector3(2 * kSkew);
  model.body.widthDirection = Vector3(0, 0, 5);  // taken across the length
  model.body.r_shape = Vector3(0.3, -0.1, 0.2);
  const Solid solid = model.body.solid();
  Matrix3 A;
  A.col(0) = kSkew;
  A.col(1) = (Vector3::UnitZ() - kSkew(2) * kSkew).normalized();
  A.col(2) = A.col(0).cross(A.col(1));
  expect_near(solid.centre, Vector3(0.3, -0.1, 0.2) + kSkew, 1e-14);
  const double m = 0.6;
  expect_near(solid.inertia,
              A * Vector3(m / 12 * Vector3(0.61, 4.25, 4.36)).asDiagonal() * A.transpose(), 1e-14);
}

// The same bar by r alone and with all that follows from r.
TEST(SpaceShapes, LeadToFrameBIfNothingElseIsSaid) {
  for (const Vector3& r : {Vector3(0, 0.5, 0), Vector3(0, 0, -2), Vector3(0.3, -1, 0.4)}) {
    SCOPED_TRACE(r.transpose());
    Scene bare, told;
    auto& bar = bare.create<BodyShape>("bar");
    auto& same = told.create<BodyShape>("bar");
    const Vector3 r_shape(0.1, 0, 0.1);
    for (BodyShape* body : {&bar, &same}) {
      body->r = Vector3(r + r_shape);
      body->r_shape = r_shape;
      body->width = 0.3;
    }
    same.length = r.norm();
    same.lengthDirection = r;
    const bool along_y = r(0) == 0 && r(2) == 0;
    same.widthDirection = along_y ? Vector3(1, 0, 0) : Vector3(0, 1, 0);
    EXPECT_NEAR(bar.solid().volume, r.norm() * 0.3 * 0.1, 1e-14);
    expect_near(bar.solid().centre, r_shape + r / 2, 1e-14);
    expect_near(bar.solid().inertia, same.solid().inertia, 1e-15);
  }
  // What is told wins, one by one.
  Scene scene;
  auto& bar = scene.create<BodyShape>("bar");
  bar.r = Vector3(0, 0.5, 0);
  bar.length = 3.0;
  expect_near(bar.solid().centre, Vector3(0, 1.5, 0), 1e-14);
  bar.lengthDirection = Vector3(0, 0, 2);
  expect_near(bar.solid().centre, Vector3(0, 0, 1.5), 1e-14);
  // Both frames at one place.
  bar.r = Vector3(0, 0, 0);
  bar.lengthDirection = Vector3(0, 0, 0);
  expect_near(bar.solid().centre, Vector3(1.5, 0, 0), 1e-14);
}

TEST(SpaceShapes, MoveAsTheirMassTells) {
  // A rod of steel on a hinge about z at one end: a physical pendulum with I = m (4 l^2 + b^2)/12.
  struct Swing : Shaped {
    Revolute hinge{this, "hinge"};
    PointMass bob{this, "bob"};
    Swing() : Shaped("box") {
      body.r = Vector3(1.5, 0.2, 0);
      body.lengthDirection = Vector3(1, 0, 0);
      bob.m = 100.0;
      hinge.phi.start(0.2).fixed();
      hinge.w.start(0.0).fixed();
      connect(ground.frame_b, hinge.frame_a);
      connect(hinge.frame_b, body.frame_a);
      connect(body.frame_b, bob.frame_a);
    }
  };
  const double m = 7700 * 0.6, I = m * (16 + 0.36) / 12 + 100 * (2.25 + 0.04);
  const test::State end = test::reference(
      [&](const test::State& y) {
        const double c = std::cos(y(0)), s = std::sin(y(0));
        return test::State(Eigen::Vector2d(y(1), -g * (m * c + 100 * (1.5 * c - 0.2 * s)) / I));
      },
      Eigen::Vector2d(0.2, 0), 1);
  const Result result = audited(Swing{}, 1);
  EXPECT_NEAR(result.final("hinge.phi"), end(0), 1e-8);
  EXPECT_NEAR(result.final("bob.x[1]"), 1.5 * std::cos(end(0)) - 0.2 * std::sin(end(0)), 1e-8);
}

// -- meshes ---------------------------------------------------------------------------------------

/// A tetrahedron with its corners at the origin and at 1 on each axis: V = 1/6, centre at 1/4,
/// I = 1/80 about its centre on the diagonal and 1/480 beside it.
void expect_unit_tetrahedron(const Solid& solid, double tolerance) {
  EXPECT_NEAR(solid.volume, 1.0 / 6, tolerance);
  expect_near(solid.centre, Vector3::Constant(0.25), tolerance);
  const Matrix3 I = (1.0 / 80 - 1.0 / 480) * Matrix3::Identity() + Matrix3::Constant(1.0 / 480);
  expect_near(solid.inertia, I, tolerance);
}

TEST(SpaceMeshes, ATetrahedronHasItsTextbookMoments) {
  expect_unit_tetrahedron(enclosed(tetrahedron(), "tetrahedron"), 1e-15);
}

TEST(SpaceMeshes, ABoxIsABoxWhereverItLies) {
  std::vector<Triangle> surface = cube();
  const Matrix3 A = turned_about(kSkew, 0.9);
  const Vector3 away(100, -200, 300);
  for (Triangle& triangle : surface) {
    for (Vector3& corner : triangle) {
      corner = away + A * Vector3(2 * corner(0), 0.6 * corner(1), 0.5 * corner(2));
    }
  }
  const Solid solid = enclosed(surface, "box");
  EXPECT_NEAR(solid.volume, 0.6, 1e-12);
  expect_near(solid.centre, away + A * Vector3(1, 0.3, 0.25), 1e-12);
  expect_near(solid.inertia,
              A * Vector3(0.05 * Vector3(0.61, 4.25, 4.36)).asDiagonal() * A.transpose(), 1e-12);
}

TEST(SpaceMeshes, AFineSphereApproachesASphere) {
  // Errors of chords shrink with the square of the angle between meridians, so two meshes
  // extrapolate to the fourth power of it: 4e-7 for the finer one, times a number near 2.
  const Solid coarse = enclosed(ball(64), "sphere"), fine = enclosed(ball(128), "sphere");
  const auto limit = [](const auto& a, const auto& b) { return ((4 * b - a) / 3).eval(); };
  using Number = Eigen::Matrix<double, 1, 1>;
  expect_near(limit(Number(coarse.volume), Number(fine.volume)), Number(4 * kPi / 3), 1e-6);
  expect_near(limit(coarse.inertia, fine.inertia), 8 * kPi / 15 * Matrix3::Identity(), 1e-6);
  expect_near(fine.centre, Vector3::Zero(), 1e-14);
  EXPECT_LT(fine.volume, 4 * kPi / 3);
}

TEST(SpaceMeshes, ASurfaceInsideOutIsTurnedAndAShellInsideIsACavity) {
  expect_unit_tetrahedron(enclosed(flipped(tetrahedron()), "tetrahedron"), 1e-15);
  // A cube of side 3 with a cubic hole of side 1 in its middle.
  std::vector<Triangle> surface = cube();
  for (Triangle& triangle : surface) {
    for (Vector3& corner : triangle) corner *= 3;
  }
  for (Triangle triangle : flipped(cube())) {
    for (Vector3& corner : triangle) corner += Vector3::Constant(1);
    surface.push_back(triangle);
  }
  const Solid solid = enclosed(surface, "box");
  EXPECT_NEAR(solid.volume, 26, 1e-12);
  expect_near(solid.centre, Vector3::Constant(1.5), 1e-13);
  expect_near(solid.inertia, (27 * 9.0 / 6 - 1.0 / 6) * Matrix3::Identity(), 1e-12);
}

TEST(SpaceMeshes, FilesOfBothKindsGiveTheSameBody) {
  const StlFolder folder;
  for (const bool binary : {false, true}) {
    SCOPED_TRACE(binary ? "binary" : "ASCII");
    const std::string file =
        folder.write("part.stl", binary ? binary_stl(tetrahedron()) : ascii_stl(tetrahedron()));
    expect_unit_tetrahedron(enclosed(read_stl(file), file), 1e-15);
    struct Meshed : Scene {
      BodyShape body{this, "body"};
    } model;
    model.body.shape = "mesh";
    model.body.file = file;
    model.body.scale = 0.1;
    model.body.density = 1000.0;
    const Solid solid = model.body.solid();
    EXPECT_NEAR(solid.volume, 1e-3 / 6, 1e-17);
    EXPECT_NEAR(solid.inertia(0, 0), 1e-5 / 80, 1e-19);
    const Result result = audited(std::move(model), 1);
    EXPECT_NEAR(result.final("body.body.x[2]"), -g / 2, 1e-8);
  }
}

TEST(SpaceMeshes, FilesMayBeUntidy) {
  const StlFolder folder;
  // A binary file whose header begins with the word of the other kind.
  const std::string misleading =
      folder.write("misleading.stl", binary_stl(tetrahedron(), "solid of another program"));
  EXPECT_EQ(read_stl(misleading).size(), 4u);
  // Upper case, other line ends, names with spaces, two solids in a file.
  std::string text = ascii_stl(tetrahedron()), windows;
  for (const char c : text) {
    if (c == '\n') windows += '\r';
    windows += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  EXPECT_EQ(read_stl(folder.write("windows.stl", windows)).size(), 4u);
  EXPECT_EQ(read_stl(folder.write("two.stl", text + text)).size(), 8u);
  // Corners that were rounded differently are the same corners.
  std::vector<Triangle> rounded = tetrahedron();
  rounded[0][0] += Vector3::Constant(1e-8);
  expect_unit_tetrahedron(enclosed(rounded, "tetrahedron"), 1e-7);
}

}  // namespace
}  // namespace multibond::mechanics3d
