// model: Functions.Use
// expect: area 1 12 1e-12
// expect: f6 1 720 0
// expect: s 1 55 0
// expect: a 1 3 0
// expect: b 1 2 0
// expect: q 1 1.5 1e-12
package Functions "Functions with loops, several results, defaults and recursion by loops"
  function area
    input Real a, b = 3;
    output Real result;
  algorithm
    result := a * b;
  end area;
  function factorial
    input Integer n;
    output Integer f;
  algorithm
    f := 1;
    for i in 1:n loop
      f := f * i;
    end for;
  end factorial;
  function divide
    input Integer a, b;
    output Integer quotient, rest;
  algorithm
    quotient := div(a, b);
    rest := mod(a, b);
  end divide;
  function squares
    input Integer n;
    output Real s;
  protected
    Integer i;
  algorithm
    s := 0;
    i := 1;
    while i <= n loop
      s := s + i ^ 2;
      i := i + 1;
    end while;
  end squares;
  function mean
    input Real v[:];
    output Real m;
  algorithm
    m := sum(v) / size(v, 1);
  end mean;
  model Use
    Real area = Functions.area(4);
    parameter Integer f6 = factorial(6);
    Real s = squares(5);
    Integer a, b;
    Real q = mean({1, 2});
  equation
    (a, b) = divide(17, 5);
  end Use;
end Functions;
