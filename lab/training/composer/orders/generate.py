"""Generates orders with their goals: python3 generate.py WORLDS.json COUNT SEED > orders.jsonl (export.ts --worlds).

Patterns of clauses for each form of goal, with wrappings, reasons, asides and ways of joining; the things are those of
the worlds. What people write is richer: this teaches the ordinary ways of saying things, nothing else.
"""
import json
import random
import sys

from patterns import ASIDES, BEFORE, CLAUSES, JOINS, LATER, NEVER, PREFIXES, REASONS, SUFFIXES

ON = ["on", "onto", "on", "on top of", "to"]
IN = ["in", "into", "inside", "in", "to"]


def clause(world, rng):
    """-> (text, goals, never, starts with a bare verb) or None."""
    kind = rng.choices(["place", "person", "go", "hold", "known", "state", "verb"], [42, 18, 6, 6, 7, 15, 14])[0]
    return {"place": place, "person": person, "go": go, "hold": hold, "known": known, "state": state, "verb": verb}[kind](world, rng)


def frames(world, form):
    return [frame for frame in world["frames"] if frame["form"] == form]


def roles(frame):
    """The ports of what is moved and of where it goes, by the goal."""
    goal, (one, two) = frame["goal"], frame["ports"]
    return (two, one) if goal.split("=")[0].count("?") == 2 else (one, two)


def place(world, rng):
    found = [f for f in frames(world, "place") if len(f["ports"]) == 2 and not set(f["ports"][1]["values"]) <= {"true", "false"}]
    if not found:
        return None
    frame = rng.choice(found)
    theme, target = roles(frame)
    people = set(world["speakers"])
    places = [v for v in target["values"] if v not in people and has_name(world, v)]
    if not places:
        return None
    where = rng.choice(places)
    things = [v for v in theme["values"] if v != where and has_name(world, v)]
    if not things:
        return None
    x, made = theme_of(world, things, rng)
    isin = where in kinds(world, "container") or any(part in where for part in ("inside", "box", "fridge", "drawer", "bin", "washer", "basket"))
    p = rng.choice(IN if isin else ON)
    text, bare = filled(rng, CLAUSES["place"], X=x, Y=ref(world, where, rng), P=p, there="in" if isin else "on")
    goal = lambda thing: frame["goal"].replace(f"?{theme['name']}", thing).replace(f"?{target['name']}", where)
    return text, made(goal), [], bare


def person(world, rng):
    if not world["speakers"]:
        return None
    found = [f for f in frames(world, "place") if len(f["ports"]) == 2 and set(world["speakers"]) & set(f["ports"][1]["values"])]
    if not found:
        return None
    frame = rng.choice(found)
    theme, target = roles(frame)
    who = rng.choice(sorted(set(world["speakers"])))
    x, made = theme_of(world, [v for v in theme["values"] if has_name(world, v)], rng)
    goal = lambda thing: frame["goal"].replace(f"?{theme['name']}", thing).replace(f"?{target['name']}", who)
    if who == world["speaker"] and rng.random() < 0.85:
        text, bare = filled(rng, CLAUSES["me"], X=x)
    else:
        text, bare = filled(rng, CLAUSES["person"], X=x, Q=who)
    return text, made(goal), [], bare


def go(world, rng):
    found = [f for f in frames(world, "go") if len(f["ports"]) == 1 and not set(f["ports"][0]["values"]) <= {"true", "false"}]
    if not found:
        return None
    frame = rng.choice(found)
    where = rng.choice(frame["ports"][0]["values"])
    if not has_name(world, where):
        return None
    text, bare = filled(rng, CLAUSES["go"], Y=ref(world, where, rng))
    return text, [frame["goal"].replace(f"?{frame['ports'][0]['name']}", where)], [], bare


def hold(world, rng):
    found = frames(world, "hold")
    if not found:
        return None
    frame = found[0]
    port = frame["ports"][0]
    x = rng.choice(port["values"])
    text, bare = filled(rng, CLAUSES["hold"], X=ref(world, x, rng))
    return text, [frame["goal"].replace(f"?{port['name']}", x)], [], bare


def known(world, rng):
    found = [f for f in frames(world, "known") if f["ports"] and not f["goal"].startswith("known(grasped")]
    if not found:
        return None
    frame = rng.choice(found)
    port = frame["ports"][0]
    x = rng.choice(port["values"])
    if not has_name(world, x):
        return None
    if "location" in frame["goal"]:
        text, bare = filled(rng, CLAUSES["where"], X=ref(world, x, rng))
    else:
        text, bare = filled(rng, CLAUSES["whether"], X=ref(world, x, rng), S=rng.choice(["open", "closed", "shut"]))
    return text, [frame["goal"].replace(f"?{port['name']}", x)], [], bare


