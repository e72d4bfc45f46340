// `multibond new NAME`: a small model of Modelica text to begin with.

#include <array>
#include <cctype>
#include <filesystem>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/base/file.h"
#include "multibond/base/text.h"
#include "multibond/modelica/lexer.h"

namespace multibond {
namespace {

struct Kind {
  std::string_view name, text;
};

/// NAME is replaced by the name of the model.
constexpr std::array<Kind, 3> kKinds{{
    {"bond", R"(model NAME "A mass on a spring with a damper, as a bond graph"
  parameter Real m(unit = "kg") = 2 "mass";
  parameter Real c(unit = "N/m") = 50 "stiffness";
  parameter Real d(unit = "N.s/m") = 1 "damping";

  // The elements. A junction says how many bonds it has.
  Multibond.Bonds.Se weight(e0 = 9.81 * m) "source of effort: the weight";
  Multibond.Bonds.J1 motion(bonds = 4) "common flow: the speed";
  Multibond.Bonds.I mass(I = m);
  Multibond.Bonds.C spring(C = 1 / c);
  Multibond.Bonds.R damper(R = d);

  // Variables and equations of one's own may use those of the elements.
  Real x(start = 0, fixed = true, unit = "m") "how far it has sunk";
equation
  // connect(a, b) is a bond whose harpoon points to b.
  connect(weight.port, motion.p[1]);
  connect(motion.p[2], mass.port);
  connect(motion.p[3], spring.port);
  connect(motion.p[4], damper.port);
  der(x) = motion.f;
  annotation(experiment(StopTime = 10));
end NAME;
)"},
    {"planar", R"(model NAME "A double pendulum in the plane"
  parameter Real L(unit = "m") = 0.5 "length of each arm";

  // The world has the origin and gravity; angles count counter-clockwise.
  Multibond.Planar.World world;
  Multibond.Planar.Joints.Revolute shoulder(phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Multibond.Planar.Parts.Body upper(m = 1, J = 0.02, r_CM = {L / 2, 0});
  Multibond.Planar.Parts.FixedTranslation arm(r = {L, 0});
  // Joints may have springs, dampers and friction: parameters of their part mobility.
  Multibond.Planar.Joints.Revolute elbow(mobility(d = 0.01), phi(start = 0.5, fixed = true),
    w(start = 0, fixed = true));
  Multibond.Planar.Parts.Body lower(m = 0.5, J = 0.01, r_CM = {L / 2, 0});

  Real height = elbow.frame_a.y "of the elbow";
equation
  connect(world.frame_b, shoulder.frame_a);
  connect(shoulder.frame_b, upper.frame_a);
  connect(shoulder.frame_b, arm.frame_a);
  connect(arm.frame_b, elbow.frame_a);
  connect(elbow.frame_b, lower.frame_a);
  annotation(experiment(StopTime = 5));
end NAME;
)"},
    {"3d", R"(model NAME "A pendulum on a turning column"
  parameter Real L(unit = "m") = 0.8 "length of the arm";

  // The world has the origin and gravity, which acts along -y.
  Multibond.Mechanics3D.World world;
  // n is the axis of a joint, the same in both frames.
  Multibond.Mechanics3D.Joints.Revolute column(n = {0, 1, 0}, phi(start = 0, fixed = true),
    w(start = 2, fixed = true));
  Multibond.Mechanics3D.Parts.Body hub(m = 5);
  Multibond.Mechanics3D.Joints.Revolute hinge(n = {0, 0, 1}, mobility(d = 0.05),
    phi(start = -0.5, fixed = true), w(start = 0, fixed = true));
  Multibond.Mechanics3D.Parts.Body load(m = 2, r_CM = {L, 0, 0});

  // Variables and equations of one's own may use those of the components.
  Real height = L * sin(hinge.phi) "of the load above the hinge";
equation
  connect(world.frame_b, column.frame_a);
  connect(column.frame_b, hub.frame_a);
  connect(column.frame_b, hinge.frame_a);
  connect(hinge.frame_b, load.frame_a);
  annotation(experiment(StopTime = 10));
end NAME;
)"},
}};

const Kind& find_kind(const std::string& name) {
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) {
    if (kind.name == name) return kind;
    names.emplace_back(kind.name);
  }
  throw Error("--kind", fmt::format("--kind: there is no kind '{}'.", name),
              fmt::format("Choose {}.", join_names(names)));
}

/// A word of the language or other than letters, digits and underscores cannot name a model.
bool can_be_name(const std::string& name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  for (const unsigned char c : name) {
    if (c > 127 || (!std::isalnum(c) && c != '_')) return false;
  }
  using modelica::Code;
  for (auto code = static_cast<std::uint16_t>(Code::k_algorithm);
       code <= static_cast<std::uint16_t>(Code::k_within); ++code) {
    if (modelica::keyword_text(static_cast<Code>(code)) == name) return false;
  }
  return name != "Multibond" && name != "Real" && name != "Integer" && name != "Boolean" &&
         name != "String";
}

std::string replaced(std::string_view text, const std::string& name) {
  std::string result;
  constexpr std::string_view word = "NAME";
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word)) {
    result.append(text.substr(0, at)).append(name);
    text.remove_prefix(at + word.size());
  }
  return result.append(text);
}

}  // namespace

ExitCode command_new(Session& session) {
  namespace fs = std::filesystem;
  const Arguments& arguments = session.arguments;
  const std::string& program = session.environment.program;
  if (!arguments.model || arguments.model->empty()) {
    throw Error("NAME", "new needs the name of a model.",
                fmt::format("Give one, e.g. {} new Crane.", program));
  }
  fs::path file(*arguments.model);
  if (file.extension() != ".mo") file += ".mo";
  const std::string name = file.stem().string();
  if (!can_be_name(name)) {
    throw Error(
        name, fmt::format("'{}' cannot be the name of a model.", printable(name)),
        "Use letters, digits and underscores, a letter first, and no word of the language.");
  }
  const Kind& kind = find_kind(arguments.kind.value_or("bond"));
  std::error_code code;
  if (fs::exists(fs::symlink_status(file, code))) {
    throw Error(file.string(), fmt::format("{} is there already.", printable(file.string())),
                "Give another name, or remove the file.");
  }
  std::string text = fmt::format(
      "// Run it:              {0} simulate {1} --audit\n"
      "// See it move:         {0} report {1}\n"
      "// What can be set:     {0} catalog {1}\n"
      "// Other components:    {0} catalog\n",
      program, file.string());
  text += replaced(kind.text, name);
  write_file(file.string(), text);
  if (arguments.json) {
    print_json(session.out, {{"status", "ok"},
                             {"file", file.string()},
                             {"model", name},
                             {"kind", std::string(kind.name)}});
  } else {
    session.out << fmt::format("{0} written. Run it with: {1} simulate {0}\n",
                               printable(file.string()), program);
  }
  return ExitCode::success;
}

}  // namespace multibond
