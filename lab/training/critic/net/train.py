"""Trains the critic: python3 train.py <data> <out> [encoder steps] [decoder steps] [overview]. Seeded, one thread
(THREADS: more), a GPU when present. With the last word only the overview is learned, beside a process that does the rest
and finds it done.

Lesson 1: the two picture networks on labels per slot (models that see whole sentences only never learn to see).
Lesson 2: their features are frozen and cached; projector and decoder learn to write the answer.
Every draw depends on (lesson, step) alone, so a run that goes on from a checkpoint ends as one that was never cut off.
"""
import json
import os
import sys
import time
import numpy as np
import torch
import torch.nn.functional as F
from checkpoint import Lesson, Log
from data import Split, labels, load
from model import D, VISUAL, LINE, Decoder, OverviewNet, PatchNet, Projector, answer_positions, no_past

folder, out = sys.argv[1], sys.argv[2]
ENCODER_STEPS = int(sys.argv[3]) if len(sys.argv) > 3 else 2400
DECODER_STEPS = int(sys.argv[4]) if len(sys.argv) > 4 else 4000
SEED = 1
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.set_num_threads(int(os.environ.get("THREADS", "1")))
torch.manual_seed(SEED)
os.makedirs(out, exist_ok=True)
about = load(folder)
WORDS = about["vocabulary"]
ID = {word: i for i, word in enumerate(WORDS)}
train, held = Split(folder, "train", about), Split(folder, "validation", about)
PROMPT, REFUTED = about["promptWords"], about["refutedWords"]
ANSWER_AT = VISUAL + PROMPT + REFUTED
POSITIONS = ANSWER_AT + 14 * LINE
log = Log(os.path.join(out, "log.jsonl"))
started = time.time()


def say(lesson, **row):
    log.write(lesson=lesson, seconds=round(time.time() - started), **row)


def draws(lesson, step):
    """random numbers of one step, on numpy and torch"""
    return np.random.default_rng([SEED, lesson, step]), torch.Generator().manual_seed(SEED + 1000003 * lesson + step)


def pictures(array):
    x = torch.from_numpy(np.ascontiguousarray(array)).to(DEVICE).float()
    return x.transpose(-1, -2).transpose(-2, -3).contiguous()


def schedule(optimiser, step, steps, peak):
    for group in optimiser.param_groups:
        group["lr"] = peak * min(1, (step + 1) / 60) * max(0.02, min(1, 1.5 * (1 - step / steps)))


def tables(split):
    rows = [labels(line) for line in split.lines]
    return [torch.tensor(np.array([row[i] for row in rows])).to(DEVICE) for i in range(4)]


def jitter(x, generator):
    """brightness, tint and a shift of one pixel: what a real camera does from one day to the next"""
    n = x.shape[0]
    draw = lambda *shape: torch.rand(*shape, generator=generator).to(x.device)
    gain = (0.75 + 0.5 * draw(n, 1, 1, 1)) * (0.93 + 0.14 * draw(n, 3, 1, 1))
    across, along = (int(torch.randint(-1, 2, (1,), generator=generator)) for _ in range(2))
    return torch.roll((x * gain).clamp(0, 255), (across, along), (2, 3))


