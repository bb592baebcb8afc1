"""Trains the network: python3 train.py <data> <out> <steps> [threads]. Goes on from its last checkpoint."""
import json
import os
import sys
import time
import numpy as np
import torch
import torch.nn.functional as F
from data import DX, DY, SHARE, STANDS, Split, covered, hidden_partly, turned
from model import WIDTH, SightNet

folder, out, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
torch.set_num_threads(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
torch.manual_seed(1)
os.makedirs(out, exist_ok=True)
RUNS, RUN, SHOWN, MET, NOTHING, HIDDEN = 12, 3, 2, 2, 24, 12
SCALE_M = 0.03
EVERY = 100


def drawn(split, rng):
    """Kinds of a batch: things in runs of neighbours by colour, each in one pose and some in the other as well."""
    starts = rng.choice(len(split.things) // RUN, RUNS, replace=False) * RUN
    kinds = []
    for start in starts:
        for at in range(start, start + RUN):
            poses = split.things[at]
            first = poses[rng.integers(len(poses))]
            kinds.append(first)
            other = [pose for pose in poses if (pose[0] == STANDS) != (first[0] == STANDS)]
            if other and rng.random() < 0.35:
                kinds.append(other[rng.integers(len(other))])
    return kinds


def losses(net, bias, split, rng, augment=True):
    kinds = drawn(split, rng)
    count = len(kinds)
    shown = np.concatenate([rng.choice(k[1], SHOWN, replace=False) for k in kinds])
    met = np.concatenate([rng.choice(k[2], MET, replace=False) for k in kinds])
    none, hidden = rng.choice(split.nothing, NOTHING), rng.choice(split.hidden, HIDDEN)
    rows = np.concatenate([shown, met, none, hidden])
    crops, offsets = split.crops[rows], split.about[rows][:, [DX, DY]] / (1000 * SCALE_M)
    own = np.arange(count)
    groups = np.concatenate([own.repeat(SHOWN), own.repeat(MET), count + np.arange(NOTHING + HIDDEN)])
    is_whole = np.ones(len(rows), bool)
    if augment:
        scenes = slice(len(shown), len(shown) + len(met) + NOTHING)
        others = split.crops[rng.permutation(np.concatenate([met, none]))]
        crops[scenes], is_covered = covered(rng, crops[scenes], others)
        robots = split.crops[rng.choice(split.nothing, len(others))]
        crops[scenes], is_cut = hidden_partly(rng, crops[scenes], robots)
        is_whole[scenes] = ~(is_covered | is_cut)
        crops, offsets = turned(rng, crops, offsets, groups)
    else:
        crops, offsets = torch.from_numpy(crops.astype(np.float32)), torch.from_numpy(offsets)
    shares = torch.from_numpy(split.about[rows][:, SHARE])
    y = net(crops)
    name, offset, share = y[:, :WIDTH], y[:, WIDTH : WIDTH + 2], y[:, WIDTH + 2]
    views = F.normalize(name[: len(shown)].view(count, SHOWN, -1).mean(1), dim=1)
    scenes = name[len(shown) : len(shown) + len(met) + NOTHING]
    logits = 14 * (scenes @ views.t())
    # for some of the things the right answer is "none of these", which has a weight of its own: they are not asked for
    absent = torch.from_numpy(rng.random(count) < 0.15)
    logits = torch.cat([logits.masked_fill(absent[None, :], -1e4), (14 * bias).expand(len(scenes), 1)], 1)
    target = torch.arange(count).repeat_interleave(MET)
    target = torch.cat([torch.where(absent[target], count, target), torch.full((NOTHING,), count)])
    naming = F.cross_entropy(logits, target)
    right = (logits.argmax(1) == target).float().mean()
    things = torch.cat([torch.arange(len(shown) + len(met)), torch.arange(len(rows) - HIDDEN, len(rows))])
    away = F.smooth_l1_loss(offset[things], offsets[things], beta=0.2)
    whole = torch.from_numpy(is_whole)
    seen = F.binary_cross_entropy(share.clamp(1e-4, 1 - 1e-4)[whole], shares[whole])
    return naming + away + 0.5 * seen, naming, right, away, seen


net, bias = SightNet(), torch.nn.Parameter(torch.tensor(0.5))
split, held = Split(folder, "train"), Split(folder, "validation")
print(f"{sum(p.numel() for p in net.parameters())} parameters, {len(split.crops)} crops, {len(split.things)} things, {len(held.things)} held")
optimiser = torch.optim.AdamW([*net.parameters(), bias], lr=2e-3, weight_decay=1e-3)
schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 2e-3, total_steps=steps, pct_start=0.1)
path, begun = os.path.join(out, "checkpoint.pt"), 0
if os.path.exists(path):
    kept = torch.load(path)
    net.load_state_dict(kept["net"])
    optimiser.load_state_dict(kept["optimiser"])
    schedule.load_state_dict(kept["schedule"])
    bias.data, begun = kept["bias"], kept["step"]
started, sums = time.time(), []
for step in range(begun, steps):
    net.train()
    loss, *rest = losses(net, bias, split, np.random.default_rng([1, step]))
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
    optimiser.step()
    schedule.step()
    sums.append([float(x) for x in rest])
    if (step + 1) % EVERY == 0:
        net.eval()
        with torch.no_grad():
            there = np.mean([[float(x) for x in losses(net, bias, held, np.random.default_rng([2, k]), False)[1:]] for k in range(6)], 0)
        keys = ("naming", "right", "away", "seen")
        line = {"step": step + 1, "seconds": round(time.time() - started), "bias": round(float(bias), 3)}
        line["train"] = dict(zip(keys, np.mean(sums, 0).round(4).tolist()))
        line["validation"] = dict(zip(keys, there.round(4).tolist()))
        sums = []
        with open(os.path.join(out, "log.jsonl"), "a") as f:
            f.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)
        state = {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "schedule": schedule.state_dict()}
        torch.save({**state, "bias": bias.data, "step": step + 1}, path)
torch.save({"net": net.state_dict()}, os.path.join(out, "net.pt"))
