// model: LongFile.All
// expect: s40.y 1 41.00000000000001 1e-9
// expect: x 1 0.36787944117144233 1e-7
package LongFile "More than three hundred lines: many small classes that extend one"
  partial block Stage "What all stages have"
    parameter Real k = 1 "gain";
    parameter Real offset = 0 "what is added";
    input Real u;
    output Real y;
  end Stage;
  model Stage1 "Stage 1"
    extends Stage(k = 1, offset = 1);
  equation
    y = k * u + offset;
  end Stage1;
  model Stage2 "Stage 2"
    extends Stage(k = 2, offset = 2);
  equation
    y = k * u + offset;
  end Stage2;
  model Stage3 "Stage 3"
    extends Stage(k = 3, offset = 0);
  equation
    y = k * u + offset;
  end Stage3;
  model Stage4 "Stage 4"
    extends Stage(k = 4, offset = 1);
  equation
    y = k * u + offset;
  end Stage4;
  model Stage5 "Stage 5"
    extends Stage(k = 5, offset = 2);
  equation
    y = k * u + offset;
  end Stage5;
  model Stage6 "Stage 6"
    extends Stage(k = 6, offset = 0);
  equation
    y = k * u + offset;
  end Stage6;
  model Stage7 "Stage 7"
    extends Stage(k = 7, offset = 1);
  equation
    y = k * u + offset;
  end Stage7;
  model Stage8 "Stage 8"
    extends Stage(k = 8, offset = 2);
  equation
    y = k * u + offset;
  end Stage8;
  model Stage9 "Stage 9"
    extends Stage(k = 9, offset = 0);
  equation
    y = k * u + offset;
  end Stage9;
  model Stage10 "Stage 10"
    extends Stage(k = 10, offset = 1);
  equation
    y = k * u + offset;
  end Stage10;
  model Stage11 "Stage 11"
    extends Stage(k = 11, offset = 2);
  equation
    y = k * u + offset;
  end Stage11;
  model Stage12 "Stage 12"
    extends Stage(k = 12, offset = 0);
  equation
    y = k * u + offset;
  end Stage12;
  model Stage13 "Stage 13"
    extends Stage(k = 13, offset = 1);
  equation
    y = k * u + offset;
  end Stage13;
  model Stage14 "Stage 14"
    extends Stage(k = 14, offset = 2);
  equation
    y = k * u + offset;
  end Stage14;
  model Stage15 "Stage 15"
    extends Stage(k = 15, offset = 0);
  equation
    y = k * u + offset;
  end Stage15;
  model Stage16 "Stage 16"
    extends Stage(k = 16, offset = 1);
  equation
    y = k * u + offset;
  end Stage16;
  model Stage17 "Stage 17"
    extends Stage(k = 17, offset = 2);
  equation
    y = k * u + offset;
  end Stage17;
  model Stage18 "Stage 18"
    extends Stage(k = 18, offset = 0);
  equation
    y = k * u + offset;
  end Stage18;
  model Stage19 "Stage 19"
    extends Stage(k = 19, offset = 1);
  equation
    y = k * u + offset;
  end Stage19;
  model Stage20 "Stage 20"
    extends Stage(k = 20, offset = 2);
  equation
    y = k * u + offset;
  end Stage20;
  model Stage21 "Stage 21"
    extends Stage(k = 21, offset = 0);
  equation
    y = k * u + offset;
  end Stage21;
  model Stage22 "Stage 22"
    extends Stage(k = 22, offset = 1);
  equation
    y = k * u + offset;
  end Stage22;
  model Stage23 "Stage 23"
    extends Stage(k = 23, offset = 2);
  equation
    y = k * u + offset;
  end Stage23;
  model Stage24 "Stage 24"
    extends Stage(k = 24, offset = 0);
  equation
    y = k * u + offset;
  end Stage24;
  model Stage25 "Stage 25"
    extends Stage(k = 25, offset = 1);
  equation
    y = k * u + offset;
  end Stage25;
  model Stage26 "Stage 26"
    extends Stage(k = 26, offset = 2);
  equation
    y = k * u + offset;
  end Stage26;
  model Stage27 "Stage 27"
    extends Stage(k = 27, offset = 0);
  equation
    y = k * u + offset;
  end Stage27;
  model Stage28 "Stage 28"
    extends Stage(k = 28, offset = 1);
  equation
    y = k * u + offset;
  end Stage28;
  model Stage29 "Stage 29"
    extends Stage(k = 29, offset = 2);
  equation
    y = k * u + offset;
  end Stage29;
  model Stage30 "Stage 30"
    extends Stage(k = 30, offset = 0);
  equation
    y = k * u + offset;
  end Stage30;
  model Stage31 "Stage 31"
    extends Stage(k = 31, offset = 1);
  equation
    y = k * u + offset;
  end Stage31;
  model Stage32 "Stage 32"
    extends Stage(k = 32, offset = 2);
  equation
    y = k * u + offset;
  end Stage32;
  model Stage33 "Stage 33"
    extends Stage(k = 33, offset = 0);
  equation
    y = k * u + offset;
  end Stage33;
  model Stage34 "Stage 34"
    extends Stage(k = 34, offset = 1);
  equation
    y = k * u + offset;
  end Stage34;
  model Stage35 "Stage 35"
    extends Stage(k = 35, offset = 2);
  equation
    y = k * u + offset;
  end Stage35;
  model Stage36 "Stage 36"
    extends Stage(k = 36, offset = 0);
  equation
    y = k * u + offset;
  end Stage36;
  model Stage37 "Stage 37"
    extends Stage(k = 37, offset = 1);
  equation
    y = k * u + offset;
  end Stage37;
  model Stage38 "Stage 38"
    extends Stage(k = 38, offset = 2);
  equation
    y = k * u + offset;
  end Stage38;
  model Stage39 "Stage 39"
    extends Stage(k = 39, offset = 0);
  equation
    y = k * u + offset;
  end Stage39;
  model Stage40 "Stage 40"
    extends Stage(k = 40, offset = 1);
  equation
    y = k * u + offset;
  end Stage40;
  model All "All stages in a row"
    Stage1 s1;
    Stage2 s2;
    Stage3 s3;
    Stage4 s4;
    Stage5 s5;
    Stage6 s6;
    Stage7 s7;
    Stage8 s8;
    Stage9 s9;
    Stage10 s10;
    Stage11 s11;
    Stage12 s12;
    Stage13 s13;
    Stage14 s14;
    Stage15 s15;
    Stage16 s16;
    Stage17 s17;
    Stage18 s18;
    Stage19 s19;
    Stage20 s20;
    Stage21 s21;
    Stage22 s22;
    Stage23 s23;
    Stage24 s24;
    Stage25 s25;
    Stage26 s26;
    Stage27 s27;
    Stage28 s28;
    Stage29 s29;
    Stage30 s30;
    Stage31 s31;
    Stage32 s32;
    Stage33 s33;
    Stage34 s34;
    Stage35 s35;
    Stage36 s36;
    Stage37 s37;
    Stage38 s38;
    Stage39 s39;
    Stage40 s40;
    Real x(start = 1, fixed = true);
  equation
    s1.u = 1;
    s2.u = s1.y / 2;
    s3.u = s2.y / 3;
    s4.u = s3.y / 4;
    s5.u = s4.y / 5;
    s6.u = s5.y / 6;
    s7.u = s6.y / 7;
    s8.u = s7.y / 8;
    s9.u = s8.y / 9;
    s10.u = s9.y / 10;
    s11.u = s10.y / 11;
    s12.u = s11.y / 12;
    s13.u = s12.y / 13;
    s14.u = s13.y / 14;
    s15.u = s14.y / 15;
    s16.u = s15.y / 16;
    s17.u = s16.y / 17;
    s18.u = s17.y / 18;
    s19.u = s18.y / 19;
    s20.u = s19.y / 20;
    s21.u = s20.y / 21;
    s22.u = s21.y / 22;
    s23.u = s22.y / 23;
    s24.u = s23.y / 24;
    s25.u = s24.y / 25;
    s26.u = s25.y / 26;
    s27.u = s26.y / 27;
    s28.u = s27.y / 28;
    s29.u = s28.y / 29;
    s30.u = s29.y / 30;
    s31.u = s30.y / 31;
    s32.u = s31.y / 32;
    s33.u = s32.y / 33;
    s34.u = s33.y / 34;
    s35.u = s34.y / 35;
    s36.u = s35.y / 36;
    s37.u = s36.y / 37;
    s38.u = s37.y / 38;
    s39.u = s38.y / 39;
    s40.u = s39.y / 40;
    der(x) = -x;
  end All;
end LongFile;
