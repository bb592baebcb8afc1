"""Trains the network: python3 train.py <data> <out> <steps> [threads]. Goes on from its last checkpoint."""
import json
import os
import sys
import time
import numpy as np
import torch
import torch.nn.functional as F
from data import DX, DY, SHARE, Split, turned
from model import WIDTH, SightNet

folder, out, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
torch.set_num_threads(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
torch.manual_seed(1)
os.makedirs(out, exist_ok=True)
KINDS, SHOWN, MET, NOTHING, HIDDEN = 40, 2, 3, 24, 12
# the hardest negatives: kinds that come in runs of so many neighbours by colour
RUN = 4
SCALE_M = 0.03
EVERY = 100


def rows_of(split, rng):
    """Rows of a batch: crops at enrolment, then in scenes, then of no thing, then of things that are hardly seen."""
    starts = rng.choice(len(split.kinds) // RUN, KINDS // RUN, replace=False) * RUN
    kinds = [split.kinds[start + i] for start in starts for i in range(RUN)]
    shown = np.concatenate([rng.choice(k[2], SHOWN, replace=False) for k in kinds])
    met = np.concatenate([rng.choice(k[3], MET) for k in kinds])
    hidden = np.concatenate([k[4] for k in split.kinds])
    return shown, met, rng.choice(split.nothing, NOTHING), rng.choice(hidden, HIDDEN)


def losses(net, bias, split, rng, augment=True):
    shown, met, nothing, hidden = rows_of(split, rng)
    rows = np.concatenate([shown, met, nothing, hidden])
    crops, offsets = split.crops[rows], split.about[rows][:, [DX, DY]] / (1000 * SCALE_M)
    if augment:
        crops, offsets = turned(rng, crops, offsets)
    else:
        crops, offsets = torch.from_numpy(crops.astype(np.float32)), torch.from_numpy(offsets)
    shares = torch.from_numpy(split.about[rows][:, SHARE])
    y = net(crops)
    name, offset, share = y[:, :WIDTH], y[:, WIDTH : WIDTH + 2], y[:, WIDTH + 2]
    views = F.normalize(name[: len(shown)].view(KINDS, SHOWN, -1).mean(1), dim=1)
    scenes = name[len(shown) : len(shown) + len(met) + NOTHING]
    logits = 14 * (scenes @ views.t())
    # the answer "none of these" has a weight of its own, so that a bound is learned along with the names
    logits = torch.cat([logits, (14 * bias).expand(len(scenes), 1)], 1)
    target = torch.arange(KINDS).repeat_interleave(MET)
    # and for some of the things it is the right one: they are not asked for
    absent = torch.from_numpy(rng.random(KINDS) < 0.15)
    # the logits must not be changed in place: a column that is not asked for is masked
    masked = logits.clone()
    masked[:, :KINDS] = masked[:, :KINDS].masked_fill(absent[None, :], -1e4)
    target = torch.cat([torch.where(absent[target], KINDS, target), torch.full((NOTHING,), KINDS)])
    naming = F.cross_entropy(masked, target)
    right = (masked.argmax(1) == target).float().mean()
    things = torch.cat([torch.arange(len(shown) + len(met)), torch.arange(len(rows) - HIDDEN, len(rows))])
    away = F.smooth_l1_loss(offset[things], offsets[things], beta=0.2)
    seen = F.binary_cross_entropy(share.clamp(1e-4, 1 - 1e-4), shares)
    return naming + away + 0.5 * seen, naming, right, away, seen


net, bias = SightNet(), torch.nn.Parameter(torch.tensor(0.5))
split, held = Split(folder, "train"), Split(folder, "validation")
print(f"{sum(p.numel() for p in net.parameters())} parameters, {len(split.crops)} crops, {len(split.kinds)} kinds, {len(held.kinds)} held")
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
            there = np.mean([[float(x) for x in losses(net, bias, held, np.random.default_rng([2, k]), False)[1:]] for k in range(3)], 0)
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
