"""Makes config/words from WordNet 3.1: python3 extract.py DICT OUT, where DICT holds data.noun, index.noun, index.verb."""
import re
import sys

# lexicographer files: artifacts, food, objects, substances
KINDS = {'06', '13', '17', '27'}
RAREST = 4


def rows(path):
    with open(path) as file:
        return [line.split(' | ')[0].split() for line in file if not line.startswith(' ')]


def main(dictionary, out):
    ranks = {}
    for row in rows(f'{dictionary}/index.noun'):
        for rank, sense in enumerate(row[-int(row[2]):]):
            ranks[row[0], sense] = rank
    senses = {}
    for row in rows(f'{dictionary}/data.noun'):
        if row[1] not in KINDS:
            continue
        count = int(row[3], 16)
        words = [row[4 + 2 * at].lower() for at in range(count)]
        start = 5 + 2 * count
        pointers = [row[start + 4 * at:start + 4 + 4 * at] for at in range(int(row[start - 1]))]
        senses[row[0]] = words, [target for kind, target, part, _ in pointers if kind == '@' and part == 'n']
    order = sorted(senses)
    numbers = {sense: at for at, sense in enumerate(order)}
    lines = []
    for sense in order:
        words, general = senses[sense]
        plain = [word for word in words
                 if re.fullmatch(r"[a-z_'-]+", word) and word.count('_') <= 2 and ranks.get((word, sense), 9) <= RAREST]
        lines.append(','.join(plain) + '|' + ','.join(str(numbers[one]) for one in general if one in numbers))
    with open(f'{out}/nouns.txt', 'w') as file:
        file.write('\n'.join(lines))
    verbs = sorted({row[0] for row in rows(f'{dictionary}/index.verb') if re.fullmatch('[a-z]+', row[0])})
    with open(f'{out}/verbs.txt', 'w') as file:
        file.write('\n'.join(verbs))


main(*sys.argv[1:])
