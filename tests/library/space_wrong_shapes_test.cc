// Shapes and STL files that are wrong, and what is said about them.
#include "complaint.h"
#include "space_bench.h"
#include "stl_samples.h"

namespace multibond::mechanics3d {
namespace {

using test::complaint;
using test::refusal;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

struct Shaped : Scene {
  BodyShape part{this, "part"};
};

TEST(WrongSpace, ShapesThatAreNone) {
  Shaped hollow, turned, thin, prism;
  hollow.part.shape = "cylinder";
  hollow.part.innerRadius = 0.2;
  turned.part.widthDirection = Vector3(2, 0, 0);
  thin.part.length = 0.0;
  EXPECT_THAT(complaint(std::move(hollow)),
              HasSubstr("part has a hole of radius 0.2 m, and ends at 0.1 m: nothing is left of "
                        "it. Make innerRadius smaller than radius."));
  EXPECT_THAT(complaint(std::move(turned)),
              HasSubstr("part has its width along its length. Give widthDirection another"));
  EXPECT_THAT(complaint(std::move(thin)),
              AllOf(HasSubstr("part.length (length of a box, cylinder or cone"),
                    HasSubstr("must be positive")));
  EXPECT_THAT(refusal([&] { prism.part.shape = "prism"; }),
              HasSubstr("part.shape cannot be 'prism'. Choose one of: box, cylinder, cone"));
}

/// What is said about a body of such a file; the name of the file, without its folder.
std::string mesh_complaint(const std::string& file) {
  Shaped model;
  model.part.shape = "mesh";
  model.part.file = file;
  std::string text = complaint(std::move(model));
  const std::string folder = file.substr(0, file.rfind('/') + 1);
  const std::size_t at = folder.empty() ? std::string::npos : text.find(folder);
  if (at != std::string::npos) text.erase(at, folder.size());
  return text;
}

TEST(WrongSpace, FilesThatAreNoStlFiles) {
  const StlFolder folder;
  EXPECT_THAT(mesh_complaint(""), HasSubstr("part is a mesh, but names no file. Set `file`"));
  EXPECT_THAT(mesh_complaint(folder.file("none.stl")),
              HasSubstr("part cannot take its shape from a file: none.stl does not exist. Check "
                        "the path"));
  EXPECT_THAT(mesh_complaint(folder.file("")), HasSubstr("is not a file. Name an STL file."));
  EXPECT_THAT(mesh_complaint(folder.write("ply.stl", "ply\nformat ascii 1.0\n")),
              HasSubstr("ply.stl is no STL file: it neither begins with 'solid' nor has the length "
                        "it announces. Export the shape as STL"));
  EXPECT_THAT(mesh_complaint(folder.write("empty.stl", "")), HasSubstr("is no STL file"));
  EXPECT_THAT(mesh_complaint(folder.write("hollow.stl", "solid a\nendsolid a\n")),
              HasSubstr("hollow.stl has no triangles."));
}

TEST(WrongSpace, StlFilesThatAreDamaged) {
  const StlFolder folder;
  const std::string binary = binary_stl(tetrahedron()), ascii = ascii_stl(tetrahedron());
  EXPECT_THAT(mesh_complaint(folder.write("cut.stl", binary.substr(0, binary.size() - 20))),
              HasSubstr("cut.stl ends early: it announces 4 triangles and has 3. Copy or export"));
  EXPECT_THAT(mesh_complaint(folder.write("solid.stl",
                                          binary_stl(tetrahedron(), "solid part").substr(0, 150))),
              HasSubstr("ends early: it announces 4 triangles and has 1"));
  for (std::size_t size = 10; size < ascii.size() - 24; size += 7) {
    EXPECT_THAT(mesh_complaint(folder.write("cut.stl", ascii.substr(0, size))),
                Not(HasSubstr("no complaint")))
        << size;
  }
  EXPECT_THAT(mesh_complaint(folder.write("cut.stl", ascii.substr(0, ascii.rfind("endsolid")))),
              HasSubstr("ends early, after 4 triangles: 'endsolid' is missing"));
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = ascii;
    return folder.write("odd.stl", text.replace(text.find(from), from.size(), to));
  };
  EXPECT_THAT(mesh_complaint(replaced("outer", "inner")),
              HasSubstr("odd.stl has 'inner' where 'outer' should be, in line 3."));
  EXPECT_THAT(mesh_complaint(replaced("vertex 0", "vertex o")),
              HasSubstr("odd.stl has 'o' where a number should be, in line 4."));
  std::vector<Triangle> broken = tetrahedron();
  broken[2][0](1) = std::nan("");
  EXPECT_THAT(mesh_complaint(folder.write("nan.stl", binary_stl(broken))),
              HasSubstr("nan.stl has a corner that is no finite number, in triangle 3."));
}

TEST(WrongSpace, SurfacesThatEncloseNothing) {
  const StlFolder folder;
  const auto complaint_of = [&](const std::vector<Triangle>& surface) {
    return mesh_complaint(folder.write("part.stl", binary_stl(surface)));
  };
  std::vector<Triangle> open = tetrahedron(), twisted = tetrahedron(), nothing = tetrahedron();
  open.pop_back();
  EXPECT_THAT(complaint_of(open),
              AllOf(HasSubstr("part cannot take its shape from a file: part.stl is not closed: 3 "
                              "of its 6 edges have no triangle on one side, e.g. the one from {0, "
                              "1, 0} to {1, 0, 0}"),
                    HasSubstr("Close the holes")));
  std::swap(twisted[0][0], twisted[0][1]);
  EXPECT_THAT(complaint_of(twisted),
              AllOf(HasSubstr("has triangles that are inside-out: at 3 of its 6 edges neighbours "
                              "face different sides"),
                    HasSubstr("the same orientation")));
  for (const Triangle& triangle : flipped(tetrahedron())) nothing.push_back(triangle);
  EXPECT_THAT(complaint_of(nothing), HasSubstr("encloses no volume"));
  EXPECT_THAT(complaint_of({tetrahedron()[0], flipped(tetrahedron())[0]}),
              HasSubstr("encloses no volume: all of it lies in a plane, or its parts cancel. "
                        "Export a solid shape."));
}

/// What is said about a surface to be shown.
std::string shown_complaint(const std::string& file) {
  struct Shown : Scene {
    Body body{this, "body"};
    StlMesh look{this, "look"};
    Shown() { connect(body.frame_a, look.frame_a); }
  };
  Shown model;
  model.look.file = file;
  return complaint(std::move(model));
}

TEST(WrongSpace, SurfacesThatCannotBeShownAreNamedWithTheirComponent) {
  const StlFolder folder;
  EXPECT_THAT(shown_complaint("no/such.stl"),
              HasSubstr("look cannot show its file: no/such.stl does not exist. Check the path; it "
                        "counts from the current directory."));
  const std::string binary = binary_stl(tetrahedron());
  EXPECT_THAT(
      shown_complaint(folder.write("cut.stl", binary.substr(0, binary.size() - 20))),
      AllOf(HasSubstr("look cannot show its file: "),
            HasSubstr("cut.stl ends early: it announces 4 triangles and has 3. Copy or export")));
  // To be seen a surface need not be closed.
  std::vector<Triangle> open = tetrahedron();
  open.pop_back();
  EXPECT_EQ(shown_complaint(folder.write("open.stl", ascii_stl(open))), "no complaint");
}

TEST(WrongSpace, LinesNeedTwoPoints) {
  struct Drawn : Scene {
    Body body{this, "body"};
    Lines line{this, "line"};
    Drawn() { connect(body.frame_a, line.frame_a); }
  };
  Drawn model;
  model.line.points = MatrixX::Zero(3, 1);
  EXPECT_THAT(complaint(std::move(model)),
              HasSubstr("line needs at least two points. Give points"));
}

}  // namespace
}  // namespace multibond::mechanics3d
