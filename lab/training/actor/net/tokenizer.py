"""Byte-level BPE for the actor, equal to llama.cpp's `tokenizer.ggml.model = gpt2`, `pre = smollm`.

No merge contains a digit, so that a digit is always one token (numbers are copied, not spelled), and none contains
a blank or a line break beyond a leading blank of a word, so that runs of white space need no look-ahead rules.

usage: tokenizer.py DATA_DIR OUT.json [VOCAB]
"""
import collections
import json
import re
import sys

# llama.cpp's gpt-2 pattern on what remains once digits stand alone; letters are ASCII letters and all non-ASCII
WORD = re.compile(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z\u0080-\U0010ffff]+| ?[^\sA-Za-z0-9\u0080-\U0010ffff]+|\s+(?!\S)|\s+"
)
DIGIT = re.compile(r"([0-9])")
SPECIAL = ["<|startoftext|>", "<|endoftext|>", "<|pad|>"]
BOS, EOS, PAD = 0, 1, 2


def byte_alphabet():
    """GPT-2's map from bytes to printable characters."""
    plain = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    chars, extra = dict(zip(plain, map(chr, plain))), 0
    for byte in range(256):
        if byte not in chars:
            chars[byte] = chr(256 + extra)
            extra += 1
    return chars


TO_CHAR = byte_alphabet()
TO_BYTE = {char: byte for byte, char in TO_CHAR.items()}
FORBIDDEN = {TO_CHAR[byte] for byte in b"0123456789\n\t\r"}
BLANK = TO_CHAR[32]


def words(text):
    """Pre-tokens of a text, each as a string of the byte alphabet."""
    pieces = []
    for part in DIGIT.split(text):
        found = [part] if DIGIT.fullmatch(part) else WORD.findall(part)
        pieces += ["".join(TO_CHAR[byte] for byte in word.encode()) for word in found]
    return pieces


class Tokenizer:
    def __init__(self, merges):
        self.merges = [tuple(merge) for merge in merges]
        self.rank = {merge: i for i, merge in enumerate(self.merges)}
        self.vocab = SPECIAL + [TO_CHAR[byte] for byte in range(256)] + [a + b for a, b in self.merges]
        self.ids = {token: i for i, token in enumerate(self.vocab)}
        self.cache = {}

    def encode(self, text):
        return [token for word in words(text) for token in self.encode_word(word)]

    def encode_word(self, word):
        if word not in self.cache:
            parts = list(word)
            while len(parts) > 1:
                pairs = [(self.rank.get(pair, len(self.merges)), i) for i, pair in enumerate(zip(parts, parts[1:]))]
                rank, i = min(pairs)
                if rank == len(self.merges):
                    break
                parts[i : i + 2] = [parts[i] + parts[i + 1]]
            self.cache[word] = [self.ids[part] for part in parts]
        return self.cache[word]

    def decode(self, ids):
        text = "".join(self.vocab[i] for i in ids if i >= len(SPECIAL))
        return bytes(TO_BYTE[char] for char in text).decode("utf8", "replace")

    def save(self, path):
        with open(path, "w") as file:
            json.dump({"merges": self.merges}, file)

    @staticmethod
    def load(path):
        with open(path) as file:
            return Tokenizer(json.load(file)["merges"])


def may_merge(a, b):
    both = a + b
    return not (set(both) & FORBIDDEN) and BLANK not in both[1:]


def learn(texts, vocab_size):
    """Merges the most frequent pair until the vocabulary is full; ties by the pair itself, so runs are repeatable."""
    counts = collections.Counter(word for text in texts for word in words(text))
    split = {word: list(word) for word in counts}
    merges = []
    while len(SPECIAL) + 256 + len(merges) < vocab_size:
        pairs = collections.Counter()
        for word, count in counts.items():
            for pair in zip(split[word], split[word][1:]):
                if may_merge(*pair):
                    pairs[pair] += count
        if not pairs:
            break
        best, count = max(pairs.items(), key=lambda item: (item[1], item[0]))
        if count < 2:
            break
        merges.append(best)
        for parts in split.values():
            i = 0
            while i < len(parts) - 1:
                if (parts[i], parts[i + 1]) == best:
                    parts[i : i + 2] = [parts[i] + parts[i + 1]]
                else:
                    i += 1
    return Tokenizer(merges)


def corpus(path, groups):
    """Texts of the first groups of a data file: prefixes once, suffixes and answers apart, as they are tokenised."""
    texts = []
    with open(path) as file:
        for _, line in zip(range(groups), file):
            group = json.loads(line)
            texts.append(group["prefix"])
            for item in group["items"]:
                texts += [item["suffix"], item["answer"]]
    return texts


if __name__ == "__main__":
    data, out = sys.argv[1:3]
    size = int(sys.argv[3]) if len(sys.argv) > 3 else 512
    texts = corpus(f"{data}/train.jsonl", 1500)
    tokenizer = learn(texts, size)
    tokenizer.save(out)
    for text in texts[:500]:
        assert tokenizer.decode(tokenizer.encode(text)) == text
    print(f"{len(tokenizer.vocab)} tokens, {len(tokenizer.merges)} merges")
