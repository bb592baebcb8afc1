"""The same situation under other names: zone ids and slots are dealt out anew, in prompt and answer alike.

Ids and slots carry no meaning, so the best edit stays the best. Every epoch sees other names, which leaves nothing to
recite: what the answer names has to be copied from the prompt.
"""
import re

ZONES = "12345678"
MASK = re.compile(r"(?<![0-9.])([01]{4})(?![0-9.])")
#: where a digit is a zone: addresses and issue ids, keys of findings and edits, the words of critics and skills
ZONE = re.compile(r'(?<=@)([1-8])|((?:"from":|"to":|"zone":|zone |at |near |area ))([1-8])')
FIELD = re.compile(r"^FIELD:load:(.*);unload:(.*);left:(.*)$", re.M)
FACES = re.compile(r"^FACES:(.*)$", re.M)


class Disguise:
    def __init__(self, rng):
        dealt = list(ZONES)
        rng.shuffle(dealt)
        self.zone = dict(zip(ZONES, dealt))
        self.slots = [0, 1, 2, 3]
        rng.shuffle(self.slots)

    def apply(self, text):
        text = FIELD.sub(self.field, text)
        text = FACES.sub(self.faces, text)
        text = MASK.sub(lambda found: self.mask(found[1]), text)
        return ZONE.sub(lambda found: (found[2] or "") + self.zone[found[1] or found[3]], text)

    def mask(self, bits):
        return "".join(bits[slot] for slot in self.slots)

    def field(self, found):
        """Lists of zones stay in the order of their ids, as the product writes them."""
        load, unload = (self.ids(part) for part in found.groups()[:2])
        left = sorted(self.zone[way[0]] + ">" + self.zone[way[2]] for way in found[3].split(",") if way)
        return f"FIELD:load:{','.join(load)};unload:{','.join(unload)};left:{','.join(left)}"

    def ids(self, part):
        return sorted(self.zone[name[0]] + name[1:] for name in part.split(",") if name)

    def faces(self, found):
        return "FACES:" + ",".join(sorted(self.zone[face[0]] + face[1:] for face in found[1].split(",")))
