"""The actor's network: a small LLaMA (RoPE, RMSNorm, SwiGLU, grouped-query attention), written for torch 1.13.

Rotary pairs are interleaved, as llama.cpp's `llama` architecture expects; no permutation is needed on export.
"""
import math
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

from induction import start_copying


@dataclass
class Config:
    vocab: int = 512
    width: int = 128
    layers: int = 4
    heads: int = 4
    kv_heads: int = 2
    hidden: int = 448
    eps: float = 1e-5
    theta: float = 1e6  # slow rotation: equal tokens still match a prompt's length apart
    context: int = 1024

    @property
    def head_width(self):
        return self.width // self.heads


SIZES = {
    "1M": dict(width=128, layers=4, heads=4, kv_heads=2, hidden=448),
    "2M": dict(width=160, layers=5, heads=5, kv_heads=5, hidden=480),
    "3M": dict(width=192, layers=6, heads=6, kv_heads=2, hidden=576),
}
MASKED = -1e9


def causal(length, device):
    """What a token must not see: everything after it."""
    return torch.full((length, length), MASKED, device=device).triu(1)


class RMSNorm(nn.Module):
    def __init__(self, width, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


def rotate(x, cos, sin):
    """Turns the pairs (0,1), (2,3), … of the last axis."""
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2)


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.attn_norm = RMSNorm(c.width, c.eps)
        self.ffn_norm = RMSNorm(c.width, c.eps)
        self.qkv = nn.Linear(c.width, (c.heads + 2 * c.kv_heads) * c.head_width, bias=False)
        self.attn_out = nn.Linear(c.heads * c.head_width, c.width, bias=False)
        self.gate_up = nn.Linear(c.width, 2 * c.hidden, bias=False)
        self.down = nn.Linear(c.hidden, c.width, bias=False)

    def project(self, x, cos, sin):
        """Queries (scaled), keys and values, the latter repeated for every query head: (n, heads, t, head_width)."""
        c, (n, t, _) = self.c, x.shape
        sizes = [c.heads * c.head_width, c.kv_heads * c.head_width, c.kv_heads * c.head_width]
        q, k, v = self.qkv(self.attn_norm(x)).split(sizes, -1)
        q = rotate(q.view(n, t, c.heads, -1).transpose(1, 2), cos, sin) / math.sqrt(c.head_width)
        k = rotate(k.view(n, t, c.kv_heads, -1).transpose(1, 2), cos, sin)
        v = v.view(n, t, c.kv_heads, -1).transpose(1, 2)
        group = c.heads // c.kv_heads
        return q, k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)

    def finish(self, x, heads):
        """Output projection and feed-forward, both with their residuals."""
        x = x + self.attn_out(heads.transpose(1, 2).flatten(2))
        gate, up = self.gate_up(self.ffn_norm(x)).chunk(2, -1)
        return x + self.down(F.silu(gate) * up)

    def plain(self, x, cos, sin, mask):
        q, k, v = self.project(x, cos, sin)
        return self.finish(x, torch.softmax(q @ k.transpose(-1, -2) + mask, -1) @ v)

    def shared(self, prefix, tails, rope, masks, per_prefix):
        """`per_prefix` tails attend to one prefix that is computed once. prefix (b,p,w), tails (b·k,t,w)."""
        (prefix_rope, tail_rope), (prefix_mask, prefix_pad) = rope, masks
        q, k, v = self.project(prefix, *prefix_rope)
        prefix_heads = torch.softmax(q @ k.transpose(-1, -2) + prefix_mask, -1) @ v
        tq, tk, tv = self.project(tails, *tail_rope)
        n, h, t, d = tq.shape
        b, p = prefix.shape[:2]
        # all tails of a prefix fold into its query axis: one matrix product instead of k copies of the keys
        folded = tq.view(b, per_prefix, h, t, d).permute(0, 2, 1, 3, 4).reshape(b, h, per_prefix * t, d)
        to_prefix = (folded @ k.transpose(-1, -2) + prefix_pad).view(b, h, per_prefix, t, p)
        to_prefix = to_prefix.permute(0, 2, 1, 3, 4).reshape(n, h, t, p)
        to_tail = tq @ tk.transpose(-1, -2) + causal(t, tails.device)
        weights = torch.softmax(torch.cat([to_prefix, to_tail], -1), -1)
        from_prefix = weights[..., :p].view(b, per_prefix, h, t, p).permute(0, 2, 1, 3, 4)
        from_prefix = (from_prefix.reshape(b, h, per_prefix * t, p) @ v).view(b, h, per_prefix, t, d)
        from_prefix = from_prefix.permute(0, 2, 1, 3, 4).reshape(n, h, t, d)
        tail_heads = from_prefix + weights[..., p:] @ tv
        return self.finish(prefix, prefix_heads), self.finish(tails, tail_heads)


class Actor(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.embed = nn.Embedding(c.vocab, c.width)
        self.blocks = nn.ModuleList(Block(c) for _ in range(c.layers))
        self.norm = RMSNorm(c.width, c.eps)
        self.head = nn.Linear(c.width, c.vocab, bias=False)
        self.initialise()
        frequencies = c.theta ** (-torch.arange(0, c.head_width, 2).float() / c.head_width)
        angles = torch.arange(c.context).float()[:, None] * frequencies
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)

    def initialise(self):
        c = self.c
        for name, p in self.named_parameters():
            if p.dim() != 2:
                continue
            if name == "embed.weight":
                nn.init.normal_(p, 0, 0.5)  # smaller ones are drowned by the first block's output
            elif name == "head.weight" or name.endswith(("attn_out.weight", "down.weight")):
                nn.init.zeros_(p)
            else:
                nn.init.normal_(p, 0, 1 / math.sqrt(p.shape[1]))
        for block in self.blocks:
            # queries start equal to their keys, so heads begin as "attend to what looks like me"
            w = block.qkv.weight.data
            q_rows, kv_rows = c.heads * c.head_width, c.kv_heads * c.head_width
            keys = w[q_rows : q_rows + kv_rows].view(c.kv_heads, c.head_width, c.width)
            w[:q_rows] = keys.repeat_interleave(c.heads // c.kv_heads, 0).reshape(q_rows, c.width)
        start_copying(self)

    def forward(self, ids):
        """Logits of a batch of whole texts without padding, (n, t) → (n, t, vocab)."""
        t = ids.shape[1]
        rope = self.cos[:t][None, None], self.sin[:t][None, None]
        mask = causal(t, ids.device)[None, None]
        x = self.embed(ids)
        for block in self.blocks:
            x = block.plain(x, *rope, mask)
        return self.head(self.norm(x))

    def tails(self, prefix, lengths, tails, per_prefix):
        """Last hidden states of the tails. prefix (b,p) and tails (b·k,t) are padded on the right."""
        p, t = prefix.shape[1], tails.shape[1]
        device = prefix.device
        positions = lengths.repeat_interleave(per_prefix)[:, None] + torch.arange(t, device=device)[None]
        rope = (
            (self.cos[:p][None, None], self.sin[:p][None, None]),
            (self.cos[positions][:, None], self.sin[positions][:, None]),
        )
        padding = (torch.arange(p, device=device)[None] >= lengths[:, None])[:, None, None]
        masks = (
            causal(p, device)[None, None],
            torch.zeros(len(prefix), 1, 1, p, device=device).masked_fill_(padding, MASKED),
        )
        x, y = self.embed(prefix), self.embed(tails)
        for block in self.blocks:
            x, y = block.shared(x, y, rope, masks, per_prefix)
        return self.norm(y)


def parameters(model):
    return sum(p.numel() for p in model.parameters())
