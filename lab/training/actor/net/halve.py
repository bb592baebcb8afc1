"""Stores a checkpoint's weights in half precision, to begin another training with.

usage: halve.py CHECKPOINT.pt OUT.pt
"""
import sys

import torch

if __name__ == "__main__":
    checkpoint = torch.load(sys.argv[1], map_location="cpu")
    torch.save({**checkpoint, "weights": {name: w.half() for name, w in checkpoint["weights"].items()}}, sys.argv[2])
