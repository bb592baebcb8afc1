"""Exports what train.py learned: python3 export.py <data> <out> <models/critic> [golden folder].

Three ONNX graphs (opset 14), config.json with vocabulary and shapes, and golden examples with torch's greedy words.
"""
import json
import os
import sys
import numpy as np
import torch
from data import FACES, TRACK, Split, load
from model import D, HEADS, LAYERS, LINE, VISUAL, Decoder, Encoder, OverviewNet, PatchNet, Projector, no_past

folder, out, target = sys.argv[1:4]
golden = sys.argv[4] if len(sys.argv) > 4 else None
torch.set_num_threads(1)
about = load(folder)
with open(os.path.join(out, "shape.json")) as f:
    shape = json.load(f)
words = about["vocabulary"]
# the severity that an impact mostly comes with; a wrong guess costs time, nothing else
USUAL = {
    "placement": "s0.30",
    "orientation": "s0.30",
    "grasp": "s0.30",
    "navigation": "s0.60",
    "shelf": "s0.55",
    "timing": "s0.50",
    "final-position": "s0.50",
    "coverage": "s0.20",
}


def restored(part, name):
    part.load_state_dict(torch.load(os.path.join(out, f"{name}.pt")))
    return part.eval()


encoder = Encoder(
    restored(PatchNet(), "patch"), restored(OverviewNet(), "overview"), restored(Projector(), "projector")
).eval()
embed = restored(torch.nn.Embedding(len(words), D), "embed")
decoder = restored(Decoder(len(words), shape["positions"]), "decoder")


def graph(module, inputs, name, names, outputs, axes):
    path = os.path.join(target, name)
    torch.onnx.export(
        module, inputs, path, input_names=names, output_names=outputs, dynamic_axes=axes, opset_version=14
    )
    print(name, os.path.getsize(path))


def export():
    os.makedirs(target, exist_ok=True)
    p, o = about["patch"], about["overview"]
    pictures = (
        torch.rand(1, len(about["patchNames"]), 3, p["height"], p["width"]) * 255,
        torch.rand(1, 3, o["height"], o["width"]) * 255,
    )
    graph(encoder, pictures, "vision_encoder.onnx", ["patches", "overview"], ["image_features", "seen"], {})
    ids = torch.ones(1, 9, dtype=torch.long)
    graph(embed, ids, "embed_tokens.onnx", ["input_ids"], ["inputs_embeds"], {"input_ids": {1: "s"}, "inputs_embeds": {1: "s"}})
    past_names = [f"past_key_values.{i}.{k}" for i in range(LAYERS) for k in ("key", "value")]
    present_names = [name.replace("past_key_values", "present") for name in past_names]
    past = [torch.randn(1, HEADS, 7, D // HEADS) for _ in past_names]
    axes = {"inputs_embeds": {1: "s"}, "attention_mask": {1: "t"}, "position_ids": {1: "s"}, "logits": {1: "s"}}
    axes.update({name: {2: "p"} for name in past_names})
    axes.update({name: {2: "t"} for name in present_names})
    inputs = (embed(ids), torch.ones(1, 16, dtype=torch.long), torch.arange(7, 16)[None], *past)
    graph(decoder, inputs, "decoder.onnx", ["inputs_embeds", "attention_mask", "position_ids", *past_names], ["logits", *present_names], axes)
    config = {
        "vocabulary": words,
        "patch": p,
        "overview": o,
        "patchNames": about["patchNames"],
        "visualTokens": VISUAL,
        "promptWords": shape["prompt"],
        "refutedWords": shape["refuted"],
        "answerAt": shape["answerAt"],
        "line": LINE,
        "layers": LAYERS,
        "heads": HEADS,
        "headSize": D // HEADS,
        "maxAnswerWords": about["maxAnswer"],
        "draft": {"faces": FACES, "track": TRACK, "severities": USUAL},
    }
    with open(os.path.join(target, "config.json"), "w") as f:
        json.dump(config, f, indent=1)
        f.write("\n")


@torch.no_grad()
def greedy(patches, overview, prompt):
    to_tensor = lambda a: torch.from_numpy(a.astype(np.float32)).transpose(-1, -2).transpose(-2, -3)
    visual, _ = encoder(to_tensor(patches)[None], to_tensor(overview)[None])
    ids, places = [words.index(w) for w in prompt], list(range(VISUAL + len(prompt)))
    answer, line, place = [], 0, 0
    while len(answer) < about["maxAnswer"]:
        x = torch.cat([visual, embed(torch.tensor([ids]))], 1)
        logits = decoder(x, torch.ones(1, x.shape[1], dtype=torch.long), torch.tensor([places]), *no_past(1))[0]
        word = int(logits[0, -1].argmax())
        answer.append(words[word])
        if words[word] == "end":
            break
        ids.append(word)
        places.append(shape["answerAt"] + line * LINE + min(place, LINE - 1))
        line, place = (line + 1, 0) if words[word] == ";" else (line, place + 1)
    return " ".join(answer)


def write_golden(per_split=8):
    os.makedirs(golden, exist_ok=True)
    pictures, rows = bytearray(), []
    for name in ("test",):
        split = Split(folder, name, about)
        for i in range(per_split):
            patches, overview = np.array(split.patches[i]), np.array(split.overview[i])
            pictures += patches.tobytes() + overview.tobytes()
            said = greedy(patches, overview, split.prompts[i])
            rows.append({"split": name, "prompt": " ".join(split.prompts[i]), "truth": " ".join(split.answers[i]), "torch": said})
    with open(os.path.join(golden, "golden.u8"), "wb") as f:
        f.write(bytes(pictures))
    with open(os.path.join(golden, "golden.json"), "w") as f:
        json.dump(rows, f, indent=1)
        f.write("\n")


export()
if golden:
    write_golden()
