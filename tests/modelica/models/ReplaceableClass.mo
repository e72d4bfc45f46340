// model: ReplaceableClass.Use
// expect: a.x 1 2 0
// expect: b.x 1 3 0
package ReplaceableClass "A class as a parameter of a model"
  model Two Real x = 2; end Two;
  model Three Real x = 3; end Three;
  model Pair replaceable model Item = Two; Item item; Real x = item.x; end Pair;
  model Use
    Pair a;
    Pair b(redeclare model Item = Three);
  end Use;
end ReplaceableClass;
