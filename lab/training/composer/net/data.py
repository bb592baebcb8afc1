"""Orders as tensors: words by number, by sort and by their letters; things and predicates of their world by what they are."""
import json
import random

import numpy as np
import torch

# what can be said of a fact, as src/instructions/compose/likeliest.ts has it
SAID = ["so", "not", "never so", "never not", "any"]
SO, NOT = 0, 1
WANTED = [SO, NOT, 4]
# where a predicate has it that it is about where the robot is
GO = 1
KINDS = ["goal", "ask", "refuse"]
# how many numbers src/instructions/compose and src/language/composer give each
WORD, MENTION, THING, PREDICATE, LIKENESS, SAYING, RELATION = 23, 36, 18, 9, 11, 3, 6
SORTS = 45
PIECES, PIECES_OF_WORD = 2048, 10
UNKNOWN, NAME = 2, 3
FIRST_WORD = 4
LONGEST = 70
# how two items are related: word to thing and back, word to predicate and back, thing to thing, the same mention,
# predicate to thing and back
RELATIONS = 2 * LIKENESS + 2 * SAYING + RELATION + 1 + 4
PRONOUN = 8
ENDINGS = [("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e")]


def read(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def read_sorts(path):
    with open(path) as file:
        return {word: [int(sort) for sort in sorts.split(",")] for word, sorts in (line.split() for line in file)}


def sorts_of(word, sorts):
    bases = [word] + [word[: -len(end)] + base for end, base in ENDINGS if word.endswith(end) and len(word) > len(end) + 2]
    return sorted({sort for base in bases for sort in sorts.get(base, [])})


def pieces_of(word):
    """Three letters each, numbered by FNV-1a."""
    whole = f"^{word}$"
    return [1 + fnv(whole[at : at + 3]) % (PIECES - 1) for at in range(max(1, len(whole) - 2))][:PIECES_OF_WORD]


def fnv(text):
    value = 2166136261
    for char in text.encode():
        value = (value ^ char) * 16777619 & 0xFFFFFFFF
    return value


class World:
    """What is the same for all orders in a world."""

    def __init__(self, about, sorts):
        self.things = np.array(about["things"], np.float32)
        self.predicates = np.array(about["predicates"], np.float32)
        facts = np.array(about["facts"], np.float32)
        self.facts, self.now = facts[:, :3].astype(np.int64) + [0, 1, 1], facts[:, 3:]
        count = len(self.things)
        self.sorts = np.zeros((count, SORTS), np.float32)
        for at, heads in enumerate(about["heads"]):
            for head in filter(None, heads):
                self.sorts[at, sorts_of(head, sorts)] = 1
        self.pairs = np.zeros((count, count, RELATION), np.float32)
        for one, other, relation in about["pairs"]:
            self.pairs[one, other] = relation
        self.of = np.zeros((len(self.predicates), count, 2), np.float32)
        for predicate, what, where in self.facts:
            for at, thing in enumerate((what, where)):
                if thing > 0:
                    self.of[predicate, thing - 1, at] = 1
        both = (self.facts[:, 1] > 0) & (self.facts[:, 2] > 0)
        self.fact_relations = np.zeros((len(self.facts), RELATION), np.float32)
        self.fact_relations[both] = self.pairs[self.facts[both, 1] - 1, self.facts[both, 2] - 1]

    def placed(self, target):
        """Numbers of the things that are to be somewhere; -1 for the robot."""
        facts = [self.facts[fact] for fact, said in target["said"] if said == SO]
        goes = {-1 for predicate, _, _ in facts if self.predicates[predicate][GO] > 0}
        return goes | {what for _, what, where in facts if where > 0}

    def turned(self, order):
        """What is so where the order is carried out already: a thing that is somewhere is not where it was."""
        now = self.now.copy()
        for fact in order.wanted:
            is_so = order.said[fact, NOT] == 0
            predicate, what, where = self.facts[fact]
            if is_so and where > 0:
                now[(self.facts[:, :2] == (predicate, what)).all(1)] = 0
            now[fact] = is_so
        return now

    def others(self, order):
        """Numbers of the things that no word may stand for and nothing is said of."""
        about = set() if order.said is None else set(self.facts[np.flatnonzero(order.said.any(1)), 1:].ravel())
        return [thing for thing in range(len(self.things)) if thing + 1 not in about and not order.likenesses[:, thing].any()]


def worlds_of(rows, sorts):
    return {row["world"]: World(row["about"], sorts) for row in rows if "about" in row}


class Order:
    """One order: arrays of its length, and what is to be said of the facts of its world (None: what is meant is none)."""

    def __init__(self, row, vocabulary, sorts, worlds):
        self.row, self.world, self.kind = row, worlds[row["world"]], KINDS.index(row["kind"])
        words = row["words"][:LONGEST]
        size = self.size = len(words)
        self.words = np.full(size, UNKNOWN)
        self.features, self.mentioned = np.zeros((size, WORD), np.float32), np.zeros((size, MENTION), np.float32)
        self.sorts, self.pieces = np.zeros((size, SORTS), np.float32), np.zeros((size, PIECES_OF_WORD), np.int64)
        self.mention = np.array([word.get("mention", -1) for word in words])
        self.likenesses = np.zeros((size, len(self.world.things), LIKENESS), np.float32)
        for word, thing, likeness in row["likenesses"]:
            if word < size:
                self.likenesses[word, thing] = likeness
        self.sayings = np.zeros((size, len(self.world.predicates), SAYING), np.float32)
        for word, predicate, saying in row["sayings"]:
            if word < size:
                self.sayings[word, predicate] = saying
        for at, word in enumerate(words):
            self.features[at] = word["features"]
            self.sorts[at, sorts_of(word["text"], sorts)] = 1
            if "mentioned" in word:
                self.mentioned[at] = word["mentioned"]
            if word["isName"]:
                self.words[at] = NAME
                continue
            self.words[at] = vocabulary.get(word["text"], UNKNOWN)
            pieces = pieces_of(word["text"])
            self.pieces[at, : len(pieces)] = pieces
        self.said = None
        if row["target"] is not None:
            self.said = np.zeros((len(self.world.facts), len(SAID)), np.float32)
            for fact, said in row["target"]["said"]:
                self.said[fact, said] = 1

    @property
    def length(self):
        return 1 + self.size + len(self.world.things) + len(self.world.predicates)

    @property
    def wanted(self):
        """Numbers of the facts that are asked for."""
        return np.flatnonzero(self.said[:, WANTED].any(1))


def joined(one, other, world):
    """Two orders of one world said one after the other, as rows; None where they are not one longer order. With one that
    has several meanings, or cannot be carried out, a goal is one of those."""
    size = len(one["words"])
    kinds = sorted({one["kind"], other["kind"]} - {"goal"}) or ["goal"]
    if size + len(other["words"]) > LONGEST or len(kinds) > 1:
        return None
    together = kinds == ["goal"]
    if together and at_odds(one["target"], other["target"], world):
        return None
    mentions = 1 + max((word.get("mention", -1) for word in one["words"]), default=-1)
    moved = lambda rows: [[word + size, *others] for word, *others in rows]
    words = [{**word, "mention": word["mention"] + mentions} if "mention" in word else word for word in other["words"]]
    return {
        **one,
        "words": one["words"] + words,
        "likenesses": one["likenesses"] + moved(other["likenesses"]),
        "sayings": one["sayings"] + moved(other["sayings"]),
        "kind": kinds[0],
        "target": {name: one["target"][name] + other["target"][name] for name in ("said", "before")} if together else None,
    }


def at_odds(one, other, world):
    """Whether two goals ask for one fact, or for two places of one thing."""
    facts = lambda target: {fact for fact, _ in target["said"]}
    return bool(facts(one) & facts(other) or world.placed(one) & world.placed(other))


def relations_of(likenesses, sayings, pairs, same, of):
    """How each two items are related; all but the first, which is the order as a whole."""
    words, things = likenesses.shape[:2]
    predicates = sayings.shape[1]
    length = words + things + predicates
    out = np.zeros((length, length, RELATIONS), np.float32)
    t, p = slice(words, words + things), slice(words + things, length)
    w = slice(0, words)
    ends = np.cumsum([0, LIKENESS, LIKENESS, SAYING, SAYING, RELATION, 1, 2, 2])
    to = [slice(start, end) for start, end in zip(ends, ends[1:])]
    back = lambda values: values.transpose(1, 0, 2)
    out[w, t, to[0]], out[t, w, to[1]] = likenesses, back(likenesses)
    out[w, p, to[2]], out[p, w, to[3]] = sayings, back(sayings)
    out[t, t, to[4]], out[w, w, to[5]] = pairs, same
    out[p, t, to[6]], out[t, p, to[7]] = of, back(of)
    return out


def collate(orders, dropped=0.0, turned=0.0, thinned=0.0):
    """Tensors of some orders; shares of what is varied: words that are dropped, orders whose wanted facts hold already,
    and orders of whose other things some are not there."""
    size, count = len(orders), lambda of: max(of(order) for order in orders)
    words, things = count(lambda order: order.size), count(lambda order: len(order.world.things))
    predicates, facts = count(lambda order: len(order.world.predicates)), count(lambda order: len(order.world.facts))
    length = 1 + words + things + predicates
    zeros = lambda *shape: np.zeros((size, *shape), np.float32)
    whole = lambda *shape: np.zeros((size, *shape), np.int64)
    out = {
        "words": whole(words), "word_features": zeros(words, WORD), "mention_features": zeros(words, MENTION),
        "word_sorts": zeros(words, SORTS), "pieces": whole(words, PIECES_OF_WORD), "word_likeness": zeros(words, LIKENESS),
        "things": zeros(things, THING), "thing_sorts": zeros(things, SORTS), "thing_likeness": zeros(things, LIKENESS),
        "predicates": zeros(predicates, PREDICATE), "mask": zeros(length), "relations": zeros(length, length, RELATIONS),
        "facts": whole(facts, 3), "fact_relations": zeros(facts, RELATION), "now": zeros(facts, 1),
    }
    wanted = {"said": zeros(facts, len(SAID)), "facts": zeros(facts), "kind": np.array([order.kind for order in orders])}
    for n, order in enumerate(orders):
        world = order.world
        w, t, p, f = order.size, len(world.things), len(world.predicates), len(world.facts)
        each = {
            "words": order.words, "word_features": order.features, "mention_features": order.mentioned, "word_sorts": order.sorts,
            "pieces": order.pieces, "word_likeness": order.likenesses.max(1), "things": world.things, "thing_sorts": world.sorts,
            "thing_likeness": order.likenesses.max(0), "predicates": world.predicates, "facts": world.facts,
            "fact_relations": world.fact_relations, "now": world.now,
        }
        for name, values in each.items():
            out[name][n, : len(values)] = values
        if dropped > 0:
            for at in range(w):
                if out["words"][n, at] >= FIRST_WORD and random.random() < dropped:
                    out["words"][n, at] = UNKNOWN
        same = (order.mention[:, None] == order.mention[None]) & (order.mention[:, None] >= 0)
        own = relations_of(order.likenesses, order.sayings, world.pairs, same[:, :, None], world.of)
        at = np.concatenate([1 + np.arange(w), 1 + words + np.arange(t), 1 + words + things + np.arange(p)])
        out["mask"][n, 0] = 1
        out["mask"][n, at] = 1
        out["relations"][n][np.ix_(at, at)] = own
        if order.said is not None:
            wanted["said"][n, :f], wanted["facts"][n, :f] = order.said, 1
            if random.random() < turned:
                out["now"][n, :f] = world.turned(order)
        if random.random() < thinned:
            for thing in world.others(order):
                if random.random() < 0.5:
                    out["mask"][n, 1 + words + thing] = 0
                    wanted["facts"][n, :f] *= (world.facts[:, 1:] != thing + 1).all(1)
    tensors = lambda arrays: {name: torch.from_numpy(array) for name, array in arrays.items()}
    return tensors(out), tensors(wanted)
