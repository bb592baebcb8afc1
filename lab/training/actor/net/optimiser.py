"""Muon for the matrices inside the blocks, AdamW for embedding, norms and head."""
import torch

MUON_RATE = 0.02
ADAM_RATE = 3e-3
MOMENTUM = 0.95
DECAY = 0.01
EMBED_BOOST = 6.0


def orthogonal(g, steps=4):
    """Newton-Schulz iteration towards the nearest semi-orthogonal matrix."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g / (g.norm() + 1e-7)
    wide = x.shape[0] > x.shape[1]
    x = x.T if wide else x
    for _ in range(steps):
        s = x @ x.T
        x = a * x + (b * s + c * s @ s) @ x
    return x.T if wide else x


class Optimiser:
    def __init__(self, model):
        self.model = model
        self.matrices = [(n, p) for n, p in model.named_parameters() if p.dim() == 2 and n.startswith("blocks")]
        ours = {id(p) for _, p in self.matrices}
        rest = [(n, p) for n, p in model.named_parameters() if id(p) not in ours]
        groups = [
            dict(params=[p for n, p in rest if n == "embed.weight"], boost=EMBED_BOOST),
            dict(params=[p for n, p in rest if n != "embed.weight"], boost=1.0),
        ]
        self.adam = torch.optim.AdamW(groups, lr=ADAM_RATE, betas=(0.9, 0.95), weight_decay=0.0)
        self.momentum = {n: torch.zeros_like(p) for n, p in self.matrices}

    @torch.no_grad()
    def step(self, factor):
        """@param factor of the schedule, in (0, 1]"""
        for name, p in self.matrices:
            buffer = self.momentum[name].mul_(MOMENTUM).add_(p.grad)
            update = p.grad.add(buffer, alpha=MOMENTUM)
            parts = [orthogonal(x) * max(1, x.shape[0] / x.shape[1]) ** 0.5 for x in self.parts(name, update)]
            p.mul_(1 - MUON_RATE * factor * DECAY).add_(torch.cat(parts, 0), alpha=-MUON_RATE * factor)
        for group in self.adam.param_groups:
            group["lr"] = ADAM_RATE * factor * group["boost"]
        self.adam.step()

    def state(self):
        return {"adam": self.adam.state_dict(), "momentum": self.momentum}

    def load(self, state):
        self.adam.load_state_dict(state["adam"])
        self.momentum = state["momentum"]

    def parts(self, name, update):
        """Fused projections are several matrices; each is made orthogonal on its own."""
        c = self.model.c
        if name.endswith("gate_up.weight"):
            return update.chunk(2, 0)
        if name.endswith("qkv.weight"):
            rows = [c.heads * c.head_width, c.kv_heads * c.head_width, c.kv_heads * c.head_width]
            return update.split(rows, 0)
        return (update,)
