"""Trains one composer: python3 train.py DATA OUT SEED EPOCHS; DATA holds what export.ts has written."""
import collections
import os
import random
import sys
import time

import torch
from torch import nn
from torch.nn import functional

from data import FIRST_WORD, Order, collate, joined, read, read_sorts
from model import Composer

TRAINING = "abcdefghijlmnopqrtu"
CHOICE = ["dev", "dev-b", "dev-c", "k", "s"]
BATCH, RATE, DECAY = 32, 2e-3, 0.05
DROPPED, JOINED = 0.12, 0.2
# generated orders for each one of the corpus in the first epoch; none in the last third
GENERATED = 0.7


def vocabulary_of(rows):
    counts = collections.Counter(item["word"] for row in rows for item in row["items"])
    words = [word for word, count in sorted(counts.items()) if count >= 2 and word != "<m>"]
    return {word: FIRST_WORD + at for at, word in enumerate(words)}


def batches(orders):
    """Orders of nearly the same length together: less is padded."""
    orders = sorted(orders, key=lambda order: order.size + random.random() * 4)
    parts = [orders[at : at + BATCH] for at in range(0, len(orders), BATCH)]
    random.shuffle(parts)
    return parts


def loss_of(network, orders, dropped):
    inputs, wanted = collate(orders, dropped)
    one, two, kind = network(*inputs.values())
    mask = wanted["mask"]
    each = lambda said, right: functional.binary_cross_entropy_with_logits(said, right, reduction="none").sum(-1)
    ones = (each(one, wanted["ones"]) * mask).sum()
    twos = (each(two, wanted["twos"]) * mask[:, :, None] * mask[:, None]).sum()
    return (ones + twos) / len(orders) + 0.3 * functional.cross_entropy(kind, wanted["kind"])


@torch.no_grad()
def examined(network, orders):
    network.eval()
    rows = []
    for order in orders:
        if order.kind != 0:
            continue
        one, two, _ = network(*collate([order])[0].values())
        said = [(shares[0] > 0).float().numpy() for shares in (one, two)]
        rows.append(order.ones is not None and all((a == b).all() for a, b in zip(said, (order.ones, order.twos))))
    return rows


def main(folder, out, seed, epochs):
    torch.set_num_threads(1)
    random.seed(seed)
    torch.manual_seed(seed)
    sorts = read_sorts(os.path.join(os.path.dirname(__file__), "../../../../config/words/sorts.txt"))
    rows = [row for name in TRAINING for row in read(f"{folder}/{name}.jsonl")]
    vocabulary = vocabulary_of(rows)
    orders = [order for order in (Order(row, vocabulary, sorts) for row in rows) if order.kind != 0 or order.ones is not None]
    goals = [order for order in orders if order.kind == 0]
    by_world = collections.defaultdict(list)
    for order in goals:
        by_world[order.row["world"]].append(order)
    drill = [order for order in (Order(row, vocabulary, sorts) for row in read(f"{folder}/gen.jsonl")) if order.ones is not None]
    print(f"{len(drill)} generated orders align", flush=True)
    dev = {name: [Order(row, vocabulary, sorts) for row in read(f"{folder}/{name}.jsonl")] for name in CHOICE}
    network = Composer(FIRST_WORD + len(vocabulary))
    print(f"{len(goals)} goals, {len(orders)} orders, {len(vocabulary)} words, {sum(p.numel() for p in network.parameters())} weights", flush=True)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    steps = sum((int(max(0.0, GENERATED * (1 - epoch / (0.7 * epochs))) * len(orders)) + len(orders)) // BATCH + 1 for epoch in range(epochs))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    started = time.time()
    for epoch in range(epochs):
        network.train()
        share = max(0.0, GENERATED * (1 - epoch / (0.7 * epochs)))
        drawn = random.sample(drill, int(share * len(orders))) + [
            joined(order, random.choice(by_world[order.row["world"]])) if order.kind == 0 and random.random() < JOINED else order
            for order in orders
        ]
        total = 0.0
        for batch in batches(drawn):
            loss = loss_of(network, batch, DROPPED)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += loss.item()
        if epoch % 5 == 4 or epoch == epochs - 1:
            shares = [f"{name} {sum(examined(network, dev[name]))}" for name in CHOICE]
            print(epoch + 1, round(total * BATCH / len(drawn), 3), *shares, f"{time.time() - started:.0f} s", flush=True)
    torch.save({"weights": network.state_dict(), "vocabulary": vocabulary}, f"{out}/{seed}.pt")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