def lesson_patches(net, faces, robot, track, steps, batch=12):
    """`batch` scenes of ten patches a step; half of them mirrored along x, slots reversed."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-2)
    lesson = Lesson(out, "patches", {"patch": net}, optimiser, DEVICE)
    for step in range(lesson.first, steps):
        schedule(optimiser, step, steps, 3e-3)
        rng, generator = draws(1, step)
        pick = np.sort(rng.integers(0, len(train), batch))
        x = pictures(train.patches[pick])
        target = faces[pick]
        if step % 2:
            x, target = x.flip(-1), target.flip(-1)
        f = net(jitter(x.flatten(0, 1), generator)).reshape(batch, 10, -1)
        where = robot[pick]
        here = F.one_hot(where.clamp(0), 10)[:, :9].float()
        present = torch.cat([(target[:, :, 0] >= 0).float(), torch.ones(batch, 1, device=DEVICE)], 1)
        present = present * (where >= 0).float()[:, None]
        seen = net.robot(torch.cat([f[:, :8], f[:, 9:10]], 1)).squeeze(-1)
        loss = F.cross_entropy(net.faces(f[:, :8]).reshape(-1, 4), target.reshape(-1), ignore_index=-1)
        loss = loss + F.binary_cross_entropy_with_logits(seen, here, present)
        loss = loss + F.cross_entropy(net.track(f[:, 8]), track[pick])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 200 == 199:
            say("patches", step=step + 1, loss=round(loss.item(), 4))
            lesson.keep(step + 1)


def lesson_overview(net, steps, batch=8):
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-2)
    lesson = Lesson(out, "overview", {"overview": net}, optimiser, DEVICE)
    with_stray = np.array([i for i, line in enumerate(train.lines) if line["stray"]])
    for step in range(lesson.first, steps):
        schedule(optimiser, step, steps, 3e-3)
        rng, generator = draws(2, step)
        pick = np.concatenate([rng.integers(0, len(train), batch // 2), rng.choice(with_stray, batch // 2)])
        x = jitter(pictures(train.overview[pick]), generator)
        heat = torch.zeros(batch, 28, 40)
        for row, i in enumerate(pick):
            for u, v in train.lines[i]["stray"]:
                heat[row, min(27, max(0, int(v / 4))), min(39, max(0, int(u / 4)))] = 1
        heat = heat.to(DEVICE)
        if step % 2:
            x, heat = x.flip(-1), heat.flip(-1)
        features, logits = net.cells(x)
        around = F.max_pool2d(heat[:, None], 3, 1, 1)[:, 0]
        # the cells next to a block's own are neither right nor wrong
        weight = torch.where(heat > 0, 30.0, torch.where(around > 0, 0.0, 1.0))
        loss = (F.binary_cross_entropy_with_logits(logits[:, 0], heat, reduction="none") * weight).mean() * 4
        pooled = torch.sigmoid(logits)
        vector = torch.cat([pooled.sum((2, 3)), (pooled * features).sum((2, 3)) * 0.25], 1)
        count = torch.tensor([min(4, len(train.lines[i]["stray"])) for i in pick], device=DEVICE)
        loss = loss + F.cross_entropy(net.count(vector), count)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        if step % 200 == 199:
            say("overview", step=step + 1, loss=round(loss.item(), 4))
            lesson.keep(step + 1)


@torch.no_grad()
def features(patch, overview, split):
    a, b = [], []
    for at in range(0, len(split), 32):
        x = pictures(split.patches[at : at + 32])
        a.append(patch(x.flatten(0, 1)).reshape(len(x), 10, -1))
        b.append(overview(pictures(split.overview[at : at + 32])))
    return torch.cat(a), torch.cat(b)


def check_encoder(patch, overview, split):
    faces, robot, track, stray = tables(split)
    a, b = features(patch, overview, split)
    share = lambda right: round(right.float().mean().item(), 4)
    with torch.no_grad():
        right = patch.faces(a[:, :8]).reshape(-1, 8, 4, 4).argmax(-1) == faces
        say(
            "encoder",
            faces=share(right[faces >= 0]),
            visible=share(right[(faces >= 0) & (faces < 3)]),
            track=share(patch.track(a[:, 8]).argmax(-1) == track),
            stray=share(overview.count(b).argmax(-1) == stray),
        )
    return a, b


def sentences(split, pick):
    """word ids, positions, targets (-1 where nothing is asked)"""
    rows = []
    for i in pick:
        prompt, answer = split.prompts[i], split.answers[i]
        words = prompt + answer[:-1]
        places = list(range(VISUAL, VISUAL + len(prompt))) + answer_positions(answer[:-1], ANSWER_AT)
        rows.append(([ID[w] for w in words], places, [-1] * (len(prompt) - 1) + [ID[w] for w in answer]))
    longest = max(len(row[0]) for row in rows)
    pad = lambda values, fill: values + [fill] * (longest - len(values))
    return [torch.tensor([pad(row[k], fill) for row in rows]).to(DEVICE) for k, fill in ((0, 0), (1, POSITIONS - 1), (2, -1))]


def answer_logits(visual, words, places, embed, decoder):
    b = visual.shape[0]
    x = torch.cat([visual, embed(words)], 1)
    places = torch.cat([torch.arange(VISUAL, device=DEVICE).expand(b, -1), places], 1)
    past = [part.to(DEVICE) for part in no_past(b)]
    ones = torch.ones(b, x.shape[1], dtype=torch.long, device=DEVICE)
    return decoder(x, ones, places, *past)[0][:, VISUAL:]


def lesson_answers(projector, embed, decoder, bank, held_bank, steps, batch=16):
    parameters = [*projector.parameters(), *embed.parameters(), *decoder.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=1e-3, betas=(0.9, 0.98), weight_decay=1e-2)
    lesson = Lesson(out, "answers", {"projector": projector, "embed": embed, "decoder": decoder}, optimiser, DEVICE)
    for step in range(lesson.first, steps):
        schedule(optimiser, step, steps, 3e-3)
        rng, _ = draws(3, step)
        pick = rng.integers(0, len(train), batch)
        words, places, target = sentences(train, pick)
        logits = answer_logits(projector(bank[0][pick], bank[1][pick]), words, places, embed, decoder)
        loss = F.cross_entropy(logits.flatten(0, 1), target.flatten(), ignore_index=-1)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        if step % 200 == 199:
            exact = held_out(projector, embed, decoder, held_bank)
            say("answers", step=step + 1, loss=round(loss.item(), 4), exact=round(exact, 4))
            lesson.keep(step + 1)


@torch.no_grad()
def held_out(projector, embed, decoder, bank, count=200):
    """share of whole answers right under teacher forcing, which equals greedy decoding"""
    pick = np.arange(min(count, len(held)))
    words, places, target = sentences(held, pick)
    logits = answer_logits(projector(bank[0][pick], bank[1][pick]), words, places, embed, decoder)
    return ((logits.argmax(-1) == target) | (target < 0)).all(1).float().mean().item()


def save(**parts):
    for name, part in parts.items():
        torch.save({key: value.cpu() for key, value in part.state_dict().items()}, os.path.join(out, f"{name}.pt"))
    shape = {"prompt": PROMPT, "refuted": REFUTED, "answerAt": ANSWER_AT, "positions": POSITIONS}
    recipe = {"train": len(train), "seed": SEED, "encoderSteps": ENCODER_STEPS, "decoderSteps": DECODER_STEPS}
    with open(os.path.join(out, "shape.json"), "w") as f:
        json.dump({**shape, **recipe, "words": len(WORDS), "device": DEVICE.type}, f)


def main():
    say("begin", train=len(train), held=len(held), device=DEVICE.type)
    patch, overview = PatchNet().to(DEVICE), OverviewNet().to(DEVICE)
    if "overview" in sys.argv[5:]:
        lesson_overview(overview, ENCODER_STEPS * 2 // 3)
        return
    faces, robot, track, _ = tables(train)
    lesson_patches(patch, faces, robot, track, ENCODER_STEPS)
    lesson_overview(overview, ENCODER_STEPS * 2 // 3)
    patch.eval(), overview.eval()
    save(patch=patch, overview=overview)
    held_bank = check_encoder(patch, overview, held)
    bank = features(patch, overview, train)
    projector = Projector().to(DEVICE)
    embed, decoder = torch.nn.Embedding(len(WORDS), D).to(DEVICE), Decoder(len(WORDS), POSITIONS).to(DEVICE)
    embed.weight.data.mul_(0.5)
    say("model", parameters=sum(p.numel() for m in (patch, overview, projector, embed, decoder) for p in m.parameters()))
    lesson_answers(projector, embed, decoder, bank, held_bank, DECODER_STEPS)
    save(projector=projector, embed=embed, decoder=decoder)


main()
