#include "command_table.h"

namespace multibond {
namespace {

const OptionRow kSet{"--set",      "NAME=VALUE", "sets a parameter or start value; repeatable",
                     "mass.m=2kg", nullptr,      &Arguments::settings};
const OptionRow kLibrary{"--library",  "FOLDER", "folder of Modelica libraries; repeatable",
                         "~/modelica", nullptr,  &Arguments::libraries};
const OptionRow kMode{
    "--mode",  "PATH=MODE", "causality in this mode of an ideal switch; repeatable",
    "sw=open", nullptr,     &Arguments::modes};
const OptionRow kSolver{"--solver", "NAME", "auto, dop853, bdf, adams, arkode, ida, rk4, moreau",
                        "bdf", &Arguments::solver};
const OptionRow kTolerance{"--tolerance", "NUMBER", "relative tolerance per step", "1e-8",
                           &Arguments::tolerance};
const OptionRow kBackend{"--backend", "NAME", "jit (machine code) or interpreter", "interpreter",
                         &Arguments::backend};
const OptionRow kBaumgarte{"--baumgarte", "ALPHA,BETA",
                           "Baumgarte stabilisation instead of projection", "10,10",
                           &Arguments::baumgarte};
const OptionRow kJson{"--json",        "", "one JSON object instead of text", "", nullptr, nullptr,
                      &Arguments::json};

}  // namespace

const std::vector<CommandRow>& commands() {
  static const std::vector<CommandRow> rows{
      {"new",
       "NAME",
       "writes a small model of Modelica text to begin with",
       "The file NAME.mo has a model that runs at once, with comments. A file that is there "
       "already "
       "is\n"
       "left alone.",
       "new Crane --kind 3d",
       {{"--kind", "KIND", "bond, planar or 3d (default: bond)", "planar", &Arguments::kind},
        kJson}},
      {"list",
       "[FILE]",
       "lists the models by topic, with their stop times",
       "With a file of Modelica text, or a package of a library, its models.",
       "list Crane.mo",
       {kLibrary, kJson}},
      {"catalog",
       "[PATH] [CLASS]",
       "shows the component library, or one part of it",
       "PATH is a component, a model or a library: Electrical.Resistor, Electrical. Any other word "
       "is\n"
       "searched for in names and descriptions. Of Modelica text, it is a file and a class in it, "
       "or\n"
       "the full name of a class: its parameters, connectors and documentation are shown.",
       "catalog Translational.Spring",
       {{"--parameters", "[NAME,...]", "lists what can be set, with values; * and ? are wildcards",
         "spring.*", nullptr, &Arguments::parameter_names, &Arguments::parameters},
        kLibrary,
        kJson}},
      {"simulate",
       "MODEL",
       "runs a model",
       "Stop time, tolerance, intervals and plotted variables have defaults that belong to the "
       "model;\n"
       "catalog MODEL shows them.",
       "simulate SpringMassDamper --set spring.c=\"2 N/mm\" --stop 5 --plot mass.s",
       {kSet,
        kLibrary,
        {"--start", "TIME", "start time (default: 0 s)", "1", &Arguments::start},
        {"--stop", "TIME", "stop time, in seconds or with a unit", "10", &Arguments::stop},
        kTolerance,
        kSolver,
        {"--intervals", "NUMBER", "output intervals", "500", &Arguments::intervals},
        {"--step", "TIME", "largest step; of a fixed-step solver, the step", "1e-3",
         &Arguments::step},
        {"--output", "FILE", "writes a .csv or .mat file, or an .svg figure; repeatable",
         "result.csv", nullptr, &Arguments::files},
        {"--variables", "NAME,...", "what --output writes (default: all); * and ? are wildcards",
         "mass.*,spring.f", nullptr, &Arguments::variables},
        {"--scene", "FILE", "animation scene: .svg drawing or .json; repeatable", "mechanism.svg",
         nullptr, &Arguments::scenes},
        {"--poses", "NUMBER", "positions shown in the drawing (default: 1)", "8",
         &Arguments::poses},
        {"--report", "FILE", "writes an .html page that shows the run moving; repeatable",
         "run.html", nullptr, &Arguments::reports},
        {"--audit", "", "shows the energy balance by component", "", nullptr, nullptr,
         &Arguments::audit},
        {"--impulses", "NAME,...", "lists the impulses of these efforts at each impact",
         "joint.f[1]", nullptr, &Arguments::impulses},
        {"--plot", "[NAME,...]", "plots variables over time; repeatable", "mass.s", nullptr,
         &Arguments::plots, &Arguments::plot},
        kBackend,
        kBaumgarte,
        kJson}},
      {"report",
       "MODEL",
       "runs a model and writes a page that shows it",
       "One .html file for any browser, without a network: the mechanism moving, plots, bond "
       "graph, "
       "energy,\n"
       "statistics. The default file is MODEL.html in the current directory.",
       "report WhippleBicycle --stop 3 --output bicycle.html",
       {kSet,
        kLibrary,
        {"--output", "FILE", "the .html file to write", "bicycle.html", &Arguments::drawing},
        {"--plot", "NAME,...", "variables that are plotted at first; repeatable", "steer.phi",
         nullptr, &Arguments::plots},
        {"--with", "PATH=VALUE", "a second run with this value to compare with; repeatable",
         "damper.d=2", nullptr, &Arguments::other_values},
        {"--locus", "PATH=FROM:TO", "how the eigenvalues move with a parameter", "spring.c=5:20",
         &Arguments::locus},
        {"--bode", "INPUT:OUTPUT", "frequency response of a variable to an input or a parameter",
         "spring.s_rel0:mass.s", nullptr, &Arguments::bode},
        {"--start", "TIME", "start time (default: 0 s)", "1", &Arguments::start},
        {"--stop", "TIME", "stop time, in seconds or with a unit", "10", &Arguments::stop},
        kTolerance,
        kSolver,
        {"--intervals", "NUMBER", "output intervals", "500", &Arguments::intervals},
        {"--step", "TIME", "largest step; of a fixed-step solver, the step", "1e-3",
         &Arguments::step},
        kBackend,
        kBaumgarte,
        kJson}},
      {"serve",
       "[MODEL...]",
       "shows models live in a browser",
       "The page of report, with fields and sliders for parameters and start values; the run "
       "follows "
       "them.\n"
       "It is served to this machine only, at the address that is printed. Ctrl-C ends it.",
       "serve WhippleBicycle",
       {kLibrary,
        {"--port", "NUMBER", "where it listens (default: any that is free)", "8080",
         &Arguments::port},
        kJson}},
      {"gallery",
       "[MODEL...]",
       "runs models and makes an index of them",
       "A directory of pages: index.html with a picture of each model, its source and its report.\n"
       "Without names, all models are run. The default directory is gallery.",
       "gallery --output pages WhippleBicycle Robot",
       {{"--output", "DIR", "the directory to write to", "pages", &Arguments::drawing}, kJson}},
      {"animate",
       "MODEL",
       "makes a video or pictures of a run",
       "Chromium draws them without a window, and ffmpeg makes the video; both have to be there.",
       "animate WhippleBicycle --video bicycle.mp4",
       {kSet,
        kLibrary,
        {"--video", "FILE", "the .mp4 file to write", "run.mp4", &Arguments::video},
        {"--frames", "DIR", "the folder for pictures (.jpg)", "pictures", &Arguments::frames},
        {"--stop", "TIME", "stop time, in seconds or with a unit", "10", &Arguments::stop},
        {"--fps", "NUMBER", "pictures per second (default: 30)", "60", &Arguments::fps},
        {"--speed", "NUMBER", "of watching; 1 is real time", "0.1", &Arguments::speed},
        {"--size", "WxH", "of the pictures (default: 1280x720)", "1920x1080", &Arguments::size},
        {"--dark", "", "on a dark background", "", nullptr, nullptr, &Arguments::dark},
        kJson}},
      {"inspect",
       "MODEL",
       "shows what the compiler made of a model",
       "States, constraints, blocks and the size of the compiled functions.",
       "inspect CartesianPendulum --passes",
       {kSet,
        kLibrary,
        {"--passes", "", "shows the compiler passes with their times", "", nullptr, nullptr,
         &Arguments::passes},
        {"--equations", "", "shows the equations that remain to be solved", "", nullptr, nullptr,
         &Arguments::equations},
        {"--c99", "", "prints only the derivatives, as C99 source", "", nullptr, nullptr,
         &Arguments::c99},
        {"--causality", "", "prints only the causality of the bond graph", "", nullptr, nullptr,
         &Arguments::causality},
        kMode,
        kBaumgarte,
        kJson}},
      {"linearize",
       "MODEL",
       "computes eigenvalues and modes at an operating point",
       "x' = A x + B u, y = C x + D u at the initial state, or at the state reached at --time.",
       "linearize SpringMassDamper --outputs mass.s,mass.v",
       {kSet,
        kLibrary,
        {"--time", "TIME", "simulates to this time first", "5", &Arguments::time},
        {"--outputs", "NAME,...", "variables that become rows of C and D", "mass.s",
         &Arguments::outputs},
        kTolerance,
        kSolver,
        kBackend,
        kJson}},
      {"check",
       "MODEL",
       "looks for mistakes in a model of Modelica text",
       "MODEL is a file, a model in a file (Crane.mo:Tower), or a name in a library. All messages\n"
       "are shown, and nothing is run.",
       "check Crane.mo",
       {kSet, kLibrary, kJson}},
      {"flat",
       "MODEL",
       "prints the equations of a model of Modelica text",
       "One model without any parts, as flat Modelica.",
       "flat Crane.mo",
       {kSet, kLibrary}},
      {"compare",
       "RESULT REFERENCE",
       "tells how far a result is from a reference",
       "Both are .csv or .mat files. A signal agrees if it stays in a tube around the result, "
       "whose "
       "size\n"
       "is the tolerance times the range of the signal, and the tolerance times the duration.\n"
       "Exit code 1 if a signal leaves its tube; the worst one is plotted.",
       "compare result.csv reference.csv --signals revolute1.phi=joint.phi",
       {{"--tolerance", "NUMBER", "of the range of each signal (default: 1e-3)", "1e-3",
         &Arguments::tolerance},
        {"--until", "TIME", "compares up to this time only", "2", &Arguments::until},
        {"--signals", "NAME,...", "signals of the reference (default: all); REFERENCE=RESULT maps",
         "revolute1.phi=joint.phi", nullptr, &Arguments::signals},
        {"--plot", "", "plots the worst signal also if all agree", "", nullptr, nullptr,
         &Arguments::plot},
        {"--output", "FILE", "writes the curves of the worst signal to an .svg file", "worst.svg",
         &Arguments::drawing},
        kJson}},
      {"draw",
       "MODEL",
       "draws the bond graph of a model",
       "Components that wrap a bond graph are closed boxes; --open, --level and --flat open them.\n"
       "For a component of the catalog, its inner graph is drawn. The default file is\n"
       "MODEL-bonds.svg in the current directory. Of Modelica text, the graph of its components "
       "of\n"
       "the catalog is drawn; without any, or with --diagram, its diagram, MODEL-diagram.svg.",
       "draw BondCircuit --output circuit.svg",
       {kSet,
        kLibrary,
        {"--output", "FILE", "the .svg, .png or .dot file to write", "circuit.svg",
         &Arguments::drawing},
        {"--format", "NAME", "svg, png or dot (default: from the file name)", "png",
         &Arguments::format},
        {"--open", "PATH", "opens a box and what contains it; repeatable", "crane.joint", nullptr,
         &Arguments::open},
        {"--level", "NUMBER", "opens boxes down to this level (default: 0)", "1",
         &Arguments::level},
        {"--flat", "", "opens all boxes", "", nullptr, nullptr, &Arguments::flat},
        {"--diagram", "", "of Modelica text: the diagram that its annotations place", "", nullptr,
         nullptr, &Arguments::diagram},
        {"--causal", "on|off", "shows causality strokes (default: on for models)", "off",
         &Arguments::causal},
        kMode,
        {"--simplify", "", "omits what one omits by hand, such as junctions with two bonds", "",
         nullptr, nullptr, &Arguments::simplify},
        {"--complete", "", "shows all junctions, those that connections make too", "", nullptr,
         nullptr, &Arguments::complete},
        {"--impulse", "", "draws what happens at an impact: the impulse bond graph", "", nullptr,
         nullptr, &Arguments::impulse},
        kJson}},
      {"bench",
       "NAME",
       "compares published figures with Multibond's",
       "thesis: sizes of the systems of equations and numbers of steps for the models of Zimmer's\n"
       "thesis, planar and in space.\n"
       "modelica: the examples of packages of Modelica text: balanced, run, agree with a "
       "reference.\n"
       "pairs: examples of Modelica text beside the same models of the catalog.\n"
       "reading: how fast the files below --library are read.\n"
       "flattening: the flattening tests of OpenModelica, of a checkout that --suite names.",
       "bench thesis",
       {kLibrary,
        {"--package", "NAME", "package whose examples are run; repeatable",
         "Modelica.Blocks.Examples", nullptr, &Arguments::packages},
        {"--reference", "FOLDER", "folder of reference results, NAME.csv; repeatable", "reference",
         nullptr, &Arguments::references},
        {"--ratchet", "FILE", "least numbers: PACKAGE balanced|runs|agrees NUMBER per line",
         "numbers.txt", &Arguments::ratchet},
        {"--pairs", "FILE", "pairs of models with their variables, for bench pairs",
         "bench/multibondlib.pairs", &Arguments::pairs},
        {"--suite", "FOLDER", "folder of tests with flat text in comments",
         "testsuite/flattening/modelica", &Arguments::suite},
        kJson}},
  };
  return rows;
}

}  // namespace multibond
