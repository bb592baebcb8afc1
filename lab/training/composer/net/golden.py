"""Writes what the networks say in torch of some orders, for the tests of the runtime: python3 golden.py DATA ORDERS OUT SEED... > golden.json."""
import json
import sys

import torch

from data import Order, read, read_sorts, worlds_of
from export import SHAPES, WHOLE, ensemble_of
from train import SORTS_FILE

ORDERS = [
    "Could you fetch me the milk from the fridge, sweetheart?",
    "Red one on top of the blue one, please. The cubes.",
    "Move the tumbler from the kitchen table over to the coffee table.",
    "Get that trapdoor open, whatever it takes.",
]
# of the facts, and of the first and the second of each two of which it is said which comes first
FIRST = 6


def given(order):
    """What the exported graph is given of an order."""
    world = order.world
    same = (order.mention[:, None] == order.mention[None]) & (order.mention[:, None] >= 0)
    arrays = {
        "words": order.words, "word_features": order.features, "mention_features": order.mentioned, "word_sorts": order.sorts,
        "pieces": order.pieces, "things": world.things, "thing_sorts": world.sorts, "predicates": world.predicates,
        "likenesses": order.likenesses, "sayings": order.sayings, "relations": world.pairs, "same_mention": same[:, :, None],
        "predicates_of": world.of, "facts": world.facts, "now": world.now,
    }
    tensor = lambda name: torch.as_tensor(arrays[name], dtype=torch.long if name in WHOLE else torch.float32)[None]
    return [tensor(name) for name in SHAPES]


def rounded(values):
    return [[round(float(value), 4) for value in row] for row in values]


@torch.no_grad()
def main(data, orders, out, seeds):
    ensemble, vocabulary = ensemble_of(out, seeds)
    sorts = read_sorts(SORTS_FILE)
    rows, texts = read(data), read(orders)
    worlds = worlds_of(rows, sorts)
    golden = []
    for order in ORDERS:
        at = next(at for at, text in enumerate(texts) if text["order"] == order)
        said, before, kind = ensemble(*given(Order(rows[at], vocabulary, sorts, worlds)))
        golden.append({
            "world": texts[at]["world"], "speaker": texts[at].get("speaker"), "order": order, "said": rounded(said[0]),
            "before": rounded(before[0][:FIRST, :FIRST]), "goal": round(float(kind[0][0]), 4),
        })
    json.dump(golden, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
