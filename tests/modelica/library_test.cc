#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "modelica/text.h"

namespace multibond::modelica {
namespace {

using testing::HasSubstr;

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

class LibraryFolders : public testing::Test {
 protected:
  LibraryFolders() : root_(scratch_.file("")) {
    for (const std::string version : {"1.0", "2.0"}) {
      const std::filesystem::path lib = root_ / ("Lib " + version);
      write(lib / "package.mo", "package Lib annotation(version = \"" + version + "\"); end Lib;");
      write(lib / "Parts" / "package.mo", "within Lib; package Parts end Parts;");
      write(lib / "Parts" / "A.mo", "within Lib.Parts; model A Real x = " + version + "; end A;");
      write(lib / "Parts" / "Broken.mo", "within Lib.Parts; model Broken Real end Broken;");
    }
  }
  ScratchDirectory scratch_;
  std::filesystem::path root_;
};

TEST_F(LibraryFolders, FilesAreReadWhenTheyAreNamed) {
  Library library;
  library.add_folder(root_.string());
  library.load_text("M.mo",
                    "model M Lib.Parts.A a; annotation(uses(Lib(version = \"2.0\"))); end M;");
  EXPECT_EQ(simulate(compile_model(flatten(library, "M"))).final("a.x"), 2);
}

TEST_F(LibraryFolders, TheVersionIsTheOneInUse) {
  Library library;
  library.add_folder(root_.string());
  library.load_text("M.mo",
                    "model M Lib.Parts.A a; annotation(uses(Lib(version = \"1.0\"))); end M;");
  EXPECT_EQ(simulate(compile_model(flatten(library, "M"))).final("a.x"), 1);
}

TEST_F(LibraryFolders, TheNewestVersionIsTakenWhereNobodyAsksForOne) {
  const std::filesystem::path lib = root_ / "Lib 10.0";
  write(lib / "package.mo", "package Lib annotation(version = \"10.0\"); end Lib;");
  write(lib / "A.mo", "within Lib; model A Real x = 10; end A;");
  Library library;
  library.add_folder(root_.string());
  EXPECT_EQ(simulate(compile_model(flatten(library, "Lib.A"))).final("x"), 10);
}

TEST_F(LibraryFolders, AVersionThatIsNotThereIsToldWithThoseThatAre) {
  Library library;
  library.add_folder(root_.string());
  library.load_text("M.mo",
                    "model M Lib.Parts.A a; annotation(uses(Lib(version = \"3.0\"))); end M;");
  try {
    flatten(library, "M");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.diagnostics()[0].text,
                HasSubstr("M uses version 3.0 of Lib, but the folders have 1.0, 2.0"));
  }
}

TEST_F(LibraryFolders, MistakesOfALibraryNameItsFile) {
  Library library;
  library.add_folder(root_.string());
  library.load_text("M.mo", "model M Lib.Parts.Broken b; end M;");
  try {
    flatten(library, "M");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics()[0].place, "Broken.mo:1");
  }
}

TEST_F(LibraryFolders, CommandsTakeFilesAndNames) {
  write(root_ / "Pendulum.mo",
        "model Pendulum \"A pendulum\"\n  parameter Real L(unit = \"m\") = 1;\n"
        "  Real phi(start = 0.1, fixed = true), w(start = 0, fixed = true);\nequation\n"
        "  der(phi) = w;\n  L * der(w) = -9.81 * phi;\n"
        "  annotation(experiment(StopTime = 2));\nend Pendulum;\n");
  const std::string file = (root_ / "Pendulum.mo").string();
  Outcome outcome = run_words({"simulate", file, "--set", "L=50cm"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("reached 2 s"));
  outcome = run_words({"check", file});
  EXPECT_THAT(outcome.out, HasSubstr("no mistake"));
  outcome = run_words({"flat", file});
  EXPECT_THAT(outcome.out, HasSubstr("der(phi) = w;"));
  outcome = run_words({"inspect", file});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  outcome = run_words({"linearize", file});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  outcome = run_words({"simulate", "Lib.Parts.A", "--library", root_.string()});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  write(root_ / "Wrong.mo", "model Wrong\n  Real x\nend Wrong;\n");
  outcome = run_words({"check", (root_ / "Wrong.mo").string()});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("Wrong.mo:2"));
}

}  // namespace
}  // namespace multibond::modelica
