"""The critic's vision-language model: about 0.45 M parameters.

encoder   ten rectified patches (eight zones, shelf track, home) and an overview of the field -> 43 visual tokens
decoder   causal, reads visual tokens, the facts line and its own answer; a word's position is (line, place in line)
"""
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

ZONES, BOTTLENECK, COUNT_FEATURES = 8, 128, 25
D, LAYERS, HEADS = 64, 3, 4
VISUAL = ZONES * 5 + 3
LINE = 12  # places in a line of the answer


def stage(inputs, outputs, stride):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


class PatchNet(nn.Module):
    """One patch of 40 x 48 pixels -> features; the heads teach it in the first lesson and draft the answer later on."""

    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(stage(3, 16, 2), stage(16, 32, 2), stage(32, 48, 1), stage(48, 48, 2))
        self.squeeze = nn.Linear(48 * 5 * 6, BOTTLENECK)
        self.faces = nn.Linear(BOTTLENECK, 16)
        self.robot = nn.Linear(BOTTLENECK, 1)
        self.track = nn.Linear(BOTTLENECK, 4)

    def forward(self, x):
        return F.relu(self.squeeze(self.trunk(x * (1 / 127.5) - 1).flatten(1)))


class OverviewNet(nn.Module):
    """The overview of 112 x 160 pixels -> how likely each cell holds a stray block, summed up."""

    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(stage(3, 12, 2), stage(12, 24, 2), stage(24, 24, 1))
        self.heat = nn.Conv2d(24, 1, 1)
        self.count = nn.Linear(COUNT_FEATURES, 5)

    def cells(self, x):
        features = self.trunk(x * (1 / 127.5) - 1)
        return features, self.heat(features)

    def forward(self, x):
        features, heat = self.cells(x)
        weight = torch.sigmoid(heat)
        return torch.cat([weight.sum((2, 3)), (weight * features).sum((2, 3)) * 0.25], 1)


class Projector(nn.Module):
    """Features -> visual tokens: four slots and one surrounding per zone, then shelf, home, overview."""

    def __init__(self):
        super().__init__()
        self.zone = nn.Linear(BOTTLENECK, 5 * D)
        self.shelf = nn.Linear(BOTTLENECK, D)
        self.home = nn.Linear(BOTTLENECK, D)
        self.overview = nn.Linear(COUNT_FEATURES, D)
        self.norm = nn.LayerNorm(D)
        self.place = nn.Parameter(torch.randn(1, VISUAL, D) * 0.5)

    def forward(self, patches, overview):
        zones = self.zone(patches[:, :ZONES]).reshape(-1, ZONES * 5, D)
        rest = torch.stack([self.shelf(patches[:, 8]), self.home(patches[:, 9]), self.overview(overview)], 1)
        return self.norm(torch.cat([zones, rest], 1)) + self.place


class Encoder(nn.Module):
    """What is exported as vision_encoder.onnx: (patches 1x10x3x40x48, overview 1x3x112x160), 0...255 -> 1x43xD and a draft
    of what is seen: 32 faces, the robot's place, the shelf's, the number of strays. The draft only saves time: the
    runtime has every word of it confirmed by the decoder."""

    def __init__(self, patch, overview, projector):
        super().__init__()
        self.patch, self.overview, self.projector = patch, overview, projector

    def forward(self, patches, overview):
        features = self.patch(patches.flatten(0, 1)).reshape(1, 10, BOTTLENECK)
        counts = self.overview(overview)
        faces = self.patch.faces(features[:, :ZONES]).reshape(1, ZONES * 4, 4).argmax(-1)
        places = torch.cat([features[:, :ZONES], features[:, 9:10]], 1)
        robot = self.patch.robot(places).squeeze(-1)
        robot = torch.cat([robot, torch.zeros(1, 1)], 1).argmax(-1, keepdim=True)
        track = self.patch.track(features[:, 8]).argmax(-1, keepdim=True)
        stray = self.overview.count(counts).argmax(-1, keepdim=True)
        return self.projector(features, counts), torch.cat([faces, robot, track, stray], 1)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(D), nn.LayerNorm(D)
        self.qkv = nn.Linear(D, 3 * D, bias=False)
        self.out = nn.Linear(D, D, bias=False)
        self.up, self.down = nn.Linear(D, 4 * D), nn.Linear(4 * D, D)

    def forward(self, x, mask, past_key, past_value):
        b, t, _ = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(b, t, 3, HEADS, D // HEADS).permute(2, 0, 3, 1, 4).unbind(0)
        k, v = torch.cat([past_key, k], 2), torch.cat([past_value, v], 2)
        weights = torch.softmax(q @ k.transpose(-1, -2) * (1 / math.sqrt(D // HEADS)) + mask, -1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(b, t, D))
        return x + self.down(F.gelu(self.up(self.norm2(x)))), k, v


class Decoder(nn.Module):
    def __init__(self, words, positions):
        super().__init__()
        self.place = nn.Embedding(positions, D)
        self.place.weight.data.mul_(0.3)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(D)
        self.head = nn.Linear(D, words, bias=False)

    def forward(self, inputs_embeds, attention_mask, position_ids, *past):
        x = inputs_embeds + self.place(position_ids)
        order = torch.cumsum(attention_mask, 1)
        own = order[:, attention_mask.shape[1] - position_ids.shape[1] :]
        visible = (order[:, None, None, :] <= own[:, None, :, None]) & (attention_mask[:, None, None, :] > 0)
        mask = torch.where(visible, torch.zeros(()), torch.full((), -1e9))
        present = []
        for i, layer in enumerate(self.layers):
            x, k, v = layer(x, mask, past[2 * i], past[2 * i + 1])
            present += [k, v]
        return (self.head(self.norm(x)), *present)


def no_past(batch):
    return [torch.zeros(batch, HEADS, 0, D // HEADS) for _ in range(2 * LAYERS)]


def answer_positions(words, first, separator=";"):
    """Position of each answer word: `first` + line * LINE + place in line; the runtime counts the same way."""
    out, line, place = [], 0, 0
    for word in words:
        out.append(first + line * LINE + min(place, LINE - 1))
        place += 1
        if word == separator:
            line, place = line + 1, 0
    return out
