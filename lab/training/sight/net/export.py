"""Exports the network: python3 export.py <out> <model.onnx> <golden.json>. The golden vector is torch's own answer."""
import json
import os
import sys
import numpy as np
import torch
from model import CHANNELS, CROP, SightNet

out, target, golden = sys.argv[1:4]
torch.set_num_threads(1)
net = SightNet()
net.load_state_dict(torch.load(os.path.join(out, "net.pt"))["net"])
net.eval()
# whole numbers that any program can make again: 31 · i mod 251
shape = (2, CHANNELS, CROP, CROP)
crops = torch.from_numpy((np.arange(np.prod(shape)) * 31 % 251).astype(np.float32).reshape(shape))
with torch.no_grad():
    answer = net(crops)
os.makedirs(os.path.dirname(target), exist_ok=True)
os.makedirs(os.path.dirname(golden), exist_ok=True)
torch.onnx.export(
    net,
    crops,
    target,
    input_names=["crops"],
    output_names=["answers"],
    dynamic_axes={"crops": {0: "count"}, "answers": {0: "count"}},
    opset_version=14,
)
with open(golden, "w") as f:
    json.dump({"answers": [[round(x, 6) for x in row] for row in answer.tolist()]}, f, indent=2)
print(target, os.path.getsize(target))
