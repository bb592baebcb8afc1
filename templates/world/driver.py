"""The driver of courier: makes one robot move and see. The class at the top stands for your robot's own library."""
from graft_driver import Driver

PLACES = {"dock": 0.0, "shelf": 0.3, "table": 0.6}  # metres along the rail


class Cart:
    x, speed = 0.0, 0.0
    location = {"mug": "shelf", "book": "shelf"}

    def move(self, seconds):
        self.x += self.speed * seconds

    def place(self):
        return next((place for place, x in PLACES.items() if abs(self.x - x) < 0.02), "none")


body = Cart()


def stop():
    body.speed = 0.0


def observe():
    return {"at": body.place(), **{f"location({item})": place for item, place in body.location.items()}}


driver = Driver(
    "courier", stop_ms=300, stop=stop, observe=observe, facts=["at", "location"], heartbeat_ms=1000
)


@driver.skill(timeout_ms=20_000)
def Drive(run, place):
    start, goal = body.x, PLACES[place]
    body.speed = 1.0 if goal > start else -1.0
    while abs(body.x - goal) > 0.015:
        run.sleep(0.02)  # ends with an exception when the motion must end: let it pass
        body.move(0.02)
        run.fraction = 1 - abs(body.x - goal) / (abs(goal - start) or 1)
    stop()


@driver.skill(timeout_ms=5_000)
def Pick(run, item):
    run.sleep(0.2)
    if body.location[item] != body.place():
        raise ValueError(f"the gripper closed on nothing, the {item} is not here")
    body.location[item] = "gripper"


@driver.skill(timeout_ms=5_000)
def Place(run, item, place):
    run.sleep(0.2)
    if body.location[item] != "gripper":
        raise ValueError(f"the gripper does not hold the {item}")
    body.location[item] = place


driver.run()
