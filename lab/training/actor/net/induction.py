"""Starts the network off with a circuit that copies ("induction heads"), which it would find by itself only late.

Two heads of the first layer look one and two tokens back, by position alone, and leave what they saw in the residual
stream. One head of the second layer then attends to places whose two predecessors are the two newest tokens, and
brings along what stands there. Everything stays trainable; how the copied token becomes a logit is learned.
"""
import math

import torch

CONSTANT = 2.0  # one channel of every embedding, against 0.5 of the others: what position-only queries are made of
SHARPNESS = 12.0  # nats between the wanted distance and far ones
POSITION_PAIRS = (1.0, 1.0, 0.5)  # weights of the fastest rotary pairs
MATCH_FROM = 12  # rotary channels from here on turn slowly enough to compare contents across a prompt
MATCH_SCALE = 1.6


def start_copying(model):
    c = model.c
    width, rows = c.head_width, c.heads * c.head_width
    random = torch.Generator().manual_seed(c.width)
    basis = torch.linalg.qr(torch.randn(c.width - 1, c.width - 1, generator=random))[0]
    basis = torch.cat([torch.zeros(1, c.width - 1), basis])  # (width, width - 1), none of it on the constant channel
    read, one_back, two_back = basis[:, :width], basis[:, width : 2 * width], basis[:, 2 * width : 3 * width]
    model.embed.weight.data[:, 0] = CONSTANT
    first, second = model.blocks[0], model.blocks[1]
    look_back(first, width, rows, c.theta)
    first.qkv.weight.data[rows + c.kv_heads * width :][:width] = read.T
    first.attn_out.weight.data[:, :width] = one_back
    first.attn_out.weight.data[:, width : 2 * width] = two_back
    query, key = torch.zeros(width, c.width), torch.zeros(width, c.width)
    half = (width - MATCH_FROM) // 2
    newest, before = slice(MATCH_FROM, MATCH_FROM + half), slice(MATCH_FROM + half, MATCH_FROM + 2 * half)
    query[newest], key[newest] = read.T[:half], one_back.T[:half]
    query[before], key[before] = one_back.T[:half], two_back.T[:half]
    second.qkv.weight.data[:width] = MATCH_SCALE * query
    second.qkv.weight.data[rows : rows + width] = MATCH_SCALE * key
    second.qkv.weight.data[rows + c.kv_heads * width :][:width] = read.T
    second.attn_out.weight.data[:, :width] = basis[:, -width:]


def look_back(block, width, rows, theta):
    """Heads 0 and 1 share their key: the constant. Their queries are turned by one and by two positions."""
    w = block.qkv.weight.data
    normal = CONSTANT / math.sqrt((127 * 0.25 + CONSTANT**2) / 128)  # the constant channel behind the norm
    w[: 2 * width] = 0
    w[rows : rows + width] = 0
    for pair, weight in enumerate(POSITION_PAIRS):
        frequency = theta ** (-2 * pair / width)
        size = math.sqrt(weight * SHARPNESS * math.sqrt(width)) / normal
        w[rows + 2 * pair, 0] = size
        for head, distance in ((0, 1), (1, 2)):
            w[head * width + 2 * pair, 0] = size * math.cos(distance * frequency)
            w[head * width + 2 * pair + 1, 0] = -size * math.sin(distance * frequency)
