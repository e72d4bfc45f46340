// expect: s 1 385 0
// expect: v[4] 1 16 0
// expect: odd 1 25 0
// expect: p 1 24 0
// expect: big 1 100 0
model Comprehension "Array constructors and reductions"
  parameter Real v[10] = {i ^ 2 for i in 1:10};
  Real s = sum(v);
  Real big = max(v);
  Real odd = sum(i for i in 1:2:9);
  Real p = product({2, 3, 4});
end Comprehension;
