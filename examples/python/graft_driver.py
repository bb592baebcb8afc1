"""Makes a driver of graft (docs/DRIVER.md) of a robot's own Python code; docs/your-robot.md shows how.
One file, no dependencies, Python 3.9 or newer. It keeps the laws of the driver's side: ids and permits are used once,
SAFE after start, silence, e-stop and fault, heartbeats, time limits, and one end for each command, when it stands."""
import contextlib, inspect, json, os, select, signal, socket, stat, sys, threading, time, uuid

OUT = os.dup(1)
os.dup2(2, 1)  # what the robot's code prints, from now on, must not get between the messages
TICK = 0.01  # s; how soon a finished skill, a silent host or a fault is noticed
MAX_BYTES = 1_048_576  # of a line, and of what waits for a host that does not read
CODES = {"failed": -32000, "contract": -32001, "no-session": -32002, "safe": -32003, "busy": -32004,
         "repeated-id": -32005, "used-permit": -32006, "expired": -32007, "unknown-skill": -32008, "bad-params": -32602}

REASONS = {"safe": "the robot is SAFE: reset first", "busy": "another command is running"}

class Stopped(Exception): """Raised in a skill by `run.sleep` when it must end: let it pass."""
class Refused(Exception): """(code, text) of a request that cannot be granted."""

class Run:
    """One command while it runs: the first argument of every skill. Set `fraction` to what is done, 0 to 1."""
    def __init__(self, command_id, session, ends_at):
        self.id, self.session, self.ends_at, self.stopping = command_id, session, ends_at, threading.Event()
        self.ending = self.outcome = self.fraction = self.halted_at = None

    def sleep(self, seconds):
        """Waits; raises Stopped at once when the skill must end. Call it in every loop."""
        if self.stopping.wait(max(0, seconds)): raise Stopped()

    def execute(self, function, params):
        try:
            function(self, **params)
            self.outcome = ("ok", None)
        except Exception as error: self.outcome = ("failed", (str(error) or type(error).__name__)[:500])

