"""The network: what stands in the middle of a crop, as a direction in 48 dimensions; where its middle is; how much is seen."""
import torch
import torch.nn.functional as F
from torch import nn

CHANNELS, CROP, WIDTH = 5, 32, 48
HEIGHT = 4


def step(inside, outside, stride=1):
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(outside), nn.ReLU()
    )


class SightNet(nn.Module):
    """In: crops as bytes, red, green, blue, how far it stands out (mm), height (mm). Out: 48 + 2 + 1 numbers a crop."""

    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(
            step(9, 32, 2),
            step(32, 48, 2),
            step(48, 64),
            step(64, 96, 2),
            step(96, 96),
        )
        self.middle = nn.Sequential(nn.Linear(96 * 16 + 9 * 9, 192), nn.ReLU())
        self.name = nn.Linear(192, WIDTH)
        self.offset = nn.Linear(192, 2)
        self.share = nn.Linear(192, 1)

    def forward(self, crops):
        colour = crops[:, :3] / 127.5 - 1
        height = crops[:, HEIGHT : HEIGHT + 1]
        at = slice(CROP // 2 - 1, CROP // 2 + 2)
        middle = height[:, :, CROP // 2 : CROP // 2 + 1, CROP // 2 : CROP // 2 + 1]
        # what is as high as the middle and of its colour is likely to belong to it
        above = ((height - middle) / 30).clamp(-2, 2)
        unlike = colour - colour[:, :, at, at].mean((2, 3), keepdim=True)
        out = (crops[:, 3:4] / 60).clamp(0, 3)
        x = torch.cat([colour, out, (height / 60).clamp(0, 3), above, unlike], 1)
        near = crops[:, :3, at, at]
        shares = near / near.sum(1, keepdim=True).clamp(min=30) * 3 - 1
        own = torch.cat([near / 127.5 - 1, shares, x[:, 3:6, at, at]], 1).flatten(1)
        y = self.middle(torch.cat([self.trunk(x).flatten(1), own], 1))
        name = F.normalize(self.name(y), dim=1)
        return torch.cat([name, self.offset(y), torch.sigmoid(self.share(y))], 1)
