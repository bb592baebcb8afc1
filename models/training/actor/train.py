"""Trains the actor on pre-generated prompts; prompts of one tree share their computed prefix.

usage: train.py DATA_DIR TOKENIZER.json OUT.pt [--size 1M] [--steps 1500] [--threads 1] [--seed 0]

The schedule counts steps, never seconds, so that a loaded machine trains the same model, only later. The checkpoint
with the best exact match on validation data is kept.
"""
import argparse
import json
import math
import random
import time
from dataclasses import asdict

import torch
import torch.nn.functional as F

from model import SIZES, Actor, Config, parameters
from optimiser import Optimiser
from tokenizer import BOS, EOS, PAD, Tokenizer

IGNORED = -1
GROUPS_PER_STEP = 8
#: groups that are computed at once; few, so that activations stay in the processor's cache (twice as fast as 8)
GROUPS_AT_ONCE = 2
TAILS_PER_GROUP = 6
BARE_PER_GROUP = 16
READING_WEIGHT = 0.2
WARM_UP_STEPS = 20
#: share of the steps that see bare prompts first
BARE_FIRST = 0.25


def read(path, tokenizer):
    """Groups as (prefix ids, [(suffix ids, answer ids, kind)]); prompt and answer are tokenised apart."""
    groups = []
    with open(path) as file:
        for line in file:
            group = json.loads(line)
            items = [
                (tokenizer.encode(item["suffix"]), tokenizer.encode(item["answer"]) + [EOS], item["kind"])
                for item in group["items"]
            ]
            prefix = [BOS] + tokenizer.encode(group["prefix"])
            # tails of like length share a batch: padding would cost more than computing a prefix twice
            items.sort(key=lambda item: len(item[0]) + len(item[1]))
            groups += [(prefix, items[i : i + TAILS_PER_GROUP]) for i in range(0, len(items), TAILS_PER_GROUP)]
    return groups


def bare(groups, tokenizer):
    """The answers of some groups with nothing in the prompt but what they are copied from: where copying is learned.

    Prompts of a fifth of the length teach it in minutes; on whole prompts alone it did not come in twenty.
    """
    items = [(last_finding(suffix, tokenizer), answer, kind) for _, rows in groups for suffix, answer, kind in rows]
    return [([BOS], items[i : i + BARE_PER_GROUP]) for i in range(0, len(items), BARE_PER_GROUP)]


def last_finding(suffix, tokenizer):
    """The part of a suffix from its last supported finding to the end of that line, and the closing line."""
    newline, brace = tokenizer.encode("\n")[0], tokenizer.encode('{"')[0]
    closing = tokenizer.encode("\nEDIT:")
    starts = [i for i in range(1, len(suffix)) if suffix[i - 1] == newline and suffix[i] == brace]
    if not starts:
        return closing
    end = suffix.index(newline, starts[-1])
    return suffix[starts[-1] : end] + closing


def pad(rows, value):
    longest = max(map(len, rows))
    return torch.tensor([row + [value] * (longest - len(row)) for row in rows])


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
    lengths = torch.tensor([len(prefix) for prefix in prefixes])
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
    noisy = sorted(groups, key=lambda group: max(len(a) + len(b) for a, b, _ in group[1]) + rng.random() * 20)
    cut = [noisy[i : i + GROUPS_PER_STEP] for i in range(0, len(noisy), GROUPS_PER_STEP)]
    rng.shuffle(cut)
    return cut


def order(groups, bare_groups, steps, seed, bare_first):
    """The batches of a run: bare prompts first, then whole ones, each shuffled, over and over."""
    rng = random.Random(seed)
    queue = []
    for step in range(steps):
        is_bare = step < bare_first * steps
        if not queue or step == math.ceil(bare_first * steps):
            queue = batches(rng, bare_groups if is_bare else groups)
        yield queue.pop()


def main():
    parse = argparse.ArgumentParser()
    for name in ("data", "tokenizer", "out"):
        parse.add_argument(name)
    parse.add_argument("--size", choices=SIZES, default="1M")
    parse.add_argument("--steps", type=int, default=1500)
    parse.add_argument("--threads", type=int, default=1)
    parse.add_argument("--seed", type=int, default=0)
    parse.add_argument("--resume", help="checkpoint to start from")
    parse.add_argument("--quick", type=int, default=160, help="validation groups per look")
    parse.add_argument("--every", type=int, default=100, help="steps between two looks at the validation data")
    args = parse.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    tokenizer = Tokenizer.load(args.tokenizer)
    config = Config(vocab=len(tokenizer.vocab) + -len(tokenizer.vocab) % 32, **SIZES[args.size])
    model = Actor(config)
    if args.resume:
        # the rest of an interrupted run: another seed draws another order of the data
        model.load_state_dict(torch.load(args.resume)["weights"])
    train, validation = read(f"{args.data}/train.jsonl", tokenizer), read(f"{args.data}/validation.jsonl", tokenizer)
    print(f"{args.size}: {parameters(model)} parameters, {len(train)} groups", flush=True)
    optimiser, best, seen, losses, start = Optimiser(model), 0.0, 0, [], time.time()
    bare_first = 0.0 if args.resume else BARE_FIRST
    batched = order(train, bare(train, tokenizer), args.steps, args.seed, bare_first)
    for step, groups in enumerate(batched):
        losses.append(learn(model, groups))
        optimiser.step(schedule(step, args.steps))
        seen += sum(len(items) for _, items in groups)
        if (step + 1) % args.every == 0 or step + 1 == args.steps:
            score, kinds = exact_match(model, validation[: args.quick])
            mean = sum(losses[-50:]) / len(losses[-50:])
            print(f"step {step + 1} {time.time() - start:.0f}s answers {seen} loss {mean:.4f} exact {score:.4f} {kinds}", flush=True)
            kept = {"config": asdict(config), "weights": model.state_dict(), "merges": tokenizer.merges}
            torch.save(kept, f"{args.out}.last")
            if score >= best:
                best = score
                torch.save(kept, args.out)
    print(f"best exact match on validation data: {best:.4f}")


if __name__ == "__main__":
    main()
