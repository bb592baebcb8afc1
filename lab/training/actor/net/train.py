"""Trains the actor on pre-generated prompts; prompts of one tree share their computed prefix.

usage: train.py DATA_DIR TOKENIZER.json OUT.pt [--size 1M] [--steps 700] [--threads 1] [--seed 0]

The schedule counts steps, never seconds, so that a loaded machine trains the same model, only later. Weights are
averaged over the last steps; the average with the best exact match on validation data is kept. OUT.pt.jsonl is the log,
OUT.pt.state lets a run that was cut off go on where it stood.
"""
import argparse
import json
import math
import random
from dataclasses import asdict

import torch
import torch.nn.functional as F

from disguise import Disguise
from model import SIZES, Actor, Config, parameters
from optimiser import Optimiser
from progress import Average, Progress
from tokenizer import BOS, EOS, PAD, Tokenizer

IGNORED = -1
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
GROUPS_PER_STEP = 8
#: groups that are computed at once; few, so that activations stay in the processor's cache (twice as fast as 8)
GROUPS_AT_ONCE = 2
TAILS_PER_GROUP = 6
BARE_PER_GROUP = 16
READING_WEIGHT = 0.2
WARM_UP_STEPS = 20
#: share of the steps that see bare prompts first
BARE_FIRST = 0.25


def read(path):
    """Groups as (prefix, [(suffix, answer, kind)]), in plain text; tails of like length share a group."""
    groups = []
    with open(path) as file:
        for line in file:
            group = json.loads(line)
            items = [(item["suffix"], item["answer"], item["kind"]) for item in group["items"]]
            # padding would cost more than computing a prefix twice
            items.sort(key=lambda item: len(item[0]) + len(item[1]))
            groups += [(group["prefix"], items[i : i + TAILS_PER_GROUP]) for i in range(0, len(items), TAILS_PER_GROUP)]
    return groups


def encoded(group, tokenizer, disguise=None):
    """Token ids of a group; prompt and answer are tokenised apart."""
    alias = disguise.apply if disguise else str
    prefix, items = group
    return [BOS] + tokenizer.encode(alias(prefix)) if prefix else [BOS], [
        (tokenizer.encode(alias(suffix)), tokenizer.encode(alias(answer)) + [EOS], kind) for suffix, answer, kind in items
    ]


def bare(groups):
    """The answers of some groups with nothing in the prompt but what they are copied from: where copying is learned.

    Prompts of a fifth of the length teach it in minutes; on whole prompts alone it did not come in twenty.
    """
    items = [(finding_of(suffix, answer), answer, kind) for _, rows in groups for suffix, answer, kind in rows]
    return [("", items[i : i + BARE_PER_GROUP]) for i in range(0, len(items), BARE_PER_GROUP)]


def finding_of(suffix, answer):
    """The finding that an answer acts on, without the critic's words, and the closing line."""
    why = answer[: answer.index(",")].lstrip("[") if "," in answer else None
    lines = [line for line in suffix.split("\n") if why and line.startswith(why + ",")]
    return lines[-1][: lines[-1].index("}") + 1] + "\nEDIT:" if lines else "\nEDIT:"


def pad(rows, value):
    longest = max(map(len, rows))
    return torch.tensor([row + [value] * (longest - len(row)) for row in rows], device=DEVICE)


def batch(groups):
    """Tensors of some groups; groups with fewer items than the largest are filled with empty tails."""
    per_prefix = max(len(items) for _, items in groups)
    tails, targets, kinds = [], [], []
    for _, items in groups:
        for suffix, answer, kind in items:
            tails.append(suffix + answer[:-1])
            targets.append([IGNORED] * (len(suffix) - 1) + answer)
            kinds.append(kind)
        for _ in range(per_prefix - len(items)):
            tails.append([PAD])
            targets.append([IGNORED])
            kinds.append(None)
    prefixes = [prefix for prefix, _ in groups]
    lengths = torch.tensor([len(prefix) for prefix in prefixes], device=DEVICE)
    return pad(prefixes, PAD), lengths, pad(tails, PAD), pad(targets, IGNORED), kinds, per_prefix


@torch.no_grad()
def exact_match(model, groups):
    """Whole answers that greedy decoding would write, in all and by kind of edit."""
    by_kind, right, total = {}, 0, 0
    for start in range(0, len(groups), GROUPS_AT_ONCE):
        prefix, lengths, tails, targets, kinds, per_prefix = batch(groups[start : start + GROUPS_AT_ONCE])
        best = model.head(model.tails(prefix, lengths, tails, per_prefix)).argmax(-1)
        whole = ((best == targets) | (targets == IGNORED)).all(1)
        for hit, kind in zip(whole.tolist(), kinds):
            if kind is not None:
                count = by_kind.setdefault(kind, [0, 0])
                count[0] += hit
                count[1] += 1
                right += hit
                total += 1
    return right / total, {name: f"{hit}/{n}" for name, (hit, n) in sorted(by_kind.items())}


