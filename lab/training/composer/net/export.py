"""Exports an ensemble: python3 export.py OUT MODEL SEED...: composer.onnx and composer.json in the folder MODEL."""
import json
import os
import sys

import torch

import data
from data import FIRST_WORD
from model import Composer, Ensemble


def main(out, target, seeds):
    saved = [torch.load(f"{out}/{seed}.pt") for seed in seeds]
    vocabulary = saved[0]["vocabulary"]
    networks = []
    for one in saved:
        network = Composer(FIRST_WORD + len(vocabulary))
        network.load_state_dict(one["weights"])
        networks.append(network.eval())
    items, mentions = 9, 4
    inputs = {
        "words": torch.ones(1, items, dtype=torch.long),
        "features": torch.rand(1, items, data.WORD_FEATURES),
        "mention": torch.rand(1, items, data.MENTION_FEATURES),
        "sorts": torch.rand(1, items, data.SORTS),
        "pieces": torch.ones(1, items, data.PIECES_OF_WORD, dtype=torch.long),
        "at": torch.arange(mentions)[None],
        "pairs": torch.rand(1, mentions, mentions, data.PAIR_FEATURES),
    }
    axes = {name: {1: "items"} for name in ("words", "features", "mention", "sorts", "pieces")}
    axes.update({"at": {1: "mentions"}, "pairs": {1: "mentions", 2: "mentions"}, "one": {1: "mentions"}, "two": {1: "mentions", 2: "mentions"}})
    os.makedirs(target, exist_ok=True)
    torch.onnx.export(
        Ensemble(networks).eval(), tuple(inputs.values()), f"{target}/composer.onnx", input_names=list(inputs),
        output_names=["one", "two", "kind"], dynamic_axes=axes, opset_version=14,
    )
    sizes = {
        "wordFeatures": data.WORD_FEATURES, "mentionFeatures": data.MENTION_FEATURES, "pairFeatures": data.PAIR_FEATURES,
        "sorts": data.SORTS, "pieces": data.PIECES, "piecesOfWord": data.PIECES_OF_WORD, "longest": data.LONGEST,
        "mostMentions": data.MOST_MENTIONS,
    }
    with open(f"{target}/composer.json", "w") as file:
        json.dump({"labels": {"one": data.ONE, "two": data.TWO}, "sizes": sizes, "vocabulary": vocabulary}, file)
        file.write("\n")


main(sys.argv[1], sys.argv[2], sys.argv[3:])
