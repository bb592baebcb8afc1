"""Writes what the test suite compares llama.cpp with: greedy replies of torch, and tokens of awkward texts.

usage: vectors.py DATA_DIR CHECKPOINT.pt OUT.json
"""
import json
import random
import sys

import torch

from model import Actor, Config
from tokenizer import BOS, EOS, Tokenizer

REPLIES = 24
TEXTS = 300
#: a reply whose runner-up was this close may differ after quantisation; such prompts prove nothing
MARGIN = 0.05
MOST_TOKENS = 160


@torch.no_grad()
def greedy(model, tokenizer, prompt):
    """The reply, and the smallest lead in probability that its tokens had."""
    ids, reply, lead = [BOS] + tokenizer.encode(prompt), [], 1.0
    while len(reply) < MOST_TOKENS:
        (first, second), (token, _) = torch.softmax(model(torch.tensor([ids]))[0, -1], 0).topk(2)
        lead, token = min(lead, float(first - second)), int(token)
        if token == EOS:
            break
        ids.append(token)
        reply.append(token)
    return tokenizer.decode(reply), lead


def awkward_texts(rng, prompts):
    """Pieces of prompts, random ASCII, and random Unicode with all kinds of white space."""
    letters = "abcXYZ 0123456789.,:;!?'\"[]{}()<>=@#-_\n\t"
    wide = letters + "äßñéЖ字🙂\u00a0\u2003  "
    for i in range(TEXTS):
        if i % 3 == 0:
            prompt = rng.choice(prompts)
            start = rng.randrange(len(prompt))
            yield prompt[start : start + rng.randrange(1, 80)]
        else:
            yield "".join(rng.choice(letters if i % 3 == 1 else wide) for _ in range(rng.randrange(1, 40)))


def main():
    data, checkpoint_path, out = sys.argv[1:4]
    checkpoint = torch.load(checkpoint_path)
    tokenizer = Tokenizer(checkpoint["merges"])
    model = Actor(Config(**checkpoint["config"]))
    model.load_state_dict(checkpoint["weights"])
    with open(f"{data}/validation.jsonl") as file:
        groups = [json.loads(line) for line in file]
    prompts = [group["prefix"] + group["items"][0]["suffix"] for group in groups]
    replies = []
    for prompt in prompts:
        reply, lead = greedy(model, tokenizer, prompt)
        if lead > MARGIN:
            replies.append({"prompt": prompt, "reply": reply})
        if len(replies) == REPLIES:
            break
    texts = [{"text": text, "ids": tokenizer.encode(text)} for text in awkward_texts(random.Random(5), prompts)]
    with open(out, "w") as file:
        json.dump({"greedy": replies, "tokens": texts}, file, ensure_ascii=True, indent=1)


if __name__ == "__main__":
    main()
