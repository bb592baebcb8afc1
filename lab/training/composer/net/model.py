"""A transformer over the words of an order and the things and predicates of its world, which says what is asked of each fact."""
import torch
from torch import nn

from data import KINDS, LIKENESS, MENTION, PIECES, PREDICATE, RELATION, RELATIONS, SAID, SAYING, SORTS, THING, WORD

FARTHEST = 12
# the order as a whole, a word, a thing, a predicate
ITEMS = 4
# what the likelihood that one goal comes before another starts from, as a logit
RARELY = -2.0


class Layer(nn.Module):
    """Attention that knows how two items are related, as in RAT-SQL (Wang et al. 2020), and how far apart two words are."""

    def __init__(self, width, heads, drop):
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.far = nn.Embedding(2 * FARTHEST + 1, heads)
        self.wide = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(drop), nn.Linear(2 * width, width))
        self.drop = nn.Dropout(drop)

    def forward(self, x, related, distance):
        size, length, width = x.shape
        q, k, v = self.qkv(self.first(x)).view(size, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        score = q @ k.transpose(-1, -2) / (width // self.heads) ** 0.5 + related
        far = self.far(distance).permute(2, 0, 1)
        words = distance.shape[0]
        beside, below = score[0, :, :words, words:] * 0, score[0, :, words:] * 0
        share = torch.softmax(score + torch.cat([torch.cat([far, beside], 2), below], 1), -1)
        x = x + self.drop(self.out((share @ v).transpose(1, 2).reshape(size, length, width)))
        return x + self.drop(self.wide(self.second(x)))


class Composer(nn.Module):
    def __init__(self, words, width=96, heads=4, layers=3, drop=0.2, hidden=128):
        super().__init__()
        self.heads, self.depth = heads, layers
        self.word, self.piece = nn.Embedding(words, width), nn.Embedding(PIECES, width, padding_idx=0)
        self.of_word = nn.ModuleList([nn.Linear(size, width) for size in (SORTS, WORD, MENTION, LIKENESS)])
        self.of_thing = nn.ModuleList([nn.Linear(size, width) for size in (THING, SORTS, LIKENESS)])
        self.of_predicate = nn.Linear(PREDICATE, width)
        self.whole = nn.Parameter(torch.randn(width) * 0.02)
        self.related = nn.Linear(RELATIONS, heads * layers, bias=False)
        self.items = nn.Parameter(torch.zeros(layers, heads, ITEMS, ITEMS))
        self.layers = nn.ModuleList([Layer(width, heads, drop) for _ in range(layers)])
        self.norm, self.drop = nn.LayerNorm(width), nn.Dropout(drop)
        self.what, self.where, self.by, self.all = (nn.Linear(width, hidden) for _ in range(4))
        self.both = nn.Linear(width, hidden, bias=False)
        self.apart, self.now = nn.Linear(RELATION, hidden), nn.Linear(1, hidden)
        self.none = nn.Parameter(torch.zeros(1, width))
        self.said = nn.Sequential(nn.GELU(), nn.Dropout(drop), nn.Linear(hidden, len(SAID)))
        nn.init.constant_(self.said[-1].bias, -4.0)
        self.first, self.then = nn.Linear(hidden, 32), nn.Linear(hidden, 32)
        self.kind = nn.Linear(width, len(KINDS))

    def forward(self, order):
        """-> what is said of each fact, of each two which comes first, what kind of order it is: logits."""
        x, words, things = self.read(order)
        named = torch.cat([self.none.expand(x.shape[0], 1, -1), x[:, 1 + words : 1 + words + things]], 1)
        predicates, facts = x[:, 1 + words + things :], order["facts"]
        at = lambda values, number: torch.gather(values, 1, facts[:, :, number, None].expand(-1, -1, values.shape[2]))
        both = self.both(named)
        fact = (
            at(self.by(predicates), 0) + at(self.what(named), 1) + at(self.where(named), 2) + at(both, 1) * at(both, 2)
            + self.apart(order["fact_relations"]) + self.now(order["now"]) + self.all(x[:, 0])[:, None]
        )
        before = self.first(fact) @ self.then(fact).transpose(1, 2) + RARELY
        return self.said(fact), before, self.kind(x[:, 0])

    def read(self, order):
        """-> items of the order: itself, its words, things, predicates; and how many words and things."""
        letters = self.piece(order["pieces"]).sum(2) / (order["pieces"] > 0).sum(2, keepdim=True).clamp(min=1)
        sums = lambda layers, names: sum(layer(order[name]) for layer, name in zip(layers, names))
        words = self.word(order["words"]) + letters + sums(self.of_word, ("word_sorts", "word_features", "mention_features", "word_likeness"))
        things = sums(self.of_thing, ("things", "thing_sorts", "thing_likeness"))
        x = self.drop(torch.cat([self.whole.expand(words.shape[0], 1, -1), words, things, self.of_predicate(order["predicates"])], 1))
        size, length = x.shape[:2]
        related = self.related(order["relations"]).view(size, length, length, self.depth, self.heads).permute(3, 0, 4, 1, 2)
        kinds = [order["mask"][0, :1] * 0] + [order[name][0, :, 0] * 0 + at + 1 for at, name in enumerate(("word_features", "things", "predicates"))]
        kind = torch.cat(kinds).long()
        items = self.items[:, :, kind][:, :, :, kind]
        step = torch.arange(order["words"].shape[1] + 1)
        distance = (step[None] - step[:, None]).clamp(-FARTHEST, FARTHEST) + FARTHEST
        away = ((1 - order["mask"]) * -1e4)[:, None, None, :]
        for at, layer in enumerate(self.layers):
            x = layer(x, related[at] + items[at] + away, distance)
        return self.norm(x), order["words"].shape[1], order["things"].shape[1]
