"""Environments of graft's gym for Python (docs/gym.md), in the manner of Gymnasium's vector environments.
One file, no dependencies, Python 3.9 or newer; with numpy=True arrays instead of lists.

    with GymVector("pick_place", envs=8, workers=2) as gym:
        observations, infos = gym.reset(seed=0)
        observations, rewards, terminated, truncated, infos = gym.step(actions)
"""
import json
import pathlib
import random
import subprocess
import sys

COMMAND = ["node", str(pathlib.Path(__file__).resolve().parents[2] / "bin" / "graft-lab.js"), "gym"]


class GymError(Exception):
    """The gym has refused a request, and goes on; `code` is one of those in docs/gym.md."""

    def __init__(self, error):
        parts = [error.get("message"), error.get("expected") and "expected " + error["expected"],
                 error.get("got") and "got " + error["got"], error.get("hint")]
        super().__init__("; ".join(part for part in parts if part))
        self.code = error.get("code")


class GymVector:
    """Environments with one task, stepped together. An episode that has ended is followed by the next one in the same
    step, as with `AutoresetMode.SAME_STEP`: its last observation is then in infos["final_obs"]."""

    def __init__(self, task, envs=1, workers=2, numpy=False, command=None):
        self._array = __import__("numpy").asarray if numpy else lambda values: values
        arguments = ["--task", task, "--envs", str(envs), "--workers", str(workers)]
        self._process = subprocess.Popen([*(command or COMMAND), *arguments], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True, encoding="utf-8")
        try:
            self.spec = self._read()
        except GymError:
            self.close()
            raise
        self.num_envs = envs
        self.layout = {}  # name of a field of the observation: where it is, a slice
        at = 0
        for field in self.spec["observation"]:
            self.layout[field["name"]] = slice(at, at + field["size"])
            at += field["size"]
        self.observation_size, self.goal_size = at, sum(field["size"] for field in self.spec["goal"])
        self.action_size = sum(field["size"] for field in self.spec["action"])

    def reset(self, seed=0):
        """Returns (observations, {"goal": goals}). Environment i begins with the seed `seed + i`."""
        reply = self._ask({"op": "reset", "seed": seed})
        return self._array(reply["observations"]), {"goal": self._array(reply["goals"])}

    def step(self, actions):
        """Takes a list of four numbers, -1 to 1, for each environment, or an array; returns what Gymnasium returns."""
        actions = actions.tolist() if hasattr(actions, "tolist") else actions
        reply = self._ask({"op": "step", "actions": actions})
        infos = {"goal": self._array(reply["goals"]), "sparse_reward": self._array(reply["sparse"]),
                 "success": self._array(reply["success"]), "final_obs": reply["finals"]}
        return (self._array(reply["observations"]), self._array(reply["rewards"]), self._array(reply["terminated"]),
                self._array(reply["truncated"]), infos)

    def close(self):
        """Ends the process of the gym."""
        if self._process.poll() is None:
            try:
                self._ask({"op": "close"})
            except (GymError, OSError):
                pass
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _ask(self, request):
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        reply = self._read()
        if not reply["ok"]:
            raise GymError(reply["error"])
        return reply

    def _read(self):
        line = self._process.stdout.readline()
        if not line:
            raise GymError({"code": "gym.ended", "message": "the gym has ended; it says why on standard error"})
        return json.loads(line)


def main(task="reach", envs="4", steps="50"):
    """Random actions, as a first try: python3 graft_gym.py pick_place 8 100"""
    with GymVector(task, int(envs)) as gym:
        gym.reset(seed=0)
        total = 0.0
        for _ in range(int(steps)):
            actions = [[random.uniform(-1, 1) for _ in range(gym.action_size)] for _ in range(gym.num_envs)]
            total += sum(gym.step(actions)[1])
        print(f"{task}: {total / (gym.num_envs * int(steps)):.3f} of reward for an action, at random")


if __name__ == "__main__":
    main(*sys.argv[1:])