STATES = {
    "open": (CLAUSES["open"], CLAUSES["close"]),
    "on": (CLAUSES["on"], CLAUSES["off"]),
    "hot": (CLAUSES["on"], CLAUSES["off"]),
    "power": (CLAUSES["on"], CLAUSES["off"]),
    "run": (CLAUSES["on"], CLAUSES["off"]),
    "press": (CLAUSES["press"], None),
}


def state(world, rng):
    found = [s for s in world["states"] if any(stem in STATES for stem in s["stems"])]
    if not found:
        return None
    one = rng.choice(found)
    patterns = STATES[next(stem for stem in one["stems"] if stem in STATES)]
    truth = rng.random() < 0.5 or patterns[1] is None
    things = [v for v in one["values"] if has_name(world, v)]
    if not things:
        return None
    if one.get("thing") or len(things) == 1:
        x, made = ref(world, things[0], rng), (lambda goal: [goal(things[0])])
    else:
        x, made = theme_of(world, things, rng)
    formula = lambda thing: one["formula"].replace("?it", thing)
    if patterns[0] is CLAUSES["open"] and rng.random() < 0.25:
        # what must not become so on the way
        opens = rng.random() < 0.7
        text, bare = filled(rng, NEVER["open" if opens else "close"], X=x)
        return text, [], [formula(thing) if opens else f"not {formula(thing)}" for thing in spread(made)], bare
    text, bare = filled(rng, patterns[0] if truth else patterns[1], X=x)
    return text, made(lambda thing: formula(thing) if truth else f"not {formula(thing)}"), [], bare


def spread(made):
    return [goal for goal in made(lambda thing: thing) if not goal.startswith("exists")]


def verb(world, rng):
    found = [f for f in (*frames(world, "other"), *frames(world, "home")) if len(f["ports"]) == 1 and not f["goal"].startswith("not") and "open" not in f["verbs"]]
    if not found:
        return None
    frame = rng.choice(found)
    port = frame["ports"][0]
    things = [v for v in port["values"] if has_name(world, v)]
    if not things or set(things) <= {"true", "false"}:
        return None
    x, made = theme_of(world, things, rng)
    word = frame["verbs"][0]
    text, bare = filled(rng, CLAUSES["verb"], X=x, V=word, Ved=past(word), Ving=gerund(word))
    return text, made(lambda thing: frame["goal"].replace(f"?{port['name']}", thing)), [], bare


def past(word):
    return word + "d" if word.endswith("e") else word + word[-1] + "ed" if word in ("plug", "cap", "scan") else word + "ed"


def gerund(word):
    return word[:-1] + "ing" if word.endswith("e") else word + word[-1] + "ing" if word in ("plug", "cap", "scan") else word + "ing"


def has_name(world, thing):
    return thing in world["names"]


def kinds(world, name):
    return next((kind["members"] for kind in world["kinds"] if kind["name"] == name), [])


def theme_of(world, things, rng):
    """Words for one or several of the things, and what makes goals of one goal for each."""
    roll = rng.random()
    if roll < 0.1 and len(things) > 2:
        some = rng.sample(things, rng.choice([2, 2, 3]))
        words = [ref(world, one, rng) for one in some]
        text = " and ".join(words) if len(words) == 2 or rng.random() < 0.3 else f"{', '.join(words[:-1])} and {words[-1]}"
        if rng.random() < 0.15:
            text = f"both {text}" if len(some) == 2 else text
        return text, lambda goal: [goal(one) for one in some]
    sets = [k for k in world["kinds"] if len(k["members"]) > 1 and set(k["members"]) <= set(things)]
    if roll < 0.2 and sets:
        kind = rng.choice(sets)
        members = kind["members"]
        name = kind["name"].replace("_", " ")
        plural = name[:-1] + "ies" if name.endswith("y") else name + ("es" if name.endswith(("s", "ch", "x")) else "s")
        if rng.random() < 0.5:
            rest = members
            text = rng.choice([f"all the {plural}", f"the {plural}", f"every {name}", f"all {plural}", f"each {name}", f"all of the {plural}"])
            if rng.random() < 0.2 and len(members) > 2:
                but = rng.choice(members)
                rest = [m for m in members if m != but]
                text += f" {rng.choice(['except', 'but', 'except for', 'apart from'])} {ref(world, but, rng)}"
            return text, lambda goal: [goal(one) for one in rest]
        text = rng.choice([f"a {name}", f"any {name}", f"one of the {plural}", f"some {name}", f"one {name}", f"any of the {plural}"])
        return text, lambda goal: [f"exists ?x in {{{', '.join(members)}}} ({goal('?x')})"]
    thing = rng.choice(things)
    return ref(world, thing, rng, True), lambda goal: [goal(thing)]


