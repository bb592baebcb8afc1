"""What a training run leaves on disk while it runs: a log of one JSON line a look, and a state to go on from."""
import json
import os
import time

import torch


class Progress:
    def __init__(self, out):
        self.log_path, self.state_path = f"{out}.jsonl", f"{out}.state"
        self.start = time.time()

    def resume(self, model, average, optimiser):
        """The step to go on from, and the best score so far; (0, 0.0) for a new run."""
        if not os.path.exists(self.state_path):
            open(self.log_path, "w").close()
            return 0, 0.0
        state = torch.load(self.state_path)
        model.load_state_dict(state["weights"])
        average.weights = state["average"]
        optimiser.load(state["optimiser"])
        self.start -= state["seconds"]
        return state["step"], state["best"]

    def keep(self, step, best, model, average, optimiser):
        state = {
            "step": step,
            "best": best,
            "weights": model.state_dict(),
            "average": average.weights,
            "optimiser": optimiser.state(),
            "seconds": time.time() - self.start,
        }
        torch.save(state, f"{self.state_path}.new")
        os.replace(f"{self.state_path}.new", self.state_path)

    def log(self, **entry):
        entry["seconds"] = round(time.time() - self.start)
        line = json.dumps(entry)
        print(line, flush=True)
        with open(self.log_path, "a") as file:
            file.write(line + "\n")

    def done(self):
        if os.path.exists(self.state_path):
            os.remove(self.state_path)


class Average:
    """Moving average of the weights: steadier than the newest ones, at no cost to the training."""

    DECAY = 0.98

    def __init__(self, model):
        self.weights = {name: w.clone() for name, w in model.state_dict().items()}

    def add(self, model, step):
        decay = min(self.DECAY, (step + 1) / (step + 10))
        for name, w in model.state_dict().items():
            self.weights[name].mul_(decay).add_(w, alpha=1 - decay)
