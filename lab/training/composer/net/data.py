"""Orders as tensors: words by number, by sort and by their letters; mentions by their features."""
import json
import random

import numpy as np
import torch


# what can be said of a mention and of two, as src/instructions/compose/claims.ts has them
ONE = ["true", "false", "hold", "go", "known", "moved"]
ONE = ONE + [f"never {label}" for label in ONE]
TWO = ["place", "never place", "before"]

WORD_FEATURES, MENTION_FEATURES, PAIR_FEATURES = 22, 36, 4
SORTS = 45
PIECES, PIECES_OF_WORD = 2048, 10
WHOLE, UNKNOWN, MENTION = 1, 2, 3
FIRST_WORD = 4
LONGEST, MOST_MENTIONS = 80, 20
KINDS = ["goal", "ask", "refuse"]
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


class Order:
    """One order: arrays of its length, and what is to be said about it (ones, twos None: it does not align)."""

    def __init__(self, row, vocabulary, sorts):
        items = row["items"][: LONGEST - 1]
        size = len(items) + 1
        self.row, self.size = row, size
        self.kind = KINDS.index(row["kind"])
        self.words = np.full(size, WHOLE)
        self.features = np.zeros((size, WORD_FEATURES), np.float32)
        self.mention = np.zeros((size, MENTION_FEATURES), np.float32)
        self.sorts = np.zeros((size, SORTS), np.float32)
        self.pieces = np.zeros((size, PIECES_OF_WORD), np.int64)
        for at, item in enumerate(items, 1):
            word = item["word"]
            if word == "<m>":
                self.words[at] = MENTION
                self.mention[at] = item["features"]
                continue
            self.words[at] = vocabulary.get(word, UNKNOWN)
            self.features[at] = item["features"]
            self.sorts[at, sorts_of(word, sorts)] = 1
            pieces = pieces_of(word)
            self.pieces[at, : len(pieces)] = pieces
        self.at = [0] + [at + 1 for at in row["at"] if at + 1 < size][: MOST_MENTIONS - 1]
        count = len(self.at)
        self.pairs = np.zeros((count, count, PAIR_FEATURES), np.float32)
        for one in range(1, count):
            for other in range(1, count):
                self.pairs[one, other] = row["pairs"][one - 1][other - 1]
        said = row["target"]
        self.ones = self.twos = None
        if said is not None and all(max(pair[:2]) < count for pair in said["twos"]) and all(one[0] < count for one in said["ones"]):
            self.ones = np.zeros((count, len(ONE)), np.float32)
            self.twos = np.zeros((count, count, len(TWO)), np.float32)
            for mention, label in said["ones"]:
                self.ones[mention, label] = 1
            for one, other, label in said["twos"]:
                self.twos[one, other, label] = 1


def collate(orders, dropped=0.0):
    length, count = max(order.size for order in orders), max(len(order.at) for order in orders)
    size = len(orders)
    out = {
        "words": np.zeros((size, length), np.int64),
        "features": np.zeros((size, length, WORD_FEATURES), np.float32),
        "mention": np.zeros((size, length, MENTION_FEATURES), np.float32),
        "sorts": np.zeros((size, length, SORTS), np.float32),
        "pieces": np.zeros((size, length, PIECES_OF_WORD), np.int64),
        "at": np.zeros((size, count), np.int64),
        "pairs": np.zeros((size, count, count, PAIR_FEATURES), np.float32),
    }
    wanted = {
        "kind": np.array([order.kind for order in orders]),
        "ones": np.zeros((size, count, len(ONE)), np.float32),
        "twos": np.zeros((size, count, count, len(TWO)), np.float32),
        "mask": np.zeros((size, count), np.float32),
    }
    for n, order in enumerate(orders):
        length, count = order.size, len(order.at)
        for name in ("words", "features", "mention", "sorts", "pieces"):
            out[name][n, :length] = getattr(order, name)
        if dropped > 0:
            for at in range(1, length):
                if out["words"][n, at] >= FIRST_WORD and random.random() < dropped:
                    out["words"][n, at] = UNKNOWN
        out["at"][n, :count] = order.at
        out["pairs"][n, :count, :count] = order.pairs
        if order.ones is not None:
            wanted["ones"][n, :count] = order.ones
            wanted["twos"][n, :count, :count] = order.twos
            wanted["mask"][n, :count] = 1
    tensors = lambda arrays: {name: torch.from_numpy(array) for name, array in arrays.items()}
    return tensors(out), tensors(wanted)


def joined(one, other):
    """Two orders of one world said one after the other."""
    order = object.__new__(Order)
    order.row, order.kind, order.size = one.row, 0, one.size + other.size - 1
    for name in ("words", "features", "mention", "sorts", "pieces"):
        setattr(order, name, np.concatenate([getattr(one, name), getattr(other, name)[1:]]))
    order.at = one.at + [at + one.size - 1 for at in other.at[1:]]
    first, count = len(one.at), len(order.at)
    # the speaker is the same in both
    place = [0, *range(first, count)]
    for name, width in (("pairs", PAIR_FEATURES), ("twos", len(TWO))):
        array = np.zeros((count, count, width), np.float32)
        array[:first, :first] = getattr(one, name)
        array[np.ix_(place, place)] += getattr(other, name)
        setattr(order, name, np.minimum(array, 1))
    order.ones = np.zeros((count, len(ONE)), np.float32)
    order.ones[:first] = one.ones
    order.ones[place] += other.ones
    order.ones = np.minimum(order.ones, 1)
    return order