def ref(world, thing, rng, placed=False):
    if thing in world["speakers"]:
        return thing
    name = world["names"][thing][0] if rng.random() < 0.75 else rng.choice(world["names"][thing])
    text = f"{rng.choices(['the', 'my', 'that', 'this', ''], [72, 6, 6, 2, 14])[0]} {name}".strip()
    now = [v for v in world["where"].get(thing, []) if v in world["names"] and v not in world["speakers"]]
    if placed and now and rng.random() < 0.14:
        where = rng.choice(world["names"][now[0]])
        text += rng.choice([f" from the {where}", f" on the {where}", f" in the {where}", f" that is on the {where}", f" lying on the {where}", f" that's in the {where}", f" off the {where}"])
    return text


def filled(rng, patterns, **words):
    pattern = rng.choice(patterns)
    bare = pattern.startswith("!")
    text = pattern.lstrip("!")
    for name in sorted(words, key=len, reverse=True):
        text = text.replace(f"{{{name}}}", words[name])
    return text, bare


def order(world, rng):
    parts, goals, never = [], [], []
    for _ in range(rng.choices([1, 2, 3], [58, 30, 12])[0]):
        made = None
        while made is None:
            made = clause(world, rng)
        text, more, not_so, bare = made
        parts.append((text, bare))
        goals += [goal for goal in more if goal not in goals]
        never += not_so
    if not goals or len({goal.split("=")[0] for goal in goals if "=" in goal}) < sum("=" in goal for goal in goals):
        return None
    texts = []
    for at, (text, bare) in enumerate(parts):
        roll = rng.random()
        if bare and roll < (0.45 if at == 0 else 0.12):
            text = rng.choice(PREFIXES).replace("*", text)
        if rng.random() < 0.14:
            text = f"{text}{rng.choice(SUFFIXES)}"
        texts.append(text)
    if len(texts) == 2 and parts[0][1] and parts[1][1] and rng.random() < 0.1:
        body = rng.choice(BEFORE).replace("{A}", parts[0][0]).replace("{B}", parts[1][0])
    else:
        body = texts[0]
        for text in texts[1:]:
            body += rng.choice(JOINS) + text
        if len(texts) == 2 and rng.random() < 0.08:
            body = f"first {body}"
    roll = rng.random()
    if roll < 0.1:
        body = f"{rng.choice(REASONS)}{rng.choice(['. ', ', so ', ', '])}{body}"
    elif roll < 0.18:
        body = f"{body}{rng.choice(['. ', ', ', ' because ', ', '])}{rng.choice(REASONS)}"
    elif roll < 0.24:
        body = f"{body}. {rng.choice(LATER)}"
    elif roll < 0.3 and len(parts) == 1:
        where = rng.choice([n[0] for t, n in world["names"].items() if t not in world["speakers"]])
        body = f"{body}. {rng.choice(ASIDES).replace('{Z}', where)}"
    style = rng.random()
    if style < 0.45:
        body = ". ".join(piece[:1].upper() + piece[1:] for piece in body.split(". ")) + rng.choice([".", ".", "", "!", "?" if body.startswith(("can", "could", "would", "will", "where", "is ")) else "."])
    elif style < 0.6:
        body = body.replace(",", "").replace(".", "")
    elif style < 0.65:
        body = body.upper() if rng.random() < 0.2 else body
    return {"world": world["world"], **({"speaker": world["speaker"]} if world["speakers"] else {}), "order": body, "kind": "goal", "goals": goals, "never": never, "before": [], "tags": ["generated"]}


def main(path, count, seed):
    rng = random.Random(seed)
    with open(path) as file:
        worlds = json.load(file)
    for world in worlds:
        world["names"] = {thing["name"]: thing["calls"] for thing in world["things"]}
    made = 0
    while made < count:
        world = dict(rng.choice(worlds))
        world["speaker"] = rng.choice(sorted(set(world["speakers"]))) if world["speakers"] else None
        row = order(world, rng)
        if row is not None:
            print(json.dumps(row))
            made += 1


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
