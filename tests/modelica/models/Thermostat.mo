// model: Thermostat.Room
// expect: inside 5 1 0
// expect: inside 10 1 0
package Thermostat "Hysteresis with a Boolean that remembers"
  model Room
    parameter Real low = 18, high = 22, outside = 5, tau = 2;
    Real T(start = 20, fixed = true);
    Boolean heating(start = true);
    Boolean inside = T > low - 0.01 and T < high + 0.01;
  equation
    heating = T < low or (pre(heating) and T < high);
    tau * der(T) = outside - T + (if heating then 25 else 0);
    annotation(experiment(StopTime = 10));
  end Room;
end Thermostat;
