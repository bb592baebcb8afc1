"""A small transformer over the words and mentions of an order, with a head for each mention and one for each pair."""
import torch
from torch import nn

from data import KINDS, MENTION, MENTION_FEATURES, ONE, PAIR_FEATURES, PIECES, PIECES_OF_WORD, SORTS, TWO, WORD_FEATURES

FARTHEST = 12


class Layer(nn.Module):
    def __init__(self, width, heads, drop):
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.far = nn.Embedding(2 * FARTHEST + 1, heads)
        self.wide = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(drop), nn.Linear(2 * width, width))
        self.drop = nn.Dropout(drop)

    def forward(self, x, away, distance):
        size, length, width = x.shape
        q, k, v = self.qkv(self.first(x)).view(size, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        score = q @ k.transpose(-1, -2) / (width // self.heads) ** 0.5 + self.far(distance).permute(2, 0, 1) + away
        mixed = (self.drop(torch.softmax(score, -1)) @ v).transpose(1, 2).reshape(size, length, width)
        x = x + self.drop(self.out(mixed))
        return x + self.drop(self.wide(self.second(x)))


class Composer(nn.Module):
    def __init__(self, words, width=96, heads=4, layers=3, drop=0.2):
        super().__init__()
        self.word, self.sort = nn.Embedding(words, width), nn.Linear(SORTS, width)
        self.feature, self.mention = nn.Linear(WORD_FEATURES, width), nn.Linear(MENTION_FEATURES, width)
        self.piece = nn.Embedding(PIECES, width, padding_idx=0)
        self.layers = nn.ModuleList([Layer(width, heads, drop) for _ in range(layers)])
        self.norm, self.drop = nn.LayerNorm(width), nn.Dropout(drop)
        head = lambda inputs, outputs: nn.Sequential(nn.Linear(inputs, width), nn.GELU(), nn.Dropout(drop), nn.Linear(width, outputs))
        self.one, self.two = head(width, len(ONE)), head(2 * width + PAIR_FEATURES + 3, len(TWO))
        self.kind = nn.Linear(width, len(KINDS))

    def forward(self, words, features, mention, sorts, pieces, at, pairs):
        length = words.shape[1]
        letters = self.piece(pieces).sum(2) / (pieces > 0).sum(2, keepdim=True).clamp(min=1)
        x = self.drop(self.word(words) + self.sort(sorts) + self.feature(features) + self.mention(mention) + letters)
        step = torch.arange(length, device=words.device)
        distance = (step[None] - step[:, None]).clamp(-FARTHEST, FARTHEST) + FARTHEST
        away = ((words == 0).float() * -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, away, distance)
        x = self.norm(x)
        said = torch.gather(x, 1, at[:, :, None].expand(-1, -1, x.shape[2]))
        count = at.shape[1]
        first, second = said[:, :, None].expand(-1, -1, count, -1), said[:, None].expand(-1, count, -1, -1)
        apart = (at[:, None, :] - at[:, :, None]).float().clamp(-20, 20) / 10
        spoken = (at == 0).float()[:, :, None].expand(-1, -1, count)
        both = torch.cat([first, second, pairs, torch.stack([apart, apart.abs(), spoken], -1)], -1)
        return self.one(said), self.two(both), self.kind(x[:, 0])


class Ensemble(nn.Module):
    """What several networks say on the average, as shares from 0 to 1."""

    def __init__(self, networks):
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def forward(self, *inputs):
        said = [network(*inputs) for network in self.networks]
        mean = lambda values: torch.stack(values).mean(0)
        return (
            mean([torch.sigmoid(one) for one, _, _ in said]),
            mean([torch.sigmoid(two) for _, two, _ in said]),
            mean([torch.softmax(kind, -1) for _, _, kind in said]),
        )
