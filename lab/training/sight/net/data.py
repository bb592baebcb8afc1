"""Reads what shots/generate.ts wrote, and draws batches from it."""
import glob
import os
import numpy as np
import torch
from model import CHANNELS, CROP

THING, LIES, VIEW, DX, DY, SHARE = range(6)


class Split:
    """Crops of one split; a kind is a thing in one of its two poses, standing or lying."""

    def __init__(self, folder, name):
        parts = sorted(glob.glob(os.path.join(folder, f"{name}-*.csv")))
        self.about = np.concatenate([np.loadtxt(p, delimiter=",", ndmin=2) for p in parts]).astype(np.float32)
        files = [p.replace(".csv", ".u8") for p in parts]
        self.crops = np.concatenate([np.fromfile(f, np.uint8) for f in files]).reshape(-1, CHANNELS, CROP, CROP)
        assert len(self.crops) == len(self.about)
        a = self.about
        self.nothing = np.flatnonzero(a[:, THING] < 0)
        self.kinds = []
        for thing in range(int(a[:, THING].max()) + 1):
            own = a[:, THING] == thing
            for lies in (0, 1):
                mine = own & (a[:, LIES] == lies)
                shown = np.flatnonzero(mine & (a[:, VIEW] >= 0))
                met = np.flatnonzero(mine & (a[:, VIEW] < 0) & (a[:, SHARE] >= 0.2))
                hidden = np.flatnonzero(mine & (a[:, VIEW] < 0) & (a[:, SHARE] < 0.2))
                if len(shown) >= 4 and len(met) >= 2:
                    self.kinds.append((thing, lies, shown, met, hidden))
        # neighbours in this list look much alike: they are the hard cases
        hue = [self.colour(shown) for _, _, shown, _, _ in self.kinds]
        self.kinds = [self.kinds[i] for i in np.argsort(hue)]

    def colour(self, rows):
        at = CROP // 2
        r, g, b = self.crops[rows, :3, at, at].mean(0) / 255
        return np.arctan2(np.sqrt(3) * (g - b), 2 * r - g - b)


def turned(rng, crops, offsets):
    """Quarter turns, other brightness and tint: crops as floats, offsets along with them."""
    crops, offsets = torch.from_numpy(crops.astype(np.float32)), torch.from_numpy(offsets.copy())
    for quarter in range(1, 4):
        mine = torch.from_numpy(np.flatnonzero(rng.integers(0, 4, len(crops)) == quarter))
        crops[mine] = torch.rot90(crops[mine], quarter, (2, 3))
        x, y = offsets[mine, 0].clone(), offsets[mine, 1].clone()
        for _ in range(quarter):
            x, y = -y, x
        offsets[mine, 0], offsets[mine, 1] = x, y
    gains = rng.normal(1, 0.05, (len(crops), 3, 1, 1)) * rng.normal(1, 0.1, (len(crops), 1, 1, 1))
    crops[:, :3] *= torch.from_numpy(gains.astype(np.float32))
    crops[:, :3] += torch.from_numpy(rng.normal(0, 3, crops[:, :3].shape).astype(np.float32))
    return crops.clamp_(0, 255), offsets
