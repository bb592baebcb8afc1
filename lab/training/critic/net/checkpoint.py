"""Keeps a lesson's state, so that a training that was cut off goes on where it was and ends with the same weights."""
import json
import os
import torch


class Lesson:
    def __init__(self, out, name, parts, optimiser, device):
        self.path = os.path.join(out, f"{name}.checkpoint.pt")
        self.parts, self.optimiser = parts, optimiser
        self.first = 0
        if os.path.exists(self.path):
            kept = torch.load(self.path, map_location=device)
            for key, part in parts.items():
                part.load_state_dict(kept["parts"][key])
            optimiser.load_state_dict(kept["optimiser"])
            self.first = kept["step"]

    def keep(self, step):
        """@param step number of steps done"""
        parts = {key: part.state_dict() for key, part in self.parts.items()}
        torch.save({"step": step, "parts": parts, "optimiser": self.optimiser.state_dict()}, self.path + ".new")
        os.replace(self.path + ".new", self.path)


class Log:
    """One JSON line a report, appended, so that a cut-off run keeps its curve."""

    def __init__(self, path):
        self.path = path

    def write(self, **row):
        with open(self.path, "a") as f:
            f.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)
