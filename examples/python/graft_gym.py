"""Environments of graft's gym for Python (docs/gym.md), in the manner of Gymnasium's vector environments.
One file, no dependencies, Python 3.9 or newer; with numpy=True arrays instead of lists.

    with GymVector("pick_place", envs=8, workers=2) as gym:
        observations, infos = gym.reset(seed=0)
        observations, rewards, terminated, truncated, infos = gym.step(actions)
"""
import base64
import collections
import json
import pathlib
import random
import subprocess
import sys
import threading

COMMAND = ["node", str(pathlib.Path(__file__).resolve().parents[2] / "bin" / "graft-lab.js"), "gym"]


class GymError(Exception):
    """The gym has refused a request, and goes on; `code` is one of those in docs/gym.md. With the code gym.ended its
    process is gone, with gym.reply it has answered what nobody asked: only a new GymVector helps then."""

    def __init__(self, error):
        parts = [error.get("message"), error.get("expected") and "expected " + error["expected"],
                 error.get("got") and "got " + error["got"], error.get("hint")]
        super().__init__("; ".join(part for part in parts if part))
        self.code = error.get("code")


class GymVector:
    """Environments with one task, stepped together. An episode that has ended is followed by the next one in the same
    step, as with `AutoresetMode.SAME_STEP`: its last observation is then in infos["final_obs"], where the mask
    infos["_final_obs"] is true, and zeros are elsewhere. numpy=True: observations, goals and rewards are float32."""

    def __init__(self, task, envs=1, workers=2, numpy=False, command=None):
        self._numpy = __import__("numpy") if numpy else None
        arguments = ["--task", task, "--envs", str(envs), "--workers", str(workers)]
        self._asked = 0
        self._broken = None  # the error after which nothing it says can be believed
        self._process = subprocess.Popen([*(command or COMMAND), *arguments], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
                                         errors="replace")
        self._said = collections.deque(maxlen=10)  # the last lines on its standard error
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
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

    def reset(self, seed=0, evaluation=False):
        """Returns (observations, {"goal": goals}). Environment i begins with the seed `seed + i`. Episodes for
        evaluation have seeds of their own: no training, with whatever seed, plays one of them. None: any seed."""
        seed = random.randrange(2**31) if seed is None else seed
        reply = self._ask({"op": "reset", "seed": seed, "evaluation": evaluation})
        return self._floats(reply["observations"]), {"goal": self._floats(reply["goals"])}

    def step(self, actions):
        """Takes a list of four numbers, -1 to 1, for each environment, or an array; returns what Gymnasium returns."""
        actions = actions.tolist() if hasattr(actions, "tolist") else actions
        reply = self._ask({"op": "step", "actions": actions})
        finals = reply["finals"] or [None] * self.num_envs
        nothing = [0.0] * self.observation_size
        infos = {"goal": self._floats(reply["goals"]), "sparse_reward": self._floats(reply["sparse"]),
                 "success": self._flags(reply["success"]),
                 "final_obs": self._floats([nothing if final is None else final for final in finals]),
                 "_final_obs": self._flags([final is not None for final in finals])}
        return (self._floats(reply["observations"]), self._floats(reply["rewards"]),
                self._flags(reply["terminated"]), self._flags(reply["truncated"]), infos)

    def pictures(self, cameras=("mast", "wrist"), width=128, height=96):
        """What the cameras of each environment show: a list of dicts, camera → rgb, depth (metres), mask, and "parts",
        the name of what each number in a mask belongs to. Bytes (depth float32, mask uint16, little-endian), or arrays."""
        reply = self._ask({"op": "pictures", "cameras": list(cameras), "width": width, "height": height})
        return [{**{camera: self._shot(shot, height, width) for camera, shot in pictures.items()}, "parts": parts}
                for pictures, parts in zip(reply["pictures"], reply["parts"])]

    def _shot(self, shot, height, width):
        shot = {name: base64.b64decode(text) for name, text in shot.items()}
        if self._numpy is None:
            return shot
        kinds = {"rgb": ("u1", (height, width, 3)), "depth": ("<f4", (height, width)), "mask": ("<u2", (height, width))}
        return {name: self._numpy.frombuffer(shot[name], kind).reshape(shape) for name, (kind, shape) in kinds.items()}

    def close(self):
        """Ends the process of the gym."""
        if self._process.poll() is None and self._broken is None:
            try:
                self._ask({"op": "close"})
            except GymError:
                pass
        try:
            self._process.stdin.close()
        except OSError:
            pass  # it has gone, with a request unread
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(5)
        self._process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _floats(self, values):
        return values if self._numpy is None else self._numpy.asarray(values, dtype=self._numpy.float32)

    def _flags(self, values):
        return values if self._numpy is None else self._numpy.asarray(values, dtype=bool)

    def _ask(self, request):
        if self._broken is not None:
            raise self._broken
        self._asked += 1
        try:
            line = json.dumps({**request, "id": self._asked}, allow_nan=False)
        except (TypeError, ValueError) as wrong:  # JSON knows neither arrays within a list nor NaN
            of_arrays = "numpy.stack(ROWS) makes one array of a list of arrays"
            raise GymError({"code": "gym.request", "message": f"this is no request: {wrong}",
                            "expected": "numbers that are finite, in lists or in one array",
                            "hint": of_arrays if isinstance(wrong, TypeError) else None}) from None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):  # a broken pipe, or one that was closed
            raise self._ended() from None
        reply = self._read()
        if reply.get("id") != self._asked:
            raise self._breaks("the gym has answered another request", f"one to {reply.get('id')}",
                               f"a reply to request {self._asked}")
        if not reply["ok"]:
            raise GymError(reply["error"])
        return reply

    def _read(self):
        try:
            line = self._process.stdout.readline()
        except ValueError:  # it was closed
            line = ""
        if not line:
            raise self._ended()
        try:
            reply = json.loads(line)
        except ValueError:
            reply = None
        if not isinstance(reply, dict):
            raise self._breaks("the gym has answered with something else than JSON", line[:80].rstrip())
        return reply

    def _breaks(self, message, got, expected=None):
        self._broken = GymError({"code": "gym.reply", "message": message, "expected": expected, "got": got})
        return self._broken

    def _listen(self):
        """What the gym has to say beside its replies: goes to standard error, and its last lines are kept."""
        for line in self._process.stderr:
            self._said.append(line.rstrip())
            sys.stderr.write(line)
        self._process.stderr.close()

    def _ended(self):
        """The error that says how the process has ended."""
        try:
            code = self._process.wait(5)
            how = f"the gym was ended by signal {-code}" if code < 0 else f"the gym has ended with exit code {code}"
            self._listener.join(5)
        except subprocess.TimeoutExpired:
            how = "the gym takes no more requests, though it has not ended"
        said = " | ".join(line for line in list(self._said) if line)
        return GymError({"code": "gym.ended", "message": how,
                         "hint": f"it said at last: {said}" if said else "it said nothing on standard error"})


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
