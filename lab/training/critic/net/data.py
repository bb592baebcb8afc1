"""Reads what generate.ts wrote."""
import json
import os
import numpy as np


class Split:
    def __init__(self, folder, name, about):
        with open(os.path.join(folder, f"{name}.jsonl")) as f:
            self.lines = [json.loads(line) for line in f]
        n, p, o = len(self.lines), about["patch"], about["overview"]
        k = len(about["patchNames"])
        read = lambda suffix: np.memmap(os.path.join(folder, f"{name}.{suffix}"), np.uint8, "r")
        self.patches = read("patches.u8")[: n * k * p["height"] * p["width"] * 3]
        self.patches = self.patches.reshape(n, k, p["height"], p["width"], 3)
        self.overview = read("overview.u8")[: n * o["height"] * o["width"] * 3]
        self.overview = self.overview.reshape(n, o["height"], o["width"], 3)
        self.prompts = [line["prompt"].split() for line in self.lines]
        self.answers = [line["answer"].split() for line in self.lines]

    def __len__(self):
        return len(self.lines)


FACES = ["blue", "orange", "empty", "hidden"]
TRACK = ["at-start", "between", "at-target", "hidden"]


def labels(line):
    """faces (8,4), -1 for a zone that is not there; robot's zone 0...7, 8 = home, 9 = elsewhere, -1 = hidden; track; strays"""
    answer = line["answer"].split()
    faces = np.full((8, 4), -1, np.int64)
    for z in range(8):
        at = answer.index(f"z{z + 1}") if z == 0 else at_next(answer, f"z{z + 1}")
        for slot in range(4):
            word = answer[at + 1 + slot]
            faces[z, slot] = FACES.index(word) if word in FACES else -1
    robot = answer[answer.index("robot") + 1]
    where = {"home": 8, "elsewhere": 9}.get(robot)
    where = int(robot[1:]) - 1 if where is None else where
    track = TRACK.index(answer[answer.index("track") + 1])
    stray = int(answer[answer.index("stray") + 1][1:])
    return faces, -1 if line["robotHidden"] else where, track, stray


def at_next(answer, word):
    """the line that begins with this word (the robot's line may hold the same word)"""
    for i, w in enumerate(answer):
        if w == word and answer[i - 1] == ";":
            return i
    raise ValueError(word)


def load(folder):
    with open(os.path.join(folder, "about.json")) as f:
        return json.load(f)
