"""Which mention of an order stands for which part of its goals: what the network is to say."""
import re

# of one mention: true, false, held, gone to, found out; the same of what must not become so
ONE = ["true", "false", "hold", "go", "known"]
ONE = ONE + [f"never {label}" for label in ONE]
# of two: the first gets to the second
TWO = ["place", "never place"]
SPEAKER = 0


def labels(row):
    """-> (set of (mention, label), set of (mention, mention, label)) with mentions from 1, or None: not to be said so."""
    ones, twos = set(), set()
    for prefix, formulas in (("", row["goals"]), ("never ", row["never"])):
        for formula in formulas:
            for part in re.split(r" and (?![^{]*\))", formula):
                atoms = atoms_of(part)
                if atoms is None:
                    return None
                for label, *things in atoms:
                    covers = [covering(row, thing) for thing in things]
                    if not all(covers):
                        return None
                    if label == "place":
                        pair = nearest(*covers)
                        if pair is None:
                            return None
                        twos.add((*pair, prefix + label))
                    else:
                        ones.add((covers[0][-1], prefix + label))
    return ones, twos


def atoms_of(formula):
    formula = formula.strip()
    match = re.fullmatch(r"(?:exists|forall) \?(\w+) in \{([^}]*)\} \((.*)\)", formula) or re.fullmatch(
        r"count \?(\w+) in \{([^}]*)\} \((.*)\) >= \d+", formula
    )
    if match:
        name, things, body = match.groups()
        parts = [atoms_of(re.sub(rf"\?{name}\b", thing.strip(), body)) for thing in things.split(",")]
        return None if any(part is None for part in parts) else [atom for part in parts for atom in part]
    if match := re.fullmatch(r"known\(\w+\((\w+)\)\)", formula):
        return [("known", match[1])]
    if match := re.fullmatch(r"\w+\((\w+)\) = (\w+)", formula):
        return [("hold", match[1])] if match[2] == "gripper" else [("place", match[1], match[2])]
    if match := re.fullmatch(r"\w+\((\w+)\) != none", formula):
        return [("hold", match[1])]
    if match := re.fullmatch(r"(not )?\w+\((\w+)\)", formula):
        return [("false" if match[1] else "true", match[2])]
    if match := re.fullmatch(r"\w+\((\w+), (\w+)\)", formula):
        return [("place", match[2], match[1])]
    if match := re.fullmatch(r"\w+ = (\w+)", formula):
        return [("go", match[1])]
    if match := re.fullmatch(r"(not )?(\w+)", formula):
        return [("false" if match[1] else "true", match[2].rsplit("_", 1)[0])]
    return None


def covering(row, thing):
    """The numbers of the mentions that can stand for a thing, from 1; SPEAKER where only whoever speaks can."""
    found = [at + 1 for at, things in enumerate(row["things"]) if thing in things]
    if thing in row["speakers"]:
        found += [at + 1 for at, pronoun in enumerate(row["pronouns"]) if pronoun == "me"]
        return found or [SPEAKER]
    return found or [at + 1 for at, pronoun in enumerate(row["pronouns"]) if pronoun == "any"]


def nearest(themes, places):
    """Of two lists of mentions the two that stand nearest to each other, the place rather behind."""
    pairs = [(abs(i - j) + (0 if i < j else 0.5), i, j) for i in themes for j in places if i != j]
    return min(pairs)[1:] if pairs else None
