"""Writes the trained actor as GGUF v3 (architecture `llama`, Q8_0) with its tokenizer, without any GGUF package.

usage: gguf.py CHECKPOINT.pt OUT.gguf [q8_0|f16|f32]
"""
import struct
import sys

import numpy as np
import torch

from tokenizer import BOS, EOS, PAD, SPECIAL, Tokenizer

ALIGNMENT = 32
BLOCK = 32  # weights that share one scale in Q8_0
U32, I32, F32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
TENSOR_TYPE = {"f32": 0, "f16": 1, "q8_0": 8}
FILE_TYPE = {"f32": 0, "f16": 1, "q8_0": 7}
NORMAL, CONTROL, UNUSED = 1, 3, 5


def string(text):
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def scalar(kind, value):
    if kind == STRING:
        return string(value)
    return struct.pack({U32: "<I", I32: "<i", F32: "<f", BOOL: "<?"}[kind], value)


def entry(key, kind, value):
    return string(key) + struct.pack("<I", kind) + scalar(kind, value)


def array(key, kind, values):
    head = string(key) + struct.pack("<IIQ", ARRAY, kind, len(values))
    return head + b"".join(scalar(kind, value) for value in values)


def q8_0(weights):
    """Blocks of 32: a half-precision scale, then 32 signed bytes."""
    blocks = weights.reshape(-1, BLOCK).astype(np.float32)
    scale = np.abs(blocks).max(1) / 127.0
    inverse = np.where(scale > 0, 1 / np.where(scale > 0, scale, 1), 0)
    out = np.zeros(len(blocks), dtype=[("scale", "<f2"), ("q", "i1", BLOCK)])
    out["scale"] = scale.astype(np.float16)
    out["q"] = np.clip(np.round(blocks * inverse[:, None]), -127, 127).astype(np.int8)
    return out.tobytes()


def tensors(config, weights):
    """(llama.cpp's name, matrix) in file order; fused projections are taken apart."""
    width = config["width"] // config["heads"]
    q_rows, kv_rows = config["heads"] * width, config["kv_heads"] * width
    found = [
        ("token_embd.weight", weights["embed.weight"]),
        ("output_norm.weight", weights["norm.weight"]),
        ("output.weight", weights["head.weight"]),
    ]
    for i in range(config["layers"]):
        ours, theirs = f"blocks.{i}.", f"blk.{i}."
        q, k, v = np.split(weights[ours + "qkv.weight"], [q_rows, q_rows + kv_rows], 0)
        gate, up = np.split(weights[ours + "gate_up.weight"], 2, 0)
        found += [
            (theirs + "attn_norm.weight", weights[ours + "attn_norm.weight"]),
            (theirs + "attn_q.weight", q),
            (theirs + "attn_k.weight", k),
            (theirs + "attn_v.weight", v),
            (theirs + "attn_output.weight", weights[ours + "attn_out.weight"]),
            (theirs + "ffn_norm.weight", weights[ours + "ffn_norm.weight"]),
            (theirs + "ffn_gate.weight", gate),
            (theirs + "ffn_up.weight", up),
            (theirs + "ffn_down.weight", weights[ours + "down.weight"]),
        ]
    return found


def metadata(config, tokenizer, kind):
    tokens, types = list(tokenizer.vocab), [CONTROL] * len(SPECIAL)
    types += [NORMAL] * (len(tokens) - len(SPECIAL))
    while len(tokens) < config["vocab"]:
        tokens.append(f"<|unused{len(tokens)}|>")
        types.append(UNUSED)
    width = config["width"] // config["heads"]
    return [
        entry("general.architecture", STRING, "llama"),
        entry("general.name", STRING, "graft actor"),
        entry("general.license", STRING, "Apache-2.0"),
        entry("general.file_type", U32, FILE_TYPE[kind]),
        entry("general.quantization_version", U32, 2),
        entry("general.alignment", U32, ALIGNMENT),
        entry("llama.context_length", U32, config["context"]),
        entry("llama.embedding_length", U32, config["width"]),
        entry("llama.block_count", U32, config["layers"]),
        entry("llama.feed_forward_length", U32, config["hidden"]),
        entry("llama.attention.head_count", U32, config["heads"]),
        entry("llama.attention.head_count_kv", U32, config["kv_heads"]),
        entry("llama.attention.layer_norm_rms_epsilon", F32, config["eps"]),
        entry("llama.rope.freq_base", F32, config["theta"]),
        entry("llama.rope.dimension_count", U32, width),
        entry("llama.vocab_size", U32, config["vocab"]),
        entry("tokenizer.ggml.model", STRING, "gpt2"),
        entry("tokenizer.ggml.pre", STRING, "smollm"),
        array("tokenizer.ggml.tokens", STRING, tokens),
        array("tokenizer.ggml.token_type", I32, types),
        array("tokenizer.ggml.merges", STRING, [f"{a} {b}" for a, b in tokenizer.merges]),
        entry("tokenizer.ggml.bos_token_id", U32, BOS),
        entry("tokenizer.ggml.eos_token_id", U32, EOS),
        entry("tokenizer.ggml.padding_token_id", U32, PAD),
        entry("tokenizer.ggml.add_bos_token", BOOL, True),
        entry("tokenizer.ggml.add_eos_token", BOOL, False),
    ]


def encode(weights, kind):
    """Norms stay F32; rows that no block of 32 divides fall back to F16."""
    if weights.ndim == 1:
        return "f32", weights.astype("<f4").tobytes()
    if kind == "q8_0" and weights.shape[1] % BLOCK == 0:
        return "q8_0", q8_0(weights)
    return ("f32", weights.astype("<f4").tobytes()) if kind == "f32" else ("f16", weights.astype("<f2").tobytes())


def padded(data):
    return data + b"\0" * (-len(data) % ALIGNMENT)


def write(path, config, weights, tokenizer, kind="q8_0"):
    pairs, named = metadata(config, tokenizer, kind), tensors(config, weights)
    infos, body = b"", b""
    for name, matrix in named:
        used, data = encode(np.ascontiguousarray(matrix, dtype=np.float32), kind)
        shape = b"".join(struct.pack("<Q", size) for size in reversed(matrix.shape))
        infos += string(name) + struct.pack("<I", matrix.ndim) + shape + struct.pack("<IQ", TENSOR_TYPE[used], len(body))
        body += padded(data)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(named), len(pairs)) + b"".join(pairs) + infos
    with open(path, "wb") as file:
        file.write(padded(head) + body)


if __name__ == "__main__":
    checkpoint = torch.load(sys.argv[1], map_location="cpu")
    matrices = {name: tensor.numpy() for name, tensor in checkpoint["weights"].items()}
    quantisation = sys.argv[3] if len(sys.argv) > 3 else "q8_0"
    write(sys.argv[2], checkpoint["config"], matrices, Tokenizer(checkpoint["merges"]), quantisation)
