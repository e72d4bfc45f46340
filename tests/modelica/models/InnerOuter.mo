// model: InnerOuter.Use
// expect: a.f 1 18 1e-12
// expect: room.b.f 1 6 1e-12
package InnerOuter "Surroundings"
  model World parameter Real g = 9; end World;
  model Mass outer World world; parameter Real m = 2; Real f = m * world.g; end Mass;
  model Room inner World world(g = 3); Mass b; end Room;
  model Use
    inner World world;
    Mass a;
    Room room;
  end Use;
end InnerOuter;