def learn(model, groups):
    """Gradients of the mean loss over the answers of some groups; returns that loss."""
    answers = sum(len(answer) for _, items in groups for _, answer, _ in items)
    model.zero_grad(set_to_none=True)
    total = 0.0
    for start in range(0, len(groups), GROUPS_AT_ONCE):
        prefix, lengths, tails, targets, _, per_prefix = batch(groups[start : start + GROUPS_AT_ONCE])
        wanted = targets != IGNORED
        hidden = model.tails(prefix, lengths, tails, per_prefix)
        loss = F.cross_entropy(model.head(hidden[wanted]), targets[wanted], reduction="sum") / answers
        # the prompt's own next tokens, lightly: they repeat addresses, and so teach to copy
        read = (targets == IGNORED)[:, :-1] & (tails[:, 1:] != PAD)
        reading = F.cross_entropy(model.head(hidden[:, :-1][read]), tails[:, 1:][read])
        share = len(groups[start : start + GROUPS_AT_ONCE]) / len(groups)
        (loss + READING_WEIGHT * share * reading).backward()
        total += loss.item()
    return total


def schedule(step, steps):
    warm = min(1.0, (step + 1) / WARM_UP_STEPS)
    left = 1 - step / steps
    return warm * (1.0 if left > 0.5 else max(0.03, left / 0.5))


def batches(rng, groups):
    """Batches of groups whose longest tails are alike, in random order."""
    noisy = sorted(groups, key=lambda group: max(len(a) + len(b) for a, b, _ in group[1]) + rng.random() * 40)
    cut = [noisy[i : i + GROUPS_PER_STEP] for i in range(0, len(noisy), GROUPS_PER_STEP)]
    rng.shuffle(cut)
    return cut


def order(groups, bare_groups, steps, seed, bare_first, tokenizer, start):
    """The batches of a run: bare prompts first, then whole ones, each shuffled and disguised, over and over."""
    rng = random.Random(seed)
    queue = []
    for step in range(steps):
        is_bare = step < bare_first * steps
        if not queue or step == math.ceil(bare_first * steps):
            queue = batches(rng, bare_groups if is_bare else groups)
        batch, disguises = queue.pop(), [Disguise(rng) for _ in range(GROUPS_PER_STEP)]
        if step >= start:
            yield step, [encoded(group, tokenizer, alias) for group, alias in zip(batch, disguises)]


def main():
    parse = argparse.ArgumentParser()
    for name in ("data", "tokenizer", "out"):
        parse.add_argument(name)
    parse.add_argument("--size", choices=SIZES, default="1M")
    parse.add_argument("--steps", type=int, default=700)
    parse.add_argument("--threads", type=int, default=1)
    parse.add_argument("--seed", type=int, default=0)
    parse.add_argument("--start", help="checkpoint to begin with: its tokenizer is used, and no bare prompts")
    parse.add_argument("--quick", type=int, default=100, help="validation groups per look")
    parse.add_argument("--every", type=int, default=50, help="steps between two looks at the validation data")
    args = parse.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    begin = torch.load(args.start, map_location=DEVICE) if args.start else None
    tokenizer = Tokenizer(begin["merges"]) if begin else Tokenizer.load(args.tokenizer)
    config = Config(vocab=len(tokenizer.vocab) + -len(tokenizer.vocab) % 32, **SIZES[args.size])
    model = Actor(config).to(DEVICE)
    if begin:
        model.load_state_dict({name: w.float() for name, w in begin["weights"].items()})
    bare_first = 0.0 if begin else BARE_FIRST
    train = read(f"{args.data}/train.jsonl")
    validation = [encoded(group, tokenizer) for group in read(f"{args.data}/validation.jsonl")]
    print(f"{args.size}: {parameters(model)} parameters, {len(train)} groups, {DEVICE}", flush=True)
    optimiser, average, progress = Optimiser(model), Average(model), Progress(args.out)
    start, best = progress.resume(model, average, optimiser)
    losses, judged = [], Actor(config).to(DEVICE)
    for step, groups in order(train, bare(train), args.steps, args.seed, bare_first, tokenizer, start):
        losses.append(learn(model, groups))
        optimiser.step(schedule(step, args.steps))
        average.add(model, step)
        if (step + 1) % args.every == 0 or step + 1 == args.steps:
            judged.load_state_dict(average.weights)
            score, kinds = exact_match(judged, validation[: args.quick])
            mean = sum(losses) / len(losses)
            losses = []
            progress.log(step=step + 1, loss=round(mean, 4), exact=round(score, 4), kinds=kinds)
            if score >= best:
                best = score
                weights = {name: w.cpu() for name, w in average.weights.items()}
                torch.save({"config": asdict(config), "weights": weights, "merges": tokenizer.merges}, args.out)
            progress.keep(step + 1, best, model, average, optimiser)
    progress.done()
    print(f"best exact match on validation data: {best:.4f}")


if __name__ == "__main__":
    main()
