"""The driver of rover: makes one robot move and see. The class at the top stands for your robot's own library."""
from graft_driver import Driver

PLACES = {"dock": 0.0, "gate": 0.4, "yard": 0.8}  # metres along the rail


class Rover:
    x, speed, lit = 0.0, 0.0, False

    def move(self, seconds):
        self.x += self.speed * seconds


body = Rover()


def stop():
    body.speed = 0.0


def observe():
    near = [place for place, x in PLACES.items() if abs(body.x - x) < 0.02]
    return {"at": near[0] if near else "none", "lit": body.lit}


driver = Driver("rover", stop_ms=300, stop=stop, observe=observe, facts=["at", "lit"], heartbeat_ms=1000)


@driver.skill(timeout_ms=20_000)
def Drive(run, place):
    start, goal = body.x, PLACES[place]
    body.speed = 1.0 if goal > start else -1.0
    while abs(body.x - goal) > 0.015:
        run.sleep(0.02)  # ends with an exception when the motion must end: let it pass
        body.move(0.02)
        run.fraction = 1 - abs(body.x - goal) / (abs(goal - start) or 1)
    stop()


@driver.skill(timeout_ms=3_000)
def Signal(run, on):
    run.sleep(0.1)
    body.lit = on


driver.run()