class Driver:
    """stop() makes the robot stand and returns at once; observe(), in a thread of its own and within a second, returns
    {fact: value or (value, confidence, age ms)}; fault(), asked every 10 ms, returns None, "estop" or "fault"."""
    def __init__(self, name, stop_ms, stop, observe=dict, facts=(), fault=lambda: None, heartbeat_ms=500):
        self.name, self.stop_ms, self.heartbeat_ms, self.boot = name, stop_ms, heartbeat_ms, uuid.uuid4().hex
        self.halt, self.look, self.facts, self.fault, self.skills = stop, observe, list(facts), fault, {}
        self.sessions, self.session, self.running, self.out, self.beat, self.seen = set(), None, None, b"", None, []
        self.safe, self.heard, self.heard_at, self.looks = "start", 0, 0.0, 0

    def skill(self, timeout_ms):
        """Declares a skill: a function of `run` and its parameters, run in a thread; raise any error to fail."""
        def declare(function):
            self.skills[function.__name__] = (function, [*inspect.signature(function).parameters][1:], timeout_ms)
            return function
        return declare

    def run(self, path=None):
        """Serves graft on standard input and output, or whoever connects to a Unix socket, one after the other."""
        for each in {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:  # stands first, as when its host has gone
            signal.getsignal(each) is signal.SIG_IGN or signal.signal(each, lambda *_: sys.exit(0))
        if path is None:
            return self.serve(0, OUT)
        with socket.socket(socket.AF_UNIX) as other:
            if os.path.exists(path) and (not stat.S_ISSOCK(os.stat(path).st_mode) or other.connect_ex(path) == 0):
                sys.exit(f"{path} is not a free place for a socket: it is left as it is")
        os.path.exists(path) and os.unlink(path)  # of a driver that has ended
        with socket.socket(socket.AF_UNIX) as server:
            mask = os.umask(0o077)  # from its first moment on nobody else may connect
            server.bind(path)
            os.umask(mask)
            server.listen(1)
            while True:
                if select.select([server], [], [], TICK)[0]:
                    with server.accept()[0] as connection:
                        self.serve(connection.fileno(), connection.fileno())
                self.advance()  # a skill may end, or move its motors, after its host has gone

    def serve(self, source, sink):
        os.set_blocking(sink, False)
        self.session, self.out, begun = None, b"", b""
        try:
            while len(self.out) <= MAX_BYTES and len(begun) <= MAX_BYTES:
                readable, writable, _ = select.select([source], [sink] if self.out else [], [], TICK)
                self.watch()  # after a freeze: first notice the silence, then read what came meanwhile
                if readable:
                    chunk = os.read(source, 65536)
                    if not chunk: return
                    *lines, begun = (begun + chunk).split(b"\n")
                    for line in lines: self.receive(line)
                self.advance()
                if writable: self.out = self.out[os.write(sink, self.out):]
        except OSError as error: print("graft_driver:", error, file=sys.stderr)
        finally:  # nobody asks any more: stand, and give the skill its time to end
            self.make_safe("silence")
            until = self.now() + 1000  # for the answers to requests that were piped in by hand
            while (self.running and self.now() < self.running.halted_at + self.stop_ms
                   or (self.out or self.looks) and self.now() < until):
                time.sleep(TICK)
                self.advance()
                with contextlib.suppress(OSError): self.out = self.out[os.write(sink, self.out):]
            self.session = None

    def receive(self, line):
        try: looks = json.loads(line)["method"] == "observe"
        except Exception: looks = False
        if not looks: return self.say(self.answer(line))
        self.looks, session = self.looks + 1, self.session  # a camera may take its time: a stop does not wait for it
        threading.Thread(target=lambda: self.seen.append((session, self.answer(line))), daemon=True).start()

    def answer(self, line):
        answer = {"id": None, "result": {}}
        try:
            message = json.loads(line)
            method, params, answer["id"] = message["method"], message.get("params", {}), message.get("id")
            if not self.session and method in ("execute", "observe", "reset"): raise Refused("no-session", "say hello")
            answer["result"] = getattr(self, "on_" + method)(params) or {}
        except Exception as error:
            code, text = error.args if isinstance(error, Refused) else ("failed", f"{type(error).__name__}: {error}")
            answer = {"id": answer["id"], "error": {"code": CODES[code], "message": text[:500]}}
        return answer if answer["id"] is not None or "error" in answer else None

    now = staticmethod(lambda: time.monotonic() * 1000)
    silent = lambda self: self.now() - self.heard_at > self.heartbeat_ms
    on_stop = lambda self, _: self.stand("stopped", "stopped by the host")
    on_estop = lambda self, _: self.make_safe("estop")

    def on_heartbeat(self, params):
        if self.session and params["n"] > self.heard: self.heard, self.heard_at = params["n"], self.now()

    def on_hello(self, params):
        session = params["session"]
        if params["contract"]["major"] != 1: raise Refused("contract", "this driver speaks version 1")
        if session in self.sessions: raise Refused("repeated-id", "this session was opened before")
        self.stand("stopped", "another session")
        self.sessions.add(session)
        self.session, self.safe, self.last_id, self.permits = session, "start", 0, set()
        self.heard, self.heard_at, self.beat, self.out = 0, self.now(), None, b""
        skills = [{"name": name, "params": of[1], "timeoutMs": of[2]} for name, of in self.skills.items()]
        return {"contract": {"major": 1, "minor": 0}, "robot": self.name, "boot": self.boot, "skills": skills,
                "facts": self.facts, "pictures": [], "stopMs": self.stop_ms, "heartbeatMs": self.heartbeat_ms}

    def on_execute(self, command):
        number, permit, skill = command["id"], command["permit"], command["skill"]
        if not all(type(each) is int and each > 0 for each in (number, permit)):
            raise Refused("bad-params", "id and permit are whole numbers above 0")
        repeated, used, self.last_id = number <= self.last_id, permit in self.permits, max(number, self.last_id)
        self.permits.add(permit)  # refused or not, both are used up: a repeated id's permit moves nothing later
        for code, wrong in (("repeated-id", repeated), ("used-permit", used), ("safe", self.safe),
                            ("busy", self.running), ("expired", not command["deadlineMs"] > 0), ("unknown-skill", skill not in self.skills)):
            if wrong: raise Refused(code, f"{skill}: {REASONS.get(code, code)} (command {number}, permit {permit})")
        (function, names, timeout), params = self.skills[skill], command["params"]
        if sorted(params) != sorted(names):
            raise Refused("bad-params", f"{skill} takes {', '.join(names) or 'nothing'}")
        self.running = run = Run(number, self.session, self.now() + min(command["deadlineMs"], timeout))
        threading.Thread(target=run.execute, args=(function, params), daemon=True).start()

    def on_observe(self, params):
        asked = params.get("facts") or self.facts
        if params.get("pictures") or any(name not in self.facts for name in asked):
            raise Refused("bad-params", f"it can observe {', '.join(self.facts)}")
        seen = [(fact, *(of if isinstance(of, tuple) else (of, 1, 0))) for fact, of in self.look().items()]
        return {"facts": [dict(zip(("fact", "value", "confidence", "ageMs"), each)) for each in seen
                          if each[0].split("(")[0] in asked]}

    def on_reset(self, _):
        if self.fault() or self.silent() or self.running: raise Refused("safe", "its cause lasts, or it moves")
        self.safe = None

    def watch(self):
        why = self.fault() or ("silence" if self.session and not self.safe and self.silent() else None)
        if why and self.safe not in ("estop", why): self.make_safe(why)

    def advance(self):
        run, now = self.running, self.now()
        while self.seen:
            self.looks, (session, answer) = self.looks - 1, self.seen.pop(0)
            if session == self.session: self.say(answer)
        if run and run.outcome:
            self.running = None
            if run.ending: self.halt()  # its last words may have been to a motor
            status, reason = run.ending or run.outcome
            if run.session == self.session:  # another one knows nothing of it
                self.say({"method": "result", "params": {"id": run.id, "status": status, "reason": reason or ""}})
        elif run and run.halted_at is None and now >= run.ends_at: self.stand("failed", "its time was over")
        elif run and run.halted_at is not None and now > run.halted_at + self.stop_ms and self.safe != "fault":
            self.make_safe("fault")  # it goes on after a stop
        elif run and run.fraction is not None and not run.ending:
            self.say({"method": "progress", "params": {"id": run.id, "fraction": min(1, max(0, run.fraction))}})
            run.fraction = None
        beat = (self.running is not None, bool(self.safe))
        if self.session and (beat != self.beat or now - self.beat_at >= self.heartbeat_ms / 4):
            self.beat, self.beat_at = beat, now
            self.say({"method": "heartbeat", "params": {"heard": self.heard, "moving": beat[0], "safe": beat[1],
                                                        **({"why": self.safe} if self.safe else {})}})

    def stand(self, status, reason):
        if run := self.running:
            run.ending, run.halted_at = run.ending or (status, reason), run.halted_at or self.now()
            run.stopping.set()
        self.halt()

    def make_safe(self, why):
        self.safe = self.safe if self.safe == "estop" else why
        self.stand("stopped", f"no heartbeat for {self.heartbeat_ms} ms" if why == "silence" else why)

    def say(self, message):
        if message: self.out += json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
