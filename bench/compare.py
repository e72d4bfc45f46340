#!/usr/bin/env python3
"""Compares two builds of the command: compilation and whole runs of every example.

    bench/compare.py BEFORE AFTER [--rounds N] [MODEL...]

BEFORE and AFTER are multibond commands, e.g. ../old/build/bench/multibond build/bench/multibond.
They take turns, and medians are compared, so that a neighbour on the machine does not decide.
Prints a line per model with the times after and the ratios after/before, and their medians.
"""

import argparse
import json
import statistics
import subprocess

# Beyond the examples as they are: larger ones.
LARGER = [["NFourBar", "--set", "N=40"], ["MassChain", "--set", "n=2000", "--stop", "0.1"],
          ["RCLadder", "--set", "n=1000", "--stop", "0.01"]]


def models(command):
    listed = json.loads(subprocess.check_output([command, "list", "--json"]))
    entries = listed if isinstance(listed, list) else listed.get("models", [])
    return [entry["name"] if "name" in entry else entry["path"] for entry in entries]


def measure(command, words):
    """Seconds to compile and to run, or None if the run fails."""
    done = subprocess.run([command, "simulate", *words, "--json"], capture_output=True, text=True)
    try:
        seconds = json.loads(done.stdout)["seconds"]
    except (json.JSONDecodeError, KeyError):
        return None
    return seconds["compile"], seconds["run"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("models", nargs="*")
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_intermixed_args()
    jobs = [[name] for name in arguments.models] or [[m] for m in models(arguments.after)] + LARGER

    print(f"{'model':32} {'compile ms':>10} {'ratio':>6} {'run ms':>9} {'ratio':>6}")
    ratios = []
    for words in jobs:
        times = {arguments.before: [], arguments.after: []}
        for _ in range(arguments.rounds):
            for command in times:
                times[command].append(measure(command, words))
        if any(t is None for runs in times.values() for t in runs):
            print(f"{' '.join(words[:3]):32} fails in one of the builds")
            continue
        before, after = ([statistics.median(t[k] for t in times[command]) for k in (0, 1)]
                         for command in (arguments.before, arguments.after))
        ratio = [a / b for a, b in zip(after, before)]
        ratios.append(ratio)
        print(f"{' '.join(words[:3]):32} {1e3 * after[0]:10.2f} {ratio[0]:6.2f} "
              f"{1e3 * after[1]:9.2f} {ratio[1]:6.2f}", flush=True)
    if ratios:
        for k, what in ((0, "compile"), (1, "run")):
            column = sorted(r[k] for r in ratios)
            print(f"{what}: median {statistics.median(column):.2f}, largest {column[-1]:.2f}")


if __name__ == "__main__":
    main()
