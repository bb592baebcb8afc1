"""Trains one composer: python3 train.py DATA OUT SEED EPOCHS; DATA holds what export.ts has written."""
import collections
import os
import random
import sys
import time

import torch
from torch import nn
from torch.nn import functional

from data import FIRST_WORD, KINDS, Order, collate, joined, read, read_sorts, worlds_of
from model import Composer

SORTS_FILE = os.path.join(os.path.dirname(__file__), "../../../../config/words/sorts.txt")
TRAINING = "abcdefghijlmnopqrtuvwxyz"
CHOICE = ["dev", "dev-b", "dev-c", "k", "s"]
RATE, DECAY = 1.5e-3, 0.05
BATCH, ITEMS = 32, 2600
# shares that are varied, see collate
VARIED = {"dropped": 0.1, "turned": 0.12, "thinned": 0.5}
# orders that are said together with another one of their world, and of those the ones with a third
JOINED, THIRD = 0.4, 0.4
# generated orders for each one of the corpus in the first epoch and in the last third: plain ones stay known as goals
GENERATED, PLAIN = 0.5, 0.12
OF_KIND, OF_ORDER = 0.3, 0.5
MOST_WANTED = 12


def vocabulary_of(rows):
    counts = collections.Counter(word["text"] for row in rows for word in row["words"])
    words = [word for word, count in sorted(counts.items()) if count >= 2]
    return {word: FIRST_WORD + at for at, word in enumerate(words)}


def batches(orders):
    """Orders of nearly the same length together: less is padded."""
    parts = [[]]
    for order in sorted(orders, key=lambda order: order.length + random.random() * 6):
        if len(parts[-1]) == BATCH or (len(parts[-1]) + 1) * order.length > ITEMS:
            parts.append([])
        parts[-1].append(order)
    random.shuffle(parts)
    return parts


def loss_of(network, orders):
    inputs, wanted = collate(orders, **VARIED)
    said, before, kind = network(inputs)
    each = functional.binary_cross_entropy_with_logits(said, wanted["said"], reduction="none").sum(-1)
    facts = (each * wanted["facts"]).sum()
    first = sum(order_loss(before[n], order) for n, order in enumerate(orders) if order.said is not None)
    kinds = functional.cross_entropy(kind, wanted["kind"], reduction="sum")
    return (facts + OF_ORDER * first + OF_KIND * kinds) / len(orders)


def order_loss(before, order):
    """How wrong it is which of the facts that are asked for come first."""
    facts = order.wanted
    if not 2 <= len(facts) <= MOST_WANTED:
        return 0.0
    at = {int(fact): place for place, fact in enumerate(facts)}
    wanted = torch.zeros(len(facts), len(facts))
    for first, then in order.row["target"]["before"]:
        wanted[at[first], at[then]] = 1
    chosen = before[torch.from_numpy(facts)][:, torch.from_numpy(facts)]
    each = functional.binary_cross_entropy_with_logits(chosen, wanted, reduction="none")
    return (each * (1 - torch.eye(len(facts)))).sum() / (len(facts) - 1)


@torch.no_grad()
def examined(network, orders):
    """Of how many goals all is said that is meant, and nothing else; what comes first is left out."""
    network.eval()
    goals = [order for order in orders if order.kind == KINDS.index("goal")]
    exact = 0
    for order in goals:
        said, _, _ = network(collate([order])[0])
        exact += order.said is not None and bool(((said[0] > 0).numpy() == (order.said > 0)).all())
    return exact


def main(folder, out, seed, epochs):
    torch.set_num_threads(1)
    random.seed(seed)
    torch.manual_seed(seed)
    sorts = read_sorts(SORTS_FILE)
    files = {name: read(f"{folder}/{name}.jsonl") for name in [*TRAINING, *CHOICE, "gen"]}
    worlds = worlds_of([row for rows in files.values() for row in rows], sorts)
    rows = [row for name in TRAINING for row in files[name]]
    vocabulary = vocabulary_of(rows)
    made = lambda row: Order(row, vocabulary, sorts, worlds)
    orders = [order for order in map(made, rows) if order.kind != 0 or order.said is not None]
    goals = collections.defaultdict(list)
    for order in orders:
        if order.kind == 0:
            goals[order.row["world"]].append(order.row)

    def said_with_another(row):
        two = [row, random.choice(goals[row["world"]] or [row])]
        random.shuffle(two)
        return joined(*two, worlds[row["world"]]) or row

    def said_with_others(row):
        row = said_with_another(row)
        return said_with_another(row) if random.random() < THIRD else row

    drill = [order for order in map(made, files["gen"]) if order.said is not None]
    choice = {name: list(map(made, files[name])) for name in CHOICE}
    network = Composer(FIRST_WORD + len(vocabulary))
    weights = sum(p.numel() for p in network.parameters())
    print(f"{len(orders)} orders, {len(drill)} generated, {len(vocabulary)} words, {weights} weights", flush=True)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    share = lambda epoch: max(PLAIN, GENERATED * (1 - epoch / (0.7 * epochs)))
    # a few more than there are: batches are drawn anew in each epoch
    steps = sum(int((1 + share(epoch)) * len(orders) / 24) for epoch in range(epochs))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    started = time.time()
    for epoch in range(epochs):
        network.train()
        drawn = random.sample(drill, min(len(drill), int(share(epoch) * len(orders)))) + [
            made(said_with_others(order.row)) if random.random() < JOINED else order for order in orders
        ]
        total = 0.0
        for batch in batches(drawn):
            loss = loss_of(network, batch)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            if schedule.last_epoch < steps - 1:
                schedule.step()
            total += loss.item() * len(batch)
        if epoch % 4 == 3 or epoch == epochs - 1:
            shares = [f"{name} {examined(network, choice[name])}" for name in CHOICE]
            print(epoch + 1, round(total / len(drawn), 3), *shares, f"{time.time() - started:.0f} s", flush=True)
    torch.save({"weights": network.state_dict(), "vocabulary": vocabulary}, f"{out}/{seed}.pt")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
