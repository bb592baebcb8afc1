"""Reads what shots/generate.ts wrote, and draws batches from it."""
import glob
import os
import numpy as np
import torch
from model import CHANNELS, CROP, HEIGHT

THING, SIDE, VIEW, DX, DY, SHARE = range(6)
STANDS, OUT, LOWEST = -1, 3, 10
# what stands out by less is no thing, mm
THIN = 7
# the views at enrolment; those after them are met like things in scenes
STANDING, VIEWS = 2, 6


class Split:
    """Crops of one split; a kind is a thing as it stands, or on one of the sides on which it lies."""

    def __init__(self, folder, name):
        parts = sorted(glob.glob(os.path.join(folder, f"{name}-*.csv")))
        self.about = np.concatenate([np.loadtxt(p, delimiter=",", ndmin=2) for p in parts]).astype(np.float32)
        files = [p.replace(".csv", ".u8") for p in parts]
        self.crops = np.concatenate([np.fromfile(f, np.uint8) for f in files]).reshape(-1, CHANNELS, CROP, CROP)
        assert len(self.crops) == len(self.about)
        a = self.about
        self.nothing = np.flatnonzero(a[:, THING] < 0)
        self.hidden = np.flatnonzero((a[:, THING] >= 0) & (a[:, VIEW] < 0) & (a[:, SHARE] < 0.2))
        self.things = self.by_hue(self.kinds_of())

    def kinds_of(self):
        """Of each thing the kinds that were both shown and met: side, rows at enrolment, rows in scenes."""
        a = self.about
        own = np.flatnonzero(a[:, THING] >= 0)
        key = a[own, THING] * 8 + a[own, SIDE] + 1
        order = own[np.argsort(key, kind="stable")]
        keys, starts = np.unique(np.sort(key, kind="stable"), return_index=True)
        things = {}
        for k, rows in zip(keys, np.split(order, starts[1:])):
            thing, side = divmod(int(k), 8)
            view, seen = a[rows, VIEW], a[rows, SHARE] >= 0.2
            is_shown = (view >= 0) & (view < VIEWS) & ~((view == STANDING - 1) & (side == 0))
            shown, met = rows[is_shown], rows[~is_shown & seen]
            if len(shown) >= 2 and len(met) >= 2:
                things.setdefault(thing, []).append((side - 1, shown, met))
        return things

    def by_hue(self, things):
        """Neighbours in this list look much alike: they are the hard cases."""

        def hue(kinds):
            r, g, b = self.crops[kinds[0][1], :3, CROP // 2, CROP // 2].mean(0) / 255
            return np.arctan2(np.sqrt(3) * (g - b), 2 * r - g - b)

        return sorted(things.values(), key=hue)


def turned(rng, crops, offsets, groups):
    """
    Any turn, other brightness and tint; crops of one group are mirrored and made larger alike, which makes another
    thing of theirs. Crops as floats, offsets along with them.
    """
    count = len(crops)
    of = int(groups.max()) + 1
    scale = np.where(rng.random(of) < 0.6, rng.uniform(0.85, 1.2, of), 1)[groups]
    mirror = np.where(rng.random(of) < 0.5, -1, 1)[groups]
    quarter = rng.integers(0, 4, count) * (np.pi / 2)
    angle = quarter + np.where(rng.random(count) < 0.6, rng.uniform(-np.pi / 4, np.pi / 4, count), 0)
    c, s = np.cos(angle), np.sin(angle)
    # from a cell of the new crop to that of the old one, about the middle
    x, y = (each.reshape(-1) - CROP // 2 for each in np.mgrid[:CROP, :CROP])
    old_x = np.rint((c[:, None] * x + s[:, None] * y) / scale[:, None]).astype(np.int64)
    old_y = np.rint(mirror[:, None] * (-s[:, None] * x + c[:, None] * y) / scale[:, None]).astype(np.int64)
    old_x, old_y = old_x + CROP // 2, old_y + CROP // 2
    inside = (old_x >= 0) & (old_x < CROP) & (old_y >= 0) & (old_y < CROP)
    cell = torch.from_numpy(np.where(inside, old_x * CROP + old_y, 0))
    out = torch.from_numpy(crops.astype(np.float32)).view(count, CHANNELS, -1)
    out = out.gather(2, cell[:, None].expand(-1, CHANNELS, -1)) * torch.from_numpy(inside[:, None].astype(np.float32))
    grown = torch.from_numpy(scale.astype(np.float32))[:, None]
    out[:, OUT] *= grown
    out[:, HEIGHT] = torch.where(out[:, HEIGHT] > 0, (out[:, HEIGHT] - LOWEST) * grown + LOWEST, out[:, HEIGHT])
    gains = rng.normal(1, 0.05, (count, 3, 1)) * rng.normal(1, 0.1, (count, 1, 1))
    out[:, :3] *= torch.from_numpy(gains.astype(np.float32))
    out[:, :3] += torch.from_numpy(rng.normal(0, 3, out[:, :3].shape).astype(np.float32))
    dx, dy = offsets[:, 0], offsets[:, 1] * mirror
    moved = np.stack([c * dx - s * dy, s * dx + c * dy], 1) * scale[:, None]
    return out.clamp_(0, 255).view(-1, CHANNELS, CROP, CROP), torch.from_numpy(moved.astype(np.float32))


def covered(rng, crops, others):
    """Puts things of other crops into some: beside what is there, over it where they are higher, or under it."""
    crops = crops.copy()
    kind = rng.random(len(crops))
    for i in np.flatnonzero(kind < 0.5):
        crops[i] = beside(rng, crops[i], others[i])
    for i in np.flatnonzero(kind > 0.8):
        crops[i] = upon(rng, crops[i], others[i])
    return crops, kind < 0.5


def hidden_partly(rng, crops, robots):
    """Hides parts of some crops behind what is no thing, as an arm or a lid does: one side of them, or two."""
    crops = crops.copy()
    changed = rng.random(len(crops)) < 0.45
    x, y = np.mgrid[:CROP, :CROP] - CROP // 2
    for i in np.flatnonzero(changed):
        over = np.zeros((CROP, CROP), bool)
        for _ in range(1 + (rng.random() < 0.35)):
            angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 7)
            over |= x * np.cos(angle) + y * np.sin(angle) > far
        crops[i] = np.where(over, 0 if rng.random() < 0.15 else robots[i], crops[i])
    return crops, changed


def beside(rng, crop, other):
    moved = shifted(rng, other, 20)
    raised = moved[HEIGHT].astype(np.int32) + (int(rng.integers(0, 60)) if rng.random() < 0.3 else 0)
    over = (moved[OUT] > THIN) & (raised > crop[HEIGHT])
    at = CROP // 2
    over[at - 1 : at + 2, at - 1 : at + 2] = False
    moved[OUT] = np.minimum(255, moved[OUT] + raised - moved[HEIGHT])
    moved[HEIGHT] = np.minimum(255, raised)
    return np.where(over, moved, crop)


def upon(rng, crop, other):
    under = shifted(rng, other, 6)
    at = CROP // 2
    rise = int(under[HEIGHT, at, at]) - LOWEST
    if under[OUT, at, at] <= THIN or crop[OUT, at, at] <= THIN or not 10 < rise < 120:
        return crop
    over = (crop[OUT] > THIN) & (crop[HEIGHT].astype(np.int32) + rise > under[HEIGHT])
    lifted = crop.astype(np.int32)
    lifted[[OUT, HEIGHT]] = np.minimum(255, lifted[[OUT, HEIGHT]] + rise)
    return np.where(over, lifted, under).astype(np.uint8)


def shifted(rng, crop, most):
    """Moved by up to so many cells each way; what comes in is outside the map."""
    moved = np.zeros_like(crop)
    dx, dy = (int(v) for v in rng.integers(-most, most + 1, 2))
    x, y = slice(max(0, dx), min(CROP, CROP + dx)), slice(max(0, dy), min(CROP, CROP + dy))
    moved[:, x, y] = crop[:, max(0, -dx) : CROP - max(0, dx), max(0, -dy) : CROP - max(0, dy)]
    return moved
