"""Reads a trajectory file with SciPy and prints it bit by bit, for result_mat_test.cc.

Independent of our own reader: the conventions are those of DyMat, the reader of Dymola's and
OpenModelica's results. One line per variable: name, description, kind, and every value as the
hexadecimal digits of its eight bytes (any not-a-number as "nan"), separated by tabs.
"""

import math
import struct
import sys

import scipy.io


def texts(matrix):
    """The columns of a character matrix as UTF-8 texts."""
    for column in zip(*matrix):
        yield "".join(column).rstrip().encode("latin-1").decode("utf-8")


def bits(value):
    return "nan" if math.isnan(value) else struct.pack(">d", value).hex()


def main(file):
    mat = scipy.io.loadmat(file, chars_as_strings=False)
    kind = ["".join(row).rstrip() for row in mat["Aclass"]]
    assert kind == ["Atrajectory", "1.1", "", "binTrans"], kind
    assert mat["data_1"].shape[1] == 2, mat["data_1"].shape
    assert mat["dataInfo"].shape[0] == 4, mat["dataInfo"].shape
    assert str(mat["dataInfo"].dtype) == "int32", mat["dataInfo"].dtype
    assert str(mat["data_2"].dtype) == "float64", mat["data_2"].dtype
    abscissas = 0
    for i, (name, description) in enumerate(zip(texts(mat["name"]), texts(mat["description"]))):
        table, signed_row, interpolation, extrapolation = (int(x) for x in mat["dataInfo"][:, i])
        assert (interpolation, extrapolation) == (0, -1)
        row = abs(signed_row) - 1
        if row == 0:  # DyMat takes any variable in row 1 for the abscissa
            assert (i, table, name) == (0, 0, "time"), (i, table, name)
            abscissas += 1
            table = 2
        values = [float(x) for x in mat["data_%d" % table][row]]
        if signed_row < 0:
            values = [-x for x in values]
        print(name, description, "constant" if table == 1 else "trajectory",
              *(bits(x) for x in values), sep="\t")
    assert abscissas == 1


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main(sys.argv[1])
