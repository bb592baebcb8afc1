"""Makes config/words/sorts.txt from WordNet 3.1: python3 sorts.py DICT OUT, where DICT holds its data and index files.

A line per word: the word, and the numbers of the lexicographer files of its two commonest senses as a verb, a noun, an
adjective, an adverb: what sort of word it is (motion, possession, artifact ...). All verbs are there, of the others
those that the corpora of WordNet have.
"""
import collections
import re
import sys

PARTS = ('verb', 'noun', 'adj', 'adv')
SENSES = 2


def rows(path):
    with open(path) as file:
        return [line.split() for line in file if not line.startswith(' ')]


def main(dictionary, out):
    sorts = collections.defaultdict(set)
    for part in PARTS:
        sort = {row[0]: int(row[1]) for row in rows(f'{dictionary}/data.{part}')}
        for row in rows(f'{dictionary}/index.{part}'):
            senses = int(row[2])
            tagged = int(row[-senses - 1])
            if re.fullmatch('[a-z]+', row[0]) and (part == 'verb' or tagged > 0):
                sorts[row[0]] |= {sort[sense] for sense in row[-senses:][:SENSES]}
    with open(f'{out}/sorts.txt', 'w') as file:
        file.write('\n'.join(f'{word} {",".join(map(str, sorted(sorts[word])))}' for word in sorted(sorts)))


main(*sys.argv[1:])
