/// Control of tanks and of a room: pumps, pipes, heaters and the blocks that command them.
#pragma once

#include "multibond/library/hydraulic.h"
#include "multibond/library/signals.h"
#include "multibond/library/thermal.h"

namespace multibond::examples {

/// Two tanks in a row that a pump fills.
///
///     pump 0.1 l/s ---> (upper) ---[laminar pipe]---(q)---> (lower) ---[drain]---> ambient
///
/// Both begin with 0.1 m. In the end 0.1 l/s flow everywhere: the drain, dp = K q^2, needs 0.408 m,
/// and the pipe by Hagen and Poiseuille 0.260 m more. The fluid is a light oil: water would be
/// turbulent.
class TankCascade final : public Model {
 public:
  hydraulic::Ambient well{this, "well"}, outlet{this, "outlet"};
  hydraulic::Pump pump{this, "pump"};
  hydraulic::Tank upper{this, "upper"}, lower{this, "lower"};
  hydraulic::LaminarPipe pipe{this, "pipe"};
  hydraulic::FlowSensor meter{this, "meter"};
  hydraulic::TurbulentResistance drain{this, "drain"};

  TankCascade() {
    for (hydraulic::Tank* tank : {&upper, &lower}) {
      tank->A = 0.01;
      tank->level.start(0.1).fixed();
    }
    pipe.l = 2.0;
    pipe.d = 0.02;
    pipe.mu = 0.05;
    drain.K = 4e11;
    drain.q.start(5e-5);  // where the search for the flow begins: at 0 its slope is 0
    connect(well.port, pump.port_a);
    connect(pump.port_b, upper.port);
    connect(upper.port, pipe.port_a);
    connect(pipe.port_b, meter.port_a);
    connect(meter.port_b, lower.port);
    connect(lower.port, drain.port_a);
    connect(drain.port_b, outlet.port);
  }
};

/// Level of a tank held by a controlled pump, while the pressure behind its outlet varies.
///
///     level 1 m ~>( - )~> [PID] ~> pump ---> (tank) ---[resistance]---[inertance]--- sea
///                   ^---- gain <~ pressure at the bottom               0.5 m +- tide
///
/// The reference rises from 0.5 m to 1 m within 20 s. In the end the level is 1 m, whatever the
/// tide.
class LevelControl final : public Model {
 public:
  signals::Ramp reference{this, "reference"};
  signals::Feedback error{this, "error"};
  signals::PID controller{this, "controller"};
  hydraulic::Ambient well{this, "well"};
  hydraulic::SignalPump pump{this, "pump"};
  hydraulic::Tank tank{this, "tank"};
  hydraulic::PressureSensor gauge{this, "gauge"};
  signals::Gain level{this, "level"};
  hydraulic::Resistance outlet{this, "outlet"};
  hydraulic::Inertance pipe{this, "pipe"};
  hydraulic::SignalPressure sea{this, "sea"};
  signals::RealExpression tide{this, "tide"};

  LevelControl() {
    reference.offset = 0.5;
    reference.height = 0.5;
    reference.duration = 20.0;
    controller.k = 2e-3;
    controller.Ti = 20.0;
    controller.Td = 0.5;
    tank.A = 0.01;
    tank.level.start(0.5).fixed();
    level.k = 1.0 / (1000.0 * 9.81);
    outlet.R = 2e8;
    pipe.q.start(0.0).fixed();
    tide.set(4905.0 + 1000.0 * sin(time() / 10.0) * exp(-time() / 40.0));
    connect(reference.y, error.u1);
    connect(level.y, error.u2);
    connect(error.y, controller.u);
    connect(controller.y, pump.q_ref);
    connect(well.port, pump.port_a);
    connect(pump.port_b, tank.port);
    connect(gauge.port, tank.port);
    connect(gauge.p, level.u);
    connect(tank.port, outlet.port_a);
    connect(outlet.port_b, pipe.port_a);
    connect(pipe.port_b, sea.port);
    connect(tide.y, sea.p);
  }
};

/// Room with a thermostat, a wall, a roof that radiates and wind on the window.
///
///     heater ---+--- [wall] ---------- outdoors 273 K
///     people ---+--- [window, wind] -- outdoors
///               +--- [roof] ~ ~ ~ ~ ~  sky 250 K
///
/// The thermostat switches the heater of 2 kW off at 22 and on at 20 degrees Celsius. The wind is a
/// table of the hour; what it takes from the window is its product with the temperature difference,
/// and the sum of all losses is shown.
class Thermostat final : public Model {
 public:
  thermal::HeatCapacitor room{this, "room"};
  thermal::TemperatureSensor thermometer{this, "thermometer"};
  signals::Relay relay{this, "relay"};
  thermal::PrescribedHeatFlow heater{this, "heater"};
  thermal::FixedHeatFlow people{this, "people"};
  thermal::ThermalResistor wall{this, "wall"};
  thermal::Convection window{this, "window"};
  thermal::BodyRadiation roof{this, "roof"};
  thermal::FixedTemperature outdoors{this, "outdoors"}, sky{this, "sky"};
  thermal::RelTemperatureSensor difference{this, "difference"};
  signals::RealExpression hour{this, "hour"};
  signals::Table wind{this, "wind"};
  signals::Product window_loss{this, "window_loss"};
  signals::RealExpression wall_loss{this, "wall_loss"}, roof_loss{this, "roof_loss"};
  signals::Sum loss{this, "loss"};
  signals::Integrator lost{this, "lost"};

  Thermostat() {
    room.C = 5e5;
    room.T.start(291.15).fixed();
    // The relay is on above uHigh: heat is the opposite.
    relay.uLow = 293.15;
    relay.uHigh = 295.15;
    relay.y_on = 0.0;
    relay.y_off = 2000.0;
    people.Q_flow = 100.0;
    wall.R = 0.05;
    roof.Gr = 2.0;
    outdoors.T = 273.15;
    sky.T = 250.0;
    hour.set(time() / 3600.0);
    wind.table = signals::Table::Points{{0.0, 20.0}, {3.0, 40.0}, {6.0, 25.0}};
    wall_loss.set(wall.Q_flow);
    roof_loss.set(roof.Q_flow);
    loss.inputs(3);
    lost.y.value.start(0.0).fixed();
    connect(room.port, thermometer.port);
    connect(thermometer.T, relay.u);
    connect(relay.y, heater.Q_flow);
    for (thermal::HeatPort* port : {&heater.port, &people.port, &wall.port_a, &window.port_a,
                                    &roof.port_a, &difference.port_a}) {
      connect(room.port, *port);
    }
    for (thermal::HeatPort* port : {&wall.port_b, &window.port_b, &difference.port_b}) {
      connect(outdoors.port, *port);
    }
    connect(roof.port_b, sky.port);
    connect(hour.y, wind.u);
    connect(wind.y, window.Gc);
    connect(wind.y, window_loss.u1);
    connect(difference.T_rel, window_loss.u2);
    connect(window_loss.y, loss.u[0]);
    connect(wall_loss.y, loss.u[1]);
    connect(roof_loss.y, loss.u[2]);
    connect(loss.y, lost.u);
  }
};

}  // namespace multibond::examples
