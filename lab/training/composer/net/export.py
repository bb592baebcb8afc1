"""Exports an ensemble: python3 export.py OUT MODEL SEED...: composer.onnx and composer.json in the folder MODEL."""
import json
import os
import sys

import torch
from torch import nn

import data
from data import FIRST_WORD, LIKENESS, RELATION, SAYING
from model import Composer

SHAPES = {
    "words": ["words"], "word_features": ["words", data.WORD], "mention_features": ["words", data.MENTION],
    "word_sorts": ["words", data.SORTS], "pieces": ["words", data.PIECES_OF_WORD], "things": ["things", data.THING],
    "thing_sorts": ["things", data.SORTS], "predicates": ["predicates", data.PREDICATE],
    "likenesses": ["words", "things", LIKENESS], "sayings": ["words", "predicates", SAYING],
    "relations": ["things", "things", RELATION], "same_mention": ["words", "words", 1],
    "predicates_of": ["predicates", "things", 2], "facts": ["facts", 3], "now": ["facts", 1],
}
WHOLE = {"words", "pieces", "facts"}
ANSWERS = {"said": {1: "facts"}, "before": {1: "facts", 2: "facts"}, "kind": {}}


class Ensemble(nn.Module):
    """What several networks say of one order on the average, as shares from 0 to 1."""

    def __init__(self, networks):
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def forward(self, *inputs):
        order = whole_order(dict(zip(SHAPES, inputs)))
        said = [network(order) for network in self.networks]
        mean = lambda values: torch.stack(values).mean(0)
        return (
            mean([torch.sigmoid(each) for each, _, _ in said]),
            mean([torch.sigmoid(before) for _, before, _ in said]),
            mean([torch.softmax(kind, -1) for _, _, kind in said]),
        )


def whole_order(given):
    """What data.collate makes of one order, from what a program gives of it."""
    likenesses, sayings, pairs, of = (given[name] for name in ("likenesses", "sayings", "relations", "predicates_of"))
    none = lambda like, width: like[..., :1].expand(-1, -1, -1, width) * 0
    row = lambda like, *parts: torch.cat([none(like, part) if isinstance(part, int) else part for part in parts if not isinstance(part, int) or part > 0], -1)
    words, things, predicates = 2 * LIKENESS, 2 * LIKENESS + 2 * SAYING, 2 * LIKENESS + 2 * SAYING + RELATION
    back = lambda values: values.transpose(1, 2)
    empty = (given["predicates"][:, :, None, :1] * given["predicates"][:, None, :, :1] * 0).expand(-1, -1, -1, data.RELATIONS)
    same = given["same_mention"]
    rows = [
        [row(same, predicates, same, 4), row(likenesses, likenesses, data.RELATIONS - LIKENESS), row(sayings, words, sayings, data.RELATIONS - words - SAYING)],
        [
            row(back(likenesses), LIKENESS, back(likenesses), data.RELATIONS - words), row(pairs, things, pairs, 5),
            row(back(of), predicates + 3, back(of)),
        ],
        [row(back(sayings), words + SAYING, back(sayings), data.RELATIONS - things), row(of, predicates + 1, of, 2), empty],
    ]
    relations = nn.functional.pad(torch.cat([torch.cat(parts, 2) for parts in rows], 1), (0, 0, 1, 0, 1, 0))
    facts = given["facts"]
    known = nn.functional.pad(pairs, (0, 0, 1, 0, 1, 0))
    place = facts[:, :, 1] * known.shape[1] + facts[:, :, 2]
    both = ((facts[:, :, 1] > 0) & (facts[:, :, 2] > 0)).float()[:, :, None]
    of_facts = torch.gather(known.reshape(1, -1, RELATION), 1, place[:, :, None].expand(-1, -1, RELATION)) * both
    return {
        **given, "relations": relations, "mask": relations[:, :, 0, 0] * 0 + 1, "fact_relations": of_facts,
        "word_likeness": likenesses.amax(2), "thing_likeness": likenesses.amax(1),
    }


def ensemble_of(out, seeds):
    """-> the ensemble and its vocabulary"""
    saved = [torch.load(f"{out}/{seed}.pt") for seed in seeds]
    networks = []
    for one in saved:
        network = Composer(FIRST_WORD + len(one["vocabulary"]))
        network.load_state_dict(one["weights"])
        networks.append(network.eval())
    return Ensemble(networks).eval(), saved[0]["vocabulary"]


def main(out, target, seeds):
    ensemble, vocabulary = ensemble_of(out, seeds)
    sizes = {"words": 9, "things": 7, "predicates": 5, "facts": 11}
    shape = lambda own: [1, *(sizes.get(size, size) for size in own)]
    inputs = [torch.ones(shape(own), dtype=torch.long) if name in WHOLE else torch.rand(shape(own)) for name, own in SHAPES.items()]
    axes = {name: {at + 1: size for at, size in enumerate(own) if size in sizes} for name, own in SHAPES.items()}
    os.makedirs(target, exist_ok=True)
    torch.onnx.export(
        ensemble, tuple(inputs), f"{target}/composer.onnx", input_names=list(SHAPES), output_names=list(ANSWERS),
        dynamic_axes={**axes, **{name: own for name, own in ANSWERS.items() if own}}, opset_version=14,
    )
    counts = {
        "word": data.WORD, "mention": data.MENTION, "thing": data.THING, "predicate": data.PREDICATE, "likeness": LIKENESS,
        "saying": SAYING, "relation": RELATION, "sorts": data.SORTS, "pieces": data.PIECES, "piecesOfWord": data.PIECES_OF_WORD,
        "longest": data.LONGEST,
    }
    with open(f"{target}/composer.json", "w") as file:
        json.dump({"labels": data.SAID, "sizes": counts, "vocabulary": vocabulary}, file)
        file.write("\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
